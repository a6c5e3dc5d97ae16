// The OpenCL headers of the Clang that this worker is linked with, and what they lack.
    .section .rodata
    .global clc_opencl_c_base_h, clc_opencl_c_base_h_end, clc_opencl_c_h, clc_opencl_c_h_end
clc_opencl_c_base_h:
    .incbin "opencl-c-base.h"
    .incbin "opencl_extensions.h"
clc_opencl_c_base_h_end:
    .byte 0
clc_opencl_c_h:
    .incbin "opencl-c.h"
clc_opencl_c_h_end:
    .byte 0
    .section .note.GNU-stack,"",@progbits
