// Takes one off every letter.
kernel void decode(global char* text, uint count) {
  const uint i = get_global_id(0);
  if (i < count) text[i] -= 1;
}
