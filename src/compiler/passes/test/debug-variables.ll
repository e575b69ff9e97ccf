; A kernel for debuggers: its variables stay in one place, into which each region
; brings those of the work-item that runs; ids are variables, too; a __local
; variable is found by its address. Each region is a lexical block.
; RUN: %ferry-opt='ferry-split,ferry-widen<lanes=4>,ferry-item-loops,ferry-place-memory,ferry-build-entries' %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@tile = internal addrspace(3) global [64 x float] undef, align 16, !dbg !30

declare void @__ferry_barrier() convergent
declare i64 @__ferry_local_id(i32) memory(none)

; CHECK-LABEL: define internal void @ferry.kernel.k(
; CHECK-SAME: #[[ATTRIBUTES:[0-9]+]] !dbg ![[KERNEL:[0-9]+]]
; CHECK-DAG: %[[GROUP:get_group_id.*]] = alloca [3 x i64]
; CHECK-DAG: %[[LOCAL:get_local_id.*]] = alloca [3 x i64]
; CHECK-DAG: %[[GLOBAL:get_global_id.*]] = alloca [3 x i64]
; CHECK-DAG: %[[PLACE:address.*]] = alloca ptr addrspace(3)
; CHECK-DAG: %[[X:x.*]] = alloca float, align 4
; CHECK: #dbg_declare(ptr %[[GLOBAL]], ![[ID:[0-9]+]], !DIExpression(), !
; CHECK: store ptr addrspace(3) {{.*}}, ptr %[[PLACE]]
; CHECK: #dbg_declare(ptr %[[PLACE]], ![[TILE:[0-9]+]], !DIExpression(DW_OP_deref), !
; CHECK: call void @llvm.memcpy{{.*}}(ptr align 4 %{{.*}}, ptr align 4 %[[X]], i64 4,
; The second region.
; CHECK: #dbg_declare(ptr %[[X]], ![[X1:[0-9]+]], !DIExpression(), ![[LINE3:[0-9]+]])
; CHECK: call void @llvm.memcpy{{.*}}(ptr align 4 %[[X]], ptr align 4 %{{.*}}, i64 4,
; CHECK: load float, ptr %[[X]], align 4, !dbg ![[LINE5:[0-9]+]]
; CHECK: attributes #[[ATTRIBUTES]] = {{{.*}} optnone
; CHECK-DAG: ![[LINE5]] = !DILocation(line: 5, column: 1, scope: ![[BLOCK:[0-9]+]])
; CHECK-DAG: ![[BLOCK]] = distinct !DILexicalBlock(scope: ![[KERNEL]],
; CHECK-DAG: ![[X1]] = !DILocalVariable(name: "x", scope: ![[BLOCK]],
; CHECK-DAG: ![[TILE]] = !DILocalVariable(name: "tile", scope: ![[KERNEL]]
; CHECK-DAG: ![[ID]] = !DILocalVariable(name: "get_global_id", scope: ![[KERNEL]]
define spir_kernel void @kernel.k(ptr addrspace(1) %p) noinline optnone !dbg !4 !kernel_arg_addr_space !20 !kernel_arg_access_qual !21 !kernel_arg_type !21 !kernel_arg_base_type !21 !kernel_arg_type_qual !21 {
  %x = alloca float, align 4
    #dbg_declare(ptr %x, !40, !DIExpression(), !8)
  %i = call i64 @__ferry_local_id(i32 0), !dbg !8
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i, !dbg !8
  %v = load float, ptr addrspace(1) %a, align 4, !dbg !8
  store float %v, ptr %x, align 4, !dbg !8
  %t = getelementptr float, ptr addrspace(3) @tile, i64 %i, !dbg !8
  store float %v, ptr addrspace(3) %t, align 4, !dbg !8
  call void @__ferry_barrier(), !dbg !9
  %w = load float, ptr %x, align 4, !dbg !10
  store float %w, ptr addrspace(1) %p, align 4, !dbg !10
  ret void, !dbg !10
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, isOptimized: false, emissionKind: FullDebug, globals: !32)
!1 = !DIFile(filename: "program.cl", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !5, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!8 = !DILocation(line: 3, column: 1, scope: !4)
!9 = !DILocation(line: 4, column: 1, scope: !4)
!10 = !DILocation(line: 5, column: 1, scope: !4)
!20 = !{i32 1}
!21 = !{!""}
!30 = !DIGlobalVariableExpression(var: !31, expr: !DIExpression())
!31 = distinct !DIGlobalVariable(name: "tile", scope: !4, file: !1, line: 2, type: !33, isLocal: true, isDefinition: true)
!32 = !{!30}
!33 = !DICompositeType(tag: DW_TAG_array_type, baseType: !34, size: 2048, elements: !35)
!34 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!35 = !{!36}
!36 = !DISubrange(count: 64)
!40 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 3, type: !34)
