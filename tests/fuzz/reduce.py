"""Makes a failing program and its options smaller, as long as it fails in the same way."""
import time

import native


class Reduced:
    def __init__(self, run, outcome):
        self.run, self.outcome, self.without, self.opened, self.tries = run, outcome, set(), set(), 0


class Reducer:
    def __init__(self, campaign, attempt_type, program, run, outcome, seconds):
        self.campaign, self.attempt_type, self.program = campaign, attempt_type, program
        self.kind, self.until = outcome.kind, time.time() + seconds
        self.best = Reduced(run, outcome)

    def fails(self, run, without, opened):
        """Takes this as the best if it fails in the same way."""
        if time.time() > self.until:
            return False
        self.best.tries += 1
        attempt = None
        try:
            attempt = self.attempt_type(self.campaign, self.program, without, opened)
            outcome = attempt.explore(*run)
        except native.CannotRun:
            return False
        finally:
            if attempt:
                attempt.close()
        if not outcome.text or outcome.kind != self.kind:
            return False
        self.best.run, self.best.outcome, self.best.without, self.best.opened = run, outcome, without, opened
        return True

    def drop_options(self):
        level, output_is_input, flags = self.best.run
        for flag in list(flags):
            fewer = [other for other in self.best.run[2] if other != flag]
            if flag.startswith("--cache="):
                fewer.append("--cache=none")
            if flag != "--cache=none":
                self.fails((self.best.run[0], self.best.run[1], fewer), self.best.without, self.best.opened)
        for simpler in (("-O0", self.best.run[1]), (self.best.run[0], False)):
            if simpler != self.best.run[:2]:
                self.fails((*simpler, self.best.run[2]), self.best.without, self.best.opened)

    def drop_statements(self):
        again = True
        while again:
            again = False
            for statement in self.program.statements():
                number = statement.number
                if number in self.best.without:
                    continue
                if self.fails(self.best.run, self.best.without | {number}, self.best.opened):
                    again = True
                elif statement.inner and statement.alone and number not in self.best.opened:
                    again |= self.fails(self.best.run, self.best.without, self.best.opened | {number})


def reduce(campaign, attempt_type, program, run, outcome, seconds):
    reducer = Reducer(campaign, attempt_type, program, run, outcome, seconds)
    if reducer.fails(run, set(), set()):  # not, where it depends on the cache
        reducer.drop_options()
        reducer.drop_statements()
        reducer.drop_options()
    return reducer.best
