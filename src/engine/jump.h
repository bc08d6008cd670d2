/* setjmp and longjmp: a jump point is a frame and the call to go back to. */
#ifndef ENGINE_JUMP_H
#define ENGINE_JUMP_H

#include "engine/builtin.h"

enum call_outcome jump_set(struct call *);
enum call_outcome jump_long(struct call *);

void jump_points_unref(struct jump_point *);
/* Drop the points of frames that are gone. */
void jump_points_forget(struct state *);

#endif
