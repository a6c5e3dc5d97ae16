// The checks of instrumented kernels (clc compile --sanitize). kernel_checks.cpp places the calls; the layout of the
// buffer is that of clc/internal/check_table.h, and the enumerators below have its order.
enum {
  k_regions,
  k_regions_at,
  k_slots_at,
  k_stops,
  k_local_at,
  k_local_groups,
  k_local_bytes,
  k_local_shift,
  k_global_at,
  k_global_shift,
  k_atomics_at,
  k_barriers_at,
  k_groups,
  k_sub_groups_at,
  k_items
};
enum { k_region_words = 6, k_slot_words = 16, k_shadow_words = 5, k_barrier_words = 2 };

// Kinds of accesses; checked_accesses.h has the same.
enum { k_read = 0, k_write = 1, k_atomic = 2, k_differs = 4 };  // the last: `value` says nothing

// A record of a shadow names an item of a group and the number of barriers before, or a group. Its highest bit says
// that the write was atomic, or that several have read.
#define FLAG 0x80000000u
#define ITEM 0xfffu
#define EPOCH 0x7ffff000u
#define BY_NOBODY 1u  // of epoch 0, in which nothing happens

// The knowledge of an item about itself; at most 64 bytes, see check_writer.cpp.
typedef struct {
  global uint* words;
  ulong group;
  global uint* shadow;  // of the group's local memory; null: it has none
  uint shadow_bytes, shadow_shift;
  uint self, item, items, epoch, barriers;  // `item` is the author of accesses, `self` the item
  uint sub_group, sub_items, sub_calls;     // of functions that all items of a sub-group must reach
} State;

// Checks are calls, which keep kernels small; what only reads stays inline.
#define CALLED __attribute__((noinline))

static ulong number_of(global const uint* low) { return low[0] | (ulong)low[1] << 32; }

void clc_check_begin(private State* s, global uint* words) {
  s->words = words;
  s->group = ((ulong)get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
  s->items = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
  s->self = (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0));
  s->item = s->self;
  s->shadow_bytes = words[k_local_bytes];
  s->shadow_shift = words[k_local_shift];
  const ulong granules = (s->shadow_bytes >> s->shadow_shift) + 1;
  s->shadow = s->group < words[k_local_groups] ? words + words[k_local_at] + s->group * granules * k_shadow_words : 0;
  s->epoch = 1;
  s->barriers = 0;
}

static global uint* region(private State* s, uint index) {
  return s->words + s->words[k_regions_at] + index * k_region_words;
}

ulong clc_check_size(private State* s, uint index) { return number_of(region(s, index) + 2); }
ulong clc_check_shadow(private State* s, uint index) { return number_of(region(s, index) + 4); }

// Counts the items of a sub-group as one: whoever uses the functions of sub-groups orders their accesses by them.
void clc_check_sub_groups(private State* s, uint sub_group) { s->item = sub_group; }

// Tells where an argument points; all items write the same.
void clc_check_base(private State* s, uint index, ulong address) {
  global uint* at = region(s, index);
  at[0] = (uint)address;
  at[1] = (uint)(address >> 32);
}

static CALLED void fill_slot(private State* s, uint place, uint other, uint who, ulong first, ulong second) {
  global uint* slot = s->words + s->words[k_slots_at] + place * k_slot_words;
  if (*(volatile global uint*)slot >= FLAG || atomic_inc(slot) != 0) return;
  slot[1] = other;
  for (uint d = 0; d < 3; ++d) {
    slot[2 + d] = (uint)get_global_id(d);
    slot[5 + d] = (uint)get_group_id(d);
  }
  slot[8] = (uint)first;
  slot[9] = (uint)(first >> 32);
  slot[10] = (uint)second;
  slot[11] = (uint)(second >> 32);
  slot[12] = who;
}

CALLED void clc_check_report(private State* s, uint place, ulong first, ulong second) {
  fill_slot(s, place, 0, 0, first, second);
}

