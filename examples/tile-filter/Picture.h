//===- Picture.h - RGBA pictures and PNG files ------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFILTER_PICTURE_H
#define TILEFILTER_PICTURE_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tilefilter {

/// Rows from the top, 4 bytes a pixel: red, green, blue, alpha.
struct Picture {
  static constexpr std::size_t PixelBytes = 4;

  Picture(std::size_t Width, std::size_t Height)
      : width(Width), height(Height), bytes(Width * Height * PixelBytes) {}

  std::size_t width;  ///< Pixels, at least 1.
  std::size_t height; ///< Pixels, at least 1.
  std::vector<std::uint8_t> bytes;
};

/// Reads a PNG file; gray and RGB pictures become opaque RGBA.
/// \throws std::runtime_error that says what is wrong with the file.
Picture loadPng(const std::string &Path);

/// Writes a PNG file, which appears under its name when it is complete.
/// \throws std::runtime_error that says why it could not.
void savePng(const Picture &Source, const std::string &Path);

} // namespace tilefilter

#endif // TILEFILTER_PICTURE_H
