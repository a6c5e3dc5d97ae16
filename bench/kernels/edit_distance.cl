// Edit distance of each word of 16 letters from one word.
kernel void edit_distance(global const uchar* words, constant uchar* wanted, global int* distances) {
  global const uchar* word = words + get_global_id(0) * 16;
  int row[17];
  for (int i = 0; i <= 16; ++i) row[i] = i;
  for (int j = 1; j <= 16; ++j) {
    int corner = row[0];
    row[0] = j;
    for (int i = 1; i <= 16; ++i) {
      const int above = row[i];
      const int other = corner + (word[i - 1] != wanted[j - 1]);
      row[i] = min(min(above, row[i - 1]) + 1, other);
      corner = above;
    }
  }
  distances[get_global_id(0)] = row[16];
}
