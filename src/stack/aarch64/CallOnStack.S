// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
// void ferryCallOnStack(void *Top, void (*Function)(void *), void *Argument);
// see CallOnStack.h. The frame is found by x29, so that unwinders get from one
// stack to the other.

        .text
        .globl  ferryCallOnStack
        .hidden ferryCallOnStack
        .type   ferryCallOnStack, %function
        .balign 16
ferryCallOnStack:
        .cfi_startproc
        hint    #34                     // bti c
        stp     x29, x30, [sp, #-16]!
        .cfi_def_cfa_offset 16
        .cfi_offset w29, -16
        .cfi_offset w30, -8
        mov     x29, sp
        .cfi_def_cfa_register w29
        mov     sp, x0
        mov     x0, x2
        blr     x1
        mov     sp, x29
        .cfi_def_cfa_register sp
        ldp     x29, x30, [sp], #16
        .cfi_def_cfa_offset 0
        .cfi_restore w29
        .cfi_restore w30
        ret
        .cfi_endproc
        .size   ferryCallOnStack, . - ferryCallOnStack
        .section .note.GNU-stack, "", %progbits
