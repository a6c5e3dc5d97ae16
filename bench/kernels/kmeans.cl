// The nearest centre of each point, of 8 dimensions stored apart.
kernel void kmeans(global const float* points, constant float* centres, global int* nearest, int centre_count) {
  const int point = get_global_id(0);
  const int count = get_global_size(0);
  float least = MAXFLOAT;
  int best = 0;
  for (int c = 0; c < centre_count; ++c) {
    float distance = 0;
    for (int d = 0; d < 8; ++d) {
      const float difference = points[d * count + point] - centres[c * 8 + d];
      distance += difference * difference;
    }
    if (distance < least) {
      least = distance;
      best = c;
    }
  }
  nearest[point] = best;
}
