; RUN: %ferry-opt=ferry-describe %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; Images and samplers are told by the base type, not by the name that the program
; gives it: kinds 3 and 4. Behind the qualifiers an image has the type that it
; must be of (0x10F1: 2D; with bit 31 for depth); a buffer (1) has none.
; CHECK: [{ ptr, ptr, i32, i32, i32, i32, i32, i32, i32, i32 } { ptr @{{[0-9]+}}, ptr @{{[0-9]+}}, i32 3, i32 0, i32 8, i32 8, i32 4507, i32 4512, i32 0, i32 4337 },
; CHECK-SAME: i32 3, i32 8, i32 8, i32 8, i32 4507, i32 4513, i32 0, i32 -2147479311 },
; CHECK-SAME: i32 4, i32 16, i32 8, i32 8, i32 4510, i32 4515, i32 0, i32 0 },
; CHECK-SAME: i32 1, i32 24, i32 8, i32 8, i32 4507, i32 4515, i32 0, i32 0 }]
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(2) %s, ptr addrspace(1) %p)
    !kernel_arg_access_qual !0 !kernel_arg_type !1 !kernel_arg_base_type !2 {
  ret void
}
!0 = !{!"read_only", !"write_only", !"none", !"none"}
!1 = !{!"picture", !"image2d_depth_t", !"sampler_t", !"image2d_t*"}
!2 = !{!"image2d_t", !"image2d_depth_t", !"sampler_t", !"image2d_t*"}
