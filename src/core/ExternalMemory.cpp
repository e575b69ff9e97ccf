//===- ExternalMemory.cpp - Imported memory -------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/ExternalMemory.h"

#include <linux/dma-buf.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

using namespace ferry::core;

ExternalMemory::ExternalMemory(Handle Given, std::size_t Bytes)
    : From(std::move(Given)), Bytes(Bytes) {
  // A dma-buf knows its size by this alone. What lies behind the end of a file
  // would be a fault when it is used.
  const off_t Position = lseek(From.descriptor, 0, SEEK_CUR);
  const off_t Size = lseek(From.descriptor, 0, SEEK_END);
  require(Size >= 0 && std::size_t(Size) >= Bytes, CL_INVALID_PROPERTY);
  if (Position >= 0)
    lseek(From.descriptor, Position, SEEK_SET);
  void *Mapped = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE, MAP_SHARED,
                      From.descriptor, 0);
  require(Mapped != MAP_FAILED, CL_INVALID_PROPERTY);
  Data = static_cast<std::byte *>(Mapped);
}

ExternalMemory::~ExternalMemory() {
  munmap(Data, Bytes);
  // "Importing memory from a file descriptor transfers ownership".
  close(From.descriptor);
}

void ExternalMemory::synchronise(bool IsStart) const {
  if (From.type != CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR)
    return;
  dma_buf_sync Flags = {};
  Flags.flags =
      DMA_BUF_SYNC_RW | (IsStart ? DMA_BUF_SYNC_START : DMA_BUF_SYNC_END);
  while (ioctl(From.descriptor, DMA_BUF_IOCTL_SYNC, &Flags) != 0 &&
         (errno == EINTR || errno == EAGAIN)) {
  }
}
