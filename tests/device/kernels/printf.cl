// Kernels whose texts reach standard output.
kernel void formats(int i, uint u, float f, long l) {
  printf("%d|%5d|%-5d|%05d|%+d\n", i, i, i, i, i);
  printf("%u %x %X %#x %o\n", u, u, u, u, u);
  printf("%f %.2f %10.3f %e %g\n", f, f, f, f, f);
  printf("%ld %lu %lx\n", l, (ulong)l, l);
  printf("%s %s %c %%\n", "literal", "two", 'z');
  printf("%hd %hhd %c%c\n", (short)-7, (char)-3, 'a', 'b');
  printf("nothing to convert\n");
}
kernel void vectors(float4 f, int4 i) {
  printf("%v4hlf\n", f);
  printf("%v4hld\n", i);
  printf("%.1v2hlf %v4hld\n", f.xy, i);
  printf("%v4hd|%v2hhx\n", (short4)(1, -2, 3, -4), (uchar2)(10, 255));
  printf("%v2hhu %d %v3hx %s\n", (uchar2)(200, 255), i.x, (ushort3)(1, 65534, 3), "end");
  printf("%v2ld %v2lx %%v2d\n", (long2)(-1, 1L << 40), (ulong2)(1, 1UL << 63));
  printf("%#v2hlx %+.2v2hle %-6v2hld|\n", as_uint2(i.zw), f.xw, i.xy);
  printf("%v8hld %v16hhd\n", (int8)(i, i), (char16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, -14, -128));
}
kernel void results(global int* o) {
  o[0] = printf("one %d\n", 1);
  o[1] = printf("two\n");
}
kernel void items(void) {
  if (get_local_id(0) % 2 == 0) printf("item %d of group %d: %.1f\n", (int)get_global_id(0), (int)get_group_id(0), get_local_id(0) / 4.0f);
}
