//===- Lowering.cpp - SPIR-V that the translator takes --------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "spirv/Lowering.h"

#include "compiler-interface/SpirvInstructions.h"
#include "ferry/abi.h"

#include <spirv-tools/libspirv.hpp>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

using namespace ferry;
using namespace ferry::compiler;
using namespace ferry::compiler::spv;

namespace {

/// The latest version that the translator takes.
constexpr Word MostVersion = 0x00010400;
/// A component of OpVectorShuffle that has no source.
constexpr Word NoComponent = 0xffffffff;
constexpr Word CapabilityLinkage = 5, CapabilityImageMipmap = 15,
               CapabilityDeviceEnqueue = 19, CapabilitySubgroupDispatch = 58,
               CapabilityUniformDecoration = 71, CapabilityShaderClock = 5055;
constexpr Word DecorationLinkage = 41, LinkageImport = 1;
constexpr Word ScopeDevice = 1, ScopeSubgroup = 3;
constexpr Word DecorationUniform = 26, DecorationUniformId = 27;
constexpr Word ImageNontemporal = 0x4000;
constexpr Word MemoryAligned = 2;

using Operands = std::vector<Word>;

class Lowering {
public:
  std::vector<Word> run(const std::vector<Word> &Words) {
    Lowered.assign(Words.begin(), Words.begin() + HeaderWords);
    Lowered[VersionIndex] = std::min(Lowered[VersionIndex], MostVersion);
    spvtools::Context Context(SPV_ENV_UNIVERSAL_1_6);
    spvBinaryParse(
        Context.CContext(), this, Words.data(), Words.size(), nullptr,
        [](void *This, const spv_parsed_instruction_t *I) {
          static_cast<Lowering *>(This)->visit(*I);
          return SPV_SUCCESS;
        },
        nullptr);
    return std::move(Lowered);
  }

private:
  void visit(const spv_parsed_instruction_t &I) {
    const Operands All(I.words + 1, I.words + I.num_words);
    if (I.type_id)
      Types[I.result_id] = I.type_id;
    // Decorations come before types.
    if (HasClocks && Clocks.empty() && I.opcode >= OpTypeVoid &&
        I.opcode <= OpTypeFunction)
      nameClocks();
    if (!declare(Opcode(I.opcode), I.result_id, All) &&
        !lower(Opcode(I.opcode), I.type_id, I.result_id, All))
      add(Opcode(I.opcode), All);
  }

  /// Notes what the rest needs to know.
  /// \returns true if the instruction is not to be kept.
  bool declare(Opcode Op, Word Result, const Operands &All) {
    switch (Op) {
    case OpCapability:
      if (All[0] == CapabilityShaderClock) {
        HasClocks = true;
        add(OpCapability, {CapabilityLinkage});
      }
      HasMipMaps |= All[0] == CapabilityImageMipmap;
      HasDeviceEnqueue |= All[0] == CapabilityDeviceEnqueue;
      HasSubgroupDispatch |= All[0] == CapabilitySubgroupDispatch;
      return All[0] == CapabilityUniformDecoration ||
             All[0] == CapabilityShaderClock;
    case OpExtension: {
      const std::string_view Name(reinterpret_cast<const char *>(All.data()));
      return Name == "SPV_KHR_non_semantic_info" ||
             Name == "SPV_KHR_shader_clock" ||
             Name == "SPV_EXT_shader_atomic_float16_add";
    }
    case OpDecorate:
      if (All[1] == DecorationBuiltIn)
        BuiltIns.insert(All[0]);
      return All[1] == DecorationUniform;
    case OpDecorateId:
      return All[1] == DecorationUniformId;
    case OpDecorateString:
    case OpMemberDecorateString:
      return true;
    case OpTypeBool:
      Bits[Result] = 0;
      Bool = Result;
      return false;
    case OpTypeInt:
      Bits[Result] = All[1];
      if (All[1] == 32)
        Int = Result;
      if (All[1] == 64)
        Long = Result;
      return false;
    case OpTypeFloat:
      Bits[Result] = All[1];
      return false;
    case OpTypeImage:
      Dims[Result] = All[2];
      return false;
    case OpTypePointer:
      Pointees[Result] = All[2];
      return false;
    case OpTypeVector:
      Vectors.insert(Result);
      Members[Result].assign(All[2], All[1]);
      return false;
    case OpTypeArray:
      Arrays[Result] = {All[1], Constants[All[2]]};
      return false;
    case OpTypeStruct:
      Members[Result].assign(All.begin() + 1, All.end());
      return false;
    case OpConstant:
      Constants[Result] = All[2];
      return false;
    case OpFunction:
      declareTypes();
      return false;
    default:
      return false;
    }
  }

