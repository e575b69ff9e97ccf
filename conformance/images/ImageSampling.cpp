//===- ImageSampling.cpp - Reads and writes of images ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random formats, sizes, samplers and coordinates, against ImageReference.h.
/// One program for each type of image; the sampler is an argument or, in as
/// many programs, a constant.
///
//===----------------------------------------------------------------------===//

#include "GuardedMemory.h"
#include "ImageReference.h"
#include "Support.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>

using namespace conformance;

namespace {

using Coordinates = std::array<float, 4>;
using Sampler = Handle<cl_sampler, clReleaseSampler>;

constexpr size_t Reads = 128;
constexpr unsigned char Gap = 0xa5; ///< What is in memory between rows.

/// A coordinate out of component names, as \p Kind takes it.
std::string place(const ImageKind &Kind, const std::string &Of) {
  const unsigned Count = Kind.axes + Kind.isArray;
  if (Count == 1)
    return Of + ".x";
  return Count == 2 ? Of + ".xy" : Of;
}

bool isBuffer(const ImageKind &Kind) {
  return Kind.type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
}

/// Kernels for all that can be done with an image.
/// \param Literal the sampler, or empty if it is an argument; with it there are
///        reads only.
std::string source(const ImageKind &Kind, const std::string &Literal) {
  std::ostringstream Out;
  const char *Names[][2] = {
      {"f", "float4"}, {"i", "int4"}, {"ui", "uint4"}, {"h", "half4"}};
  for (auto &[Suffix, Vector] : Names) {
    if (Kind.isDepth && Suffix != Names[0][0])
      break;
    if (*Suffix == 'h' && !hasExtension("cl_khr_fp16"))
      break;
    // Floats and ints for coordinates, and none for a read without a sampler.
    for (const char *Type : {"float4", "int4"}) {
      if (isBuffer(Kind))
        break;
      Out << "kernel void read_" << Suffix << "_" << Type << "(read_only "
          << Kind.name << " im, sampler_t s, global const " << Type
          << " *at, global " << Vector << " *out) {\n"
          << (Literal.empty() ? "" : "  const sampler_t c = " + Literal + ";\n")
          << "  size_t i = get_global_id(0);\n  out[i] = (" << Vector
          << ")(read_image" << Suffix << "(im, "
          << (Literal.empty() ? "s" : "c") << ", " << place(Kind, "at[i]")
          << "));\n}\n";
    }
    if (!Literal.empty())
      continue;
    for (const char *Access : {"read_only", "read_write"})
      Out << "kernel void load_" << Suffix << "_" << Access << "(" << Access
          << " " << Kind.name << " im, global const int4 *at, global " << Vector
          << " *out) {\n  size_t i = get_global_id(0);\n  out[i] = (" << Vector
          << ")(read_image" << Suffix << "(im, " << place(Kind, "at[i]")
          << "));\n}\n";
    for (const char *Access : {"write_only", "read_write"})
      Out << "kernel void write_" << Suffix << "_" << Access << "(" << Access
          << " " << Kind.name << " im, global const int4 *at, global const "
          << Vector << " *in) {\n  size_t i = get_global_id(0);\n"
          << "  write_image" << Suffix << "(im, " << place(Kind, "at[i]")
          << ", in[i]" << (Kind.isDepth ? ".x" : "") << ");\n}\n";
  }
  return Out.str();
}

const char *suffix(const cl_image_format &F) {
  switch (classOf(F)) {
  case ChannelClass::Signed:
    return "i";
  case ChannelClass::Unsigned:
    return "ui";
  default:
    return "f";
  }
}

std::vector<cl_image_format> formats(const ImageKind &Kind) {
  cl_uint Count;
  ok(clGetSupportedImageFormats(context(), CL_MEM_KERNEL_READ_AND_WRITE,
                                Kind.type, 0, nullptr, &Count));
  std::vector<cl_image_format> All(Count);
  ok(clGetSupportedImageFormats(context(), CL_MEM_KERNEL_READ_AND_WRITE,
                                Kind.type, Count, All.data(), nullptr));
  std::erase_if(All, [&](const cl_image_format &F) {
    return (F.image_channel_order == CL_DEPTH) != Kind.isDepth;
  });
  return All;
}

/// Half of them, in turn with the types of images before and after \p Kind:
/// each is an own variant of a kernel, and what a variant does with a format
/// does not depend on how its image is addressed.
std::vector<cl_image_format> formatsInTurn(const ImageKind &Kind) {
  std::vector<cl_image_format> All = formats(Kind);
  if (All.size() < 4)
    return All;
  const auto Same = [&](const ImageKind &K) { return K.name == Kind.name; };
  const auto At = std::ranges::find_if(ImageKinds, Same) - ImageKinds.begin();
  std::vector<cl_image_format> Half;
  for (size_t I = size_t(At) % 2; I < All.size(); I += 2)
    Half.push_back(All[I]);
  return Half;
}

/// An image, and what it lies in if that is the application's.
struct HeldImage {
  std::optional<GuardedMemory> memory;
  size_t rowPitch = 0, slicePitch = 0; ///< Of memory, in bytes.
  Buffer parent;                       ///< Of image1d_buffer_t.
  Buffer image;

