; Whether all work-items of a sub-group come to what they must come to.
; RUN: %ferry-opt=ferry-check-operations %s | FileCheck %s

declare spir_func i32 @_Z20sub_group_reduce_addi(i32)
declare spir_func i32 @_Z32sub_group_non_uniform_reduce_addi(i32)

; CHECK: @[[NAME:.*]] = {{.*}} c"sub_group_reduce_add\00"

; CHECK-LABEL: define void @k(
; CHECK: %[[ACTIVE:.*]] = call i64 @__ferry_sub_group_ballot(i32 1)
; CHECK-NEXT: %[[SIZE:.*]] = call i32 @__ferry_sub_group_size()
; CHECK-NEXT: %[[ALL:.*]] = zext i32 %[[SIZE]] to i64
; CHECK-NEXT: %[[COUNT:.*]] = call i64 @llvm.ctpop.i64(i64 %[[ACTIVE]])
; CHECK-NEXT: %[[GOOD:.*]] = icmp eq i64 %[[COUNT]], %[[ALL]]
; CHECK-NEXT: call void @__ferry_check_value(i1 %[[GOOD]], i32 2, ptr @[[NAME]])
; CHECK-NEXT: call spir_func i32 @_Z20sub_group_reduce_addi(
; CHECK-NEXT: call spir_func i32 @_Z32sub_group_non_uniform_reduce_addi(
define void @k(i32 %v) {
  %a = call spir_func i32 @_Z20sub_group_reduce_addi(i32 %v)
  %b = call spir_func i32 @_Z32sub_group_non_uniform_reduce_addi(i32 %v)
  ret void
}

; CHECK: declare i64 @__ferry_sub_group_ballot(i32) #[[BALLOT:[0-9]+]]
; CHECK: attributes #[[BALLOT]] = { convergent nomerge nounwind memory(none) }
