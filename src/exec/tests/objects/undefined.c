// A program that calls what nobody defines.
#include "program.h"

int noSuchFunction(int);
int caller(int x) { return noSuchFunction(x); }
const struct ProgramInfo ferry_program = {ABI_VERSION, 0, 0, 0};
