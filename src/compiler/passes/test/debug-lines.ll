; Code of a vector has the lines of the kernel, as if no function had ever been
; made of a region; loops, too, know where they are. What the runtime calls is
; the kernel that debuggers see.
; RUN: %ferry-opt='ferry-split,ferry-widen<lanes=4>,ferry-item-loops,ferry-place-memory,ferry-build-entries' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__ferry_barrier() convergent
declare i64 @__ferry_local_id(i32) memory(none)

; CHECK-LABEL: define internal void @ferry.kernel.k(
; CHECK-SAME: !dbg ![[KERNEL:[0-9]+]]
; CHECK: %[[V:.*]] = load <4 x float>, ptr addrspace(1) %{{.*}}, align 4, !dbg ![[LINE3:[0-9]+]]
; CHECK: fadd <4 x float> {{.*}}, !dbg ![[LINE4:[0-9]+]]
; CHECK: call fast <4 x float> @llvm.sqrt.v4f32({{.*}}), !dbg ![[INLINED:[0-9]+]]
; CHECK: br i1 {{.*}}, !dbg ![[LINE5:[0-9]+]], !llvm.loop ![[LOOP:[0-9]+]]
; CHECK: store <4 x float> {{.*}}, !dbg ![[LINE6:[0-9]+]]
; CHECK-NOT: DISubprogram(name: "{{.*}}extracted
; CHECK-DAG: ![[KERNEL]] = distinct !DISubprogram(name: "k"
; CHECK-DAG: ![[LINE3]] = !DILocation(line: 3, column: 1, scope: ![[KERNEL]])
; CHECK-DAG: ![[LINE4]] = !DILocation(line: 4, column: 1, scope: ![[KERNEL]])
; CHECK-DAG: ![[LINE5]] = !DILocation(line: 5, column: 1, scope: ![[KERNEL]])
; CHECK-DAG: ![[LINE6]] = !DILocation(line: 6, column: 1, scope: ![[KERNEL]])
; CHECK-DAG: ![[INLINED]] = !DILocation(line: 11, column: 1, scope: ![[CALLEE:[0-9]+]], inlinedAt: ![[AT:[0-9]+]])
; CHECK-DAG: ![[AT]] = distinct !DILocation(line: 4, column: 9, scope: ![[KERNEL]])
; CHECK-DAG: ![[CALLEE]] = distinct !DISubprogram(name: "f"
; CHECK-DAG: ![[LOOP]] = distinct !{![[LOOP]], ![[START:[0-9]+]], ![[END:[0-9]+]]}
; CHECK-DAG: ![[START]] = !DILocation(line: 3, column: 5, scope: ![[KERNEL]])
; CHECK-DAG: ![[END]] = !DILocation(line: 5, column: 5, scope: ![[KERNEL]])
; CHECK-NOT: DISubprogram(name: "{{.*}}extracted
define spir_kernel void @kernel.k(ptr addrspace(1) %p, i32 %n) !dbg !4 !kernel_arg_addr_space !20 !kernel_arg_access_qual !21 !kernel_arg_type !21 !kernel_arg_base_type !21 !kernel_arg_type_qual !21 {
  call void @__ferry_barrier(), !dbg !8
  %i = call i64 @__ferry_local_id(i32 0), !dbg !8
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i, !dbg !8
  %v = load float, ptr addrspace(1) %a, align 4, !dbg !8
  br label %loop, !dbg !8

loop:
  %k = phi i32 [ 0, %0 ], [ %next, %loop ]
  %s = phi float [ %v, %0 ], [ %root, %loop ]
  %sum = fadd float %s, 1.0, !dbg !9
  %root = call fast float @llvm.sqrt.f32(float %sum), !dbg !13
  %next = add i32 %k, 1, !dbg !10
  %more = icmp ult i32 %next, %n, !dbg !10
  br i1 %more, label %loop, label %end, !dbg !10, !llvm.loop !15

end:
  store float %root, ptr addrspace(1) %a, align 4, !dbg !11
  ret void, !dbg !11
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, isOptimized: true, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "program.cl", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !5, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!8 = !DILocation(line: 3, column: 1, scope: !4)
!9 = !DILocation(line: 4, column: 1, scope: !4)
!10 = !DILocation(line: 5, column: 1, scope: !4)
!11 = !DILocation(line: 6, column: 1, scope: !4)
!12 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 10, type: !5, scopeLine: 10, spFlags: DISPFlagDefinition, unit: !0)
!13 = !DILocation(line: 11, column: 1, scope: !12, inlinedAt: !14)
!14 = distinct !DILocation(line: 4, column: 9, scope: !4)
!15 = distinct !{!15, !16, !17}
!16 = !DILocation(line: 3, column: 5, scope: !4)
!17 = !DILocation(line: 5, column: 5, scope: !4)
!20 = !{i32 1, i32 0}
!21 = !{!"", !""}