// Tells behind a report whether the item ends.
uint clc_check_stops(private State* s) { return s->words[k_stops]; }

// Looks for an address in all memory that is known; returns 0 for one that is nowhere.
CALLED uint clc_check_anywhere(private State* s, uint place, ulong address, ulong bytes) {
  const uint regions = s->words[k_regions];
  for (uint i = 0; i < regions; ++i) {
    global uint* at = region(s, i);
    const ulong offset = address - number_of(at), size = number_of(at + 2);
    if (bytes <= size && offset <= size - bytes) return 1;
  }
  fill_slot(s, place, 0, 0, address, 0);
  return 0;
}

// The rules of one shadow. Records conflict when they are of the same period and of different authors.
typedef struct {
  uint me, period, author;
  uint released;  // what the writer's group has released, with its place
} Rules;

static bool conflict(uint record, Rules rules) {
  return record != 0 && ((record ^ rules.me) & rules.period) == 0 && ((record ^ rules.me) & rules.author) != 0;
}

static uint count_of(private State* s, uint group) {
  const uint at = s->words[k_atomics_at];
  return at == 0 || group >= s->words[k_groups] ? 0 : *(volatile global uint*)(s->words + at + group);
}

// Groups that both did atomic operations, the first after its access, may have agreed on an order.
static bool is_ordered(private State* s, Rules rules, uint record, uint released) {
  if (rules.period != 0 || s->words[k_atomics_at] == 0) return false;
  return count_of(s, (uint)s->group) != 0 && (count_of(s, (record & ~FLAG) - 1) & 0xffff) != released >> 16;
}

static void report_race(private State* s, Rules rules, uint place, uint record, uint written, ulong at) {
  if (is_ordered(s, rules, record, written)) return;
  fill_slot(s, place, (written & 0xffff) + 1, record & rules.author & ~FLAG, at, 0);
}

// Plain accesses of the shadow, not atomic ones: those of all items at the same granules would take most of the time. Of
// two that write a record at once, one reads back the other's.
static void note_read(private State* s, global uint* shadow, Rules rules, uint place, uint kind, ulong at) {
  volatile global uint* record = shadow;
  const uint before = record[1];
  const bool is_now = before != 0 && ((before ^ rules.me) & rules.period) == 0;
  if ((kind & k_atomic) == 0 && !(is_now && (before == rules.me || (before & FLAG) != 0))) {
    record[1] = is_now ? rules.me | FLAG : rules.me;
    record[4] = place;
    if (!is_now && record[1] != rules.me) record[1] = rules.me | FLAG;
  }
  const uint writer = record[0];
  if (conflict(writer, rules) && ((kind & k_atomic) == 0 || (writer & FLAG) == 0))
    report_race(s, rules, place, writer, record[2], at);
}

static void note_write(private State* s, global uint* shadow, Rules rules, uint place, uint kind, uint value, ulong at) {
  volatile global uint* record = shadow;
  const bool is_atomic = (kind & k_atomic) != 0, differs = (kind & k_differs) != 0;
  const uint before = record[0], written_before = record[2], value_before = record[3];
  // Behind its own plain write, an author's atomic operation is no excuse.
  const uint mine = rules.me | (is_atomic && before != rules.me ? FLAG : 0);
  record[3] = value;
  record[2] = (place & 0xffff) | rules.released << 16;
  record[0] = mine;
  // Several that write the same value at once do no harm: of those before, and of those in the same instruction.
  const uint now = record[0];
  if (conflict(before, rules) && (differs || value_before != value) && !(is_atomic && (before & FLAG) != 0))
    report_race(s, rules, place, before, written_before, at);
  else if (now != mine && conflict(now, rules) && (differs || record[3] != value) && !(is_atomic && (now & FLAG) != 0))
    report_race(s, rules, place, now, record[2], at);
  const uint reader = record[1];
  const bool have_several = ((reader ^ rules.me) & rules.period) == 0 && (reader & FLAG) != 0;
  if (!have_several && !conflict(reader, rules)) return;
  if (rules.period == 0 && count_of(s, (uint)s->group) != 0) return;  // an order may have been agreed on
  fill_slot(s, place, (record[4] & 0xffff) + 1, reader & rules.author & ~FLAG, at, have_several ? 2 : 1);
}

