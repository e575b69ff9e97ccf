//===- Picture.cpp - RGBA pictures and PNG files --------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Picture.h"

#include <cstring>
#include <filesystem>
#include <limits>
#include <png.h>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

namespace tilefilter {

namespace {

/// libpng's description of a picture, freed when it goes.
struct PngImage : png_image {
  PngImage() {
    std::memset(static_cast<png_image *>(this), 0, sizeof(png_image));
    version = PNG_IMAGE_VERSION;
  }
  ~PngImage() { png_image_free(this); }
  PngImage(const PngImage &) = delete;
  PngImage &operator=(const PngImage &) = delete;
};

} // namespace

Picture loadPng(const std::string &Path) {
  std::error_code Error;
  auto Type = std::filesystem::status(Path, Error).type();
  if (Type == std::filesystem::file_type::not_found)
    throw std::runtime_error(Path + ": no such file");
  if (Type == std::filesystem::file_type::directory)
    throw std::runtime_error(Path + ": is a folder, not a PNG file");

  PngImage Image;
  if (!png_image_begin_read_from_file(&Image, Path.c_str()))
    throw std::runtime_error(Path + ": " + Image.message);
  // Kernels count pixels with int.
  constexpr std::size_t Limit = std::numeric_limits<std::int32_t>::max();
  if (std::size_t(Image.width) * Image.height > Limit)
    throw std::runtime_error(Path + ": more than 2^31 pixels");
  Image.format = PNG_FORMAT_RGBA;
  Picture Result(Image.width, Image.height);
  if (!png_image_finish_read(&Image, nullptr, Result.bytes.data(), 0, nullptr))
    throw std::runtime_error(Path + ": " + Image.message);
  return Result;
}

void savePng(const Picture &Source, const std::string &Path) {
  PngImage Image;
  Image.width = png_uint_32(Source.width);
  Image.height = png_uint_32(Source.height);
  Image.format = PNG_FORMAT_RGBA;
  Image.flags = PNG_IMAGE_FLAG_FAST;
  // Whoever looks at the same time never sees half a file.
  std::string Partial = Path + ".partial-" + std::to_string(getpid());
  std::error_code Error;
  if (!png_image_write_to_file(&Image, Partial.c_str(), 0, Source.bytes.data(),
                               0, nullptr)) {
    std::filesystem::remove(Partial, Error);
    throw std::runtime_error(Path + ": " + Image.message);
  }
  std::filesystem::rename(Partial, Path, Error);
  if (Error) {
    std::string Reason = Error.message();
    std::filesystem::remove(Partial, Error);
    throw std::runtime_error(Path + ": " + Reason);
  }
}

} // namespace tilefilter
