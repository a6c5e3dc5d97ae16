"""The maths functions whose code bench/maths-instructions counts and bench/maths-speed times, for OpenCL and for CUDA."""

UNARY = """acos acosh asin asinh atan atanh cbrt cos cosh cospi erf erfc exp exp10 exp2 expm1 lgamma log log10 log1p log2 rsqrt sin
sinh sinpi sqrt tan tanh tgamma""".split()
BINARY = "atan2 fdim fmod hypot pow remainder".split()
# Statements of functions that are called otherwise: x, y and z are numbers, n is a whole one, o and m are results.
OTHER = {
    "sincos": ("o = sincos(x, &z); o += z;", "sincosF(x, &o, &z); o += z;"),
    "remquo": ("o = remquo(x, y, &m);", "o = remquoF(x, y, &m);"),
    "frexp": ("o = frexp(x, &m);", "o = frexpF(x, &m);"),
    "modf": ("o = modf(x, &z); o += z;", "o = modfF(x, &z); o += z;"),
    "ldexp": ("o = ldexp(x, n);", "o = ldexpF(x, n);"),
    "ilogb": ("m = ilogb(x);", "m = ilogbF(x);"),
}
NAMES = sorted([*UNARY, *BINARY, *OTHER])


def statements(name):
    """Statements for OpenCL and for CUDA, where F stands for the end of float functions' names."""
    if name in OTHER:
        return OTHER[name]
    arguments = "x" if name in UNARY else "x, y"
    return f"o = {name}({arguments});", f"o = {name}F({arguments});"
