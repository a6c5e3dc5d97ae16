// Generic pointers: into which address space, nobody knows before. Bit j of wrong[i] says that function j of item i
// gave something else than through a pointer to private memory.
#define EQUAL(A, B) ((A) == (B) || ((A) != (A) && (B) != (B)))
#define CHECK(BIT, T, OTHER, CALL)                                                                \
  {                                                                                               \
    OTHER own = 0, at_hand = 0;                                                                   \
    OTHER* p = i % 3 == 0 ? (OTHER*)(memory + i) : i % 3 == 1 ? (OTHER*)&local_memory[l] : &at_hand; \
    T expected, got;                                                                              \
    {                                                                                             \
      private OTHER* q = &own;                                                                    \
      expected = CALL;                                                                            \
    }                                                                                             \
    {                                                                                             \
      OTHER* q = p;                                                                               \
      got = CALL;                                                                                 \
    }                                                                                             \
    if (!EQUAL(got, expected) || !EQUAL(*p, own)) bad |= 1ul << BIT;                              \
  }

kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void generic_pointers(global const float* a, global const float* b, global long* memory, global ulong* wrong) {
  local long local_memory[32];
  const int i = get_global_id(0), l = get_local_id(0);
  const float x = a[i], y = b[i];
  ulong bad = 0;
  CHECK(0, float, float, fract(x, q))
  CHECK(1, float, float, modf(x, q))
  CHECK(2, float, float, sincos(x, q))
  CHECK(3, float, int, frexp(x, q))
  CHECK(4, float, int, lgamma_r(x, q))
  CHECK(5, float, int, remquo(x, y, q))
  // Loads and stores, and which space a pointer is found to be in.
  float* p = i % 3 == 0 ? (float*)(memory + i) : (float*)&local_memory[l];
  vstore2((float2)(x, y), 0, p);
  if (!EQUAL(p[0], x) || !EQUAL(vload2(0, p).y, y)) bad |= 1ul << 6;
  vstore_half_rtz(1.9999f, 0, (half*)p);
  if (vload_half(0, (half*)p) != 0x1.ffcp0f) bad |= 1ul << 7;
  if ((to_global(p) != 0) != (i % 3 == 0) || (to_local(p) != 0) != (i % 3 != 0)) bad |= 1ul << 8;
  if (get_fence(p) != (i % 3 == 0 ? CLK_GLOBAL_MEM_FENCE : CLK_LOCAL_MEM_FENCE)) bad |= 1ul << 9;
  wrong[i] = bad;
}