  /// \returns false if the instruction stays as it is.
  bool lower(Opcode Op, Word Type, Word Result, const Operands &All) {
    switch (Op) {
    case OpConstantNull:
      return lowerZero(Type, Result);
    case OpCompositeConstruct:
      return lowerConstruction(Type, Result, {All.begin() + 2, All.end()});
    case OpCopyLogical:
      copy(Type, Result, All[2]);
      return true;
    case OpVectorShuffle:
      return lowerShuffle(All);
    case OpPtrEqual:
      add(OpIEqual, {Type, Result, address(All[2]), address(All[3])});
      return true;
    case OpPtrNotEqual:
      add(OpINotEqual, {Type, Result, address(All[2]), address(All[3])});
      return true;
    case OpPtrDiff:
      return lowerDifference(Type, Result, All[2], All[3]);
    case OpBitcast:
      return isComponent(Type, Result, All[2], 0) ||
             lowerBitcast(Type, Result, All[2]);
    case OpPtrAccessChain:
    case OpInBoundsPtrAccessChain:
      return All.size() == 4 && Constants.contains(All[3]) &&
             isComponent(Type, Result, All[2], Constants[All[3]]);
    case OpLoad:
      return lowerComponent(Type, Result, All[2]);
    case OpCopyMemory:
      return lowerCopy(All);
    case OpCopyMemorySized:
      return lowerSizedCopy(All);
    case OpImageSampleExplicitLod:
    case OpImageFetch:
    case OpImageRead:
      return lowerImageOperands(Op, All, 4);
    case OpImageWrite:
      return lowerImageOperands(Op, All, 3);
    case OpImageQuerySizeLod:
      return HasMipMaps && lowerSize(Type, Result, All[2], All[3]);
    case OpEnqueueKernel:
      return lowerEnqueue(All);
    case OpGetKernelMaxNumSubgroups:
      lowerMaxNumSubgroups(Type, Result, {All.begin() + 2, All.end()});
      return true;
    case OpGetKernelLocalSizeForSubgroupCount:
      lowerLocalSize(Type, Result, All[2], {All.begin() + 3, All.end()});
      return true;
    case OpReadClockKHR:
      return lowerClock(Type, Result, Constants[All[2]]);
    default:
      return false;
    }
  }

  Word newId() { return Lowered[BoundIndex]++; }

  void add(Opcode Op, const Operands &All) {
    Lowered.push_back(Word(All.size() + 1) << 16 | Op);
    Lowered.insert(Lowered.end(), All.begin(), All.end());
  }

  /// A new value of that type.
  Word addValue(Opcode Op, Word Type, Operands Rest) {
    const Word Result = newId();
    Types[Result] = Type;
    Rest.insert(Rest.begin(), {Type, Result});
    add(Op, Rest);
    return Result;
  }

  //===--------------------------------------------------------------------===//
  // Constants and composites
  //===--------------------------------------------------------------------===//

  bool lowerZero(Word Type, Word Result) {
    auto Width = Bits.find(Type);
    if (Width == Bits.end())
      return false;
    if (Width->second == 0)
      add(OpConstantFalse, {Type, Result});
    else if (Width->second <= 32)
      add(OpConstant, {Type, Result, 0});
    else
      add(OpConstant, {Type, Result, 0, 0});
    return true;
  }

  bool lowerConstruction(Word Type, Word Result, const Operands &Parts) {
    Operands Values;
    for (Word Part : Parts) {
      // A vector may be made of vectors.
      const Word PartType = Types[Part];
      if (!Vectors.contains(Type) || !Vectors.contains(PartType)) {
        Values.push_back(Part);
        continue;
      }
      for (std::size_t I = 0; I != Members[PartType].size(); ++I)
        Values.push_back(extract(Part, I));
    }
    construct(Type, Result, Values);
    return true;
  }

  std::size_t numMembers(Word Type) {
    auto Array = Arrays.find(Type);
    return Array == Arrays.end() ? Members[Type].size() : Array->second.second;
  }
  Word memberType(Word Type, std::size_t I) {
    auto Array = Arrays.find(Type);
    return Array == Arrays.end() ? Members[Type][I] : Array->second.first;
  }

  Word extract(Word Whole, std::size_t I) {
    return addValue(OpCompositeExtract, memberType(Types[Whole], I),
                    {Whole, Word(I)});
  }

