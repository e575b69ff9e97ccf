; The two parts of a region that is widened: full vectors, and the rest of a row.
; One is enough where rows are known to be multiples of vectors, or to be less.
; RUN: %ferry-opt=ferry-item-loops %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__ferry_local_id(i32) memory(none)
declare i64 @__ferry_vector_items() memory(none)
declare void @full(i64)
declare void @rest(i64, i64)

; CHECK-LABEL: define spir_kernel void @k(

; CHECK: %[[LX:.*]] = call i64 @__ferry_local_size(i32 0)
; CHECK: %[[END:.*]] = and i64 %[[LX]], -8
; CHECK: %[[EMPTY:.*]] = icmp eq i64 0, %[[END]]
; CHECK: br i1 %[[EMPTY]], label %[[AFTER:.*]], label %z{{.*}}

; A vector at a time.
; CHECK: %[[X:.*]] = phi i64 [ 0, %y{{.*}} ], [ %[[NEXT:.*]], %{{.*}} ]
; CHECK: call void @full(i64 %[[X]])
; CHECK: %[[NEXT]] = add nuw nsw i64 %[[X]], 8
; CHECK: %[[MORE:.*]] = icmp ult i64 %[[NEXT]], %[[END]]
; CHECK: br i1 %[[MORE]], label %{{.*}}, label %{{.*}}, !llvm.loop ![[VECTORS:[0-9]+]]

; From there to the end of the row.
; CHECK: [[AFTER]]:
; CHECK: %[[FROM:.*]] = and i64 %{{.*}}, -8
; CHECK: icmp eq i64 %[[FROM]], %[[LX2:.*]]
; CHECK: %[[X:.*]] = phi i64 [ %[[FROM]], %y{{.*}} ], [ %{{.*}}, %{{.*}} ]
; CHECK: %[[N:.*]] = sub i64 %[[LX2]], %[[X]]
; CHECK: call void @rest(i64 %[[X]], i64 %[[N]])

define spir_kernel void @k() {
  call void @k.region0.vector()
  call void @k.region0.rest()
  ret void
}
define internal void @k.region0.vector() "ferry-region"="0" "ferry-lanes"="8" "ferry-part"="0" {
  %i = call i64 @__ferry_local_id(i32 0)
  call void @full(i64 %i)
  ret void
}
define internal void @k.region0.rest() "ferry-region"="0" "ferry-lanes"="8" "ferry-part"="1" {
  %j = call i64 @__ferry_local_id(i32 0)
  %n = call i64 @__ferry_vector_items()
  call void @rest(i64 %j, i64 %n)
  ret void
}

; CHECK-LABEL: define spir_kernel void @multiples(
; CHECK: %[[ROW:.*]] = call i64 @__ferry_local_size(i32 0)
; CHECK-NOT: and i64
; CHECK: icmp ult i64 %{{.*}}, %[[ROW]]
; CHECK: ret void
define spir_kernel void @multiples() "ferry-row"="72" {
  call void @multiples.region0.vector()
  ret void
}
define internal void @multiples.region0.vector() "ferry-region"="0" "ferry-lanes"="8" "ferry-part"="0" {
  %i = call i64 @__ferry_local_id(i32 0)
  call void @full(i64 %i)
  ret void
}

; CHECK-LABEL: define spir_kernel void @short(
; CHECK: %[[ROW:.*]] = call i64 @__ferry_local_size(i32 0)
; CHECK-NOT: and i64
; CHECK: %[[N:.*]] = sub i64 %[[ROW]], %[[X:.*]]
; CHECK: call void @rest(i64 %[[X]], i64 %[[N]])
define spir_kernel void @short() "ferry-row"="5" {
  call void @short.region0.rest()
  ret void
}
define internal void @short.region0.rest() "ferry-region"="0" "ferry-lanes"="8" "ferry-part"="1" {
  %j = call i64 @__ferry_local_id(i32 0)
  %n = call i64 @__ferry_vector_items()
  call void @rest(i64 %j, i64 %n)
  ret void
}

; The body is copied no further, and LLVM's vectoriser has nothing more to do.
; CHECK: ![[VECTORS]] = distinct !{![[VECTORS]], ![[UNROLL:[0-9]+]], ![[WIDE:[0-9]+]]}
; CHECK: ![[UNROLL]] = !{!"llvm.loop.unroll.disable"}
; CHECK: ![[WIDE]] = !{!"llvm.loop.vectorize.enable", i1 false}
