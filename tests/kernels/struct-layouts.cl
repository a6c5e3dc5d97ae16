// Typedefs, enumerations and atomics are resolved, and the layouts of structs recorded, those of members included; what has
// no name stands in what is around it. A type without a name would be named by its file.
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_90 -t spirv32 -cl-std=CL1.2 -o %t.pack && tr -d '\n' < %t.pack/manifest.clc.json | FileCheck %s --check-prefix=MANIFEST
// MANIFEST-DAG: "resolved_type": "float*", "restrict": 1, "size": 8, "type": "real*"
// MANIFEST-DAG: "resolved_type": "Params_s*",{{[^}]*}}"type": "Params*"
// MANIFEST-DAG: "resolved_type": "uint",{{[^}]*}}"type": "Mode"
// MANIFEST-DAG: "resolved_type": "float[4]*"
// MANIFEST-DAG: "alignment": 16, "members": [ { "name": "at", "offset": 0, "size": 8, "type": "Point"
// MANIFEST-DAG: "name": "n", "offset": 32, "size": 12, "type": "uint[3]"
// MANIFEST-DAG: "name": "Light", "size": 48
// MANIFEST-DAG: "name": "f", "offset": 4, "size": 4, "type": "float"
// MANIFEST-DAG: "name": "inner.b", "offset": 10, "size": 2, "type": "short"
// MANIFEST-DAG: "name": "lights", "offset": 16, "size": 96, "type": "Light[2]"
// MANIFEST-DAG: "name": "Params_s", "size": 128
// MANIFEST-DAG: "name": "Either", "size": 16, "union": 1
// RUN: %clc compile %s -t spirv64 -t spirv32 -cl-std=CL2.0 -DPOINTERS -o %t.pack && tr -d '\n' < %t.pack/manifest.clc.json | FileCheck %s --check-prefix=POINTERS
// POINTERS-DAG: "type": "Light*"
// POINTERS-DAG: "name": "Params_s", "size": 144
// POINTERS-DAG: "resolved_type": "int*",{{[^}]*}}"type": "atomic_int*"
// POINTERS-DAG: "resolved_type": "ulong*",{{[^}]*}}"type": "size_t*"
// POINTERS-DAG: "resolved_type": "uint*",{{[^}]*}}"type": "size_t*"
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