  void construct(Word Type, Word Result, const Operands &Values) {
    Word Whole = Values.empty() ? Result : newId();
    add(OpUndef, {Type, Whole});
    for (std::size_t I = 0; I != Values.size(); ++I) {
      const Word Next = I + 1 == Values.size() ? Result : newId();
      add(OpCompositeInsert, {Type, Next, Values[I], Whole, Word(I)});
      Whole = Next;
    }
  }

  /// \p Result becomes \p From, which is of a type with like members.
  void copy(Word Type, Word Result, Word From) {
    Operands Values;
    for (std::size_t I = 0; I != numMembers(Type); ++I) {
      Word Member = extract(From, I);
      const Word Wanted = memberType(Type, I);
      if (Wanted != Types[Member]) {
        const Word Copied = newId();
        copy(Wanted, Copied, Member);
        Member = Copied;
      }
      Values.push_back(Member);
    }
    construct(Type, Result, Values);
  }

  /// \param All result type, result, the two vectors, components.
  bool lowerShuffle(Operands All) {
    Word &First = All[2], &Second = All[3];
    const Word FirstLength = length(First), SecondLength = length(Second);
    if (FirstLength == SecondLength)
      return false;
    if (FirstLength < SecondLength) {
      First = widened(First, Types[Second]);
      for (std::size_t I = 4; I != All.size(); ++I)
        if (All[I] >= FirstLength && All[I] != NoComponent)
          All[I] += SecondLength - FirstLength;
    } else {
      Second = widened(Second, Types[First]);
    }
    add(OpVectorShuffle, All);
    return true;
  }

  Word length(Word Vector) { return Word(Members[Types[Vector]].size()); }

  /// \p Vector with more components.
  Word widened(Word Vector, Word Type) {
    Operands Rest = {Vector, Vector};
    for (Word I = 0; I != Members[Type].size(); ++I)
      Rest.push_back(I < length(Vector) ? I : NoComponent);
    return addValue(OpVectorShuffle, Type, Rest);
  }

  //===--------------------------------------------------------------------===//
  // Variables that stand for built-in functions
  //===--------------------------------------------------------------------===//

  /// Takes \p Result for a pointer into such a variable, if \p From is one or
  /// the variable.
  ///
  /// \param Elements how many of the type that \p Result points to it is
  /// further.
  bool isComponent(Word Type, Word Result, Word From, Word Elements) {
    Place P = {From, 0};
    if (auto Known = Components.find(From); Known != Components.end())
      P = Known->second;
    else if (!BuiltIns.contains(From) ||
             !Vectors.contains(Pointees[Types[From]]))
      return false;
    P.Bytes += Elements * Bits[Pointees[Type]] / 8;
    Components[Result] = P;
    return true;
  }

  bool lowerComponent(Word Type, Word Result, Word Pointer) {
    auto Component = Components.find(Pointer);
    if (Component == Components.end())
      return false;
    const auto [Variable, Bytes] = Component->second;
    const Word Vector = addValue(OpLoad, Pointees[Types[Variable]], {Variable});
    add(OpCompositeExtract, {Type, Result, Vector, Bytes * 8 / Bits[Type]});
    return true;
  }

  //===--------------------------------------------------------------------===//
  // Levels of mip maps
  //===--------------------------------------------------------------------===//

  /// \param Type an integer, or a vector of which the last component may be the
  /// number of layers.
  bool lowerSize(Word Type, Word Result, Word Image, Word Level) {
    const Word Base = addValue(OpImageQuerySize, Type, {Image});
    if (!Vectors.contains(Type)) {
      halve(Type, Result, Base, Level);
      return true;
    }
    Operands Sizes;
    for (Word I = 0; I != Members[Type].size(); ++I) {
      Sizes.push_back(extract(Base, I));
      // 1D, 2D and 3D are 0, 1 and 2.
      if (I <= Dims[Types[Image]])
        Sizes.back() = halved(memberType(Type, I), Sizes.back(), Level);
    }
    construct(Type, Result, Sizes);
    return true;
  }

  Word halved(Word Type, Word Size, Word Times) {
    const Word Result = newId();
    halve(Type, Result, Size, Times);
    return Result;
  }

  /// \p Result becomes \p Size, halved \p Times, and at least 1.
  void halve(Word Type, Word Result, Word Size, Word Times) {
    const Word Half = addValue(OpShiftRightLogical, Type, {Size, Times});
    const Word Zero = addValue(OpISub, Type, {Size, Size});
    const Word IsZero = addValue(OpIEqual, Bool, {Half, Zero});
    const Word Least =
        Bits[Type] == 64 ? One : addValue(OpUConvert, Type, {One});
    add(OpSelect, {Type, Result, IsZero, Least, Half});
  }

