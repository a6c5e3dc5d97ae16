static inline float add(float a, float b) {
  return a + b;
}
