; The two parts of a region that is widened: full vectors, and the rest of a row.
; One is enough where rows are known to be multiples of vectors, or to be less.
; RUN: %ferry-opt=ferry-item-loops %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__ferry_vector_begin(i32, i32, i32) convergent
declare void @__ferry_region_end(i32) convergent
declare i64 @__ferry_local_id(i32) memory(none)
declare i64 @__ferry_vector_items() memory(none)
declare void @full(i64)
declare void @rest(i64, i64)

; CHECK-LABEL: define spir_kernel void @k(

; CHECK: %[[LX:.*]] = call i64 @__ferry_local_size(i32 0)
; CHECK: %[[ITEMS:.*]] = sub i64 %[[LX]], 0
; CHECK: %[[WHOLE:.*]] = and i64 %[[ITEMS]], -8
; CHECK: %[[END:.*]] = add i64 0, %[[WHOLE]]
; CHECK: %[[EMPTY:.*]] = icmp eq i64 0, %[[END]]
; CHECK: br i1 %[[EMPTY]], label %[[AFTER:.*]], label %z

; A vector at a time.
; CHECK: %[[X:.*]] = phi i64 [ 0, %y{{.*}} ], [ %[[NEXT:.*]], %x.next ]
; CHECK: call void @full(i64 %[[X]])
; CHECK: %[[NEXT]] = add nuw nsw i64 %[[X]], 8
; CHECK: %[[MORE:.*]] = icmp ult i64 %[[NEXT]], %[[END]]
; CHECK: br i1 %[[MORE]], label %{{.*}}, label %{{.*}}, !llvm.loop ![[VECTORS:[0-9]+]]

; From there to the end of the row.
; CHECK: [[AFTER]]:
; CHECK: %[[WHOLE:.*]] = and i64 %{{.*}}, -8
; CHECK: %[[FROM:.*]] = add i64 0, %[[WHOLE]]
; CHECK: icmp eq i64 %[[FROM]], %[[LX2:.*]]
; CHECK: %[[X:.*]] = phi i64 [ %[[FROM]], %y{{.*}} ], [ %{{.*}}, %x.next{{.*}} ]
; CHECK: %[[N:.*]] = sub i64 %[[LX2]], %[[X]]
; CHECK: call void @rest(i64 %[[X]], i64 %[[N]])

define spir_kernel void @k() {
  call void @__ferry_vector_begin(i32 0, i32 8, i32 0)
  %i = call i64 @__ferry_local_id(i32 0)
  call void @full(i64 %i)
  call void @__ferry_region_end(i32 0)
  br label %rest

rest:
  call void @__ferry_vector_begin(i32 1, i32 8, i32 1)
  %j = call i64 @__ferry_local_id(i32 0)
  %n = call i64 @__ferry_vector_items()
  call void @rest(i64 %j, i64 %n)
  call void @__ferry_region_end(i32 1)
  ret void
}

; CHECK-LABEL: define spir_kernel void @multiples(
; CHECK: %[[ROW:.*]] = call i64 @__ferry_local_size(i32 0)
; CHECK-NOT: and i64
; CHECK: icmp ult i64 %{{.*}}, %[[ROW]]
; CHECK: ret void
define spir_kernel void @multiples() "ferry-row"="72" {
  call void @__ferry_vector_begin(i32 0, i32 8, i32 0)
  %i = call i64 @__ferry_local_id(i32 0)
  call void @full(i64 %i)
  call void @__ferry_region_end(i32 0)
  ret void
}

; CHECK-LABEL: define spir_kernel void @short(
; CHECK: %[[ROW:.*]] = call i64 @__ferry_local_size(i32 0)
; CHECK-NOT: and i64
; CHECK: %[[N:.*]] = sub i64 %[[ROW]], %[[X:.*]]
; CHECK: call void @rest(i64 %[[X]], i64 %[[N]])
define spir_kernel void @short() "ferry-row"="5" {
  call void @__ferry_vector_begin(i32 0, i32 8, i32 1)
  %j = call i64 @__ferry_local_id(i32 0)
  %n = call i64 @__ferry_vector_items()
  call void @rest(i64 %j, i64 %n)
  call void @__ferry_region_end(i32 0)
  ret void
}

; The body is copied no further, and LLVM's vectoriser has nothing more to do.
; CHECK: ![[VECTORS]] = distinct !{![[VECTORS]], ![[UNROLL:[0-9]+]], ![[WIDE:[0-9]+]]}
; CHECK: ![[UNROLL]] = !{!"llvm.loop.unroll.disable"}
; CHECK: ![[WIDE]] = !{!"llvm.loop.vectorize.enable", i1 false}