  /// Of a row of \p R in memory, in bytes.
  size_t offset(const ReferenceImage &R, size_t Row) const {
    return Row / R.size[1] * slicePitch + Row % R.size[1] * rowPitch;
  }

  operator cl_mem() const { return image; }
};

class Images : public testing::TestWithParam<ImageKind> {
protected:
  const ImageKind &Kind = GetParam();
  std::mt19937_64 Random = randomSource();

  size_t below(size_t Limit) { return Random() % Limit; }
  float between(double Low, double High) {
    return float(Low + (High - Low) * double(Random() >> 11) / 0x1p53);
  }

  /// To be written: mostly what normalised channels have room for.
  float anyFloat() {
    constexpr float Inf = std::numeric_limits<float>::infinity();
    constexpr float Special[] = {NAN,    Inf,     -Inf,    3e38f,
                                 -1e10f, 65519.f, 65520.f, 1e-40f};
    if (below(8))
      return between(-0.1, 1.1);
    return below(2) ? between(-1000, 1000) : Special[below(std::size(Special))];
  }

  /// An image with random contents.
  /// \param Finite no infinities, no NaN, no large floats.
  ReferenceImage makeReference(const cl_image_format &F, bool Finite) {
    ReferenceImage R = {&Kind, F, {1, 1, 1}, 1, {}};
    for (unsigned A = 0; A != Kind.axes; ++A)
      R.size[A] = 1 + below(Kind.axes == 3 ? 7 : 19);
    if (Kind.isArray)
      R.layers = 1 + below(4);
    R.data.resize(R.elements() * elementBytes(F));
    for (unsigned char &B : R.data)
      B = (unsigned char)Random();
    if (F.image_channel_data_type == CL_FLOAT)
      for (size_t I = 0; I != R.data.size(); I += 4) {
        float Value = between(-100, 100);
        if (Finite || below(4))
          std::memcpy(&R.data[I], &Value, 4);
      }
    if (F.image_channel_data_type == CL_HALF_FLOAT && Finite)
      for (size_t I = 1; I < R.data.size(); I += 2)
        R.data[I] &= 0xbf; // No infinity, no NaN.
    return R;
  }

