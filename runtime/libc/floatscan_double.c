/* The reader of floating point numbers once more, in double: long double's
 * arithmetic is none that the solver knows, so a symbolic number would become
 * one of its values. tools/libc compiles this file, and this alone, with a long
 * double that is a double. */
#include <float.h>
#include <math.h>

#undef LDBL_MANT_DIG
#undef LDBL_MIN_EXP
#undef LDBL_MAX_EXP
#undef LDBL_MIN
#undef LDBL_MAX
#undef LDBL_EPSILON
#define LDBL_MANT_DIG DBL_MANT_DIG
#define LDBL_MIN_EXP DBL_MIN_EXP
#define LDBL_MAX_EXP DBL_MAX_EXP
#define LDBL_MIN DBL_MIN
#define LDBL_MAX DBL_MAX
#define LDBL_EPSILON DBL_EPSILON
#define fabsl fabs
#define copysignl copysign
#define scalbnl scalbn
#define fmodl fmod
#define __floatscan __ramify_floatscan
#include "floatscan.c"
