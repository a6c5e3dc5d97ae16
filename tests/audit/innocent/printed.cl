// Strings that the code needs hold names, comments and lines; so may whatever is made of them.
#define STATUS_NAME "iteration_count"
#define residual_norm 7
int iterate(int tolerance_reached) { return tolerance_reached + residual_norm; }
kernel void printed(global int* v, int verbosity) {
  // iteration_count
  int iteration_count = v[0], largest_error = v[1], residual_limit = v[2];
  int4 corner_points = vload4(0, v);
  // the largest error is
  if (verbosity > 1) printf("iteration_count = %d, largest_error = %d\n", iteration_count, largest_error);
  if (verbosity > 2) printf("the largest error is %d\tresidual_limit: %x %%tolerance_reached%%\n", largest_error, residual_limit);
  if (verbosity > 3) printf("corner_points %v4d of %s\n", corner_points, STATUS_NAME);
  v[3] = iterate(iteration_count) + largest_error;
}
