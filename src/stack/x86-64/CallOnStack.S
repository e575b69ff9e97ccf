// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
// void ferryCallOnStack(void *Top, void (*Function)(void *), void *Argument);
// see CallOnStack.h. The frame is found by %rbp, so that unwinders get from
// one stack to the other.

        .text
        .globl  ferryCallOnStack
        .hidden ferryCallOnStack
        .type   ferryCallOnStack, @function
        .balign 16
ferryCallOnStack:
        .cfi_startproc
        endbr64
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        movq    %rdi, %rsp
        movq    %rdx, %rdi
        callq   *%rsi
        movq    %rbp, %rsp
        .cfi_def_cfa_register %rsp
        popq    %rbp
        .cfi_def_cfa_offset 8
        .cfi_restore %rbp
        retq
        .cfi_endproc
        .size   ferryCallOnStack, . - ferryCallOnStack
        .section .note.GNU-stack, "", @progbits
