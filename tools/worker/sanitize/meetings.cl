// The part of checks.cl, which stands before it, for checks of barriers on NVIDIA's chips from sm_70 on.
#ifdef CLC_MEETS
// Hardware that waits for ever at a barrier which not all reach, and on which items of a sub-group go on by themselves (NVIDIA's
// from sm_70 on): items meet before a barrier in memory, and execute it only when all are there. Whoever is the last one of a
// group that can go no further - all others wait, too, or have ended - tells, and lets those who wait go on without it.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

// Who of a group can go no further: 21 bits each of those at a barrier, at a function of their sub-group, and at their end.
#define AT_BARRIER 1ul
#define AT_SUB_GROUP (1ul << 21)
#define AT_END (1ul << 42)
#define COUNT(stuck, unit) ((uint)((stuck) / (unit)) & 0x1fffffu)
#define BROKEN 0xffffffffu         // the verdict behind a wait that took too long: nobody waits any more
#define LONGEST_WAIT (3u << 24)    // looks at a verdict: 15 to 30 seconds
enum { k_sub_group_items = 32 };   // of all chips of NVIDIA's
enum { k_missing, k_late };        // words of a report: others cannot come any more, or have not come in time

// Where items meet, of a group and behind it of each of its sub-groups.
typedef struct {
  volatile ulong stuck;   // of a sub-group: how many are there
  volatile uint verdict;  // the number of meetings before, twice, and 1 where all were there
  volatile uint first;    // the place and 1 of the first one there
  volatile uint is_mixed; // another place, too
  uint unused;
} Meeting;

static global Meeting* meetings_of(global uint* words, ulong group) {
  const uint at = words[k_meetings_at], sub_groups = (words[k_items] + k_sub_group_items - 1) / k_sub_group_items;
  return at == 0 ? 0 : (global Meeting*)(words + at) + group * (1 + sub_groups);
}

// Notes the place of one who has come, and tells where others are at another.
static void come_to(global uint* words, global Meeting* meeting, uint place) {
  const uint first = atomic_cmpxchg(&meeting->first, 0u, place + 1);
  if (first == 0 || first == place + 1) return;
  meeting->is_mixed = 1;
  fill_slot(words, group_here(), item_here(), place, first, 0, 0, 0);
}

// Tells who is missing, of `items`, unless other places were told already; returns whether nobody is.
static uint judge(global uint* words, global Meeting* meeting, uint arrived, uint items) {
  const bool is_mixed = meeting->is_mixed != 0;
  if (arrived < items && !is_mixed) fill_slot(words, group_here(), item_here(), meeting->first - 1, 0, k_missing, arrived, items);
  meeting->first = 0;
  meeting->is_mixed = 0;
  return arrived == items && !is_mixed;
}

// Tells the verdict to all who wait; one that has been waited for too long stays broken. Returns what they read.
static uint publish(global Meeting* meeting, uint is_right) {
  mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const uint before = meeting->verdict;
  if (before == BROKEN || atomic_cmpxchg(&meeting->verdict, before, (before | 1) + 1 + is_right) != before) return 0;
  return is_right;
}

