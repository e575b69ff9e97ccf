; A gather whose index is undefined has another register for it than for its
; result: the processor refuses one that has not.
; REQUIRES: llvm-22
; RUN: %ferry-llc -mcpu=x86-64-v4 %s -o - | FileCheck %s \
; RUN:   --implicit-check-not='{{,%.mm([0-9]+),[1248][)], %.mm\1 [{]}}'
; RUN: %ferry-llc -mcpu=x86-64-v3 -mattr=+fast-gather %s -o - | FileCheck %s \
; RUN:   --implicit-check-not='{{,%.mm([0-9]+),[1248][)], %.mm\1$}}' \
; RUN:   --implicit-check-not='{{gather.*%.mm([0-9]+), [(].*,%.mm\1,}}' \
; RUN:   --implicit-check-not='{{gather.*%.mm([0-9]+), [(].*[)], %.mm\1$}}'
; As long as LLVM gives it the same one, this is needed.
; RUN: llc -mcpu=x86-64-v4 %s -o - | FileCheck %s --check-prefix=WRONG
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; What is loaded for lanes that are not active: half of the indices.
; CHECK-LABEL: half:
; CHECK: gatherdps
define <16 x float> @half(ptr %indices, ptr %from) {
  %loaded = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr %indices, i32 4, <16 x i1> <i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0>, <16 x i32> poison)
  %index = freeze <16 x i32> %loaded
  %places = getelementptr float, ptr %from, <16 x i32> %index
  %result = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> %places, i32 4, <16 x i1> splat (i1 true), <16 x float> poison)
  ret <16 x float> %result
}

; WRONG-LABEL: all:
; WRONG: vgatherqpd {{.*,%zmm([0-9]+),8[)], %zmm\1 [{]}}
; CHECK-LABEL: all:
; CHECK: gatherqpd
define <8 x double> @all(ptr %from) {
  %index = freeze <8 x i64> poison
  %places = getelementptr double, ptr %from, <8 x i64> %index
  %result = call <8 x double> @llvm.masked.gather.v8f64.v8p0(<8 x ptr> %places, i32 8, <8 x i1> splat (i1 true), <8 x double> poison)
  ret <8 x double> %result
}
