"""Random expressions of OpenCL C that have one right value.

Signed arithmetic is done on unsigned numbers, or on numbers too small to overflow; divisors are never 0 or -1. Floating
point keeps to operations that are exactly rounded, on numbers that stay far from overflow and from denormals.
"""
BITS = {"char": 8, "uchar": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32, "long": 64, "ulong": 64}
FLOATS = {"half": 16, "float": 32, "double": 64}
WIDTHS = (2, 3, 4, 8, 16)
LANES = "0123456789abcdef"
SIGNED = {8: "char", 16: "short", 32: "int", 64: "long"}
SUFFIX = {"float": "f", "double": "", "half": "h"}
MODES = ("", "_rte", "_rtz", "_rtp", "_rtn")


class Type:
    """A scalar, or a vector of `width` elements."""

    def __init__(self, base, width=1):
        self.base, self.width = base, width
        self.name = base if width == 1 else f"{base}{width}"
        self.is_float = base in FLOATS
        self.bits = FLOATS[base] if self.is_float else BITS[base]
        self.is_signed = base in SIGNED.values()

    def __eq__(self, other):
        return self.name == other.name

    def with_base(self, base):
        return Type(base, self.width)

    def signed(self):
        return self.with_base(SIGNED[self.bits])

    def unsigned(self):
        return self.with_base("u" + SIGNED[self.bits])

    def scalar(self):
        return Type(self.base)


class Variable:
    """Something that can be read, and written unless `is_constant`; `text` is how it is written."""

    def __init__(self, text, type_, is_constant=False):
        self.text, self.type, self.is_constant = text, type_, is_constant


class Helper:
    """A function of the program that can be called for a value."""

    def __init__(self, name, result, parameters):
        self.name, self.result, self.parameters = name, result, parameters


class Scope:
    """The names that an expression may mention. An array has a name, its element's type and a size that is a power of two."""

    def __init__(self, variables=(), arrays=(), helpers=(), queries=()):
        self.variables, self.arrays, self.helpers = list(variables), list(arrays), list(helpers)
        self.queries = list(queries)


