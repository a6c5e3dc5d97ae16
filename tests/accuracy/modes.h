// How strictly results are judged, the same in kernels and in C++.
#define MODE_FLUSHES 1u  // denormal inputs and results may count as zero
#define MODE_FINITE 2u   // nothing is promised for infinities and what is no number
