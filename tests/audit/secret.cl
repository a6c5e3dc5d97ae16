// Halves the hardened bread crumbs of Wendland
#include "tuning/hidden_header.clh"
#define SECRET_TILE 32
#define BUILD_LABEL "codename grey heron"

typedef struct {
  float inner_weight;
} PrivateRecord;

/* Nobody outside of this house
   may read these two lines. */
float private_estimate(float blend_factor) {
  PrivateRecord my_record;
  my_record.inner_weight = blend_factor * HIDDEN_RATIO;
  float halfway_point = my_record.inner_weight / SECRET_TILE;
  return halfway_point + blend_factor;
}

kernel void scale_all(global float* numbers, float factor) {
  numbers[get_global_id(0)] = private_estimate(numbers[get_global_id(0)] * factor);
}
