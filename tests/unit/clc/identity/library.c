/* A library that says which it is; CMake makes several of it, of equal size. */
int CLC_FUNCTION(void);
#ifdef CLC_NEEDS
int CLC_NEEDS(void);
int CLC_FUNCTION(void) {
  return CLC_VALUE + CLC_NEEDS();
}
#else
int CLC_FUNCTION(void) {
  return CLC_VALUE;
}
#endif
