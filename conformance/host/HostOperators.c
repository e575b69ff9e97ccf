//===- HostOperators.c - A host's own operators new and delete ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes the place of the operators new and delete for what is loaded later, as
/// the allocators of hosts do. The sized delete is left out, as they do, too:
/// the standard library's calls the other. Memory from elsewhere goes to free.
///
//===----------------------------------------------------------------------===//

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// The sixteen bytes before what an operator new has given.
static const uint64_t Mark[2] = {0x4665727279206e65, 0x7720616e64206465};

/// operator new(size_t)
void *_Znwm(size_t Size) {
  char *Memory = malloc(sizeof Mark + Size);
  if (!Memory)
    abort();
  memcpy(Memory, Mark, sizeof Mark);
  return Memory + sizeof Mark;
}

/// operator delete(void *)
void _ZdlPv(void *Memory) {
  if (!Memory)
    return;
  char *Start = (char *)Memory - sizeof Mark;
  free(memcmp(Start, Mark, sizeof Mark) ? Memory : Start);
}
