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
// Texts of all lengths, before and after other arguments; escapes; signs that formats have a meaning for.
constant char named[] = "named";
constant char table[3][8] = {"one", "", "seven77"};
kernel void texts(int i) {
  printf("%s|%d|%s|%s|%d\n", "", i, "a", "ab", i + 1);
  printf("%s|%d|%s|%s|%d\n", "abc", i, "abcd", "abcde", i + 1);
  printf("%s|%d|%s|%s|%d\n", "abcdef", i, "abcdefg", "abcdefgh", i + 1);
  printf("%s%s%c%s\n", "abcdefghi", "four", 'x', "sixteen letters.");
  printf("[%7s|%-7s|%.2s|%2s|%9s]\n", "four", "four", "four", "four", "");
  printf("%s: \"quoted\" \\n \\\\ it's a\ttab, 50%% of 7:2; \x7e ?\n", "escapes:%d\\n");
  printf("%d%%\n", i);
  printf("%% %d %%%% %d\n", i, i);
  printf("100%%\n");
  printf("%s\n", "100% of %s %n %%");
  printf("back\\slash \\a \\b \\f \\r \\v \\72 \\101 %d \\\n", i);
  printf("\u00e4\u00f6\u00fc \u20ac %s %d\n", "\u00df\u2192", i);
  printf("no ");
  printf("end of line, %d, ", i);
  printf("%s", named);
  printf("");
  printf("%s", "\n");
  printf("two\nlines %d\n", i);
  printf("e, f, g, s, n, hh, hl, v4f: %d, highlight %s: %ld %f withhold\n", i, "highlight withhold", (long)i, 1.0f);
  printf("\\%s%d h%s%d\n", "n", i, "hh", i);
}
kernel void cut_texts(int i) { printf("[%7.3s|%-9.4s|%.0s|%9.s|%d]\n", "four", "eightlet", "none", "none", i); }
// Texts that are not known before.
kernel void chosen_texts(int i, int no, global char* given, local char* mine) {
  printf("%s|%d|%s\n", i > 0 ? "yes" : "perhaps", i, no ? "yes" : "no");
  for (int k = 0; k < 3; ++k) printf("<%s|%5s|%-5s|%.2s|%d>\n", table[k], table[k], table[k], table[k], k);
  for (int k = 0; k < 3; ++k) printf("%d%s%d\n", k, table[k], k);
  printf("%s %s %d\n", named + i - 40, table[0] + i - 41, i);
  char own[9];
  for (int k = 0; k < 8; ++k) {
    own[k] = (char)('A' + k);
    mine[k] = (char)('s' + k);
  }
  own[8] = 0;
  mine[8] = 0;
  printf("%s,%s,%d,%s,%.3s.\n", own, mine, i, given, given + 1);
}
// Numbers of all types, and vectors of all widths.
kernel void numbers(char c, uchar uc, short s, ushort us, int i, uint u, long l, ulong ul, float f) {
  printf("%hhd %hhu %hd %hu %d %u %ld %lu\n", c, uc, s, us, i, u, l, ul);
  printf("%hhi %hhx %hi %hX %i %o %li %lx\n", (char)-c, (uchar)-uc, (short)-s, (ushort)-us, -i, u, -l, ul);
  printf("%hhd %hhu %hd %hu\n", i, i, i, i);
  printf("[%8ld|%-8ld|%+ld|%08d|%#x|%#o|%.4d|%8.4d]\n", l >> 40, l >> 40, l, i, u, u, i, i);
  printf("[% d|% 6d|% ld|%- 6d|% d]\n", i, i, l, i, -i);
  printf("%e %E %g %G %.3f %10.2e|%-10.1f|%+f|%010.3f|%#g\n", f, f, f, f, f, f, f, f, f, f);
  printf("%a %.2a %d\n", f, f, i);
  printf("%c%c%5c|%-3c|\n", c, 'y', 'z', '%');
  printf("%v2hhd %v3hhu %v4hhx\n", (char2)(c, -1), (uchar3)(uc, 2, 255), (uchar4)(uc));
  printf("%v2hd %v3hu %v4hX\n", (short2)(s, -1), (ushort3)(us, 2, 65535), (ushort4)(us));
  printf("%v2hld %v3hlu %v4hlx\n", (int2)(i, -1), (uint3)(u, 2, 3), (uint4)(u, 3, 4, 5));
  printf("%v2ld %v3lu %v4lx\n", (long2)(l, -1), (ulong3)(ul, 2, 3), (ulong4)(ul, 1, 2, 3));
  printf("%v2hlf %v3hle %v4hlg|%d\n", (float2)(f, -1), (float3)(f), (float4)(f), i);
  printf("[%5.1v2hlf|%-6v2hld|%#v2hhx|%02v4hhx|%+v2hd] %d\n", (float2)(f), (int2)(i), (uchar2)(uc), (uchar4)(uc), (short2)(s), i);
  printf("%d %d %d %d %d %d %d %d %d %d %ld %d %d %d %d %d %d %d %d %d %d %d %d %d %f %d %d %d %d %d %s %d %d %d %d %d\n", i, i, i,
         i, i, i, i, i, i, i, l, i, i, i, i, i, i, i, i, i, i, i, i, i, f, i, i, i, i, i, "many", i, i, i, i, u);
}
kernel void wide_vectors(char c, short s, int i, uint u, long l, float f) {
  printf("%v8hhd %v16hhd\n", (char8)(c), (char16)(c, c, c, c, c, c, c, c, -1, -2, -3, -4, -5, -6, -7, -8));
  printf("%v8hd %v16hd\n", (short8)(s), (short16)(-s));
  printf("%v8hld %v16hlo\n", (int8)(-i), (uint16)(u));
  printf("%v8ld %v16li\n", (long8)(-l), (long16)(l));
  printf("%v8hlf %.1v16hlf|%d\n", (float8)(-f), (float16)(f), i);
}
#ifdef cl_khr_fp64
kernel void doubles(double d, float f) {
  printf("%f %.15f %.17g %a %e\n", 0.1, d, d, d, 1e300);
  printf("%f %f %f %f %g\n", (double)INFINITY, -d / 0, d, 1.0f / 3, f);
  printf("%v2lf %v3le %v4lg %v8lf %.2v16lf\n", (double2)(d, -1), (double3)(d), (double4)(1e300, d, 1, 0.1), (double8)(d),
         (double16)(d));
  printf("%f %d %s %ld %f\n", d, 7, "text", 1L << 40, 0.1f);
}
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void halves(global half* h) {
  printf("%f %v2hf %v3he %v4hg %.1v8hf %d\n", h[0], (half2)(h[0], -1), (half3)(h[1]), (half4)(h[2]), (half8)(h[0]), 9);
}
#endif
