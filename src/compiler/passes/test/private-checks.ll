; RUN: %ferry-opt=ferry-check-accesses %s | FileCheck %s
; RUN: %ferry-opt=ferry-check-accesses %s | FileCheck --check-prefix=NAMES %s
; RUN: %ferry-opt="ferry-check-accesses,function(ferry-unroll-private,sroa<modify-cfg>,early-cse,simplifycfg,early-cse,simplifycfg)" %s | FileCheck --check-prefix=VALUES %s

; What is called at a mistake is told no address.
; CHECK-LABEL: @kernel.sum(
; CHECK: %array.written = alloca [16 x i8]
; CHECK: call void @llvm.memset{{.*}}(ptr align 1 %array.written, i8 0, i64 16
; CHECK: body:
; CHECK: %[[INSIDE:.*]] = icmp ule i64 %[[OFFSET:.*]], 12
; CHECK: %[[AT:.*]] = select i1 %[[INSIDE]], i64 %{{.*}}, i64 0
; CHECK: %[[THERE:.*]] = getelementptr i8, ptr %array, i64 %[[AT]]
; CHECK: br i1
; CHECK: call void @llvm.memset{{.*}}(ptr align 1 %{{.*}}, i8 1, i64 4
; CHECK: call void @ferry_check_private(i64 %[[OFFSET]], i64 {{[0-9]+}}, i32 {{[0-9]+}}, i32 2)
; CHECK: store i32 %i, ptr %[[THERE]]
; Inside for certain: only what was written is asked.
; CHECK: end:
; CHECK: load i32, ptr %{{.*}}, align 1
; CHECK: call void @ferry_check_private(i64 8, i64 {{[0-9]+}}, i32 {{[0-9]+}}, i32 5)
; CHECK: load i32, ptr %q

; The loop is unrolled, and everything is known.
; VALUES-LABEL: @kernel.sum(
; VALUES-NOT: %array = alloca
; VALUES-NOT: icmp
; VALUES-NOT: br
; VALUES: store i32 2, ptr addrspace(1) %out
; VALUES: ret void
define spir_kernel void @kernel.sum(ptr addrspace(1) %out) {
entry:
  %array = alloca [4 x i32], align 16
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i32 %i, 4
  br i1 %more, label %body, label %end
body:
  %wide = sext i32 %i to i64
  %p = getelementptr inbounds [4 x i32], ptr %array, i64 0, i64 %wide
  store i32 %i, ptr %p, align 4
  %next = add nsw i32 %i, 1
  br label %head
end:
  %q = getelementptr inbounds [4 x i32], ptr %array, i64 0, i64 2
  %value = load i32, ptr %q, align 4
  store i32 %value, ptr addrspace(1) %out, align 4
  ret void
}

; One that is not always aligned, whatever the offset, is asked about by its
; address. Its name is that of the source, without what inlining has put there.
; NAMES: @ferry.text.bytes =
; CHECK-LABEL: @kernel.unaligned(
; CHECK-NOT: @ferry_check_private
; CHECK: call void @ferry_check_variable(ptr %bytes.i.i2, i64 16)
; CHECK: call ptr @ferry_check_write(ptr %bytes.i.i2,
define spir_kernel void @kernel.unaligned() {
  %bytes.i.i2 = alloca [16 x i8], align 1
  store i32 0, ptr %bytes.i.i2, align 4
  ret void
}