  //===--------------------------------------------------------------------===//
  // Clocks
  //===--------------------------------------------------------------------===//

  /// Built-ins, by their scopes.
  void nameClocks() {
    for (std::string_view Name :
         {"_Z17clock_read_devicev", "_Z21clock_read_work_groupv",
          "_Z20clock_read_sub_groupv"}) {
      Clocks.push_back(newId());
      Operands All = {Clocks.back(), DecorationLinkage};
      // With the NUL behind it, in whole words.
      for (std::size_t I = 0; I <= Name.size(); I += sizeof(Word)) {
        Word Part = 0;
        Name.copy(reinterpret_cast<char *>(&Part), sizeof(Part), I);
        All.push_back(Part);
      }
      All.push_back(LinkageImport);
      add(OpDecorate, All);
    }
  }

  void declareClocks() {
    if (Clocks.empty())
      return;
    const Word Type = newId();
    add(OpTypeFunction, {Type, Long});
    for (Word Clock : Clocks) {
      add(OpFunction, {Long, Clock, 0, Type});
      add(OpFunctionEnd, {});
    }
  }

  bool lowerClock(Word Type, Word Result, Word Scope) {
    if (Scope < ScopeDevice || Scope > ScopeSubgroup)
      return false;
    const Word Clock = Clocks[Scope - ScopeDevice];
    if (Type == Long)
      add(OpFunctionCall, {Type, Result, Clock});
    else
      add(OpBitcast, {Type, Result, addValue(OpFunctionCall, Long, {Clock})});
    return true;
  }

  //===--------------------------------------------------------------------===//
  // Kernels that enqueue kernels
  //===--------------------------------------------------------------------===//

  /// The translator drops the size of Param, which need not begin with it, as
  /// what Clang makes of a block does: it goes along with the flags
  /// (ferry/abi.h).
  bool lowerEnqueue(Operands All) {
    Word &Flags = All[3];
    const Word Size = All[10], Type = Types[Size];
    const Word Shifted = addValue(OpShiftLeftLogical, Type, {Size, Shift});
    const Word Marked = addValue(OpBitwiseOr, Type, {Shifted, Mark});
    Flags = addValue(OpBitwiseOr, Type, {Flags, Marked});
    add(OpEnqueueKernel, All);
    return true;
  }

  /// The preferred multiple is the size of sub-groups.
  ///
  /// \param Kernel operands from Invoke on.
  Word subgroupSize(Word Type, const Operands &Kernel) {
    return addValue(OpGetKernelPreferredWorkGroupSizeMultiple, Type, Kernel);
  }

  void lowerMaxNumSubgroups(Word Type, Word Result, const Operands &Kernel) {
    const Word Most = addValue(OpGetKernelWorkGroupSize, Type, Kernel);
    add(OpUDiv, {Type, Result, Most, subgroupSize(Type, Kernel)});
  }

  /// "The value 0 if there is none" (SPIR-V specification, section 3.42.23).
  void lowerLocalSize(Word Type, Word Result, Word Count,
                      const Operands &Kernel) {
    const Word Most = newId();
    lowerMaxNumSubgroups(Type, Most, Kernel);
    const Word Wanted =
        addValue(OpIMul, Type, {Count, subgroupSize(Type, Kernel)});
    const Word Zero = addValue(OpISub, Type, {Wanted, Wanted});
    const Word Fits = addValue(OpULessThanEqual, Bool, {Count, Most});
    add(OpSelect, {Type, Result, Fits, Wanted, Zero});
  }

  //===--------------------------------------------------------------------===//
  // Pointers
  //===--------------------------------------------------------------------===//

  /// Before the first function: what the lowering of some instructions needs.
  void declareTypes() {
    if (One)
      return;
    if (HasDeviceEnqueue && Int) {
      add(OpConstant, {Int, Shift = newId(), abi::LiteralSizeShift});
      add(OpConstant, {Int, Mark = newId(), abi::HasLiteralSize});
    }
    if ((HasSubgroupDispatch || HasMipMaps) && !Bool) {
      Bool = newId();
      add(OpTypeBool, {Bool});
    }
    if (!Long) {
      Long = newId();
      add(OpTypeInt, {Long, 64, 0});
      Bits[Long] = 64;
    }
    One = newId();
    add(OpConstant, {Long, One, 1, 0});
    declareClocks();
  }

  Word address(Word Pointer) {
    return addValue(OpConvertPtrToU, Long, {Pointer});
  }

