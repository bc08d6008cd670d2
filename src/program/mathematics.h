/* Functions of libm that the engine answers with the host's, for concrete numbers: each exists as NAME, and
 * as NAMEf for float. Most are rounded as the host's library likes. One table: who answers them, who takes
 * musl's for symbolic numbers instead, and who knows that they do nothing with pointers. */
#ifndef PROGRAM_MATHEMATICS_H
#define PROGRAM_MATHEMATICS_H

/* clang-format off */
#define MATHEMATICS_OF_ONE(X) \
    X(sin)    X(cos)    X(tan)    X(asin)   X(acos)  X(atan)  \
    X(sinh)   X(cosh)   X(tanh)   X(asinh)  X(acosh) X(atanh) \
    X(exp)    X(exp2)   X(exp10)  X(expm1)                    \
    X(log)    X(log2)   X(log10)  X(log1p)  X(logb)           \
    X(cbrt)   X(erf)    X(erfc)   X(tgamma) X(lgamma)
#define MATHEMATICS_OF_TWO(X) \
    X(pow)    X(fmod)   X(remainder) X(atan2) X(hypot) X(nextafter)
#define MATHEMATICS_OF_OTHERS(X) \
    X(fma)    X(ldexp)  X(scalbn)
#define MATHEMATICS(X) MATHEMATICS_OF_ONE(X) MATHEMATICS_OF_TWO(X) MATHEMATICS_OF_OTHERS(X)
/* clang-format on */

#endif
