// What AMD's libraries and libclc leave out.
#define FN __attribute__((overloadable, always_inline))

FN cl_mem_fence_flags get_fence(void* p) { return to_local(p) ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE; }
FN cl_mem_fence_flags get_fence(const void* p) { return get_fence((void*)p); }