static bool has_local_shadow(private State* s, ulong at, ulong bytes) {
  return bytes != 0 && s->shadow != 0 && at + bytes <= s->shadow_bytes;
}

// An access of local memory, before a read and after a write.
CALLED void clc_check_local(private State* s, uint place, uint kind, ulong first, ulong offset, ulong bytes, uint value) {
  const ulong at = first + offset;
  if (!has_local_shadow(s, at, bytes)) return;
  const uint shift = s->shadow_shift;
  Rules rules = {(s->epoch << 12 & EPOCH) | (s->item & ITEM), EPOCH, ITEM, 0};
  for (ulong i = at >> shift; i <= (at + bytes - 1) >> shift; ++i) {
    if ((kind & k_write) == 0)
      note_read(s, s->shadow + i * k_shadow_words, rules, place, kind, offset);
    else
      note_write(s, s->shadow + i * k_shadow_words, rules, place, kind, value, offset);
  }
}

// Local memory that is written by what is no item alone, such as async_work_group_copy(), or without checks of races.
CALLED void clc_check_written(private State* s, ulong at, ulong bytes) {
  if (!has_local_shadow(s, at, bytes)) return;
  const uint shift = s->shadow_shift;
  for (ulong i = at >> shift; i <= (at + bytes - 1) >> shift; ++i) {
    volatile global uint* record = s->shadow + i * k_shadow_words;
    if (record[0] == 0) record[0] = BY_NOBODY;
  }
}

CALLED void clc_check_initialised(private State* s, uint place, ulong first, ulong offset, ulong bytes) {
  const ulong at = first + offset;
  if (!has_local_shadow(s, at, bytes)) return;
  const uint shift = s->shadow_shift;
  for (ulong i = at >> shift; i <= (at + bytes - 1) >> shift; ++i) {
    if (*(volatile global uint*)(s->shadow + i * k_shadow_words) == 0) fill_slot(s, place, 0, 0, offset, 0);
  }
}

// An access of global memory, at a byte of the shadow's whole range.
CALLED void clc_check_global(private State* s, uint place, uint kind, ulong first, ulong offset, ulong size, ulong bytes,
                      uint value) {
  if (bytes == 0 || bytes > size || offset > size - bytes) return;
  const uint shift = s->words[k_global_shift];
  Rules rules = {((uint)s->group + 1) & ~FLAG, 0, ~FLAG, count_of(s, (uint)s->group) & 0xffff};
  const ulong at = first + offset;
  for (ulong i = at >> shift; i <= (at + bytes - 1) >> shift; ++i) {
    global uint* shadow = s->words + s->words[k_global_at] + i * k_shadow_words;
    if ((kind & k_write) == 0)
      note_read(s, shadow, rules, place, kind, offset);
    else
      note_write(s, shadow, rules, place, kind, value, offset);
  }
}

// Before an atomic operation on global memory.
CALLED void clc_check_atomic(private State* s) {
  const uint at = s->words[k_atomics_at];
  if (at != 0 && s->group < s->words[k_groups]) atomic_inc(s->words + at + s->group);
}

// The arrivals of an item: the last two barriers that it reached, by turns. Those of its group lie one after another.
static volatile global uint* arrivals_of(private State* s, uint item) {
  const uint at = s->words[k_barriers_at];
  // Behind a barrier that not all reach, drivers may leave an item with any values.
  if (at == 0 || s->group >= s->words[k_groups] || item >= s->words[k_items]) return 0;
  return s->words + at + (s->group * s->words[k_items] + item) * k_barrier_words;
}

