/* results.sarif: the errors as SARIF 2.1.0, for editors and code hosts. */
#ifndef RESULT_SARIF_H
#define RESULT_SARIF_H

#include "engine/run.h"
#include "result/json.h"

void sarif_write(const struct run *, const char *version, struct json *);

#endif
