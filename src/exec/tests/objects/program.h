// The table of kernels, as the compiler writes it (ferry/abi.h).
#ifndef FERRY_TEST_PROGRAM_H
#define FERRY_TEST_PROGRAM_H

// ferry::abi::Version.
#define ABI_VERSION 20

typedef unsigned u32;
typedef unsigned long u64;

struct ArgInfo {
  const char *name, *typeName;
  u32 kind, offset, size, alignment, address, access, type, imageType;
};

struct KernelInfo {
  const char *name, *attributes;
  const struct ArgInfo *args;
  u32 numArgs, flags;
  u64 argBlockSize, localBytes, privateBytesPerItem;
  u32 required[3], hint[3];
  u32 requiredSubGroupSize, vectorDimension;
};

struct KernelCode {
  u32 abiVersion, flags;
  void (*entry)(const void *, const char *, void *, u64, u64, u64, u64);
  u64 privateBytesPerGroup;
  u32 subGroupSize, rowMultiple, leastRow, mostRow;
};

struct ProgramInfo {
  u32 abiVersion, numKernels;
  const struct KernelInfo *kernels;
  u64 globalVariableBytes;
  u32 numInternal, reserved;
};

#endif