static uint next_item(private State* s) { return s->self + 1 == s->items ? 0 : s->self + 1; }

// Reports a barrier that not all have reached; `mine` is of one who has.
static CALLED void report_arrivals(private State* s, uint mine) {
  uint arrived = 0;
  for (uint i = 0; i < s->items && i < s->words[k_items]; ++i) arrived += arrivals_of(s, i)[mine >> 16 & 1] == mine;
  fill_slot(s, (mine & 0xffff) - 1, 0, 0, arrived, s->items);
}

// Before a barrier: notes which one the item reaches.
CALLED void clc_check_arrive(private State* s, uint place) {
  volatile global uint* mine = arrivals_of(s, s->self);
  ++s->barriers;
  if (mine == 0) return;
  mine[s->barriers & 1] = s->barriers << 16 | (place + 1);
  mem_fence(CLK_GLOBAL_MEM_FENCE);
}

// Behind a barrier: the next item must have reached it, too, and so the one behind that, and all. It may be further: by one
// barrier, and by any number of functions that let items go on, such as async_work_group_copy().
CALLED void clc_check_leave(private State* s, uint place) {
  ++s->epoch;
  volatile global uint* next = arrivals_of(s, next_item(s));
  if (next == 0) return;
  const uint mine = s->barriers << 16 | (place + 1), theirs = next[s->barriers & 1];
  const uint further = ((theirs >> 16) - (mine >> 16)) & 0xffff;
  if (theirs == mine || (further != 0 && further < 0x8000)) return;
  if (further == 0)
    fill_slot(s, place, theirs & 0xffff, 0, 0, 0);
  else
    report_arrivals(s, mine);
}

static global uint* sub_group_counts(private State* s) {
  const uint at = s->words[k_sub_groups_at];
  if (at == 0 || s->group >= s->words[k_groups] || s->sub_group >= s->words[k_items]) return 0;
  return s->words + at + (s->group * s->words[k_items] + s->sub_group) * k_barrier_words;
}

void clc_check_sub_group(private State* s, uint sub_group, uint items) {
  s->sub_group = sub_group;
  s->sub_items = items;
  s->sub_calls = 0;
}

// Before and behind a function that all items of a sub-group must reach; as for barriers.
CALLED void clc_check_sub_arrive(private State* s, uint place) {
  global uint* counts = sub_group_counts(s);
  ++s->sub_calls;
  if (counts == 0) return;
  const uint mine = s->sub_calls << 16 | (place + 1);
  const uint other = atomic_xchg(counts + 1, mine);
  if (other >> 16 == (s->sub_calls & 0xffff) && other != mine) fill_slot(s, place, other & 0xffff, 0, 0, 0);
  atomic_inc(counts);
  mem_fence(CLK_GLOBAL_MEM_FENCE);
}

CALLED void clc_check_sub_leave(private State* s, uint place) {
  global uint* counts = sub_group_counts(s);
  if (counts == 0) return;
  const uint arrived = atomic_add(counts, 0u), before = (s->sub_calls - 1) * s->sub_items;
  if (arrived - before < s->sub_items) fill_slot(s, place, 0, 0, arrived - before, s->sub_items);
}

// At the end of the kernel: an item beside may not have reached more barriers. Some drivers let items end that wait at a
// barrier which others do not reach.
CALLED void clc_check_exit(private State* s) {
  const uint beside[2] = {next_item(s), s->self == 0 ? s->items - 1 : s->self - 1};
  for (uint i = 0; i < 2; ++i) {
    volatile global uint* theirs = arrivals_of(s, beside[i]);
    if (theirs == 0) return;
    const uint further = theirs[(s->barriers + 1) & 1];
    if (further >> 16 == ((s->barriers + 1) & 0xffff)) report_arrivals(s, further);
  }
}

// Behind what orders accesses of a group where barriers are not checked.
void clc_check_ordered(private State* s) { ++s->epoch; }
