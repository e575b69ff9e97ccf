// An object with debug information.
#include "program.h"

int add(int a, int b) {
  return a + b; // Line 5: see ObjectSymbolsTest.cpp.
}
const struct ProgramInfo ferry_program = {ABI_VERSION, 0, 0, 0};
