; What lanes that look for mistakes agree on.
; REQUIRES: llvm-22
; RUN: %ferry-opt='ferry-widen<lanes=4>' %s | FileCheck %s
; RUN: %ferry-opt='ferry-widen<lanes=1>' %s | FileCheck %s --check-prefix=ALONE
; RUN: %ferry-opt='print<ferry-plan;lanes=4>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=PLAN
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_global_id(i32) memory(none)
declare i1 @__ferry_all_lanes(i1) convergent memory(none)
declare i1 @__ferry_check_kept(ptr, i64, i64) convergent memory(read)

; Lanes have stored side by side: what is there is theirs.
; CHECK-LABEL: define internal void @k.region0.vector(
; CHECK: store <4 x i64>
; CHECK-NOT: masked.gather
; All lanes have what none lacks.
; CHECK: %[[LESS:.*]] = icmp ult <4 x i64>
; CHECK: %[[LACKS:.*]] = xor <4 x i1> %[[LESS]], splat (i1 true)
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[LACKS]] to i4
; CHECK: %[[ANY:.*]] = icmp ne i4 %[[BITS]], 0
; CHECK: %[[ALL:.*]] = xor i1 %[[ANY]], true
; CHECK: br i1 %[[ALL]]
; They may have stored to one place.
; CHECK: call void @llvm.masked.scatter.v4i64
; CHECK: %[[THERE:.*]] = call <4 x i64> @llvm.masked.gather.v4i64
; CHECK: icmp eq <4 x i64> %[[THERE]]
; CHECK: store i64 1, ptr %asks
; CHECK: ret void
; Lanes that are none have no say.
; CHECK: %[[LACK:.*]] = xor <4 x i1>
; CHECK: and <4 x i1> %[[LACK]], %{{.*}}
; PLAN: kept (0):  %kept =
; PLAN: all lanes (2):  %all =
; PLAN: kept by the last ({{.*}}):  %kept2 =
; ALONE-LABEL: define internal void @k.region0(
; ALONE-NOT: __ferry_check
; ALONE: br i1 true, label
; ALONE: br i1 %less, label
; ALONE: br i1 true, label
define spir_kernel void @k(ptr %cells, ptr %far, ptr %asks, i64 %limit) {
  call void @k.region0(ptr %cells, ptr %far, ptr %asks, i64 %limit)
  ret void
}
define internal void @k.region0(ptr %cells, ptr %far, ptr %asks, i64 %limit) "ferry-region"="0" {
entry:
  %i = call i64 @__ferry_global_id(i32 0)
  %at = getelementptr inbounds i64, ptr %cells, i64 %i
  store i64 %i, ptr %at, align 8
  %kept = call i1 @__ferry_check_kept(ptr %at, i64 %i, i64 8)
  %all0 = call i1 @__ferry_all_lanes(i1 %kept)
  br i1 %all0, label %check, label %ask
check:
  %other = getelementptr inbounds i64, ptr %far, i64 %i
  %v = load i64, ptr %other, align 8
  %less = icmp ult i64 %v, %limit
  %all = call i1 @__ferry_all_lanes(i1 %less)
  br i1 %all, label %scatter, label %ask
scatter:
  %half = lshr i64 %i, 1
  %place = getelementptr inbounds i64, ptr %far, i64 %half
  store i64 %i, ptr %place, align 8
  %kept2 = call i1 @__ferry_check_kept(ptr %place, i64 %i, i64 8)
  %all2 = call i1 @__ferry_all_lanes(i1 %kept2)
  br i1 %all2, label %done, label %ask
ask:
  store i64 1, ptr %asks, align 8
  br label %done
done:
  ret void
}
