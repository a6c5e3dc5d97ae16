// get_global_offset(0) = envreg3 - envreg0 * ntid; get_group_id(0) = ctaid + envreg0.
// RUN: -t nvptx:sm_90
// CHECK nvptx: (?s)\.entry offset.*%envreg3.*\.entry|\.entry offset(?s:.*)%envreg3
// CHECK nvptx: (?s)%envreg0.*%ntid\.x|%ntid\.x.*%envreg0
// CHECK nvptx: (?s)\.entry group\(.*%ctaid\.x
kernel void offset(global uint* o) { o[0] = get_global_offset(0); }
kernel void group(global uint* o) { o[0] = get_group_id(0); }
