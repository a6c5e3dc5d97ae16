/* cl_clc_cuda: memory and streams of CUDA's in OpenCL. The platform "clc CUDA" (libclc-cuda.so) has this extension,
 * version 1.0.0, where CL_PLATFORM_EXTENSIONS names it; docs/cuda.md shows a program. All is of the device's primary
 * context, which CUDA's runtime, PyTorch, CuPy and Numba use too.
 *
 * The numbers are outside of the ranges that Khronos gives to vendors. */
#ifndef CLC_CUDA_H
#define CLC_CUDA_H

#include <CL/cl.h>

#define CL_CLC_CUDA_EXTENSION_NAME "cl_clc_cuda"

/* A property of clCreateBufferWithProperties. Its value is an address of CUDA's (CUdeviceptr): the buffer is the memory
 * from there on, of `size` bytes, which is not copied and stays the application's, who frees it after the buffer's last
 * command. The memory is device memory of a device of the context, or managed memory. It may begin anywhere in an
 * allocation.
 *
 *   CL_INVALID_PROPERTY      the address is none of such memory
 *   CL_INVALID_BUFFER_SIZE   the allocation ends before the buffer does
 *   CL_INVALID_VALUE         flags with CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR or CL_MEM_COPY_HOST_PTR
 *
 * The context's callback is told why, in a sentence.
 *
 * A query of clGetMemObjectInfo: the address (cl_ulong) at which kernels see any buffer or sub-buffer. */
#define CL_MEM_CUDA_POINTER_CLC 0x434C4301

/* A property of clCreateCommandQueueWithProperties. Its value is a stream of CUDA's (CUstream), or 0 or 1 for the
 * legacy default stream, or 2 for the per-thread one. The queue's commands are that stream's, in order with all others
 * there; it stays the application's, who destroys it after the queue.
 *
 * When clFlush returns, all commands stand in the stream but those that wait for events of other queues or of the
 * application, and those behind them. Before, they need not.
 *
 * A queue on the per-thread stream is for the thread that makes it: that one alone gives commands to the stream, in
 * calls for this queue.
 *
 *   CL_INVALID_QUEUE_PROPERTIES   CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE is set, too
 *   CL_INVALID_VALUE              the stream is not of the device's primary context
 *
 * While a stream is captured into a graph, its queue must have no commands.
 *
 * A query of clGetCommandQueueInfo: the stream (cl_ulong) of any queue. */
#define CL_QUEUE_CUDA_STREAM_CLC 0x434C4302

#endif
