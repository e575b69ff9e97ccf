//===- Format.cpp - Image formats -----------------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "image/Format.h"

#include <algorithm>
#include <bit>

namespace ferry::image {

namespace {

enum Channel { Red, Green, Blue, Alpha, NoChannel };

/// What a channel order says.
struct Order {
  cl_channel_order order;
  unsigned count; ///< Channels in memory.
  /// For each channel in memory order: which colour it holds. Luminance and
  /// intensity are red here.
  Channel stored[4];
};

// Of all of these zeros are the border colour (OpenCL C 6.15.15.1.1,
// Determining the Border Color or Value). Of those with an x, which are not
// here, they are not: a texel's alpha is 1, that of the border 0. The
// specification requires none of them, other drivers for CPUs have none, and
// who has them disagrees on how many channels are in memory.
constexpr Order Orders[] = {
    {CL_R, 1, {Red}},
    {CL_A, 1, {Alpha}},
    {CL_RG, 2, {Red, Green}},
    {CL_RA, 2, {Red, Alpha}},
    {CL_RGB, 3, {Red, Green, Blue}},
    {CL_RGBA, 4, {Red, Green, Blue, Alpha}},
    {CL_BGRA, 4, {Blue, Green, Red, Alpha}},
    {CL_ARGB, 4, {Alpha, Red, Green, Blue}},
    {CL_ABGR, 4, {Alpha, Blue, Green, Red}},
    {CL_INTENSITY, 1, {Red}},
    {CL_LUMINANCE, 1, {Red}},
    {CL_DEPTH, 1, {Red}},
    {CL_sRGBA, 4, {Red, Green, Blue, Alpha}},
    {CL_sBGRA, 4, {Blue, Green, Red, Alpha}},
};

/// What a channel type says.
struct Type {
  cl_channel_type type;
  FerryDecode decode;
  /// Bits of the channels, first in memory (or, of packed types, in the most
  /// significant bits) first.
  unsigned bits[4];
  /// 0, or bytes of the whole element of a packed type.
  unsigned packedBytes;
};

constexpr Type Types[] = {
    {CL_UNORM_INT8, FerryUnorm, {8, 8, 8, 8}, 0},
    {CL_UNORM_INT16, FerryUnorm, {16, 16, 16, 16}, 0},
    {CL_SNORM_INT8, FerrySnorm, {8, 8, 8, 8}, 0},
    {CL_SNORM_INT16, FerrySnorm, {16, 16, 16, 16}, 0},
    {CL_SIGNED_INT8, FerrySigned, {8, 8, 8, 8}, 0},
    {CL_SIGNED_INT16, FerrySigned, {16, 16, 16, 16}, 0},
    {CL_SIGNED_INT32, FerryBits, {32, 32, 32, 32}, 0},
    {CL_UNSIGNED_INT8, FerryBits, {8, 8, 8, 8}, 0},
    {CL_UNSIGNED_INT16, FerryBits, {16, 16, 16, 16}, 0},
    {CL_UNSIGNED_INT32, FerryBits, {32, 32, 32, 32}, 0},
    {CL_HALF_FLOAT, FerryHalf, {16, 16, 16, 16}, 0},
    {CL_FLOAT, FerryBits, {32, 32, 32, 32}, 0},
    {CL_UNORM_SHORT_565, FerryUnorm, {5, 6, 5}, 2},
    {CL_UNORM_SHORT_555, FerryUnorm, {5, 5, 5}, 2},
    {CL_UNORM_INT_101010, FerryUnorm, {10, 10, 10}, 4},
    {CL_UNORM_INT_101010_2, FerryUnorm, {10, 10, 10, 2}, 4},
};

const Order *findOrder(cl_channel_order O) {
  auto *I = std::find_if(std::begin(Orders), std::end(Orders),
                         [&](const Order &E) { return E.order == O; });
  return I == std::end(Orders) ? nullptr : I;
}

const Type *findType(cl_channel_type T) {
  auto *I = std::find_if(std::begin(Types), std::end(Types),
                         [&](const Type &E) { return E.type == T; });
  return I == std::end(Types) ? nullptr : I;
}

bool isSrgb(cl_channel_order O) { return O == CL_sRGBA || O == CL_sBGRA; }

/// True if a channel order that Ferry has goes with the type.
bool goTogether(const Order &O, const Type &T) {
  switch (O.order) {
  case CL_RGB:
    // "The channel order must be CL_RGB or CL_RGBx."
    return T.packedBytes && !T.bits[3];
  case CL_RGBA:
    // CL_UNORM_INT_101010_2: "The channel order must be CL_RGBA."
    return !T.packedBytes || T.bits[3];
  case CL_BGRA:
  case CL_ARGB:
  case CL_ABGR:
    return !T.packedBytes && T.bits[0] == 8;
  case CL_INTENSITY:
  case CL_LUMINANCE:
    return !T.packedBytes && (T.decode <= FerryHalf || T.type == CL_FLOAT);
  case CL_DEPTH:
    return T.type == CL_UNORM_INT16 || T.type == CL_FLOAT;
  case CL_sRGBA:
  case CL_sBGRA:
    return T.type == CL_UNORM_INT8;
  default:
    return !T.packedBytes;
  }
}

/// True if the specification has the order, though Ferry has no image of it.
bool isOtherOrder(cl_channel_order O) {
  return O == CL_Rx || O == CL_RGx || O == CL_RGBx || O == CL_sRGB ||
         O == CL_sRGBx || O == CL_DEPTH_STENCIL;
}

} // namespace

bool isValid(const cl_image_format &Format) {
  const Order *O = findOrder(Format.image_channel_order);
  const Type *T = findType(Format.image_channel_data_type);
  if (O)
    return T && goTogether(*O, *T);
  if (!isOtherOrder(Format.image_channel_order))
    return false;
  // "The channel order must be CL_RGB or CL_RGBx."
  return T ? !T->packedBytes ||
                 (Format.image_channel_order == CL_RGBx && !T->bits[3])
           : Format.image_channel_data_type == CL_UNORM_INT24;
}

bool isSupported(const cl_image_format &Format, cl_mem_object_type Type) {
  const Order *O = findOrder(Format.image_channel_order);
  const image::Type *T = findType(Format.image_channel_data_type);
  // Kernels have depth images of two dimensions only.
  return O && T && goTogether(*O, *T) &&
         (O->order != CL_DEPTH || Type == CL_MEM_OBJECT_IMAGE2D ||
          Type == CL_MEM_OBJECT_IMAGE2D_ARRAY);
}

std::vector<cl_image_format> supportedFormats(cl_mem_object_type Type) {
  std::vector<cl_image_format> Formats;
  for (const Order &O : Orders)
    for (const image::Type &T : Types)
      if (cl_image_format F = {O.order, T.type}; isSupported(F, Type))
        Formats.push_back(F);
  return Formats;
}

std::size_t elementBytes(const cl_image_format &Format) {
  const bool IsPacked = findType(Format.image_channel_data_type)->packedBytes;
  return alignment(Format) *
         (IsPacked ? 1 : findOrder(Format.image_channel_order)->count);
}

std::size_t alignment(const cl_image_format &Format) {
  const Type &T = *findType(Format.image_channel_data_type);
  return T.packedBytes ? T.packedBytes : T.bits[0] / 8;
}

void describe(const cl_image_format &Format, FerryImage &Image) {
  const Order &O = *findOrder(Format.image_channel_order);
  const Type &T = *findType(Format.image_channel_data_type);
  const bool IsNorm = T.decode == FerryUnorm || T.decode == FerrySnorm;
  const bool AreWords = T.bits[0] == 32;
  Image.logBytes = FerryUint(std::countr_zero(elementBytes(Format)));
  Image.decode = AreWords && O.count == 4       ? FerryFourWords
                 : AreWords && O.order == CL_RG ? FerryTwoWords
                 : isSrgb(O.order)              ? FerrySrgb
                                                : T.decode;
  Image.order = O.order;
  Image.type = T.type;
  for (unsigned C = 0; C != 4; ++C) {
    Image.masks[C] = Image.storeMasks[C] = 0;
    Image.positions[C] = Image.lefts[C] = Image.ones[C] = 0;
    Image.largest[C] = Image.scales[C] = 1;
  }
  // What is not there is 0, and 1 if it is alpha (OpenCL C 6.15.15.7, Mapping
  // Image Channels to Color Values).
  Image.ones[Alpha] = T.type == CL_HALF_FLOAT ? 0x3c00
                      : T.type == CL_FLOAT    ? 0x3f800000
                                              : 1;

  unsigned Position = 0; // Of the field, in bits from the start of the element.
  if (T.packedBytes)
    for (unsigned Bits : T.bits)
      Position += Bits; // The first channel is in the most significant bits.
  for (unsigned I = 0; I != O.count; ++I) {
    const unsigned Bits = T.bits[I];
    if (T.packedBytes)
      Position -= Bits;
    const Channel C = O.stored[I];
    Image.positions[C] = Position % 32;
    Image.lefts[C] = 32 - Bits - Position % 32;
    Image.masks[C] = Image.storeMasks[C] = (~0u >> (32 - Bits))
                                           << Image.positions[C];
    Image.ones[C] = 0;
    if (IsNorm) {
      Image.largest[C] = float((1u << (Bits - (T.decode == FerrySnorm))) - 1);
      Image.scales[C] = 1 / Image.largest[C];
    }
    if (!T.packedBytes)
      Position += Bits;
  }
  // The one channel is read as several.
  if (O.order == CL_LUMINANCE || O.order == CL_INTENSITY)
    for (unsigned C = Green; C <= (O.order == CL_INTENSITY ? Alpha : Blue);
         ++C) {
      Image.positions[C] = Image.positions[Red];
      Image.lefts[C] = Image.lefts[Red];
      Image.masks[C] = Image.masks[Red];
      Image.ones[C] = 0;
      Image.largest[C] = Image.largest[Red];
      Image.scales[C] = Image.scales[Red];
    }
}

bool isCompatibleView(const cl_image_format &View,
                      const cl_image_format &Parent) {
  static constexpr cl_channel_order Pairs[][2] = {
      {CL_sBGRA, CL_BGRA}, {CL_BGRA, CL_sBGRA}, {CL_sRGBA, CL_RGBA},
      {CL_RGBA, CL_sRGBA}, {CL_sRGB, CL_RGB},   {CL_RGB, CL_sRGB},
      {CL_sRGBx, CL_RGBx}, {CL_RGBx, CL_sRGBx}, {CL_DEPTH, CL_R}};
  return View.image_channel_data_type == Parent.image_channel_data_type &&
         std::any_of(std::begin(Pairs), std::end(Pairs), [&](const auto &P) {
           return P[0] == View.image_channel_order &&
                  P[1] == Parent.image_channel_order;
         });
}

} // namespace ferry::image
