//===- BlockOrder.cpp - Blocks behind those that dominate them ------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "spirv/BlockOrder.h"

#include "compiler-interface/SpirvInstructions.h"

#include <spirv-tools/libspirv.hpp>

#include <unordered_map>
#include <utility>

using namespace ferry::compiler;
using namespace ferry::compiler::spv;

namespace {

class BlockOrder {
public:
  /// \returns nothing if \p Words are not well-formed.
  std::vector<Word> run(const std::vector<Word> &Words) {
    Ordered.assign(Words.begin(), Words.begin() + HeaderWords);
    spvtools::Context Context(SPV_ENV_UNIVERSAL_1_6);
    const spv_result_t Parsed = spvBinaryParse(
        Context.CContext(), this, Words.data(), Words.size(), nullptr,
        [](void *This, const spv_parsed_instruction_t *I) {
          static_cast<BlockOrder *>(This)->visit(*I);
          return SPV_SUCCESS;
        },
        nullptr);
    if (Parsed != SPV_SUCCESS || !Blocks.empty())
      return {};
    return std::move(Ordered);
  }

private:
  struct Block {
    Word label = 0;
    std::vector<Word> words;
    std::vector<Word> successors; ///< Labels.
    bool isPlaced = false;
  };

  void visit(const spv_parsed_instruction_t &I) {
    if (I.opcode == OpFunctionEnd)
      placeBlocks();
    if (I.opcode == OpLabel) {
      Blocks.emplace_back();
      Blocks.back().label = I.result_id;
    }
    std::vector<Word> &To = Blocks.empty() ? Ordered : Blocks.back().words;
    To.insert(To.end(), I.words, I.words + I.num_words);
    if (!Blocks.empty() && I.opcode >= OpBranch && I.opcode <= OpUnreachable)
      noteSuccessors(I);
  }

  /// All ids that are no label are passed over later.
  void noteSuccessors(const spv_parsed_instruction_t &I) {
    for (std::uint16_t N = 0; N != I.num_operands; ++N)
      if (I.operands[N].type == SPV_OPERAND_TYPE_ID)
        Blocks.back().successors.push_back(I.words[I.operands[N].offset]);
  }

  /// In reverse postorder; then those that nothing leads to.
  void placeBlocks() {
    std::unordered_map<Word, std::size_t> Indices;
    for (std::size_t B = 0; B != Blocks.size(); ++B)
      Indices[Blocks[B].label] = B;
    struct Visit {
      std::size_t block, numSuccessors;
    };
    std::vector<Visit> Way;
    std::vector<std::size_t> Postorder;
    const auto Enter = [&](std::size_t B) {
      if (!std::exchange(Blocks[B].isPlaced, true))
        Way.push_back({B, Blocks[B].successors.size()});
    };
    if (!Blocks.empty())
      Enter(0);
    while (!Way.empty()) {
      auto &[B, Left] = Way.back();
      if (Left == 0) {
        Postorder.push_back(B);
        Way.pop_back();
        continue;
      }
      if (auto Next = Indices.find(Blocks[B].successors[--Left]);
          Next != Indices.end())
        Enter(Next->second);
    }
    for (auto B = Postorder.rbegin(); B != Postorder.rend(); ++B)
      append(Blocks[*B]);
    for (const Block &B : Blocks)
      if (!B.isPlaced)
        append(B);
    Blocks.clear();
  }

  void append(const Block &B) {
    Ordered.insert(Ordered.end(), B.words.begin(), B.words.end());
  }

  std::vector<Word> Ordered;
  std::vector<Block> Blocks; ///< Of the function.
};

} // namespace

std::vector<Word> ferry::compiler::orderBlocks(const std::vector<Word> &Words) {
  std::vector<Word> Ordered = BlockOrder().run(Words);
  return Ordered.empty() ? Words : Ordered;
}
