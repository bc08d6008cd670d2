"""A run.stats in which the table of statistics is a question without an end."""
import sqlite3
import sys

COLUMNS = ("Instructions WallTime CoveredInstructions UncoveredInstructions FullBranches PartialBranches NumBranches "
           "NumStates CompletedPaths ErrorPaths MallocUsage Queries CachePassed CacheHandled CacheDependent ArraysIndex "
           "ArraysValue TableHits ByteHits Enumerated SolverQueries SolverTime Row").split()
with sqlite3.connect(sys.argv[1]) as database:
    database.execute("CREATE VIEW stats AS WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more) SELECT " +
                     ", ".join(f"n AS {name}" for name in COLUMNS) + " FROM more")
