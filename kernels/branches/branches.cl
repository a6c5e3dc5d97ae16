// out[i] = one of two functions of in[i], for i from the launch's offset to `end`: which one, bit `shift` of i says. With a
// shift of 0 neighbouring items go different ways, and a sub-group goes both; with 6, items that are together go together.

#define ROUNDS 64u

static uint first_way(uint value) {
  for (uint k = 0; k < ROUNDS; ++k) value = value * 1664525u + 1013904223u;
  return value;
}

static uint second_way(uint value) {
  for (uint k = 0; k < ROUNDS; ++k) value = (value ^ value >> 13) + k;
  return value;
}

kernel void branches_taken(global const uint* restrict in, global uint* restrict out, ulong end, uint shift) {
  const size_t i = get_global_id(0);
  if (i >= end) return;
  if ((i >> shift & 1) == 0) {
    out[i] = first_way(in[i]);
  } else {
    out[i] = second_way(in[i]);
  }
}

// No branch: every item computes both, and takes one.
kernel void branches_selected(global const uint* restrict in, global uint* restrict out, ulong end, uint shift) {
  const size_t i = get_global_id(0);
  if (i >= end) return;
  const uint mask = (i >> shift & 1) == 0 ? 0xffffffffu : 0u;
  out[i] = (first_way(in[i]) & mask) | (second_way(in[i]) & ~mask);
}

// A vote: whether any item of the wave wants something; of the group, where no one asks waves. All items must come here.
static bool any_wants(bool wants, local uint* votes) {
#if defined(__NVPTX__) && __CUDA_ARCH__ >= 700
  if (get_local_size(0) % 32 == 0) return __nvvm_vote_any_sync(~0u, wants);
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) votes[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (wants) atomic_or(votes, 1u);
  barrier(CLK_LOCAL_MEM_FENCE);
  return votes[0] != 0;
}

// Items vote which ways any of them goes, and compute no other.
kernel void branches_voted(global const uint* restrict in, global uint* restrict out, ulong end, uint shift) {
  local uint votes[1];
  const size_t i = get_global_id(0);
  const bool inside = i < end;
  const bool is_first = (i >> shift & 1) == 0;
  const uint value = inside ? in[i] : 0;
  uint first = 0, second = 0;
  if (any_wants(inside && is_first, votes)) first = first_way(value);
  if (any_wants(inside && !is_first, votes)) second = second_way(value);
  if (inside) out[i] = is_first ? first : second;
}
