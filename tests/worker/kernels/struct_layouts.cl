// Typedefs, enumerations and atomics are resolved, and the layouts of structs recorded, those of members included; what has
// no name stands in what is around it. A type without a name would be named by its file.
// RUN: -t spirv64 -t nvptx:sm_90 -t spirv32 -cl-std=CL1.2
// MANIFEST: "resolved_type": "float\*",\s*"restrict": 1,\s*"size": 8,\s*"type": "real\*"
// MANIFEST: "resolved_type": "Params_s\*",[^}]*"type": "Params\*"
// MANIFEST: "resolved_type": "uint",[^}]*"type": "Mode"
// MANIFEST: "resolved_type": "float\[4\]\*"
// MANIFEST: "alignment": 16,\s*"members": \[\s*\{\s*"name": "at",\s*"offset": 0,\s*"size": 8,\s*"type": "Point"
// MANIFEST: "name": "n",\s*"offset": 32,\s*"size": 12,\s*"type": "uint\[3\]"
// MANIFEST: "name": "Light",\s*"size": 48
// MANIFEST: "name": "f",\s*"offset": 4,\s*"size": 4,\s*"type": "float"
// MANIFEST: "name": "inner.b",\s*"offset": 10,\s*"size": 2,\s*"type": "short"
// MANIFEST: "name": "lights",\s*"offset": 16,\s*"size": 96,\s*"type": "Light\[2\]"
// MANIFEST: "name": "Params_s",\s*"size": 128
// MANIFEST: "name": "Either",\s*"size": 16,\s*"union": 1
// RUN: -t spirv64 -t spirv32 -cl-std=CL2.0 -DPOINTERS
// MANIFEST: "type": "Light\*"
// MANIFEST: "name": "Params_s",\s*"size": 144
// MANIFEST: "resolved_type": "int\*",[^}]*"type": "atomic_int\*"
// MANIFEST: "resolved_type": "ulong\*",[^}]*"type": "size_t\*"
// MANIFEST: "resolved_type": "uint\*",[^}]*"type": "size_t\*"
typedef float real;
typedef enum { A, B } Mode;
typedef struct {
  real x, y;
} Point;
struct Light {
  Point at;
  float4 colour;
  uint n[3];
};
typedef struct Params_s {
  float gain;
  union {
    int i;
    float f;
  };
  struct {
    char a;
    short b;
  } inner;
  struct Light lights[2];
  Mode mode;
#ifdef POINTERS
  global struct Light* next;
#endif
  struct {
    int x;
  } many[2];
} Params;
typedef union {
  int4 whole;
  int parts[4];
} Either;

kernel void k(global const real* restrict a, constant Params* p, local float3* l, struct Light v, Mode m, global float (*rows)[4],
              Either e) {
  l[0] = (float3)(a[0] + p->gain + v.at.x + m + rows[0][1] + e.parts[0]);
}
#ifdef POINTERS
kernel void pointers(global atomic_int* a, global size_t* b) { atomic_store(a, (int)b[0]); }
#endif
