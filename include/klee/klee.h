/* KLEE's intrinsics; ramify.h declares them. */
#ifndef KLEE_H
#define KLEE_H

#include "../ramify.h"

#define klee_assert(condition) ramify_assert(condition)

#endif