class Expressions:
    def __init__(self, rng, float_bases):
        self.rng, self.float_bases = rng, float_bases

    def integer_type(self, width=None):
        width = self.rng.choice((1, 1, 1) + WIDTHS) if width is None else width
        return Type(self.rng.choice(list(BITS)), width)

    def any_type(self):
        if self.float_bases and self.rng.random() < 0.25:
            return Type(self.rng.choice(self.float_bases), self.rng.choice((1, 1, 2, 3, 4, 8)))
        return self.integer_type()

    def value(self, type_, scope, depth):
        """An expression of exactly this type."""
        if type_.is_float:
            return self.float_value(type_, scope, depth)
        if depth <= 0 or self.rng.random() < 0.12:
            return self.leaf(type_, scope)
        makers = [self.arithmetic, self.arithmetic, self.bitwise, self.shift, self.division, self.comparison, self.choice,
                  self.builtin, self.builtin, self.conversion, self.conversion]
        if type_.width > 1:
            makers += [self.composition, self.shuffle, self.swizzle]
        if any(helper.result.width == type_.width for helper in scope.helpers):
            makers += [self.call]
        return self.rng.choice(makers)(type_, scope, depth - 1)

    # Leaves

    def literal(self, type_):
        if type_.width > 1:
            return f"({type_.name})({', '.join(self.literal(type_.scalar()) for _ in range(type_.width))})"
        ones = (1 << type_.bits) - 1
        number = self.rng.choice((self.rng.getrandbits(type_.bits), self.rng.randrange(16), 0, 1, ones, ones >> 1,
                                  (ones >> 1) + 1, 1 << self.rng.randrange(type_.bits)))
        return f"({type_.name}){number:#x}{'ul' if type_.bits == 64 else 'u'}"

    def leaf(self, type_, scope):
        makers = []
        fitting = [v.text for v in scope.variables if v.type == type_]
        if fitting:
            makers += [lambda: self.rng.choice(fitting)] * 4
        if type_.width == 1:
            lanes = [v for v in scope.variables if v.type.base == type_.base and v.type.width > 1]
            if lanes:
                makers += [lambda: self.lane(self.rng.choice(lanes))] * 2
            if scope.queries and not type_.is_float:
                makers.append(lambda: f"({type_.name}){self.rng.choice(scope.queries)}")
        elements = [a for a in scope.arrays if a[1] == type_]
        if elements:
            makers += [lambda: self.element(self.rng.choice(elements), scope)] * 2
        if type_.is_float:
            makers.append(lambda: self.float_literal(type_))
        else:
            makers.append(lambda: self.literal(type_))
            others = [v for v in scope.variables if v.type.width == type_.width and not v.type.is_float]
            if others:
                makers += [lambda: f"convert_{type_.name}({self.rng.choice(others).text})"] * 2
        return self.rng.choice(makers)()

    def lane(self, variable):
        return f"{variable.text}.s{LANES[self.rng.randrange(variable.type.width)]}"

    def index(self, size, scope):
        """An index below the power of two `size`."""
        numbers = [v.text for v in scope.variables if v.type.width == 1 and not v.type.is_float]
        if numbers and self.rng.random() < 0.7:
            return f"({self.rng.choice(numbers)} & {size - 1})"
        return str(self.rng.randrange(size))

    def element(self, array, scope):
        return f"{array[0]}[{self.index(array[2], scope)}]"

    # Integers

    def arithmetic(self, type_, scope, depth):
        a, b = self.value(type_, scope, depth), self.value(type_, scope, depth)
        operator = self.rng.choice("+-*")
        if type_.is_signed and type_.width == 1 and self.rng.random() < 0.4:
            # Signed, and too small to overflow.
            if operator == "*":
                return f"({type_.name})(({a} % ({type_.name})11) * ({b} % ({type_.name})11))"
            return f"({type_.name})(({a} >> 1) {operator} ({b} >> 2))"
        return self.wrapping(type_, operator, a, b)

    def wrapping(self, type_, operator, a, b):
        if type_.width > 1:
            if not type_.is_signed:
                return f"({a} {operator} {b})"
            unsigned = type_.unsigned().name
            return f"as_{type_.name}(as_{unsigned}({a}) {operator} as_{unsigned}({b}))"
        wide = "ulong" if type_.bits == 64 else "uint"
        return f"({type_.name})(({wide}){a} {operator} ({wide}){b})"

    def bitwise(self, type_, scope, depth):
        a = self.value(type_, scope, depth)
        if self.rng.random() < 0.2:
            return f"({type_.name})(~{a})"
        return f"({type_.name})({a} {self.rng.choice('&|^')} {self.value(type_, scope, depth)})"

    def shift(self, type_, scope, depth):
        """By any amount: OpenCL C takes it modulo the number of bits."""
        a, b = self.value(type_, scope, depth), self.value(type_, scope, depth)
        return f"({type_.name})({a} {self.rng.choice(('<<', '>>'))} {b})"

    def division(self, type_, scope, depth):
        a, b = self.value(type_, scope, depth), self.value(type_, scope, depth)
        divisor = f"(({b} & ({type_.name})0x7f) | ({type_.name})1)"
        if type_.is_signed and self.rng.random() < 0.3:
            divisor = f"(-({b} & ({type_.name})0x3f) - ({type_.name})2)"
        elif not type_.is_signed:
            divisor = f"({b} | ({type_.name})1)"
        return f"({type_.name})({a} {self.rng.choice('/%')} {divisor})"

    def comparison(self, type_, scope, depth):
        operator = self.rng.choice(("<", ">", "<=", ">=", "==", "!="))
        if type_.width > 1:
            a, b = self.value(type_, scope, depth), self.value(type_, scope, depth)
            return f"as_{type_.name}({a} {operator} {b})"
        return f"({type_.name}){self.condition(scope, depth)}"

    def condition(self, scope, depth):
        """A scalar that is 0 or 1."""
        kind = self.rng.random()
        if kind < 0.15:
            vector = self.integer_type(self.rng.choice(WIDTHS)).signed()
            return f"{self.rng.choice(('any', 'all'))}({self.value(vector, scope, min(depth, 1))})"
        if kind < 0.3 and depth > 0:
            inner = self.condition(scope, depth - 1), self.condition(scope, depth - 1)
            return f"({inner[0]} {self.rng.choice(('&&', '||'))} {inner[1]})"
        other = self.any_type().scalar()
        operator = self.rng.choice(("<", ">", "<=", ">=", "==", "!="))
        return f"({self.value(other, scope, depth)} {operator} {self.value(other, scope, depth)})"

    def choice(self, type_, scope, depth):
        a, b = self.value(type_, scope, depth), self.value(type_, scope, depth)
        if type_.width == 1:
            return f"({type_.name})({self.condition(scope, depth)} ? {a} : {b})"
        mask = self.value(self.rng.choice((type_.signed(), type_.unsigned())), scope, min(depth, 1))
        if self.rng.random() < 0.3:
            return f"bitselect({a}, {b}, as_{type_.name}({mask}))"
        return f"select({a}, {b}, {mask})"

    def builtin(self, type_, scope, depth):
        name = self.rng.choice(("add_sat", "sub_sat", "hadd", "rhadd", "max", "min", "mul_hi", "rotate", "abs_diff", "abs",
                                "clz", "popcount", "clamp", "mad_hi", "mad_sat", "upsample", "mul24", "mad24"))
        a = self.value(type_, scope, depth)
        if name in ("abs", "abs_diff"):
            b = f", {self.value(type_, scope, depth)}" if name == "abs_diff" else ""
            return f"as_{type_.name}({name}({a}{b}))"
        if name in ("clz", "popcount"):
            return f"{name}({a})"
        if name == "upsample" and type_.bits > 8:
            half = BITS[type_.base] // 2
            high = type_.with_base(SIGNED[half] if type_.is_signed else "u" + SIGNED[half])
            low = self.value(high.unsigned(), scope, depth)
            return f"upsample({self.value(high, scope, depth)}, {low})"
        if name in ("mul24", "mad24") and type_.bits == 32:
            b = f"({self.value(type_, scope, depth)} >> ({type_.name})9)"
            third = f", {self.value(type_, scope, depth)} & ({type_.name})0xffff" if name == "mad24" else ""
            return f"{name}({a} & ({type_.name})0x3f, {b} & ({type_.name})0x3fffff{third})"
        if name == "clamp":
            return f"clamp({a}, ({type_.name})3, ({type_.name})90)"
        b = self.value(type_, scope, depth)
        if name in ("mad_hi", "mad_sat"):
            return f"{name}({a}, {b}, {self.value(type_, scope, depth)})"
        if name in ("upsample", "mul24", "mad24"):
            name = "max"
        return f"{name}({a}, {b})"

    def conversion(self, type_, scope, depth):
        if self.float_bases and self.rng.random() < 0.3:
            source = type_.with_base(self.rng.choice(self.float_bases))
            value = self.tame(source, self.value(source, scope, min(depth, 1)))
            return f"convert_{type_.name}_sat{self.rng.choice(MODES)}({value})"
        same = [(base, bits) for base, bits in BITS.items() if type_.bits * type_.width % bits == 0]
        base, bits = self.rng.choice(same)
        width = type_.bits * type_.width // bits
        if self.rng.random() < 0.4 and 3 not in (width, type_.width) and width in (1,) + WIDTHS:
            return f"as_{type_.name}({self.value(Type(base, width), scope, depth)})"
        source = self.integer_type(type_.width)
        return f"convert_{type_.name}{self.rng.choice(('', '_sat'))}({self.value(source, scope, depth)})"

    # Vectors

    def composition(self, type_, scope, depth):
        if self.rng.random() < 0.3:
            return f"({type_.name})({self.value(type_.scalar(), scope, depth)})"
        parts, left = [], type_.width
        while left:
            width = self.rng.choice([w for w in (1, 1, 2, 3, 4, 8) if w <= left and w < type_.width])
            parts.append(self.value(Type(type_.base, width), scope, min(depth, 1)))
            left -= width
        return f"({type_.name})({', '.join(parts)})"

    def swizzle(self, type_, scope, depth):
        source = Type(type_.base, self.rng.choice(WIDTHS))
        value = self.value(source, scope, depth)
        if source.width == 2 * type_.width:
            return f"({value}).{self.rng.choice(('lo', 'hi', 'even', 'odd'))}"
        if source.width <= 4 and type_.width <= 4:
            return f"({value})." + "".join(self.rng.choice("xyzw"[:source.width]) for _ in range(type_.width))
        return f"({value}).s" + "".join(self.rng.choice(LANES[:source.width]) for _ in range(type_.width))

    def shuffle(self, type_, scope, depth):
        if type_.width == 3:
            return self.swizzle(type_, scope, depth)
        source = Type(type_.base, self.rng.choice((2, 4, 8, 16)))
        mask = self.value(type_.unsigned(), scope, min(depth, 1))
        if self.rng.random() < 0.5:
            return f"shuffle({self.value(source, scope, depth)}, {mask})"
        return f"shuffle2({self.value(source, scope, depth)}, {self.value(source, scope, min(depth, 1))}, {mask})"

    def call(self, type_, scope, depth):
        helper = self.rng.choice([h for h in scope.helpers if h.result.width == type_.width])
        arguments = ", ".join(self.value(p, scope, min(depth, 1)) for p in helper.parameters)
        return f"convert_{type_.name}({helper.name}({arguments}))"

    # Floating point

    def float_literal(self, type_):
        if type_.width > 1:
            return f"({type_.name})({', '.join(self.float_literal(type_.scalar()) for _ in range(type_.width))})"
        largest = 200 if type_.base == "half" else 800
        return f"({type_.name}){self.rng.randrange(-largest, largest) / 8}{SUFFIX[type_.base]}"

    def tame(self, type_, value):
        """Keeps a number in a range in which nothing overflows and nothing is denormal or a negative zero."""
        return f"tame_{type_.name}({value})"

    def float_value(self, type_, scope, depth):
        if depth <= 0:
            return self.leaf(type_, scope)
        leaf = self.leaf
        kind = self.rng.randrange(10)
        if kind < 3:
            return f"({self.value(type_, scope, depth - 1)} {self.rng.choice('+-')} {self.value(type_, scope, depth - 1)})"
        if kind == 3:
            return f"({leaf(type_, scope)} * {leaf(type_, scope)})"
        if kind == 4:
            return f"fma({leaf(type_, scope)}, {leaf(type_, scope)}, {self.value(type_, scope, depth - 1)})"
        if kind == 5:
            return f"{self.rng.choice(('floor', 'ceil', 'trunc', 'rint', 'round', 'fabs'))}({self.value(type_, scope, depth - 1)})"
        if kind == 6:
            return f"{self.rng.choice(('fmin', 'fmax', 'copysign'))}({self.value(type_, scope, depth - 1)}, {leaf(type_, scope)})"
        if kind == 7 and type_.base == "double":
            return f"({leaf(type_, scope)} / (fabs({leaf(type_, scope)}) + ({type_.name})1.0))"
        if kind == 8:
            other = type_.with_base(self.rng.choice(self.float_bases))
            mode = "" if FLOATS[other.base] <= type_.bits else self.rng.choice(MODES)
            return f"convert_{type_.name}{mode}({self.tame(other, self.value(other, scope, depth - 1))})"
        source = type_.with_base(self.rng.choice(("char", "short", "uchar") if type_.base == "half" else list(BITS)))
        return self.tame(type_, f"convert_{type_.name}{self.rng.choice(MODES)}({self.value(source, scope, depth - 1)})")
