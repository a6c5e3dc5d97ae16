// Images for NVIDIA's OpenCL driver: textures to read, surfaces to write, samplers of their own.
//
// The functions named "clc.…" are not calls in the end: worker/passes/nvptx_lower_images.cpp replaces handles by kernel
// parameters and "clc.nvvm.…" by the intrinsics of the same name.
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable

#define FN __attribute__((overloadable, always_inline))
#define PURE __attribute__((const))

// A handle of an image, by access and dimensions; all have one name in the IR.
#define HANDLE(TYPE, NAME)                                              \
  PURE ulong r_##NAME(read_only TYPE image) __asm("clc.image");         \
  PURE ulong w_##NAME(write_only TYPE image) __asm("clc.image");
HANDLE(image1d_t, 1d) HANDLE(image1d_buffer_t, 1db) HANDLE(image1d_array_t, 1da) HANDLE(image2d_t, 2d)
HANDLE(image2d_array_t, 2da) HANDLE(image3d_t, 3d)
PURE ulong sampler_handle(sampler_t sampler) __asm("clc.sampler");
// Reads without a sampler: nearest, unnormalised, not clamped.
PURE ulong plain_sampler(void) __asm("clc.sampler.plain");

#define TEX(T, V, C, S)                                                                                \
  T tex_1d_##V##_##S(ulong, ulong, C) __asm("clc.nvvm.tex.1d." #V "." #S);                             \
  T tex_1db_##V##_##S(ulong, ulong, C) __asm("clc.nvvm.tex.1d.buffer." #V "." #S);                     \
  T tex_1da_##V##_##S(ulong, ulong, int, C) __asm("clc.nvvm.tex.1d.array." #V "." #S);                 \
  T tex_2d_##V##_##S(ulong, ulong, C, C) __asm("clc.nvvm.tex.2d." #V "." #S);                          \
  T tex_2da_##V##_##S(ulong, ulong, int, C, C) __asm("clc.nvvm.tex.2d.array." #V "." #S);              \
  T tex_3d_##V##_##S(ulong, ulong, C, C, C) __asm("clc.nvvm.tex.3d." #V "." #S);
TEX(float4, v4f32, float, f32) TEX(float4, v4f32, int, s32) TEX(int4, v4s32, float, f32) TEX(int4, v4s32, int, s32)
TEX(uint4, v4u32, float, f32) TEX(uint4, v4u32, int, s32)

// The layer of an array is the nearest one (OpenCL C, "Image addressing": rint, clamped by the texture unit).
static int layer(float z) { return max((int)__builtin_rintf(z), 0); }
static int layer_i(int z) { return z; }

