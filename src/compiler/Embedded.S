// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
// Files that libferry-compiler.so carries; see Embedded.h.

        .macro  embed name, file
        .globl  \name\()Begin, \name\()End
        .hidden \name\()Begin, \name\()End
        .balign 16
\name\()Begin:
        .incbin "\file"
\name\()End:
        .byte   0
        .endm

        .section .rodata
        embed   ferryBaseHeader, FERRY_BASE_HEADER
        embed   ferryExtensionHeader, FERRY_EXTENSION_HEADER
        embed   ferryBuiltins, FERRY_BUILTINS
        .section .note.GNU-stack, "", @progbits
