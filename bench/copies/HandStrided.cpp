//===- HandStrided.cpp - Gathers and scatters, hand-written ---------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "HandStrides.h"
#include "HandTask.h"

#include <stdexcept>
#include <utility>

namespace copies {

namespace {

/// Copies the elements of a tile.
using Mover = void (*)(char *To, const char *From, std::size_t Count);

struct Variant {
  const char *name;
  Mover mover;
};

template <std::size_t Bytes, std::size_t Stride>
std::vector<Variant> variantsOf(bool IsGather) {
  std::vector<Variant> Result;
  if (IsGather) {
    Result = {{"loop", stridedLoop<Bytes, 1, Stride>},
              {"scalar", stridedScalar<Bytes, 1, Stride>}};
#if defined(__AVX512VBMI__) && defined(__AVX512BW__)
    if constexpr (Bytes <= 8 && Stride > 1 && Stride <= 17)
      Result.push_back({"permutes", gatherPermutes<Bytes, Stride>});
    if constexpr (Bytes == 4 || Bytes == 8)
      Result.push_back({"vpgather", gatherInstruction<Bytes, Stride>});
#endif
  } else {
    Result = {{"loop", stridedLoop<Bytes, Stride, 1>},
              {"scalar", stridedScalar<Bytes, Stride, 1>}};
#if defined(__AVX512VBMI__) && defined(__AVX512BW__)
    if constexpr (Bytes <= 8 && Stride > 1 && Stride <= 17)
      Result.push_back({"permutes", scatterPermutes<Bytes, Stride>});
    if constexpr (Bytes == 4 || Bytes == 8)
      Result.push_back({"vpscatter", scatterInstruction<Bytes, Stride>});
#endif
  }
  return Result;
}

/// Finds the constants that are equal to what the row asks for.
template <std::size_t Bytes, std::size_t... Strides>
bool findStride(std::vector<Variant> &Result, const Row &Row,
                std::index_sequence<Strides...>) {
  return Row.elementBytes == Bytes &&
         ((Row.stride == Strides &&
           (Result = variantsOf<Bytes, Strides>(Row.kind == Kind::Gather),
            true)) ||
          ...);
}

std::vector<Variant> findVariants(const Row &Row) {
  std::vector<Variant> Result;
  using Some = std::index_sequence<2, 3, 17>;
  using All = std::index_sequence<1, 2, 3, 4, 8, 16, 17, 32, 64>;
  if (findStride<4>(Result, Row, All()) || findStride<1>(Result, Row, Some()) ||
      findStride<2>(Result, Row, Some()) ||
      findStride<8>(Result, Row, Some()) ||
      findStride<16>(Result, Row, Some()) ||
      findStride<128>(Result, Row, Some()))
    return Result;
  throw std::runtime_error("nothing is written for this stride");
}

class HandStrided : public HandTask {
public:
  HandStrided(bench::Pool &Pool, const Row &Row, const Layout &Layout,
              const Data &Data)
      : HandTask(Pool, Row, Layout, Data), Variants(findVariants(Row)) {}

  std::vector<std::string> variants() const override {
    std::vector<std::string> Names;
    for (const Variant &Each : Variants)
      Names.push_back(Each.name);
    return Names;
  }

  void run(std::size_t Index, unsigned Passes, unsigned, bool Check) override {
    const Mover Mover = Variants[Index].mover;
    const std::size_t Bytes = Sizes.tileBytes, Count = Subject.tileElements;
    const std::size_t Span = Bytes * Subject.stride;
    const bool IsGather = Subject.kind == Kind::Gather;
    forAllTiles(Passes, [=, this](std::size_t First, std::size_t End,
                                  std::size_t Step, char *Local) {
      for (std::size_t T = First; T < End; T += Step) {
        if (IsGather) {
          Mover(Local, In + T * Span, Count);
          if (Check)
            moveLibrary(Out + T * Bytes, Local, Bytes);
        } else {
          if (Check)
            moveLibrary(Local, In + T * Bytes, Bytes);
          Mover(Out + T * Span, Local, Count);
        }
        forget();
      }
    });
  }

private:
  std::vector<Variant> Variants;
};

} // namespace

std::unique_ptr<Task> makeHandStrided(bench::Pool &Pool, const Row &Row,
                                      const Layout &Layout, const Data &Data) {
  return std::make_unique<HandStrided>(Pool, Row, Layout, Data);
}

} // namespace copies
