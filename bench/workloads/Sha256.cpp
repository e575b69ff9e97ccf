//===- Sha256.cpp - A cryptographic hash ----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Row.h"
#include "Sources.h"

#include <array>
#include <bit>

namespace workloads {

using Digest = std::array<std::uint32_t, 8>;

static constexpr Digest Start = {0x6a09e667, 0xbb67ae85, 0x3c6ef372,
                                 0xa54ff53a, 0x510e527f, 0x9b05688c,
                                 0x1f83d9ab, 0x5be0cd19};
static constexpr std::uint32_t Constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/// FIPS 180-4, 6.2.2, for one block.
static Digest compress(const std::uint32_t *Block) {
  std::uint32_t W[64];
  for (int T = 0; T != 16; ++T)
    W[T] = __builtin_bswap32(Block[T]);
  for (int T = 16; T != 64; ++T) {
    std::uint32_t A = W[T - 15], B = W[T - 2];
    W[T] = W[T - 16] + (std::rotr(A, 7) ^ std::rotr(A, 18) ^ A >> 3) +
           W[T - 7] + (std::rotr(B, 17) ^ std::rotr(B, 19) ^ B >> 10);
  }
  Digest State = Start;
  for (int T = 0; T != 64; ++T) {
    auto [A, B, C, D, E, F, G, H] = State;
    std::uint32_t First =
        H + (std::rotr(E, 6) ^ std::rotr(E, 11) ^ std::rotr(E, 25)) +
        ((E & F) ^ (~E & G)) + Constants[T] + W[T];
    std::uint32_t Second =
        (std::rotr(A, 2) ^ std::rotr(A, 13) ^ std::rotr(A, 22)) +
        ((A & B) ^ (A & C) ^ (B & C));
    State = {First + Second, A, B, C, D + First, E, F, G};
  }
  for (int I = 0; I != 8; ++I)
    State[I] += Start[I];
  return State;
}

void addSha256(Rows &Rows, bool Quick) {
  const std::size_t Count = Quick ? 1 << 12 : 1 << 17;
  Rows.push_back(
      {"SHA-256", "Mhash/s", 1e-6 * double(Count), [=] {
         Case Case;
         Case.source = source::sha256;
         Case.kernel = "sha256";
         Case.global = {Count};
         Case.local = {64};
         const std::uint32_t *Messages = Case.input<std::uint32_t>(
             16 * Count, [](auto I) { return std::uint32_t(scrambled(I)); });
         const std::uint32_t *Digests = Case.output<std::uint32_t>(8 * Count);
         Case.compare = [=] {
           Digest Wanted{};
           return compareExactly(Digests, 8 * Count, [&](std::size_t Index) {
             if (Index % 8 == 0)
               Wanted = compress(Messages + 2 * Index);
             return Wanted[Index % 8];
           });
         };
         return Case;
       }});
}

} // namespace workloads