  /// In memory of its own, or with gaps in memory that ends with it.
  HeldImage upload(const ReferenceImage &R) {
    const size_t RowBytes = R.size[0] * elementBytes(R.format);
    HeldImage Held;
    cl_mem_flags Flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    auto *Data = const_cast<unsigned char *>(R.data.data());
    cl_image_desc Desc = {};
    Desc.image_type = Kind.type;
    Desc.image_width = R.size[0];
    Desc.image_height = R.size[1];
    Desc.image_depth = R.size[2];
    Desc.image_array_size = R.layers;
    if (isBuffer(Kind)) {
      Held.parent = conformance::upload(R.data);
      Desc.buffer = Held.parent;
      Flags = 0;
      Data = nullptr;
    } else if (below(2)) {
      Held.rowPitch = RowBytes + below(3) * elementBytes(R.format);
      Held.slicePitch = (R.size[1] + below(2)) * Held.rowPitch;
      Desc.image_row_pitch = Held.rowPitch;
      if (Kind.isArray || Kind.axes == 3)
        Desc.image_slice_pitch = Held.slicePitch;
      else
        Held.slicePitch = R.size[1] * Held.rowPitch;
      Held.memory.emplace(R.size[2] * R.layers * Held.slicePitch);
      Data = Held.memory->data();
      std::memset(Data, Gap, Held.memory->size());
      for (size_t Row = 0; Row != R.rows(); ++Row)
        std::memcpy(Data + Held.offset(R, Row), &R.data[Row * RowBytes],
                    RowBytes);
      Flags = CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR;
    }
    cl_int Code;
    Held.image =
        Buffer(clCreateImage(context(), Flags, &R.format, &Desc, Data, &Code));
    ok(Code);
    return Held;
  }

  /// True if nothing between the rows of \p Held has been written.
  static bool keepsGaps(const HeldImage &Held, const ReferenceImage &R) {
    if (!Held.memory)
      return true;
    std::vector<bool> IsTexel(Held.memory->size());
    for (size_t Row = 0; Row != R.rows(); ++Row)
      std::fill_n(IsTexel.begin() + ptrdiff_t(Held.offset(R, Row)),
                  R.size[0] * elementBytes(R.format), true);
    for (size_t I = 0; I != IsTexel.size(); ++I)
      if (!IsTexel[I] && Held.memory->data()[I] != Gap)
        return false;
    return true;
  }

  /// All of \p R, as commands take it.
  std::array<size_t, 3> region(const ReferenceImage &R) const {
    std::array<size_t, 3> All = R.size;
    if (Kind.isArray)
      All[Kind.axes] = R.layers;
    return All;
  }

  std::vector<unsigned char> contents(cl_mem Image, const ReferenceImage &R) {
    std::vector<unsigned char> Data(R.data.size());
    const size_t Origin[3] = {};
    ok(clEnqueueReadImage(queue(), Image, CL_TRUE, Origin, region(R).data(), 0,
                          0, Data.data(), 0, nullptr, nullptr));
    return Data;
  }

  /// Within the image, at its edges, and far beyond.
  std::vector<Coordinates> floats(const ReferenceImage &R, bool Normalized) {
    std::vector<Coordinates> All(Reads);
    for (Coordinates &C : All)
      for (unsigned A = 0; A != 4; ++A) {
        const double Size = A < 3 ? double(R.size[A]) : 1;
        double U = below(4) ? between(-Size / 2, 1.5 * Size)
                            : double(below(size_t(2 * Size) + 2)) / 2;
        if (below(16) == 0)
          U *= 1000;
        C[A] = float(Kind.isArray && A == Kind.axes ? between(-1, 5)
                     : Normalized                   ? U / Size
                                                    : U);
      }
    // Undefined results, but nothing else may happen.
    constexpr float Inf = std::numeric_limits<float>::infinity();
    All[0] = {Inf, -Inf, NAN, NAN};
    All[1] = {NAN, NAN, Inf, -Inf};
    All[2] = {3e38f, -3e38f, 1e10f, -1e10f};
    All[3] = {-1e10f, 1e10f, -Inf, Inf};
    return All;
  }
  static constexpr size_t Undefined = 4;

  std::vector<std::array<cl_int, 4>> ints(const ReferenceImage &R,
                                          bool Inside) {
    std::vector<std::array<cl_int, 4>> All(Reads);
    for (auto &C : All)
      for (unsigned A = 0; A != 4; ++A) {
        const size_t Size = Kind.isArray && A == Kind.axes ? R.layers
                            : A < 3                        ? R.size[A]
                                                           : 1;
        C[A] = cl_int(below(Inside ? Size : Size + 6)) - (Inside ? 0 : 3);
        if (!Inside && below(16) == 0)
          C[A] = cl_int(std::numeric_limits<cl_int>::min() + below(4) - 2);
      }
    return All;
  }