  /// In elements.
  bool lowerDifference(Word Type, Word Result, Word A, Word B) {
    const Word Following = addValue(OpPtrAccessChain, Types[A], {A, One});
    const Word Start = address(A);
    const Word Size = addValue(OpISub, Long, {address(Following), Start});
    const Word Bytes = addValue(OpISub, Long, {Start, address(B)});
    if (Bits[Type] == 64) {
      add(OpSDiv, {Type, Result, Bytes, Size});
      return true;
    }
    add(OpSConvert, {Type, Result, addValue(OpSDiv, Long, {Bytes, Size})});
    return true;
  }

  bool lowerBitcast(Word Type, Word Result, Word From) {
    const Word FromType = Types[From];
    const bool IsFrom = Pointees.contains(FromType);
    if (IsFrom == Pointees.contains(Type))
      return false;
    if (IsFrom) {
      if (Type == Long)
        add(OpConvertPtrToU, {Type, Result, From});
      else
        add(OpBitcast, {Type, Result, address(From)});
      return true;
    }
    if (FromType != Long)
      From = addValue(OpBitcast, Long, {From});
    add(OpConvertUToPtr, {Type, Result, From});
    return true;
  }

  //===--------------------------------------------------------------------===//
  // Operands
  //===--------------------------------------------------------------------===//

  /// Where the second set of memory operands begins, if \p First is the index
  /// of the first one; the number of operands if there is none.
  static std::size_t secondSet(const Operands &All, std::size_t First) {
    const bool IsAligned = All.size() > First && (All[First] & MemoryAligned);
    return std::min(First + 1 + IsAligned, All.size());
  }

  bool lowerCopy(const Operands &All) {
    const Word Target = All[0], Source = All[1];
    const auto First = All.begin() + 2;
    const auto Second = All.begin() + std::ptrdiff_t(secondSet(All, 2));
    // "The first applies to Target and the second applies to Source"; one alone
    // to both.
    Operands Load = {Source}, Store = {Target, 0};
    if (Second == All.end())
      Load.insert(Load.end(), First, All.end());
    else
      Load.insert(Load.end(), Second, All.end());
    Store[1] = addValue(OpLoad, Pointees[Types[Source]], Load);
    Store.insert(Store.end(), First, Second);
    add(OpStore, Store);
    return true;
  }

  bool lowerSizedCopy(Operands All) {
    constexpr std::size_t First = 3;
    const std::size_t Second = secondSet(All, First);
    if (Second == All.size())
      return false;
    const auto Alignment = [&](std::size_t Set) {
      return All[Set] & MemoryAligned ? All[Set + 1] : 1;
    };
    const Word Common = std::min(Alignment(First), Alignment(Second));
    const Word Mask = All[First] | All[Second];
    All.resize(First);
    All.push_back(Mask);
    if (Mask & MemoryAligned)
      All.push_back(Common);
    add(OpCopyMemorySized, All);
    return true;
  }

  /// \param Mask index of the image operands.
  bool lowerImageOperands(Opcode Op, Operands All, std::size_t Mask) {
    if (All.size() <= Mask || !(All[Mask] & ImageNontemporal))
      return false;
    All[Mask] &= ~ImageNontemporal;
    if (All[Mask] == 0)
      All.pop_back();
    add(Op, All);
    return true;
  }

  std::vector<Word> Lowered;
  std::unordered_map<Word, Word> Types;     ///< Of results.
  std::unordered_map<Word, Word> Bits;      ///< Of numbers; 0 of the Boolean.
  std::unordered_map<Word, Word> Constants; ///< Lowest words.
  std::unordered_map<Word, Operands>
      Members; ///< Types of vectors', structures'.
  std::unordered_map<Word, std::pair<Word, Word>> Arrays; ///< Type, length.
  std::unordered_map<Word, Word> Pointees; ///< Of pointers' types.
  std::unordered_set<Word> Vectors;        ///< Types.
  std::unordered_set<Word> BuiltIns;       ///< Variables.
  struct Place {
    Word Variable, Bytes;
  };
  std::unordered_map<Word, Place> Components; ///< Their variables.
  std::unordered_map<Word, Word> Dims;        ///< Of images' types.
  bool HasClocks = false, HasDeviceEnqueue = false;
  bool HasSubgroupDispatch = false, HasMipMaps = false;
  std::vector<Word> Clocks; ///< Functions.
  Word Bool = 0;            ///< The type, if known.
  Word Int = 0;             ///< The type of integers of 32 bits.
  Word Shift = 0, Mark = 0; ///< Of that type.
  Word Long = 0;            ///< The type of integers of 64 bits.
  Word One = 0;             ///< Of that type.
};

} // namespace

std::vector<Word>
ferry::compiler::lowerForTranslator(const std::vector<Word> &Words) {
  return Lowering().run(Words);
}
