//===- LateLibrary.c - The driver where libstdc++ is loaded late ----------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A host in C that loads libstdc++ itself, as an interpreter does for its
/// modules, and has touched that library's variables of threads: they cannot
/// lie in the static block any more when the driver comes.
///
/// usage: LateLibrary DRIVER
///
//===----------------------------------------------------------------------===//

#include <dlfcn.h>
#include <stdio.h>

int main(int Count, char **Arguments) {
  void *Library = dlopen("libstdc++.so.6", RTLD_NOW);
  if (Count != 2 || !Library || !dlsym(Library, "_ZSt15__once_callable")) {
    puts("no libstdc++");
    return 2;
  }
  if (!dlopen(Arguments[1], RTLD_NOW)) {
    puts(dlerror());
    return 1;
  }
  return 0;
}