  template <typename T> static Color colorOf(const std::array<T, 4> &V) {
    return {double(V[0]), double(V[1]), double(V[2]), double(V[3])};
  }

  /// The function that reads and writes \p F, or if there are two, one of them.
  std::string function(const cl_image_format &F) {
    const bool MayBeHalf = classOf(F) == ChannelClass::Float && !Kind.isDepth &&
                           hasExtension("cl_khr_fp16");
    return MayBeHalf && below(4) == 0 ? "h" : suffix(F);
  }

  /// Runs \p K, whose last arguments are coordinates and colours, those of
  /// the function \p Suffix.
  template <typename C>
  std::vector<Color> run(cl_kernel K, cl_uint FirstArg,
                         const std::string &Suffix, const std::vector<C> &At) {
    Buffer In = conformance::upload(At), Out = makeBuffer(Reads * 16);
    setArg(K, FirstArg, In);
    setArg(K, FirstArg + 1, Out);
    launch(K, {{Reads}, {}, {}});
    std::vector<Color> Result;
    auto Take = [&]<typename T>(T) {
      for (const auto &V : download<std::array<T, 4>>(Out, Reads))
        Result.push_back(colorOf(V));
    };
    if (Suffix == "h")
      for (const auto &V : download<std::array<unsigned char, 8>>(Out, Reads))
        Result.push_back(decode(Halves, V.data()));
    else if (Suffix == "f")
      Take(cl_float());
    else if (Suffix == "i")
      Take(cl_int());
    else
      Take(cl_uint());
    return Result;
  }

  static constexpr cl_image_format Halves = {CL_RGBA, CL_HALF_FLOAT};

  bool isNear(const Color &Got, const Color &Want, double Tolerance,
              const std::string &Suffix) const {
    for (unsigned C = 0; C != (Kind.isDepth ? 1u : 4u); ++C) {
      const double G = Got[C], W = Want[C];
      if (G == W || (std::isnan(G) && std::isnan(W)))
        continue;
      double Most = Tolerance;
      if (Suffix == "h") {
        // A half has 11 bits, and none of its numbers is beyond 65504.
        if (std::isinf(G) && std::abs(W) > 65504 && (G < 0) == (W < 0))
          continue;
        Most += 0x1p-11 * std::abs(W) + 0x1p-25;
      }
      if (!(std::abs(G - W) <= Most))
        return false;
    }
    return true;
  }

  static bool isNormalised(const cl_image_format &F) {
    return classOf(F) == ChannelClass::Float &&
           F.image_channel_data_type != CL_FLOAT &&
           F.image_channel_data_type != CL_HALF_FLOAT;
  }

  /// What rounding of floats makes of colours as large as those of \p R.
  static double rounding(const ReferenceImage &R, bool Linear) {
    if (!Linear)
      return isNormalised(R.format) ? 2e-7 : 0;
    if (classOf(R.format) != ChannelClass::Float)
      return 0;
    double Most = 1;
    for (size_t I = 0; I != R.data.size(); I += elementBytes(R.format))
      for (double C : decode(R.format, &R.data[I]))
        Most = std::max(Most, std::abs(C));
    return Most * 1e-4;
  }

  std::string describe(const ReferenceImage &R, const ImageSampler &S) const {
    std::ostringstream Out;
    Out << Kind.name << std::hex << " order 0x" << R.format.image_channel_order
        << " type 0x" << R.format.image_channel_data_type << std::dec
        << " size " << R.size[0] << "x" << R.size[1] << "x" << R.size[2] << "x"
        << R.layers << (S.isNormalized ? " normalised" : "") << std::hex
        << " address 0x" << S.addressing << " filter 0x" << S.filter;
    return Out.str();
  }

