// Code of a kernel, which uses a variable of its program.
#include "program.h"

extern int variable;

static void count(const void *params, const char *args, void *state, u64 begin,
                  u64 end, u64 y, u64 z) {
  **(u64 *const *)args += end - begin;
  variable += 1;
}

const struct KernelCode ferry_kernel = {ABI_VERSION, 0, count, 0, 1, 16, 1, 99};
