// Two elements get the same constant of 64 bits after the optimiser has run; one of them lost the upper half.
// report: none: found by random kernels
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 4
// argument: value 4 5
// argument: value 8 4617315517961601024
// expected: 0 4631952216750555136 4631952216750555136 4679240012837945344
kernel void entry(global ulong* results, uint number, double least) {
  double8 x = (double8)(6.0, 86.0, -100.0, 25.0, -74.0, 15.0, -43.0, -98.0);
  switch (number & 7) {
    case 0: break;
    case 4: break;
    case 2:
      for (int i = 0; i < 4; ++i) x *= least;
      break;
    default:
      x.lo = select((double4)0, (double4)(0, 48.0, 48.0, 65536.0), (double4)(least, 1.0, 1.0, 1.0) >= (double4)1.0);
  }
  const ulong8 bits = as_ulong8(x);
  results[0] = bits.s0;
  results[1] = bits.s1;
  results[2] = bits.s2;
  results[3] = bits.s3;
}