  void checkFloats(cl_program P, const cl_image_format &F,
                   const ImageSampler &S) {
    const bool Linear = S.filter == CL_FILTER_LINEAR;
    const ReferenceImage R = makeReference(F, /*Finite=*/Linear);
    const HeldImage Image = upload(R);
    cl_int Code;
    Sampler Object(clCreateSampler(context(), S.isNormalized, S.addressing,
                                   S.filter, &Code));
    ok(Code);
    const std::string Suffix = function(F);
    Kernel K = makeKernel(P, ("read_" + Suffix + "_float4").c_str());
    setArg(K, 0, Image.image);
    setArg(K, 1, cl_sampler(Object));
    const auto At = floats(R, S.isNormalized);
    const auto Got = run(K, 2, Suffix, At);
    for (size_t I = Undefined; I != Reads; ++I) {
      // Far away a coordinate has no room for a part of a texel.
      bool IsFar = false;
      for (unsigned A = 0; A != Kind.axes; ++A)
        IsFar |= std::abs(At[I][A]) * (S.isNormalized ? R.size[A] : 1) >
                 4 * R.size[A] + 4;
      if (IsFar && S.isNormalized)
        continue;
      bool Found = false;
      const auto Want = R.sample(S, At[I]);
      for (const Color &C : Want)
        Found |= isNear(Got[I], C, rounding(R, Linear), Suffix);
      ASSERT_TRUE(Found) << describe(R, S) << " at " << At[I][0] << " "
                         << At[I][1] << " " << At[I][2] << ": "
                         << testing::PrintToString(Got[I]) << " not "
                         << testing::PrintToString(Want);
    }
  }

  void checkInts(cl_program P, const cl_image_format &F,
                 cl_addressing_mode Addressing) {
    const ReferenceImage R = makeReference(F, /*Finite=*/false);
    const HeldImage Image = upload(R);
    const ImageSampler S = {false, Addressing, CL_FILTER_NEAREST};
    cl_int Code;
    Sampler Object(
        clCreateSampler(context(), CL_FALSE, Addressing, S.filter, &Code));
    ok(Code);
    const std::string Suffix = function(F);
    Kernel K = makeKernel(P, ("read_" + Suffix + "_int4").c_str());
    setArg(K, 0, Image.image);
    setArg(K, 1, cl_sampler(Object));
    checkTexels(K, 2, R, S, ints(R, /*Inside=*/false), Suffix);
  }

