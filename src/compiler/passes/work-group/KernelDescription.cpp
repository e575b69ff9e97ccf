//===- KernelDescription.cpp - What the runtime knows of a kernel ---------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/work-group/KernelDescription.h"

#include "compiler/passes/Reserved.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <CL/cl.h>

using namespace llvm;
using namespace ferry;
using namespace ferry::compiler;

/// Operand \p Index of the metadata \p Kind of a kernel, as text.
static StringRef textOf(const Function &Kernel, StringRef Kind,
                        unsigned Index) {
  if (const MDNode *Node = Kernel.getMetadata(Kind))
    if (Index < Node->getNumOperands())
      if (auto *Text = dyn_cast<MDString>(Node->getOperand(Index)))
        return Text->getString();
  return "";
}

static uint64_t numberOf(const Function &Kernel, StringRef Kind,
                         unsigned Index) {
  if (const MDNode *Node = Kernel.getMetadata(Kind))
    if (Index < Node->getNumOperands())
      if (auto *Number =
              mdconst::dyn_extract<ConstantInt>(Node->getOperand(Index)))
        return Number->getZExtValue();
  return 0;
}

/// \p Flag if \p Kernel has the attribute \p Name.
static uint32_t flagOf(const Function &Kernel, StringRef Name, uint32_t Flag) {
  return Kernel.hasFnAttribute(Name) ? Flag : 0;
}

static uint32_t typeQualifiers(StringRef Text) {
  uint32_t Bits = CL_KERNEL_ARG_TYPE_NONE;
  SmallVector<StringRef, 4> Words;
  Text.split(Words, ' ', -1, false);
  for (StringRef Word : Words)
    Bits |= StringSwitch<uint32_t>(Word)
                .Case("const", CL_KERNEL_ARG_TYPE_CONST)
                .Case("restrict", CL_KERNEL_ARG_TYPE_RESTRICT)
                .Case("volatile", CL_KERNEL_ARG_TYPE_VOLATILE)
                .Case("pipe", CL_KERNEL_ARG_TYPE_PIPE)
                .Default(0);
  return Bits;
}

