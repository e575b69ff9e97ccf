//===- ImageReference.cpp - Images by the specification -------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ImageReference.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace conformance {

const std::vector<ImageKind> ImageKinds = {
    {"image1d_t", CL_MEM_OBJECT_IMAGE1D, 1, false, false},
    {"image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER, 1, false, false},
    {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, true, false},
    {"image2d_t", CL_MEM_OBJECT_IMAGE2D, 2, false, false},
    {"image2d_depth_t", CL_MEM_OBJECT_IMAGE2D, 2, false, true},
    {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, 2, true, false},
    {"image2d_array_depth_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, 2, true, true},
    {"image3d_t", CL_MEM_OBJECT_IMAGE3D, 3, false, false},
};

namespace {

/// Which channels an element has, in memory order.
std::string_view channels(cl_channel_order O) {
  switch (O) {
  case CL_R:
  case CL_DEPTH:
    return "r";
  case CL_A:
    return "a";
  case CL_RG:
    return "rg";
  case CL_RA:
    return "ra";
  case CL_RGB:
    return "rgb";
  case CL_BGRA:
  case CL_sBGRA:
    return "bgra";
  case CL_ARGB:
    return "argb";
  case CL_ABGR:
    return "abgr";
  case CL_INTENSITY:
    return "i";
  case CL_LUMINANCE:
    return "l";
  default:
    return "rgba";
  }
}

unsigned channelBytes(cl_channel_type T) {
  switch (T) {
  case CL_UNORM_INT8:
  case CL_SNORM_INT8:
  case CL_SIGNED_INT8:
  case CL_UNSIGNED_INT8:
    return 1;
  case CL_SIGNED_INT32:
  case CL_UNSIGNED_INT32:
  case CL_FLOAT:
    return 4;
  default:
    return 2;
  }
}

bool isSrgb(cl_channel_order O) { return O == CL_sRGBA || O == CL_sBGRA; }

/// Bits of the channels of a packed type, from the most significant one on;
/// empty for others.
std::vector<unsigned> packedBits(cl_channel_type T) {
  switch (T) {
  case CL_UNORM_SHORT_565:
    return {5, 6, 5};
  case CL_UNORM_SHORT_555:
    return {5, 5, 5};
  case CL_UNORM_INT_101010:
    return {10, 10, 10};
  case CL_UNORM_INT_101010_2:
    return {10, 10, 10, 2};
  default:
    return {};
  }
}

template <typename T> T take(const unsigned char *At) {
  T Value;
  std::memcpy(&Value, At, sizeof(T));
  return Value;
}

double half(std::uint16_t Bits) {
  int Exponent = Bits >> 10 & 31, Mantissa = Bits & 1023;
  double Value = Exponent == 31  ? (Mantissa ? NAN : INFINITY)
                 : Exponent == 0 ? std::ldexp(Mantissa, -24)
                                 : std::ldexp(Mantissa + 1024, Exponent - 25);
  return Bits & 0x8000 ? -Value : Value;
}

/// A channel as it is stored: a number, before it is normalised.
double stored(cl_channel_type T, const unsigned char *At) {
  switch (T) {
  case CL_SNORM_INT8:
  case CL_SIGNED_INT8:
    return take<std::int8_t>(At);
  case CL_UNORM_INT8:
  case CL_UNSIGNED_INT8:
    return *At;
  case CL_SNORM_INT16:
  case CL_SIGNED_INT16:
    return take<std::int16_t>(At);
  case CL_UNORM_INT16:
  case CL_UNSIGNED_INT16:
    return take<std::uint16_t>(At);
  case CL_SIGNED_INT32:
    return take<std::int32_t>(At);
  case CL_UNSIGNED_INT32:
    return take<std::uint32_t>(At);
  case CL_HALF_FLOAT:
    return half(take<std::uint16_t>(At));
  default:
    return take<float>(At);
  }
}

/// What 1.0 is stored as; 0 if the type is not normalised.
double largest(cl_channel_type T) {
  switch (T) {
  case CL_UNORM_INT8:
    return 255;
  case CL_UNORM_INT16:
    return 65535;
  case CL_SNORM_INT8:
    return 127;
  case CL_SNORM_INT16:
    return 32767;
  default:
    return 0;
  }
}

double fromSrgb(double C) {
  return C <= 0.04045 ? C / 12.92 : std::pow((C + 0.055) / 1.055, 2.4);
}

double toSrgb(double C) {
  return C < 0.0031308 ? 12.92 * C : 1.055 * std::pow(C, 1 / 2.4) - 0.055;
}

/// One channel of an element: what is stored, and what 1.0 would be.
struct Stored {
  char name;
  double value, largest;
};

std::vector<Stored> takeApart(const cl_image_format &F,
                              const unsigned char *Element) {
  std::vector<Stored> All;
  std::string_view Names = channels(F.image_channel_order);
  if (auto Bits = packedBits(F.image_channel_data_type); !Bits.empty()) {
    std::uint32_t Word = elementBytes(F) == 2 ? take<std::uint16_t>(Element)
                                              : take<std::uint32_t>(Element);
    unsigned Left = 0;
    for (unsigned B : Bits)
      Left += B;
    for (size_t I = 0; I != Bits.size(); ++I) {
      Left -= Bits[I];
      const std::uint32_t Most = (1u << Bits[I]) - 1;
      All.push_back({Names[I], double(Word >> Left & Most), double(Most)});
    }
    return All;
  }
  for (char Name : Names) {
    All.push_back({Name, stored(F.image_channel_data_type, Element),
                   largest(F.image_channel_data_type)});
    Element += channelBytes(F.image_channel_data_type);
  }
  return All;
}

size_t indexOf(char Name) { return std::string_view("rgba").find(Name); }

} // namespace

ChannelClass classOf(const cl_image_format &F) {
  switch (F.image_channel_data_type) {
  case CL_SIGNED_INT8:
  case CL_SIGNED_INT16:
  case CL_SIGNED_INT32:
    return ChannelClass::Signed;
  case CL_UNSIGNED_INT8:
  case CL_UNSIGNED_INT16:
  case CL_UNSIGNED_INT32:
    return ChannelClass::Unsigned;
  default:
    return ChannelClass::Float;
  }
}

unsigned elementBytes(const cl_image_format &F) {
  if (auto Bits = packedBits(F.image_channel_data_type); !Bits.empty())
    return Bits[0] == 5 ? 2 : 4;
  return unsigned(channels(F.image_channel_order).size()) *
         channelBytes(F.image_channel_data_type);
}

Color decode(const cl_image_format &F, const unsigned char *Element) {
  Color C = {0, 0, 0, 1};
  for (const Stored &S : takeApart(F, Element)) {
    double Value = S.largest ? std::max(-1.0, S.value / S.largest) : S.value;
    if (isSrgb(F.image_channel_order) && S.name != 'a')
      Value = fromSrgb(Value);
    if (S.name == 'i')
      C = {Value, Value, Value, Value};
    else if (S.name == 'l')
      C = {Value, Value, Value, 1};
    else
      C[indexOf(S.name)] = Value;
  }
  return C;
}

bool mayEncode(const cl_image_format &F, const Color &C,
               const unsigned char *Element) {
  for (const Stored &S : takeApart(F, Element)) {
    double Value = C[S.name == 'i' || S.name == 'l' ? 0 : indexOf(S.name)];
    // "convert_char_sat_rte(f * 127.0f)": "NaN is converted to zero" (OpenCL C,
    // "Out-of-Range Behavior and Saturated Conversions").
    if (S.largest && std::isnan(Value)) {
      if (S.value != 0)
        return false;
    } else if (S.largest) {
      const bool IsSigned = F.image_channel_data_type == CL_SNORM_INT8 ||
                            F.image_channel_data_type == CL_SNORM_INT16;
      if (isSrgb(F.image_channel_order) && S.name != 'a')
        Value = toSrgb(std::clamp(Value, 0.0, 1.0));
      Value = std::clamp(Value * S.largest, IsSigned ? -S.largest - 1 : 0,
                         S.largest);
      if (std::abs(S.value - Value) > 0.6)
        return false;
    } else if (std::isnan(Value)) {
      if (!std::isnan(S.value))
        return false;
    } else if (F.image_channel_data_type == CL_HALF_FLOAT &&
               std::abs(Value) > 65504) {
      // Infinity, or the largest number in some rounding modes.
      if (std::abs(S.value) < (std::isinf(Value) ? INFINITY : 65504) ||
          std::signbit(S.value) != std::signbit(Value))
        return false;
    } else if (F.image_channel_data_type == CL_HALF_FLOAT) {
      // To one of the neighbours, in any rounding mode.
      const double Unit = std::ldexp(
          1, std::max(-24, (Value == 0 ? -24 : std::ilogb(Value)) - 10));
      if (std::abs(S.value - Value) >= Unit && S.value != Value)
        return false;
    } else if (F.image_channel_data_type == CL_FLOAT) {
      if (S.value != Value)
        return false;
    } else {
      const unsigned Bits = 8 * channelBytes(F.image_channel_data_type);
      const bool IsSigned = classOf(F) == ChannelClass::Signed;
      const double Low = IsSigned ? -std::ldexp(1, int(Bits) - 1) : 0;
      const double High = std::ldexp(1, int(Bits) - IsSigned) - 1;
      if (S.value != std::clamp(Value, Low, High))
        return false;
    }
  }
  return true;
}

Color ReferenceImage::border() const {
  switch (format.image_channel_order) {
  case CL_R:
  case CL_RG:
  case CL_RGB:
  case CL_LUMINANCE:
    return {0, 0, 0, 1};
  default:
    return {0, 0, 0, 0};
  }
}

Color ReferenceImage::texel(const std::array<long, 3> &At, size_t Layer) const {
  size_t Index = Layer;
  for (unsigned A = 3; A-- != 0;) {
    if (At[A] < 0 || At[A] >= long(size[A]))
      return border();
    Index = Index * size[A] + size_t(At[A]);
  }
  return decode(format, &data[Index * elementBytes(format)]);
}

namespace {

/// u of the specification, in texels.
double unnormalise(const ImageSampler &S, double C, double Size) {
  switch (S.addressing) {
  case CL_ADDRESS_REPEAT:
    return (C - std::floor(C)) * Size;
  case CL_ADDRESS_MIRRORED_REPEAT:
    return std::abs(C - 2 * std::rint(0.5 * C)) * Size;
  default:
    return S.isNormalized ? C * Size : C;
  }
}

long wrap(const ImageSampler &S, double Index, long Size) {
  switch (S.addressing) {
  case CL_ADDRESS_REPEAT:
    return long(Index < 0
                    ? Index + double(Size)
                    : (Index >= double(Size) ? Index - double(Size) : Index));
  case CL_ADDRESS_CLAMP:
  case CL_ADDRESS_NONE: // Undefined outside; Ferry documents the border.
    return long(std::clamp(Index, -1.0, double(Size)));
  default:
    return long(std::clamp(Index, 0.0, double(Size - 1)));
  }
}

} // namespace

std::vector<Color>
ReferenceImage::sample(const ImageSampler &S,
                       const std::array<float, 4> &Coordinates) const {
  const size_t Layer =
      kind->isArray ? size_t(std::clamp(std::rint(Coordinates[kind->axes]),
                                        0.0f, float(layers - 1)))
                    : 0;
  // Texels of each axis, with their weights.
  struct Part {
    long index;
    double weight;
  };
  std::vector<Part> Axes[3];
  for (unsigned A = 0; A != 3; ++A) {
    if (A >= kind->axes) {
      Axes[A] = {{0, 1}};
      continue;
    }
    const long Size = long(size[A]);
    const double U = unnormalise(S, Coordinates[A], double(Size));
    if (S.filter == CL_FILTER_LINEAR) {
      const double Floor = std::floor(U - 0.5), Weight = U - 0.5 - Floor;
      Axes[A] = {{wrap(S, Floor, Size), 1 - Weight},
                 {wrap(S, Floor + 1, Size), Weight}};
      continue;
    }
    Axes[A] = {{wrap(S, std::floor(U), Size), 1}};
    // "Computed without any loss of precision" only where nothing is.
    if (S.isNormalized)
      for (double Error : {-1e-3, 1e-3})
        Axes[A].push_back({wrap(S, std::floor(U + Error), Size), 1});
  }
  std::vector<Color> Result;
  Color Sum = {};
  for (const Part &Z : Axes[2])
    for (const Part &Y : Axes[1])
      for (const Part &X : Axes[0]) {
        const Color T = texel({X.index, Y.index, Z.index}, Layer);
        Result.push_back(T);
        for (unsigned C = 0; C != 4; ++C)
          Sum[C] += T[C] * X.weight * Y.weight * Z.weight;
      }
  if (S.filter == CL_FILTER_LINEAR)
    return {Sum};
  return Result;
}

} // namespace conformance