  void checkTexels(cl_kernel K, cl_uint FirstArg, const ReferenceImage &R,
                   const ImageSampler &S,
                   const std::vector<std::array<cl_int, 4>> &At,
                   const std::string &Suffix) {
    const auto Got = run(K, FirstArg, Suffix, At);
    for (size_t I = 0; I != Reads; ++I) {
      Coordinates C = {float(At[I][0]), float(At[I][1]), float(At[I][2]),
                       float(At[I][3])};
      const Color Want = R.sample(S, C)[0];
      ASSERT_TRUE(isNear(Got[I], Want, rounding(R, false), Suffix))
          << describe(R, S) << " at " << testing::PrintToString(At[I]) << ": "
          << testing::PrintToString(Got[I]) << " not "
          << testing::PrintToString(Want);
    }
  }
};

struct AddressingMode {
  cl_addressing_mode mode;
  const char *literal;
};

std::vector<AddressingMode> addressingModes() {
  std::vector<AddressingMode> All = {
      {CL_ADDRESS_CLAMP_TO_EDGE, "CLK_ADDRESS_CLAMP_TO_EDGE"},
      {CL_ADDRESS_CLAMP, "CLK_ADDRESS_CLAMP"},
      {CL_ADDRESS_REPEAT, "CLK_ADDRESS_REPEAT"},
      {CL_ADDRESS_MIRRORED_REPEAT, "CLK_ADDRESS_MIRRORED_REPEAT"}};
  if (isFerry()) // Outside, undefined.
    All.push_back({CL_ADDRESS_NONE, "CLK_ADDRESS_NONE"});
  return All;
}

TEST_P(Images, ReadsThroughSamplerArguments) {
  if (isBuffer(Kind))
    return; // No samplers.
  Program P = build(source(Kind, ""), "-cl-std=CL3.0");
  for (const cl_image_format &F : formatsInTurn(Kind))
    for (auto &[Mode, Literal] : addressingModes())
      for (bool Normalized : {true, false}) {
        if (!Normalized &&
            (Mode == CL_ADDRESS_REPEAT || Mode == CL_ADDRESS_MIRRORED_REPEAT))
          continue;
        ASSERT_NO_FATAL_FAILURE(
            checkFloats(P, F, {Normalized, Mode, CL_FILTER_NEAREST}));
        if (classOf(F) == ChannelClass::Float) {
          ASSERT_NO_FATAL_FAILURE(
              checkFloats(P, F, {Normalized, Mode, CL_FILTER_LINEAR}));
        }
        if (!Normalized) {
          ASSERT_NO_FATAL_FAILURE(checkInts(P, F, Mode));
        }
      }
}

TEST_P(Images, ReadsThroughConstantSamplers) {
  if (isBuffer(Kind))
    return; // No samplers.
  const auto All = formatsInTurn(Kind);
  for (auto &[Mode, Literal] : addressingModes())
    for (bool Linear : {false, true}) {
      // Of the others any; those that repeat are normalised.
      const bool Normalized = Mode == CL_ADDRESS_REPEAT ||
                              Mode == CL_ADDRESS_MIRRORED_REPEAT || below(2);
      Program P = build(
          source(Kind, std::string(Literal) +
                           (Normalized ? " | CLK_NORMALIZED_COORDS_TRUE"
                                       : " | CLK_NORMALIZED_COORDS_FALSE") +
                           (Linear ? " | CLK_FILTER_LINEAR"
                                   : " | CLK_FILTER_NEAREST")),
          "-cl-std=CL3.0");
      for (const cl_image_format &F : All)
        if (!Linear || classOf(F) == ChannelClass::Float) {
          ASSERT_NO_FATAL_FAILURE(checkFloats(
              P, F,
              {Normalized, Mode,
               cl_filter_mode(Linear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST)}));
        }
    }
}

TEST_P(Images, ReadsWithoutSamplers) {
  Program P = build(source(Kind, ""), "-cl-std=CL3.0");
  for (const cl_image_format &F : formatsInTurn(Kind))
    for (const char *Access : {"read_only", "read_write"}) {
      const ReferenceImage R = makeReference(F, /*Finite=*/false);
      const HeldImage Image = upload(R);
      const std::string Suffix = function(F);
      Kernel K = makeKernel(P, ("load_" + Suffix + "_" + Access).c_str());
      setArg(K, 0, Image.image);
      const ImageSampler S = {false, CL_ADDRESS_NONE, CL_FILTER_NEAREST};
      // First what is undefined, but may not do harm.
      run(K, 1, Suffix, ints(R, /*Inside=*/false));
      ASSERT_NO_FATAL_FAILURE(checkTexels(K, 1, R, S, ints(R, true), Suffix));
    }
}

TEST_P(Images, Writes) {
  Program P = build(source(Kind, ""), "-cl-std=CL3.0");
  for (const cl_image_format &F : formatsInTurn(Kind))
    for (const char *Access : {"write_only", "read_write"}) {
      const ReferenceImage R = makeReference(F, /*Finite=*/false);
      const HeldImage Image = upload(R);
      const std::string Suffix = function(F);
      Kernel K = makeKernel(P, ("write_" + Suffix + "_" + Access).c_str());
      setArg(K, 0, Image.image);
      // Each element once, in any order; some outside, which change nothing in
      // Ferry.
      std::vector<std::array<cl_int, 4>> At;
      for (size_t I = 0; I != R.elements(); ++I) {
        size_t X = I % R.size[0], Rest = I / R.size[0];
        size_t Y = Rest % R.size[1], Z = Rest / R.size[1] % R.size[2];
        std::array<cl_int, 4> C = {cl_int(X), cl_int(Y), cl_int(Z), 0};
        if (Kind.isArray)
          C[Kind.axes] = cl_int(I / (R.size[0] * R.size[1]));
        At.push_back(C);
      }
      if (isFerry())
        for (cl_int Outside : {-1, -1000000, 1000000, cl_int(R.size[0]),
                               std::numeric_limits<cl_int>::min(),
                               std::numeric_limits<cl_int>::max()})
          At.push_back({Outside, Outside, Outside, 0});
      std::shuffle(At.begin(), At.end(), Random);
      std::vector<Color> Colors(At.size());
      std::vector<std::array<cl_uint, 4>> Words(At.size());
      std::vector<std::array<cl_ushort, 4>> HalfWords(At.size());
      for (size_t I = 0; I != At.size(); ++I)
        for (unsigned C = 0; C != 4; ++C) {
          if (Suffix == "h") {
            // Up to 1.25 mostly, which is 0x3d00; otherwise any.
            HalfWords[I][C] = cl_ushort(below(below(4) ? 0x3d00 : 0x10000));
          } else if (Suffix == "f") {
            const float V = anyFloat();
            Colors[I][C] = V;
            std::memcpy(&Words[I][C], &V, 4);
          } else {
            Words[I][C] = cl_uint(Random()) >> (below(4) * 8);
            Colors[I][C] = classOf(F) == ChannelClass::Signed
                               ? double(cl_int(Words[I][C]))
                               : double(Words[I][C]);
          }
        }
      if (Suffix == "h")
        for (size_t I = 0; I != At.size(); ++I) {
          unsigned char Bytes[8];
          std::memcpy(Bytes, HalfWords[I].data(), 8);
          Colors[I] = decode(Halves, Bytes);
        }
      Buffer AtBuffer = conformance::upload(At);
      Buffer WordsBuffer = Suffix == "h" ? conformance::upload(HalfWords)
                                         : conformance::upload(Words);
      setArg(K, 1, AtBuffer);
      setArg(K, 2, WordsBuffer);
      launch(K, {{At.size()}, {}, {}});
      const auto Data = contents(Image, R);
      EXPECT_TRUE(keepsGaps(Image, R)) << describe(R, {});
      for (size_t I = 0; I != At.size(); ++I) {
        if (At[I][0] < 0 || At[I][0] >= cl_int(R.size[0]))
          continue; // Outside.
        const size_t Layer = Kind.isArray ? size_t(At[I][Kind.axes]) : 0;
        size_t Index = Layer;
        for (unsigned A = Kind.axes; A-- != 0;)
          Index = Index * R.size[A] + size_t(At[I][A]);
        ASSERT_TRUE(mayEncode(F, Colors[I], &Data[Index * elementBytes(F)]))
            << describe(R, {}) << " " << testing::PrintToString(Colors[I])
            << " became "
            << testing::PrintToString(
                   decode(F, &Data[Index * elementBytes(F)]));
      }
    }
}

TEST_P(Images, Fills) {
  for (const cl_image_format &F : formats(Kind)) {
    const ReferenceImage R = makeReference(F, /*Finite=*/false);
    const HeldImage Image = upload(R);
    std::array<cl_uint, 4> Words;
    Color Wanted;
    for (unsigned C = 0; C != 4; ++C) {
      Words[C] = cl_uint(Random()) >> (below(4) * 8);
      if (classOf(F) == ChannelClass::Float) {
        const float V = anyFloat();
        std::memcpy(&Words[C], &V, 4);
        Wanted[C] = V;
      } else {
        Wanted[C] = classOf(F) == ChannelClass::Signed
                        ? double(cl_int(Words[C]))
                        : double(Words[C]);
      }
    }
    const size_t Origin[3] = {};
    ok(clEnqueueFillImage(queue(), Image, Words.data(), Origin,
                          region(R).data(), 0, nullptr, nullptr));
    const auto Data = contents(Image, R);
    EXPECT_TRUE(keepsGaps(Image, R)) << describe(R, {});
    for (size_t I = 0; I != Data.size(); I += elementBytes(F))
      ASSERT_TRUE(mayEncode(F, Wanted, &Data[I]))
          << describe(R, {}) << " " << testing::PrintToString(Wanted)
          << " became " << testing::PrintToString(decode(F, &Data[I]));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Images, testing::ValuesIn(ImageKinds),
                         [](const testing::TestParamInfo<ImageKind> &I) {
                           return I.param.name;
                         });

} // namespace