/// What KernelArgInfo::imageType is for an argument of the built-in type
/// \p Type (kernel_arg_base_type); 0 if it is no image.
static uint32_t imageType(StringRef Type) {
  return StringSwitch<uint32_t>(Type)
      .Case("image1d_t", CL_MEM_OBJECT_IMAGE1D)
      .Case("image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER)
      .Case("image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY)
      .Case("image2d_t", CL_MEM_OBJECT_IMAGE2D)
      .Case("image2d_depth_t", CL_MEM_OBJECT_IMAGE2D | abi::DepthImage)
      .Case("image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY)
      .Case("image2d_array_depth_t",
            CL_MEM_OBJECT_IMAGE2D_ARRAY | abi::DepthImage)
      .Case("image3d_t", CL_MEM_OBJECT_IMAGE3D)
      .Default(0);
}

/// What an argument that is a pointer in LLVM's eyes is given: an image and a
/// sampler by the names of their types, which no others can have.
static abi::ArgKind pointerKind(const Argument &A, StringRef Type,
                                uint32_t TypeQualifier) {
  return TypeQualifier & CL_KERNEL_ARG_TYPE_PIPE ? abi::ArgKind::Pipe
         : imageType(Type)                       ? abi::ArgKind::Image
         : Type == "sampler_t"                   ? abi::ArgKind::Sampler
         : Type == "queue_t"                     ? abi::ArgKind::Queue
         : A.getType()->getPointerAddressSpace() == LocalMemory
             ? abi::ArgKind::LocalPointer
             : abi::ArgKind::GlobalPointer;
}

static ArgumentDescription describeArgument(const Function &Kernel,
                                            const Argument &A) {
  const DataLayout &DL = Kernel.getDataLayout();
  unsigned Index = A.getArgNo();
  ArgumentDescription D;
  D.Name = textOf(Kernel, "kernel_arg_name", Index);
  D.TypeName = textOf(Kernel, "kernel_arg_type", Index);
  D.TypeQualifier =
      typeQualifiers(textOf(Kernel, "kernel_arg_type_qual", Index));
  D.AccessQualifier =
      StringSwitch<uint32_t>(textOf(Kernel, "kernel_arg_access_qual", Index))
          .Case("read_only", CL_KERNEL_ARG_ACCESS_READ_ONLY)
          .Case("write_only", CL_KERNEL_ARG_ACCESS_WRITE_ONLY)
          .Case("read_write", CL_KERNEL_ARG_ACCESS_READ_WRITE)
          .Default(CL_KERNEL_ARG_ACCESS_NONE);
  D.AddressQualifier = CL_KERNEL_ARG_ADDRESS_PRIVATE;
  D.Kind = abi::ArgKind::Value;
  if (A.hasByValAttr()) {
    D.Size = DL.getTypeAllocSize(A.getParamByValType());
    D.Alignment = A.getParamAlign().valueOrOne().value();
  } else if (A.getType()->isPointerTy()) {
    D.Size = D.Alignment = sizeof(void *);
    const StringRef Type = textOf(Kernel, "kernel_arg_base_type", Index);
    D.Kind = pointerKind(A, Type, D.TypeQualifier);
    D.ImageType = D.Kind == abi::ArgKind::Image ? imageType(Type) : 0;
    if (D.Kind == abi::ArgKind::LocalPointer) {
      D.AddressQualifier = CL_KERNEL_ARG_ADDRESS_LOCAL;
      D.Size = 0;
      D.Alignment = std::max<uint64_t>(A.getParamAlign().valueOrOne().value(),
                                       sizeof(void *));
      // Of what a block is given nothing is known: any type may lie there.
      if (Kernel.hasFnAttribute(reserved::InternalAttr))
        D.Alignment = 128;
    } else if (D.Kind != abi::ArgKind::Sampler &&
               D.Kind != abi::ArgKind::Queue) {
      D.AddressQualifier =
          A.getType()->getPointerAddressSpace() == ConstantMemory
              ? CL_KERNEL_ARG_ADDRESS_CONSTANT
              : CL_KERNEL_ARG_ADDRESS_GLOBAL;
    }
  } else {
    D.Size = DL.getTypeAllocSize(A.getType());
    D.Alignment = DL.getABITypeAlign(A.getType()).value();
  }
  return D;
}

bool ferry::compiler::hasOneItem(const Function &Kernel) {
  // The groups of some are the driver's, and sub-groups of one are vectors.
  if (Kernel.hasFnAttribute(reserved::GroupAgnosticAttr) ||
      Kernel.hasFnAttribute(reserved::SubGroupsAttr))
    return false;
  return all_of(seq(3u), [&](unsigned D) {
    return numberOf(Kernel, "reqd_work_group_size", D) == 1;
  });
}

/// The text of CL_KERNEL_ATTRIBUTES.
static std::string attributeText(const Function &Kernel) {
  std::string Text;
  raw_string_ostream OS(Text);
  ListSeparator Space(" ");
  for (StringRef Kind : {"reqd_work_group_size", "work_group_size_hint"})
    if (Kernel.getMetadata(Kind))
      OS << Space << Kind << '(' << numberOf(Kernel, Kind, 0) << ','
         << numberOf(Kernel, Kind, 1) << ',' << numberOf(Kernel, Kind, 2)
         << ')';
  if (uint64_t Size = numberOf(Kernel, "intel_reqd_sub_group_size", 0))
    OS << Space << "intel_reqd_sub_group_size(" << Size << ')';
  if (const MDNode *Hint = Kernel.getMetadata("vec_type_hint")) {
    auto *Type = cast<ValueAsMetadata>(Hint->getOperand(0))->getType();
    bool Signed = numberOf(Kernel, "vec_type_hint", 1) != 0;
    auto *Scalar = Type->getScalarType();
    StringRef Name = Scalar->isHalfTy()        ? "half"
                     : Scalar->isFloatTy()     ? "float"
                     : Scalar->isDoubleTy()    ? "double"
                     : Scalar->isIntegerTy(8)  ? "char"
                     : Scalar->isIntegerTy(16) ? "short"
                     : Scalar->isIntegerTy(32) ? "int"
                                               : "long";
    OS << Space << "vec_type_hint("
       << (Scalar->isIntegerTy() && !Signed ? "u" : "") << Name;
    if (auto *Vector = dyn_cast<FixedVectorType>(Type))
      OS << Vector->getNumElements();
    OS << ')';
  }
  return Text;
}

KernelDescription ferry::compiler::describeKernel(const Function &Kernel) {
  KernelDescription D;
  D.Name = reserved::userName(Kernel);
  D.Attributes = attributeText(Kernel);
  uint64_t Offset = 0;
  for (const Argument &A : Kernel.args()) {
    ArgumentDescription Argument = describeArgument(Kernel, A);
    bool Local = Argument.Kind == abi::ArgKind::LocalPointer;
    Offset = alignTo(Offset, Local ? sizeof(uint64_t) : Argument.Alignment);
    Argument.Offset = Offset;
    Offset += Local ? sizeof(uint64_t) : Argument.Size;
    D.Arguments.push_back(std::move(Argument));
  }
  D.ArgBlockSize = alignTo(Offset, 16);
  for (unsigned I = 0; I != 3; ++I) {
    D.RequiredSize[I] = numberOf(Kernel, "reqd_work_group_size", I);
    D.SizeHint[I] = numberOf(Kernel, "work_group_size_hint", I);
  }
  D.RequiredSubGroupSize = numberOf(Kernel, "intel_reqd_sub_group_size", 0);
  D.VectorDimension =
      reserved::numberAttr(Kernel, reserved::VectorDimensionAttr);
  D.LocalBytes = reserved::numberAttr(Kernel, reserved::LocalBytesAttr);
  D.ItemBytes = reserved::numberAttr(Kernel, reserved::ItemBytesAttr);
  D.Flags =
      flagOf(Kernel, reserved::GroupAgnosticAttr, abi::GroupAgnostic) |
      flagOf(Kernel, reserved::ColumnOrderAttr, abi::ColumnOrder) |
      flagOf(Kernel, reserved::ShowsSubGroupsAttr, abi::ShowsSubGroups) |
      flagOf(Kernel, reserved::NonUniformAttr, abi::NonUniformGroups) |
      flagOf(Kernel, reserved::FlushDenormalsAttr, abi::FlushesDenormals) |
      flagOf(Kernel, reserved::NeedsCodeAttr, abi::NeedsCode);
  if (Kernel.getMetadata("kernel_arg_name"))
    D.Flags |= abi::HasArgInfo;
  D.IsInternal = Kernel.hasFnAttribute(reserved::InternalAttr);
  return D;
}

namespace {

/// Writes constants in the layout that the C++ compiler gives the structures of
/// ferry/abi.h.
class InfoWriter {
public:
  explicit InfoWriter(Module &M) : M(M), C(M.getContext()) {}

  Constant *number(uint32_t N) {
    return ConstantInt::get(Type::getInt32Ty(C), N);
  }
  Constant *number64(uint64_t N) {
    return ConstantInt::get(Type::getInt64Ty(C), N);
  }
  Constant *text(StringRef Text) {
    return constant(ConstantDataArray::getString(C, Text));
  }
  Constant *sizes(const std::array<uint32_t, 3> &Sizes) {
    return ConstantDataArray::get(C, ArrayRef(Sizes));
  }
  Constant *structure(ArrayRef<Constant *> Members, size_t Size) {
    Constant *S = ConstantStruct::getAnon(C, Members);
    if (M.getDataLayout().getTypeAllocSize(S->getType()) != Size)
      report_fatal_error("ferry/abi.h and KernelDescription.cpp differ");
    return S;
  }
  Constant *array(ArrayRef<Constant *> Elements) {
    if (Elements.empty())
      return ConstantPointerNull::get(PointerType::get(C, 0));
    return constant(ConstantArray::get(
        ArrayType::get(Elements[0]->getType(), Elements.size()), Elements));
  }
  Constant *constant(Constant *Value) {
    auto *G = new GlobalVariable(M, Value->getType(), true,
                                 GlobalValue::PrivateLinkage, Value);
    G->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    return G;
  }

private:
  Module &M;
  LLVMContext &C;
};

} // namespace

static Constant *writeArgument(InfoWriter &W, const ArgumentDescription &D) {
  return W.structure({W.text(D.Name), W.text(D.TypeName),
                      W.number(uint32_t(D.Kind)), W.number(D.Offset),
                      W.number(D.Size), W.number(D.Alignment),
                      W.number(D.AddressQualifier), W.number(D.AccessQualifier),
                      W.number(D.TypeQualifier), W.number(D.ImageType)},
                     sizeof(abi::KernelArgInfo));
}

static Constant *writeKernel(InfoWriter &W, const KernelDescription &D) {
  SmallVector<Constant *, 8> Arguments;
  for (const ArgumentDescription &A : D.Arguments)
    Arguments.push_back(writeArgument(W, A));
  return W.structure({W.text(D.Name), W.text(D.Attributes), W.array(Arguments),
                      W.number(Arguments.size()), W.number(D.Flags),
                      W.number64(D.ArgBlockSize), W.number64(D.LocalBytes),
                      W.number64(D.ItemBytes), W.sizes(D.RequiredSize),
                      W.sizes(D.SizeHint), W.number(D.RequiredSubGroupSize),
                      W.number(D.VectorDimension)},
                     sizeof(abi::KernelInfo));
}

void ferry::compiler::emitProgramInfo(Module &M,
                                      ArrayRef<KernelDescription> Kernels) {
  uint64_t GlobalBytes = 0;
  for (const GlobalVariable &G : M.globals())
    if (G.getAddressSpace() == GlobalMemory)
      GlobalBytes += M.getDataLayout().getTypeAllocSize(G.getValueType());
  InfoWriter W(M);
  SmallVector<Constant *, 8> Infos;
  for (const KernelDescription &D : Kernels)
    if (!D.IsInternal)
      Infos.push_back(writeKernel(W, D));
  const size_t NumKernels = Infos.size();
  for (const KernelDescription &D : Kernels)
    if (D.IsInternal)
      Infos.push_back(writeKernel(W, D));
  Constant *Program =
      W.structure({W.number(abi::Version), W.number(NumKernels), W.array(Infos),
                   W.number64(GlobalBytes), W.number(Infos.size() - NumKernels),
                   W.number(0)},
                  sizeof(abi::ProgramInfo));
  new GlobalVariable(M, Program->getType(), true, GlobalValue::ExternalLinkage,
                     Program, abi::ProgramSymbol);
}

void ferry::compiler::emitKernelCode(const Function &Kernel, Function &Entry) {
  uint32_t Flags =
      flagOf(Kernel, reserved::StartsCopiesAttr, abi::StartsCopies) |
      flagOf(Kernel, reserved::SharesCopiesAttr, abi::SharesCopies) |
      flagOf(Kernel, reserved::OrdersMemoryAttr, abi::OrdersMemory) |
      flagOf(Kernel, reserved::StreamsCopiesAttr, abi::StreamsCopies) |
      flagOf(Kernel, reserved::AnyConstantsAttr, abi::AnyConstants) |
      flagOf(Kernel, reserved::LinearItemsAttr, abi::LinearItems);
  // The module has what this kernel needs and nothing else.
  if (any_of(Kernel.getParent()->functions(), [](const Function &F) {
        return F.isDeclaration() && !F.use_empty() &&
               is_contained(reserved::EnqueuingFunctions, F.getName());
      }))
    Flags |= abi::Enqueues;
  auto Attribute = [&](StringRef Name, uint64_t Otherwise) {
    return reserved::numberAttr(Kernel, Name, Otherwise);
  };
  InfoWriter W(*Entry.getParent());
  Constant *Code =
      W.structure({W.number(abi::Version), W.number(Flags), &Entry,
                   W.number64(Attribute(reserved::GroupBytesAttr, 0)),
                   W.number(Attribute(reserved::SubGroupSizeAttr, 1)),
                   W.number(Attribute(reserved::RowMultipleAttr, 1)),
                   W.number(Attribute(reserved::LeastRowAttr, 0)),
                   W.number(Attribute(reserved::MostRowAttr, UINT32_MAX))},
                  sizeof(abi::KernelCode));
  new GlobalVariable(*Entry.getParent(), Code->getType(), true,
                     GlobalValue::ExternalLinkage, Code, abi::KernelSymbol);
}
