// Counts where a short text begins in a long one.
kernel void string_search(global const uchar* text, constant uchar* needle, int length, global uint* count) {
  const int at = get_global_id(0);
  int i = 0;
  while (i < length && text[at + i] == needle[i]) ++i;
  if (i == length) atomic_inc(count);
}