#define READ(NAME, T, V, C, S, LAYER)                                                                          \
  FN T NAME(read_only image1d_t i, sampler_t s, C c) { return tex_1d_##V##_##S(r_1d(i), sampler_handle(s), c); } \
  FN T NAME(read_only image1d_array_t i, sampler_t s, C##2 c) {                                                \
    return tex_1da_##V##_##S(r_1da(i), sampler_handle(s), LAYER(c.y), c.x);                                    \
  }                                                                                                            \
  FN T NAME(read_only image2d_t i, sampler_t s, C##2 c) {                                                      \
    return tex_2d_##V##_##S(r_2d(i), sampler_handle(s), c.x, c.y);                                             \
  }                                                                                                            \
  FN T NAME(read_only image2d_array_t i, sampler_t s, C##4 c) {                                                \
    return tex_2da_##V##_##S(r_2da(i), sampler_handle(s), LAYER(c.z), c.x, c.y);                               \
  }                                                                                                            \
  FN T NAME(read_only image3d_t i, sampler_t s, C##4 c) {                                                      \
    return tex_3d_##V##_##S(r_3d(i), sampler_handle(s), c.x, c.y, c.z);                                        \
  }
READ(read_imagef, float4, v4f32, float, f32, layer) READ(read_imagef, float4, v4f32, int, s32, layer_i)
READ(read_imagei, int4, v4s32, float, f32, layer) READ(read_imagei, int4, v4s32, int, s32, layer_i)
READ(read_imageui, uint4, v4u32, float, f32, layer) READ(read_imageui, uint4, v4u32, int, s32, layer_i)

#define READ_PLAIN(NAME, T, V)                                                                                       \
  FN T NAME(read_only image1d_t i, int c) { return tex_1d_##V##_s32(r_1d(i), plain_sampler(), c); }                  \
  FN T NAME(read_only image1d_buffer_t i, int c) { return tex_1db_##V##_s32(r_1db(i), plain_sampler(), c); }         \
  FN T NAME(read_only image1d_array_t i, int2 c) { return tex_1da_##V##_s32(r_1da(i), plain_sampler(), c.y, c.x); }  \
  FN T NAME(read_only image2d_t i, int2 c) { return tex_2d_##V##_s32(r_2d(i), plain_sampler(), c.x, c.y); }          \
  FN T NAME(read_only image2d_array_t i, int4 c) {                                                                   \
    return tex_2da_##V##_s32(r_2da(i), plain_sampler(), c.z, c.x, c.y);                                              \
  }                                                                                                                  \
  FN T NAME(read_only image3d_t i, int4 c) { return tex_3d_##V##_s32(r_3d(i), plain_sampler(), c.x, c.y, c.z); }
READ_PLAIN(read_imagef, float4, v4f32) READ_PLAIN(read_imagei, int4, v4s32) READ_PLAIN(read_imageui, uint4, v4u32)

// A formatted store takes the bits of four 32-bit components, whatever their type.
void sust_1d(ulong, int, int, int, int, int) __asm("clc.nvvm.sust.p.1d.v4i32.trap");
void sust_1db(ulong, int, int, int, int, int) __asm("clc.nvvm.sust.p.1d.buffer.v4i32.trap");
void sust_1da(ulong, int, int, int, int, int, int) __asm("clc.nvvm.sust.p.1d.array.v4i32.trap");
void sust_2d(ulong, int, int, int, int, int, int) __asm("clc.nvvm.sust.p.2d.v4i32.trap");
void sust_2da(ulong, int, int, int, int, int, int, int) __asm("clc.nvvm.sust.p.2d.array.v4i32.trap");
void sust_3d(ulong, int, int, int, int, int, int, int) __asm("clc.nvvm.sust.p.3d.v4i32.trap");

#define QUERY(NAME)                                        \
  PURE int txq_##NAME(ulong) __asm("clc.nvvm.txq." #NAME); \
  PURE int suq_##NAME(ulong) __asm("clc.nvvm.suq." #NAME);
QUERY(width) QUERY(height) QUERY(depth)
PURE int txq_layers(ulong) __asm("clc.nvvm.txq.array.size");
PURE int suq_layers(ulong) __asm("clc.nvvm.suq.array.size");
PURE int txq_order(ulong) __asm("clc.nvvm.txq.channel.order");
PURE int suq_order(ulong) __asm("clc.nvvm.suq.channel.order");
PURE int txq_type(ulong) __asm("clc.nvvm.txq.channel.data.type");
PURE int suq_type(ulong) __asm("clc.nvvm.suq.channel.data.type");
PURE ulong suq_address(ulong) __asm("clc.nvvm.suq.address");

// The chip stores the first component at the lowest address, whatever the order of the image's channels. Whole vectors
// are chosen here: of a choice between components LLVM makes an index, and PTX has vectors with an index in memory only.
static int4 in_order_of_channels(int order, int4 b) {
  const int4 bgra_or_not = order == CLK_BGRA ? b.zyxw : b;
  const int4 ra_or_not = order == CLK_RA ? b.xwyz : bgra_or_not;
  return order == CLK_A || order == CLK_ARGB ? b.wxyz : ra_or_not;
}

// CUDA has no surfaces of buffers: the kernel converts texels, and stores as many channels as the image has.
extern constant int clc_has_surfaces_of_buffers;

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define STORE(TYPE)                                                                                                 \
  FN static void store(ulong image, int at, TYPE##4 texel) {                                                        \
    if ((uint)at >= (uint)suq_width(image)) return;                                                                 \
    global TYPE* texels = (global TYPE*)suq_address(image);                                                         \
    const int order = suq_order(image);                                                                             \
    if (order == CLK_R)                                                                                             \
      texels[at] = texel.x;                                                                                         \
    else if (order == CLK_RG)                                                                                       \
      ((global TYPE##2*)texels)[at] = texel.xy;                                                                     \
    else                                                                                                            \
      ((global TYPE##4*)texels)[at] = texel;                                                                        \
  }
STORE(uchar) STORE(ushort) STORE(uint)

FN static void store_texel(ulong image, int at, float4 v) {
  switch (suq_type(image)) {
    case CLK_UNORM_INT8: return store(image, at, convert_uchar4_sat_rte(v * 255.0f));
    case CLK_SNORM_INT8: return store(image, at, as_uchar4(convert_char4_sat_rte(v * 127.0f)));
    case CLK_UNORM_INT16: return store(image, at, convert_ushort4_sat_rte(v * 65535.0f));
    case CLK_SNORM_INT16: return store(image, at, as_ushort4(convert_short4_sat_rte(v * 32767.0f)));
    case CLK_HALF_FLOAT: return store(image, at, as_ushort4(__builtin_convertvector(v, half4)));
    case CLK_FLOAT: return store(image, at, as_uint4(v));
  }
}
FN static void store_texel(ulong image, int at, int4 v) {
  switch (suq_type(image)) {
    case CLK_SIGNED_INT8: return store(image, at, as_uchar4(convert_char4_sat(v)));
    case CLK_SIGNED_INT16: return store(image, at, as_ushort4(convert_short4_sat(v)));
    case CLK_SIGNED_INT32: return store(image, at, as_uint4(v));
  }
}
FN static void store_texel(ulong image, int at, uint4 v) {
  switch (suq_type(image)) {
    case CLK_UNSIGNED_INT8: return store(image, at, convert_uchar4_sat(v));
    case CLK_UNSIGNED_INT16: return store(image, at, convert_ushort4_sat(v));
    case CLK_UNSIGNED_INT32: return store(image, at, v);
  }
}

#define WRITE(NAME, T)                                                                                              \
  FN void NAME(write_only image1d_t i, int c, T v) {                                                                \
    const int4 b = in_order_of_channels(suq_order(w_1d(i)), as_int4(v));                                            \
    sust_1d(w_1d(i), c, b.x, b.y, b.z, b.w);                                                                        \
  }                                                                                                                 \
  FN void NAME(write_only image1d_buffer_t i, int c, T v) {                                                         \
    const int4 b = in_order_of_channels(suq_order(w_1db(i)), as_int4(v));                                           \
    if (clc_has_surfaces_of_buffers)                                                                                \
      sust_1db(w_1db(i), c, b.x, b.y, b.z, b.w);                                                                    \
    else                                                                                                            \
      store_texel(w_1db(i), c, as_##T(b));                                                                          \
  }                                                                                                                 \
  FN void NAME(write_only image1d_array_t i, int2 c, T v) {                                                         \
    const int4 b = in_order_of_channels(suq_order(w_1da(i)), as_int4(v));                                           \
    sust_1da(w_1da(i), c.y, c.x, b.x, b.y, b.z, b.w);                                                               \
  }                                                                                                                 \
  FN void NAME(write_only image2d_t i, int2 c, T v) {                                                               \
    const int4 b = in_order_of_channels(suq_order(w_2d(i)), as_int4(v));                                            \
    sust_2d(w_2d(i), c.x, c.y, b.x, b.y, b.z, b.w);                                                                 \
  }                                                                                                                 \
  FN void NAME(write_only image2d_array_t i, int4 c, T v) {                                                         \
    const int4 b = in_order_of_channels(suq_order(w_2da(i)), as_int4(v));                                           \
    sust_2da(w_2da(i), c.z, c.x, c.y, b.x, b.y, b.z, b.w);                                                          \
  }                                                                                                                 \
  FN void NAME(write_only image3d_t i, int4 c, T v) {                                                               \
    const int4 b = in_order_of_channels(suq_order(w_3d(i)), as_int4(v));                                            \
    sust_3d(w_3d(i), c.x, c.y, c.z, b.x, b.y, b.z, b.w);                                                            \
  }
WRITE(write_imagef, float4) WRITE(write_imagei, int4) WRITE(write_imageui, uint4)

#define ASK(T, FUNCTION, TYPE, NAME, QUERY)                             \
  FN T FUNCTION(read_only TYPE i) { return txq_##QUERY(r_##NAME(i)); }  \
  FN T FUNCTION(write_only TYPE i) { return suq_##QUERY(w_##NAME(i)); }
#define ASK_COMMON(TYPE, NAME)                              \
  ASK(int, get_image_width, TYPE, NAME, width)              \
  ASK(int, get_image_channel_order, TYPE, NAME, order)      \
  ASK(int, get_image_channel_data_type, TYPE, NAME, type)
ASK_COMMON(image1d_t, 1d) ASK_COMMON(image1d_buffer_t, 1db) ASK_COMMON(image1d_array_t, 1da) ASK_COMMON(image2d_t, 2d)
ASK_COMMON(image2d_array_t, 2da) ASK_COMMON(image3d_t, 3d)
ASK(int, get_image_height, image2d_t, 2d, height) ASK(int, get_image_height, image2d_array_t, 2da, height)
ASK(int, get_image_height, image3d_t, 3d, height) ASK(int, get_image_depth, image3d_t, 3d, depth)
ASK(size_t, get_image_array_size, image1d_array_t, 1da, layers)
ASK(size_t, get_image_array_size, image2d_array_t, 2da, layers)

#define DIM(ACCESS)                                                                                             \
  FN int2 get_image_dim(ACCESS image2d_t i) { return (int2)(get_image_width(i), get_image_height(i)); }         \
  FN int2 get_image_dim(ACCESS image2d_array_t i) { return (int2)(get_image_width(i), get_image_height(i)); }   \
  FN int4 get_image_dim(ACCESS image3d_t i) {                                                                   \
    return (int4)(get_image_width(i), get_image_height(i), get_image_depth(i), 0);                              \
  }
DIM(read_only)
DIM(write_only)

// The same with half numbers.
static half4 to_half(float4 x) { return __builtin_convertvector(x, half4); }
#define READ_HALF(IMAGE, INTS, FLOATS)                                                                          \
  FN half4 read_imageh(read_only IMAGE i, sampler_t s, INTS c) { return to_half(read_imagef(i, s, c)); }    \
  FN half4 read_imageh(read_only IMAGE i, sampler_t s, FLOATS c) { return to_half(read_imagef(i, s, c)); }
#define HALF_PLAIN(IMAGE, INTS)                                                                                 \
  FN half4 read_imageh(read_only IMAGE i, INTS c) { return to_half(read_imagef(i, c)); }                    \
  FN void write_imageh(write_only IMAGE i, INTS c, half4 colour) { write_imagef(i, c, __builtin_convertvector(colour, float4)); }
READ_HALF(image1d_t, int, float) READ_HALF(image1d_array_t, int2, float2) READ_HALF(image2d_t, int2, float2)
READ_HALF(image2d_array_t, int4, float4) READ_HALF(image3d_t, int4, float4)
HALF_PLAIN(image1d_t, int) HALF_PLAIN(image1d_buffer_t, int) HALF_PLAIN(image1d_array_t, int2) HALF_PLAIN(image2d_t, int2)
HALF_PLAIN(image2d_array_t, int4) HALF_PLAIN(image3d_t, int4)
