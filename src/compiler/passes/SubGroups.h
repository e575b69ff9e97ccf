//===- SubGroups.h - What sub-groups do -------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The reserved functions of sub-groups, which kernels/sub-group calls. A
/// sub-group is a vector: the vectoriser makes vector code of them. T is a
/// scalar type, OP one of add, mul, min, max, and, or, xor:
///
///   i32 __ferry_sub_group_max_size()
///   i32 __ferry_sub_group_size()
///   i32 __ferry_sub_group_id()
///   i32 __ferry_sub_group_local_id()
///   void __ferry_sub_group_barrier(i32 flags)
///   i64 __ferry_sub_group_ballot(i32 predicate)
///   T __ferry_sub_group_broadcast_T(T, i32 local id)
///   T __ferry_sub_group_shuffle_T(T, i32 local id, modulo the maximum size)
///   T __ferry_sub_group_reduce_OP_T(T)
///   T __ferry_sub_group_inclusive_OP_T(T)
///   T __ferry_sub_group_exclusive_OP_T(T)
///   T __ferry_sub_group_cluster_OP_T(T, i32 work-items of a cluster)
///   i1 __ferry_work_group_in_order(): see setInOrder
///
/// All of them are about the work-items that call them together.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_COMPILER_PASSES_SUBGROUPS_H
#define FERRY_COMPILER_PASSES_SUBGROUPS_H

#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/IR/IRBuilder.h"

#include <array>

namespace ferry::compiler {

struct SubGroupCall {
  enum Kind : uint8_t {
    None, ///< Not a call of these.
    MaxSize,
    InOrder,
    Size,
    Id,
    LocalId,
    Barrier,
    Ballot,
    Broadcast,
    Shuffle,
    Reduce,
    Inclusive,
    Exclusive,
    Cluster,
  };
  Kind K = None;
  llvm::RecurKind Op = llvm::RecurKind::None;
  /// It is part of a function of the whole group.
  bool OfWorkGroup = false;

  SubGroupCall() = default;
  explicit SubGroupCall(const llvm::Value *V);

  explicit operator bool() const { return K != None; }
  /// Known when code of the kernel is made.
  bool isConstant() const { return K == MaxSize || K == InOrder; }
  /// The same for all work-items of a sub-group that call it together.
  bool isUniform() const {
    return isConstant() || K == Size || K == Id || K == Ballot ||
           K == Broadcast || K == Reduce;
  }
  /// Depends on where a work-item is only.
  bool isPosition() const {
    return isConstant() || K == Size || K == Id || K == LocalId;
  }

  /// The operation on two values, or vectors of them.
  llvm::Value *combine(llvm::IRBuilder<> &B, llvm::Value *X,
                       llvm::Value *Y) const;
};

/// What changes nothing in the operation \p Op.
llvm::Constant *identityOf(llvm::RecurKind Op, llvm::Type *Ty);

/// True if \p F, or a region of it, calls what tells which work-items are in a
/// sub-group.
bool usesSubGroups(llvm::Function &F);

/// True if the program sees which: it is not only functions of whole groups
/// that call it.
bool showsSubGroups(llvm::Function &F);

/// True if the order of work-items counts in what \p F calls.
bool scans(llvm::Function &F);

/// i32: the number of the sub-group in the group, of the work-item that asks;
/// sub-groups have \p Lanes work-items.
llvm::Value *subGroupId(llvm::IRBuilder<> &B, unsigned Lanes);

/// The linear local id of the work-item that asks.
llvm::Value *linearLocalId(llvm::IRBuilder<> &B);

/// The local ids of the work-item of the linear local id \p Linear.
std::array<llvm::Value *, 3> localIds(llvm::IRBuilder<> &B,
                                      llvm::Value *Linear);

/// Answers what \p Kernel asks, where every sub-group is one work-item.
void makeSubGroupsSingle(llvm::Function &Kernel);

/// Answers what \p Kernel asks about how large sub-groups may be.
void setMaxSubGroupSize(llvm::Function &Kernel, unsigned Size);

/// Tells functions of whole groups whether the work-items of a group come in
/// the order of their linear local ids.
void setInOrder(llvm::Function &Kernel, bool InOrder);

} // namespace ferry::compiler

#endif // FERRY_COMPILER_PASSES_SUBGROUPS_H
