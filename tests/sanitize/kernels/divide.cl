// --global-size 256 --work-group 64 --arg buffer:int:256:random:1000 --arg buffer:int:256:count --arg buffer:int:256
kernel void divide(global const int* left, global const int* right, global int* to) {
  const uint i = get_global_id(0);
  const int divisor = right[i] % 100 + 1;
  const int amount = right[i] & 15;
  const int quotient = left[i] / divisor;
  const int rest = left[i] % divisor;
  to[i] = (quotient << amount) + (rest >> amount);
}
