"""Statements of random kernels about ordinary constructs, for generate.py --features more.

Each is a block of its own, whose numbers come from the kernel's variables and go into one of them. What can overflow is
unsigned, and of unions only the bytes are read.
"""
from expressions import LANES, MODES, WIDTHS, Type

NAMES = ("aggregates", "exits", "fall_through", "saturations", "unaligned", "strides", "wide_integers", "machines", "pointers",
         "tables", "deep_calls")
UNSIGNED = ("uchar", "ushort", "uint", "ulong")
# Functions of integers, by how many arguments they have.
INTEGER_FUNCTIONS = {"abs": 1, "clz": 1, "popcount": 1, "abs_diff": 2, "add_sat": 2, "sub_sat": 2, "hadd": 2, "rhadd": 2, "max": 2,
                     "min": 2, "mul_hi": 2, "rotate": 2, "mad_hi": 3, "mad_sat": 3}
HALVES = {"short": ("char", "uchar"), "ushort": ("uchar", "uchar"), "int": ("short", "ushort"), "uint": ("ushort", "ushort"),
          "long": ("int", "uint"), "ulong": ("uint", "uint")}


class MoreFeatures:
    def __init__(self, program):
        self.program, self.rng = program, program.rng
        self.records = []

    def makers(self, chosen, is_uniform):
        """The functions that make statements here."""
        anywhere = {"aggregates": [self.by_value] * 2, "exits": [self.early_exits, self.early_exits, self.small_array, self.small_array], "fall_through": [self.fall_through] * 2,
                    "saturations": [self.saturation] * 2, "unaligned": [self.unaligned_private] * 2,
                    "wide_integers": [self.integer_function] * 3, "machines": [self.machine] * 2,
                    "pointers": [self.pointers, self.lane_pointer], "tables": [self.table, self.table_function],
                    "deep_calls": [self.deep_call] * 2}
        together = {"aggregates": [self.by_way_of_local] * 2, "exits": [self.barriers_in_loop] * 2,
                    "unaligned": [self.unaligned_local] * 2, "strides": [self.strided_copy] * 3}
        found = []
        for name in NAMES:
            if name in chosen:
                found += anywhere.get(name, [])
                found += together.get(name, []) if is_uniform else []
        return found

    # Helpers of the statements

    def uint(self, scope):
        return self.program.e.value(Type("uint"), scope, 1)

    def number(self, most=255):
        return self.rng.randrange(1, most + 1)

    def taken(self, scope, *lines):
        """A block whose `sum` goes into a variable."""
        variable = self.program.writable(scope, lambda t: t.width == 1 and not t.is_float)
        return ["{ uint sum = 0;", *("  " + line for line in lines), f"  {variable.text} ^= ({variable.type.name})sum; }}"] if variable else None

    def numbers(self, count, base="uint"):
        return ", ".join(f"({base}){self.rng.getrandbits(16)}u" for _ in range(count))

    def attribute(self):
        return "__attribute__((noinline)) " if self.rng.random() < 0.4 else ""

    # Structs, unions and arrays by value

    def record(self):
        """A struct with a union of a padded struct and bytes, an array and more, and functions that take and return them."""
        rng, name = self.rng, self.program.name("mixed")
        if self.records and rng.random() < 0.6:
            return rng.choice(self.records)
        base, other = rng.choice(UNSIGNED), rng.choice(UNSIGNED)
        padded = " ".join(f"{rng.choice(('char', 'short', 'int', 'long', 'uchar', 'uchar3', 'short2', 'int4'))} {letter};"
                          for letter in "abcd"[:rng.randrange(2, 5)])
        self.program.globals += [
            f"typedef struct {{ {padded} }} {name}_padded;",
            f"typedef union {{ {name}_padded p; uchar y[sizeof({name}_padded)]; }} {name}_union;",
            f"typedef struct {{ {base} f; {name}_union u[2]; {other} g[3]; uchar tail; }} {name};",
            f"{self.attribute()}{name}_union {name}_turned({name}_union x, int by) {{ {name}_union r; "
            f"for (int i = 0; i < (int)sizeof(r.y); ++i) r.y[i] = x.y[(i + by) % (int)sizeof(r.y)]; return r; }}",
            f"{self.attribute()}{name} {name}_next({name} x, {name}_union y, uint v) {{ "
            f"if (v & {1 << rng.randrange(6)}u) x.u[v & 1] = y; x.g[v % 3] ^= ({other})v; x.f = ({base})(x.f + v); "
            f"x.u[0] = {name}_turned(x.u[1], (int)(v & 7)); x.tail = (uchar)(x.tail + {self.number()}u); return x; }}",
            f"{self.attribute()}uint {name}_sum({name} x) {{ uint sum = (uint)x.f * 31u + x.tail; "
            f"for (int k = 0; k < 2; ++k) for (int i = 0; i < (int)sizeof(x.u[k].y); ++i) sum = sum * 31u + x.u[k].y[i]; "
            f"for (int i = 0; i < 3; ++i) sum = sum * 31u + (uint)x.g[i]; return sum; }}",
            f"{name} {name}_made(uint v) {{ {name} x; x.f = ({base})v; x.tail = (uchar)(v >> 8); "
            f"for (int k = 0; k < 2; ++k) for (int i = 0; i < (int)sizeof(x.u[k].y); ++i) x.u[k].y[i] = (uchar)(v + i * {self.number()} + k); "
            f"for (int i = 0; i < 3; ++i) x.g[i] = ({other})(v * {self.number()}u + i); return x; }}"]
        self.records.append(name)
        return name

    def by_value(self, scope, _depth, _is_uniform):
        name = self.record()
        copies = self.number(4)
        return self.taken(scope, f"{name} x = {name}_made({self.uint(scope)}), some[{copies}];",
                          f"for (int i = 0; i < {copies}; ++i) {{ some[i] = x; x = {name}_next(some[i], x.u[i & 1], {self.uint(scope)} + i); }}",
                          f"{name}* at = &some[{self.uint(scope)} % {copies}u];",
                          f"sum = {name}_sum(x) ^ {name}_sum(*at) ^ at->u[1].y[{self.uint(scope)} % (uint)sizeof(at->u[1].y)];")

    def by_way_of_local(self, scope, _depth, _is_uniform):
        name, tile, size = self.record(), self.program.name("tile"), self.program.group_size
        if size > 32:
            return None
        self.program.tiles.append(f"  local {name} {tile}[{size}];")
        return self.taken(scope, f"{tile}[lid] = {name}_made({self.uint(scope)});", "barrier(CLK_LOCAL_MEM_FENCE);",
                          f"{name} x = {tile}[(lid + {self.number(size)}) % {size}];",
                          f"sum = {name}_sum({name}_next(x, {tile}[{size} - 1 - lid].u[0], {self.number()}u));",
                          "barrier(CLK_LOCAL_MEM_FENCE);")

    # Control flow

    def early_exits(self, scope, _depth, _is_uniform):
        rng, base, size = self.rng, self.rng.choice(UNSIGNED), self.rng.choice((3, 4, 5, 8))
        limit = rng.choice((str(size), f"(int)({self.uint(scope)} % {size + 1}u)"))
        test = lambda: f"(v + i * {self.number()}u) & {1 << rng.randrange(4)}u"
        steps = [f"if ({test()}) continue;", f"a[i] = ({base})(a[i] * 3u + v);", f"a[(i + 1) % {size}] ^= ({base})sum;",
                 f"for (int j = 0; j < {self.number(4)}; ++j) {{ if ((v >> j) & 1) continue; sum += (uint)a[(i + j) % {size}]; "
                 f"if (sum & {1 << rng.randrange(3, 9)}u) break; a[j % {size}] = ({base})sum; }}",
                 f"if ({test()}) {{ sum ^= v; {rng.choice(('break', 'continue'))}; }}", f"sum = sum * 5u + (uint)a[i % {size}];",
                 "v = v * 1664525u + 1013904223u;"]
        rng.shuffle(steps)
        loop = rng.choice((f"for (int i = 0; i < {limit}; ++i) {{", f"for (int i = {limit} - 1; i >= 0; --i) {{"))
        return self.taken(scope, f"uint v = {self.uint(scope)}; {base} a[{size}] = {{{self.numbers(size, base)}}};", loop,
                          *("  " + step for step in steps), "}", f"for (int i = 0; i < {size}; ++i) sum = sum * 7u + (uint)a[i];")

    def small_array(self, scope, _depth, _is_uniform):
        """An array that is made anew in each iteration, and written in a loop that some items leave before they write."""
        rng, base, size = self.rng, self.rng.choice(("uchar", "uint", "uint", "ulong")), self.rng.choice((2, 3, 3, 4))
        inputs = [a for a in scope.arrays if a[0].startswith("input") and a[1].width == 1 and not a[1].is_float]
        loaded = f"(uint){self.program.e.element(rng.choice(inputs), scope)}" if inputs else self.uint(scope)
        value = rng.choice((str(self.number()), "v + 1u", f"sum + {self.number()}u", "q + j"))
        leave = f"if (w {rng.choice(('>=', '<'))} {self.number(6)}u) {rng.choice(('continue', 'continue', 'break'))};"
        times = "(flag & 3u) + 1u" if self.program.in_kernel else f"{self.number(4)}u"
        return self.taken(scope, f"uint v = {self.uint(scope)} & 7u;", f"for (uint q = 0; q < {times}; ++q) {{",
                          f"  {base} b[{size}] = {{({base})q}};", f"  for (uint j = 0; j < {size}u; ++j) {{", "    uint f = 1;",
                          f"    if (v != {rng.choice(('0u', 'j', 'q'))}) {{ uint w = v - 1u; {leave} f = {loaded} + w; }}",
                          f"    if (f & 1) sum += {self.number()}u;", f"    b[j] = ({base})({value});",
                          *([f"    if (f & 2) {rng.choice(('continue', 'break'))}; v = (v * 5u + 3u) & 7u;"] if rng.random() < 0.3 else []), "  }",
                          f"  sum = sum * 7u + (uint)b[{rng.choice((0, 0, size - 1))}]"
                          + (f" + (uint)b[{rng.randrange(size)}]" if rng.random() < 0.3 else "") + ";", "}")

    def barriers_in_loop(self, scope, _depth, _is_uniform):
        rng, tile, size = self.rng, self.program.name("tile"), self.program.group_size
        self.program.tiles.append(f"  local uint {tile}[{size}];")
        return self.taken(scope, f"uint v = {self.uint(scope)};", f"for (int i = 0; i < {self.number(6)}; ++i) {{",
                          f"  if ((flag >> i) & 1) {{ v += {self.number()}u; continue; }}", f"  {tile}[lid] = v + i;",
                          "  barrier(CLK_LOCAL_MEM_FENCE);", f"  if (v & {1 << rng.randrange(4)}u) sum += {tile}[(lid + i) % {size}];",
                          f"  else v ^= {tile}[{size} - 1 - lid];", "  barrier(CLK_LOCAL_MEM_FENCE);",
                          f"  if ((flag >> i) & {1 << rng.randrange(4, 9)}u) break;", "}", "sum ^= v;")

    def fall_through(self, scope, _depth, _is_uniform):
        rng, count = self.rng, self.rng.randrange(4, 14)
        lines = [f"uint v = {self.uint(scope)}, a[4] = {{{self.numbers(4)}}};", f"for (int i = 0; i < {self.number(3)}; ++i)",
                 f"switch ((v >> i) % {count + 1}u) {{"]
        for case in rng.sample(range(count), count):
            work = rng.choice((f"a[{case % 4}] += v;", f"sum ^= a[(v + {case}u) & 3];", f"v = v * 3u + {case}u;",
                               f"if (v & {1 << rng.randrange(5)}u) break;", f"a[v & 3] = sum + {case}u;"))
            lines.append(f"  case {case}: {work}{' break;' if rng.random() < 0.25 else ''}")
            if rng.random() < 0.08:
                lines.append("  default: sum += 99u;") if not any("default" in line for line in lines) else None
        return self.taken(scope, *lines, "}", "sum += a[0] ^ a[1] * 3u ^ a[2] * 5u ^ a[3] * 7u ^ v;")

    def machine(self, scope, _depth, _is_uniform):
        rng, states = self.rng, self.rng.randrange(3, 9)
        lines = [f"uint state = {self.uint(scope)} % {states}u, v = {self.uint(scope)}; uchar tape[8] = {{{self.numbers(8, 'uchar')}}}; int head = 0;",
                 f"for (int n = 0; n < {self.number(30)} && state != {states}u; ++n) {{", "  switch (state) {"]
        for state in range(states):
            work = rng.sample((f"tape[head & 7] = (uchar)(tape[head & 7] + v);", "++head;", "head += 3;", f"v ^= tape[head & 7] * {self.number()}u;",
                               "sum = sum * 9u + tape[(head + 1) & 7];", f"v = v >> 3 | v << 29;"), rng.randrange(1, 4))
            jump = rng.choice((f"state = (v + {self.number()}u) % {states + 1}u; break;", f"state = {rng.randrange(states)}u; continue;", "",
                               f"state = tape[head & 7] & 1 ? {rng.randrange(states + 1)}u : {rng.randrange(states)}u; break;"))
            lines.append(f"    case {state}: {' '.join(work)} {jump}")
        return self.taken(scope, *lines, f"    default: state = {states}u;", "  }", "  v += 0x9e3779b9u;", "}", "sum ^= v + (uint)head + state;")

    # Numbers

    def saturation(self, scope, _depth, _is_uniform):
        rng, width, mode = self.rng, self.rng.choice((1, 1, 2, 3, 4, 8)), self.rng.choice(MODES)
        suffix = "" if width == 1 else str(width)
        lane = "" if width == 1 else f".s{LANES[rng.randrange(width)]}"
        base = rng.choice(("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"))
        if rng.random() < 0.6:  # of a float between 2^-15 and 2^49, or from there to the other side
            bits = self.program.e.value(Type("uint", width), scope, 2)
            low = rng.choice(("0x38000000u", "0x40000000u", "0x48000000u"))
            mask = f"(uint{suffix})0x87ffffffu" if width > 1 else "0x87ffffffu"
            low = f"(uint{suffix}){low}" if width > 1 else low
            source = f"as_float{suffix}(({bits} & {mask}) | {low})"
        else:
            source = self.program.e.value(Type(rng.choice(("int", "uint", "long", "ulong", "short")), width), scope, 2)
        unsigned = base if base[0] == "u" else "u" + base
        return self.taken(scope, f"{base}{suffix} x = convert_{base}{suffix}_sat{mode}({source});",
                          f"sum = (uint)as_{unsigned}{suffix}(x){lane};" if width > 1 or base[0] != "u" else "sum = (uint)x;",
                          f"sum ^= (uint)((ulong)x{lane} >> 32);")

    def integer_function(self, scope, _depth, _is_uniform):
        rng, width = self.rng, self.rng.choice((1,) + WIDTHS)
        lane = "" if width == 1 else f".s{LANES[rng.randrange(width)]}"
        if rng.random() < 0.15:
            base = rng.choice(list(HALVES))
            high, low = (self.program.e.value(Type(half, width), scope, 2) for half in HALVES[base])
            result, call = Type(base, width), f"upsample({high}, {low})"
        else:
            type_ = Type(rng.choice(("long", "ulong") + tuple(HALVES) + ("char", "uchar")), width)
            name = rng.choice(list(INTEGER_FUNCTIONS))
            result = type_.unsigned() if name in ("abs", "abs_diff") else type_
            call = f"{name}({', '.join(self.program.e.value(type_, scope, 2) for _ in range(INTEGER_FUNCTIONS[name]))})"
        return self.taken(scope, f"{result.name} x = {call};", f"sum = (uint)x{lane} ^ (uint)((ulong)x{lane} >> 32);")

    # Memory

    def unaligned_private(self, scope, _depth, _is_uniform):
        rng, base, width = self.rng, self.rng.choice(UNSIGNED), self.rng.choice(WIDTHS)
        return self.taken(scope, f"{base} m[40];", f"for (int i = 0; i < 40; ++i) m[i] = ({base})({self.uint(scope)} + i * {self.number()}u);",
                          f"{base}{width} x = vload{width}({rng.randrange(2)}, m + {self.uint(scope)} % 8u);",
                          f"vstore{width}(x + ({base}{width}){self.number()}, 0, m + 1 + {self.uint(scope)} % 23u);",
                          "for (int i = 0; i < 40; ++i) sum = sum * 3u + (uint)m[i];")

    def unaligned_local(self, scope, _depth, _is_uniform):
        rng, base, width, size = self.rng, self.rng.choice(UNSIGNED), self.rng.choice((2, 3, 4, 8)), self.program.group_size
        tile = self.program.name("tile")
        self.program.tiles.append(f"  local {base} {tile}[{size * width + 1}];")
        value = self.program.e.value(Type(base, width), scope, 2)
        return self.taken(scope, f"vstore{width}({value}, lid, {tile} + 1);", f"if (lid == 0) {tile}[0] = ({base}){self.number()};",
                          "barrier(CLK_LOCAL_MEM_FENCE);",
                          f"{base}{width} x = vload{width}((lid + {self.number(size)}) % {size}, {tile} + {rng.randrange(2)});",
                          f"sum = (uint)x.s0 * 3u ^ (uint)x.s{width - 1} ^ (uint){tile}[{self.uint(scope)} % {size * width + 1}u];",
                          "barrier(CLK_LOCAL_MEM_FENCE);")

    def strided_copy(self, scope, _depth, _is_uniform):
        inputs = [a for a in scope.arrays if a[0].startswith("input") and not a[1].is_float]
        if not inputs:
            return None
        name, type_, size = self.rng.choice(inputs)
        stride, tile = self.rng.randrange(1, 5), self.program.name("tile")
        count = (size + stride - 1) // stride
        lane = "" if type_.width == 1 else f".s{LANES[self.rng.randrange(type_.width)]}"
        self.program.tiles.append(f"  local {type_.name} {tile}[{count}];")
        return self.taken(scope, f"event_t copied = async_work_group_strided_copy({tile}, {name}, (size_t){count}, (size_t){stride}, 0);",
                          "wait_group_events(1, &copied);", f"sum = (uint){tile}[{self.uint(scope)} % {count}u]{lane};",
                          "barrier(CLK_LOCAL_MEM_FENCE);")

    def pointers(self, scope, _depth, _is_uniform):
        base = self.rng.choice(UNSIGNED)
        return self.taken(scope, f"{base} a[4] = {{{self.numbers(4, base)}}}, b[4] = {{{self.numbers(4, base)}}}, c = ({base}){self.uint(scope)};",
                          f"{base}* ways[4] = {{a, b + 1, &c, &a[{self.uint(scope)} & 3]}};",
                          f"{base}** way = &ways[{self.uint(scope)} & 1]; {base}*** top = &way;", f"**way = ({base})(**way + {self.number()}u);",
                          f"++*top; *way = &b[{self.uint(scope)} & 3]; ***top ^= ({base}){self.uint(scope)};",
                          f"for (int i = 0; i < 4; ++i) {{ {base}* p = ways[(i + ({self.uint(scope)} & 3)) & 3]; *p = ({base})(*p * 3u + i); }}",
                          "for (int i = 0; i < 4; ++i) sum = sum * 5u + (uint)a[i] + (uint)b[i] * 7u;",
                          "sum = sum * 3u + (uint)c + (uint)(way - ways);")

    def lane_pointer(self, scope, _depth, _is_uniform):
        base, width = self.rng.choice(UNSIGNED), self.rng.choice((2, 4, 8, 16))
        value = self.program.e.value(Type(base, width), scope, 2)
        return self.taken(scope, f"{base}{width} x = {value}; {base}* p = ({base}*)&x;",
                          f"p[{self.uint(scope)} & {width - 1}] = ({base}){self.uint(scope)};",
                          f"for (int i = 0; i < {width}; ++i) {{ if (p[i] & 1) p[i] = ({base})(p[i] + p[{width - 1} - i]); sum = sum * 3u + (uint)p[i]; }}",
                          f"sum ^= (uint)x.s{LANES[self.rng.randrange(width)]};")

    def table(self, scope, _depth, _is_uniform):
        base, size = self.rng.choice(UNSIGNED), self.rng.choice((4, 8, 16))
        return self.taken(scope, f"const {base} row[{size}] = {{{self.numbers(size, base)}}};",
                          f"const struct {{ uchar key; {base} number[2]; }} pairs[2] = {{{{3, {{{self.numbers(2, base)}}}}}, {{9, {{{self.numbers(2, base)}}}}}}};",
                          f"uint i = {self.uint(scope)};",
                          f"sum = (uint)row[i & {size - 1}] + (uint)row[(i >> 5) & {size - 1}] * 3u + (uint)pairs[i & 1].number[(i >> 1) & 1] * pairs[(i >> 2) & 1].key;")

    def table_function(self, scope, _depth, _is_uniform):
        name, base = self.program.name("lookup"), self.rng.choice(UNSIGNED)
        self.program.globals.append(
            f"{self.attribute()}uint {name}(uint i) {{ const {base} table[3][4] = {{{{{self.numbers(4, base)}}}, {{{self.numbers(4, base)}}}, "
            f"{{{self.numbers(4, base)}}}}}; uint sum = 0; for (uint k = 0; k < 3; ++k) sum = sum * 3u + (uint)table[(i + k) % 3][(i >> k) & 3]; "
            f"return sum; }}")
        return self.taken(scope, f"sum = {name}({self.uint(scope)}) ^ {name}({self.uint(scope)}) * 5u;")

    def deep_call(self, scope, _depth, _is_uniform):
        rng, name, depth = self.rng, self.program.name("deep"), self.rng.randrange(4, 9)
        for level in range(depth - 1, -1, -1):
            calls = "sum ^= p[v & 3];"
            if level + 1 < depth:
                calls = f"if (v & {1 << rng.randrange(5)}u) sum += {name}_{level + 1}(v * {self.number()}u + {level}u, p);"
                if level % 3 == 1:
                    calls += f" else {{ uint mine[4] = {{p[3], p[2], p[1], v}}; sum ^= {name}_{level + 1}(v + {self.number()}u, mine) + mine[0]; }}"
            self.program.globals.append(f"{self.attribute()}uint {name}_{level}(uint v, uint* p) {{ uint sum = p[v & 3] * {self.number()}u; "
                                        f"p[(v >> 2) & 3] += sum; {calls} return sum; }}")
        return self.taken(scope, f"uint a[4] = {{{self.numbers(4)}}};", f"sum = {name}_0({self.uint(scope)}, a) ^ a[0] ^ a[1] * 3u ^ a[2] * 5u ^ a[3] * 7u;")
