/*******************************************************
 * In the style of array libraries: names of types and of the operation come as macros,
 * and one argument's name ends like a variable's.
 ********************************************************/
#ifndef T
#define T float
#define To double
#define TRANSFORM(x) ((x) * (x))
#define DIMX 32
#endif

typedef struct {
    long dims[4];
    long strides[4];
    long offset;
} KParam;

T load2LocalMem(global const T* in, int dim0, int dim1, int gx, int gy, int inStride1, int inStride0) {
    int gx_ = clamp(gx, 0, dim0 - 1);
    int gy_ = clamp(gy, 0, dim1 - 1);
    return in[gx_ * inStride0 + gy_ * inStride1];
}

kernel void transform_kernel(global T* d_dst, KParam oInfo,
                             global const T* d_src, KParam iInfo,
                             constant float* d_weights,
                             local T* localMem, int nBBS0, int nBBS1) {
    const int weights = get_local_size(0), src = 3;
    unsigned b2       = get_group_id(0) / nBBS0;
    unsigned b3       = get_group_id(1) / nBBS1;
    global const T* iptr =
        d_src + (b2 * iInfo.strides[2] + b3 * iInfo.strides[3] + iInfo.offset);
    global T* optr = d_dst + (b2 * oInfo.strides[2] + b3 * oInfo.strides[3]);
    int lx = get_local_id(0), ly = get_local_id(1);
    int gx = get_local_size(0) * (get_group_id(0) - b2 * nBBS0) + lx;
    int gy = get_local_size(1) * (get_group_id(1) - b3 * nBBS1) + ly;
    localMem[ly * DIMX + lx] = load2LocalMem(iptr, iInfo.dims[0], iInfo.dims[1], gx, gy, iInfo.strides[1], iInfo.strides[0]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (gx < oInfo.dims[0] && gy < oInfo.dims[1])
        optr[gx * oInfo.strides[0] + gy * oInfo.strides[1]] =
            TRANSFORM(localMem[ly * DIMX + lx]) * d_weights[lx] + weights + src;
}