// Lets those go on who wait for what cannot come: where `stuck` are all, nobody else changes anything. Sub-groups go on when
// all of them are judged, as their items come to the next meeting then.
static CALLED void let_go(global uint* words, global Meeting* all, ulong stuck, uint items) {
  if (COUNT(stuck, AT_BARRIER) + COUNT(stuck, AT_SUB_GROUP) + COUNT(stuck, AT_END) != items) return;
  if (COUNT(stuck, AT_SUB_GROUP) == 0) {
    const uint arrived = COUNT(stuck, AT_BARRIER);
    if (arrived == 0) return;
    const uint is_right = judge(words, all, arrived, items);
    atom_sub(&all->stuck, arrived * AT_BARRIER);
    publish(all, is_right);
    return;
  }
  atom_sub(&all->stuck, COUNT(stuck, AT_SUB_GROUP) * AT_SUB_GROUP);
  uint waiting = 0, right = 0;  // sub-groups; a group has 32 at most
  for (uint i = 0; i * k_sub_group_items < items; ++i) {
    global Meeting* one = all + 1 + i;
    const uint arrived = (uint)one->stuck;
    if (arrived == 0) continue;
    one->stuck = 0;
    waiting |= 1u << i;
    right |= judge(words, one, arrived, min(items - i * k_sub_group_items, (uint)k_sub_group_items)) << i;
  }
  for (uint i = 0; i * k_sub_group_items < items; ++i) {
    if ((waiting >> i & 1) != 0) publish(all + 1 + i, right >> i & 1);
  }
}

// Waits for a verdict other than `before`. After the longest wait nobody of the group waits any more.
static uint wait_for_verdict(global uint* words, global Meeting* all, global Meeting* meeting, uint before, uint place, uint items) {
  for (uint looks = 0; looks < LONGEST_WAIT && all->verdict != BROKEN; ++looks) {
    const uint now = meeting->verdict;
    if (now != before) return now != BROKEN && (now & 1) != 0;
  }
  // Either all who wait here read the verdict that has come now, or nobody does.
  const uint now = atomic_cmpxchg(&meeting->verdict, before, BROKEN);
  if (now != before) return now != BROKEN && (now & 1) != 0;
  if (meeting != all && atomic_xchg(&all->verdict, BROKEN) == BROKEN) return 0;
  fill_slot(words, group_here(), item_here(), place, 0, k_late, min(COUNT(meeting->stuck, AT_BARRIER), items - 1), items);
  return 0;
}

static CALLED uint meet(global uint* words, ulong group, uint items, uint place) {
  global Meeting* all = meetings_of(words, group);
  if (all == 0) return 1;
  const uint before = all->verdict;
  if (before == BROKEN) return 0;
  come_to(words, all, place);
  mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  let_go(words, all, atom_add(&all->stuck, AT_BARRIER) + AT_BARRIER, items);
  const uint is_right = wait_for_verdict(words, all, all, before, place, items);
  mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  return is_right;
}

static CALLED uint meet_sub_group(global uint* words, ulong group, uint items, uint sub_group, uint sub_items, uint place) {
  global Meeting* all = meetings_of(words, group);
  if (all == 0) return 1;
  global Meeting* meeting = all + 1 + sub_group;
  const uint before = meeting->verdict;
  if (all->verdict == BROKEN || before == BROKEN) return 0;
  come_to(words, meeting, place);
  mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (atom_add(&meeting->stuck, 1ul) + 1 == sub_items) {
    meeting->stuck = 0;
    const uint is_right = judge(words, meeting, sub_items, sub_items);
    atom_sub(&all->stuck, (sub_items - 1) * AT_SUB_GROUP);
    return publish(meeting, is_right);
  }
  let_go(words, all, atom_add(&all->stuck, AT_SUB_GROUP) + AT_SUB_GROUP, items);
  const uint is_right = wait_for_verdict(words, all, meeting, before, place, sub_items);
  mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  return is_right;
}

static CALLED void end(global uint* words, ulong group, uint items) {
  global Meeting* all = meetings_of(words, group);
  if (all == 0 || all->verdict == BROKEN) return;
  mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  let_go(words, all, atom_add(&all->stuck, AT_END) + AT_END, items);
}

// Return whether all items have come, before what all must reach.
INLINED uint clc_check_meet(private State* s, uint place) { return meet(s->words, s->group, s->items, place); }
INLINED uint clc_check_sub_meet(private State* s, uint place) {
  return meet_sub_group(s->words, s->group, s->items, s->sub_group, s->sub_items, place);
}
INLINED void clc_check_end(private State* s) { end(s->words, s->group, s->items); }
#endif
