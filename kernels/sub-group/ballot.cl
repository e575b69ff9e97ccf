//===- ballot.cl - Bitfields of sub-groups (OpenCL C 6.15.19) -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "sub-group/sub-group.h"

// A sub-group has at most 64 work-items: the upper half of a bitfield is 0.

FERRY_HELPER uint4 toField(ulong Bits) {
  return (uint4)((uint)Bits, (uint)(Bits >> 32), 0, 0);
}

FERRY_HELPER ulong toBits(uint4 Field) {
  return Field.x | (ulong)Field.y << 32;
}

FERRY_HELPER ulong bitsBelow(uint Index) {
  return ((ulong)1 << (Index & 63)) - 1;
}

/// The bits that stand for work-items.
FERRY_HELPER ulong allBits(void) {
  return ~(ulong)0 >> (64 - __ferry_sub_group_max_size());
}

FERRY_SUB_GROUP_BUILTIN uint4 sub_group_ballot(int Predicate) {
  return toField(__ferry_sub_group_ballot(Predicate != 0));
}

FERRY_BUILTIN int sub_group_inverse_ballot(uint4 Value) {
  return toBits(Value) >> __ferry_sub_group_local_id() & 1;
}

FERRY_BUILTIN int sub_group_ballot_bit_extract(uint4 Value, uint Index) {
  return toBits(Value) >> (Index & 63) & 1;
}

FERRY_BUILTIN uint sub_group_ballot_bit_count(uint4 Value) {
  return __builtin_popcountl(toBits(Value) & allBits());
}

FERRY_BUILTIN uint sub_group_ballot_inclusive_scan(uint4 Value) {
  ulong Below = bitsBelow(__ferry_sub_group_local_id());
  return __builtin_popcountl(toBits(Value) & (Below << 1 | 1));
}

FERRY_BUILTIN uint sub_group_ballot_exclusive_scan(uint4 Value) {
  return __builtin_popcountl(toBits(Value) &
                             bitsBelow(__ferry_sub_group_local_id()));
}

FERRY_BUILTIN uint sub_group_ballot_find_lsb(uint4 Value) {
  return __builtin_ctzl(toBits(Value) & allBits());
}

FERRY_BUILTIN uint sub_group_ballot_find_msb(uint4 Value) {
  return 63 - __builtin_clzl(toBits(Value) & allBits());
}

FERRY_BUILTIN uint4 get_sub_group_eq_mask(void) {
  return toField((ulong)1 << __ferry_sub_group_local_id());
}

FERRY_BUILTIN uint4 get_sub_group_ge_mask(void) {
  return toField(~bitsBelow(__ferry_sub_group_local_id()) & allBits());
}

FERRY_BUILTIN uint4 get_sub_group_gt_mask(void) {
  ulong Below = bitsBelow(__ferry_sub_group_local_id());
  return toField(~(Below << 1 | 1) & allBits());
}

FERRY_BUILTIN uint4 get_sub_group_le_mask(void) {
  return toField(bitsBelow(__ferry_sub_group_local_id()) << 1 | 1);
}

FERRY_BUILTIN uint4 get_sub_group_lt_mask(void) {
  return toField(bitsBelow(__ferry_sub_group_local_id()));
}
