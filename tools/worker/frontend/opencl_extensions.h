// Functions of extensions that Clang's own OpenCL header lacks. The worker appends this text to that header.
#ifdef cl_khr_extended_async_copies
event_t __attribute__((overloadable, convergent)) async_work_group_copy_2D2D(__local void*, size_t,
                                                                             const __global void*, size_t, size_t,
                                                                             size_t, size_t, size_t, size_t, event_t);
event_t __attribute__((overloadable, convergent)) async_work_group_copy_2D2D(__global void*, size_t,
                                                                             const __local void*, size_t, size_t,
                                                                             size_t, size_t, size_t, size_t, event_t);
event_t __attribute__((overloadable, convergent)) async_work_group_copy_3D3D(__local void*, size_t,
                                                                             const __global void*, size_t, size_t,
                                                                             size_t, size_t, size_t, size_t, size_t,
                                                                             size_t, size_t, event_t);
event_t __attribute__((overloadable, convergent)) async_work_group_copy_3D3D(__global void*, size_t,
                                                                             const __local void*, size_t, size_t,
                                                                             size_t, size_t, size_t, size_t, size_t,
                                                                             size_t, size_t, event_t);
#endif
