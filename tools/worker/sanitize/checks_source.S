// The library of checks, which each job compiles for its target.
    .section .rodata
    .global clc_checks_cl, clc_checks_cl_end
clc_checks_cl:
    .incbin "checks.cl"
    .incbin "meetings.cl"
clc_checks_cl_end:
    .byte 0
    .section .note.GNU-stack,"",@progbits
