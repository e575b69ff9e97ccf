// What objects of programs contain: code that calls code, the runtime and libm,
// constants, variables with and without contents, tables of addresses.
#include "program.h"

double sin(double), cbrt(double);
void *memset(void *, int, u64);

int variable = 40;
static int fixed = 2;
static int zeroes[3000];

__attribute__((noinline)) int add(int a, int b) { return a + b; }

int useVariables(int x) { return add(x, variable++) + fixed; }

static int first(int x) { return x; }
static int second(int x) { return x * 3; }
static int (*const functions[])(int) = {first, second};

int useTable(int x) { return functions[x & 1](x); }
double useLibm(double x) { return sin(x) + cbrt(x); }
float useHalf(double x) { return (float)(_Float16)x; }

int useZeroes(int x) {
  memset(zeroes, x & 0, sizeof(zeroes));
  zeroes[x] += x;
  return zeroes[x] + zeroes[x + 1];
}

static const struct ArgInfo args[] = {
    {"sum", "ulong*", 1, 0, 8, 8, 0, 0, 0, 0}};
static const struct KernelInfo kernels[] = {
    {"count", "", args, 1, 0, 8, 0, 0, {0}, {0}, 0, 0}};
const struct ProgramInfo ferry_program = {ABI_VERSION, 1, kernels, 0};
