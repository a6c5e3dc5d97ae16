#!/usr/bin/env python3
"""Makes random kernels in OpenCL C whose results are a function of the seed, on every device.

usage: generate.py SEED [--features NAME,…|all|more] [--without N,…] [-o FILE]

A kernel begins with comments that say how it is run; compare.cpp reads them:

  // options: OPTION…                  for clBuildProgram and for clc
  // needs: MACRO…                     of extensions and features; devices without these skip it
  // global: X Y    // local: X Y    // offset: X Y
  // argument: results COUNT           global ulong*, 0 at first; equal with every compiler
  // argument: near COLUMNS ULP…       global float*, a row for each item; a column may differ by ULP of that column
  // argument: shared NUMBER…          global uint*, begins with these numbers; equal with every compiler
  // argument: shared64 NUMBER…        the same with global ulong*
  // argument: image HOW SHAPE NUMBER ORDER WIDTH HEIGHT DEPTH    HOW is read, with data that follow from the seed, or write
  // argument: input BYTES             global data that follow from the seed
  // argument: value SIZE NUMBER       by value
  // argument: local BYTES             local memory

Every statement has a number in a comment; --without leaves statements out, which is how a difference is reduced.

Without --features a seed gives the kernel that it always gave. With them it gives another one, which has some of the features.
"""
import argparse
import random
import sys

import features
from expressions import BITS, FLOATS, WIDTHS, Expressions, Helper, Scope, Type, Variable

# Functions that may differ between implementations, with the ulp that OpenCL C grants each; the arguments are between
# -50 and 50 (`x`), positive (`p`).
MATHS = (("sin({x})", 4), ("cos({x})", 4), ("tan({x})", 5), ("exp({x})", 3), ("exp2({x})", 3), ("exp10({x} * 0.5f)", 3),
         ("log({p})", 3), ("log2({p})", 3), ("log10({p})", 3), ("sqrt({p})", 3), ("rsqrt({p})", 2), ("cbrt({x})", 2),
         ("pow({p}, {x} * 0.25f)", 16), ("{x} / {p}", 2.5), ("hypot({x}, {p})", 4), ("atan({x})", 5), ("atan2({x}, {p})", 6),
         ("sinh({x} * 0.5f)", 4), ("cosh({x} * 0.5f)", 4), ("tanh({x})", 5), ("asinh({x})", 4), ("expm1({x})", 3),
         ("log1p({p})", 2), ("erf({x} * 0.1f)", 16), ("asin({x} * 0.015625f)", 4), ("acos({x} * 0.015625f)", 4))
# How a number in shared memory may change so that the order does not matter: its first value, and the call.
ATOMICS = ((0, "atomic_add({p}, {v})"), (7, "atomic_sub({p}, {v})"), (5, "atomic_xor({p}, {v})"), (0, "atomic_or({p}, {v})"),
           (0xffffffff, "atomic_and({p}, {v})"), (3, "atomic_max({p}, {v})"), (0xffffffff, "atomic_min({p}, {v})"),
           (1, "atomic_inc({p})"), (100000, "atomic_dec({p})"), (2, "add_by_exchange({p}, {v})"))
ADD_BY_EXCHANGE = """void add_by_exchange_{space}(volatile {space} uint* p, uint v) {{
  uint seen = atomic_or(p, 0u), old;
  do {{
    old = seen;
    seen = atomic_cmpxchg(p, old, old + v);
  }} while (seen != old);
}}
"""
LIMITS = {"half": ("40.0h", "0.0625h"), "float": ("65536.0f", "1.0e-6f"), "double": ("65536.0", "1.0e-6")}
HALF_ROUNDINGS = ("", "_rte", "_rtz", "_rtp", "_rtn")


class Block:
    """Numbered statements; a statement is lines, and maybe blocks between them."""

    def __init__(self):
        self.statements = []

    def render(self, without, indent):
        lines = []
        for number, parts in self.statements:
            if number in without:
                continue
            for part in parts:
                if isinstance(part, Block):
                    lines += part.render(without, indent + 1)
                else:
                    lines.append("  " * indent + part)
            lines[-1] += f"  // {number}"
        return lines


class Program:
    def __init__(self, seed, feature_names=()):
        self.seed, self.rng = seed, random.Random(f"{seed} with features" if feature_names else seed)
        self.flag = self.rng.getrandbits(32)
        self.next_number, self.next_name = 1, 0
        self.choose_shape()
        self.features, self.touched = features.Features(self, feature_names), []
        if self.features.is_version_3:
            self.options[0] = "-cl-std=CL3.0"
        self.needs += self.features.needs
        self.e = Expressions(self.rng, self.float_bases)
        self.globals, self.helper_texts, self.arguments, self.parameters = [], [], [], []
        self.shared, self.near = [], []
        self.make_globals()
        self.make_helpers()
        self.make_kernel()

    # Its purpose

    def choose_shape(self):
        rng = self.rng
        self.float_bases = rng.choice(([], ["float"], ["float"], ["float", "double"], ["double"],
                                       ["float"] if rng.random() < 0.7 else ["float", "half"]))
        self.needs = [{"double": "cl_khr_fp64", "half": "cl_khr_fp16"}[base] for base in self.float_bases if base != "float"]
        self.options = [rng.choice(("-cl-std=CL1.2", "-cl-std=CL1.2", "-cl-std=CL3.0"))]
        if rng.random() < 0.1:
            self.options.append("-cl-opt-disable")
        dimensions = rng.choice((1, 1, 2, 3))
        self.local = [[16], [8, 4], [4, 2, 4]][dimensions - 1]
        if dimensions == 1:
            self.local = [rng.choice((1, 4, 16, 32, 64))]
        self.groups = [rng.choice((1, 2, 3)) for _ in self.local]
        self.offset = [rng.choice((0, 0, 1, 5, 64)) for _ in self.local]
        self.group_size = 1
        for size in self.local:
            self.group_size *= size
        self.items = self.group_size
        for count in self.groups:
            self.items *= count
        self.has_required_size = rng.random() < 0.3

    def name(self, prefix):
        self.next_name += 1
        return f"{prefix}{self.next_name}"

    def make_globals(self):
        rng = self.rng
        self.constants = []
        for _ in range(rng.randrange(3)):
            type_, size, name = self.e.integer_type(rng.choice((1, 1, 2, 4))), rng.choice((4, 8, 16)), self.name("table")
            values = ", ".join(self.e.literal(type_) for _ in range(size))
            self.globals.append(f"constant {type_.name} {name}[{size}] = {{{values}}};")
            self.constants.append((name, type_, size))
        self.structs = []
        for _ in range(rng.randrange(3)):
            self.make_struct()
        for base in self.float_bases:
            limit, least = LIMITS[base]
            for width in (1,) + WIDTHS:
                n = Type(base, width).name
                mask = f"({Type(base, width).signed().name})(fabs(x) >= ({n}){least})" if width > 1 else f"fabs(x) >= {least}"
                kept = f"select(({n})0, x, {mask})" if width > 1 else f"{mask} ? x : 0"
                self.globals.append(f"{n} tame_{n}({n} x) {{ x = fmin(fmax(x, ({n})-{limit}), ({n}){limit}); "
                                    f"return ({kept}) + ({n})0; }}")

    def make_struct(self):
        name, fields, declarations = self.name("record"), [], []
        for _ in range(self.rng.randrange(1, 6)):
            field, type_ = self.name("f"), self.e.any_type()
            if self.rng.random() < 0.2:
                declarations.append(f"{type_.name} {field}[3];")
                fields.append((f"{field}[1]", type_))
            else:
                declarations.append(f"{type_.name} {field};")
                fields.append((field, type_))
        if self.structs and self.rng.random() < 0.5:
            inner, inner_fields = self.rng.choice(self.structs)
            declarations.append(f"struct {inner} inner;")
            fields += [(f"inner.{field}", type_) for field, type_ in inner_fields]
        packed = "__attribute__((packed)) " if self.rng.random() < 0.15 else ""
        self.globals.append(f"struct {packed}{name} {{ {' '.join(declarations)} }};")
        self.structs.append((name, fields))

    def make_helpers(self):
        self.helpers = []
        for _ in range(self.rng.randrange(4)):
            helper = Helper(self.name("helper"), self.e.integer_type(self.rng.choice((1, 1, 1, 2, 4))),
                            [self.e.any_type() for _ in range(self.rng.randrange(1, 4))])
            parameters = [Variable(self.name("p"), type_) for type_ in helper.parameters]
            scope = Scope(parameters, self.constants, self.helpers)
            lines = self.declare_locals(scope, self.rng.randrange(1, 4))
            block = self.block(scope, self.rng.randrange(1, 5), 1, is_uniform=False)
            if self.rng.random() < 0.3:
                number = self.number()
                block.statements.insert(0, (number, [f"if ({self.e.condition(scope, 1)}) return "
                                                     f"{self.e.value(helper.result, scope, 1)};"]))
            head = f"{helper.result.name} {helper.name}({', '.join(f'{v.type.name} {v.text}' for v in parameters)}) {{"
            attribute = "__attribute__((noinline)) " if self.rng.random() < 0.3 else ""
            self.helper_texts.append((attribute + head, lines, block,
                                      [f"  return {self.e.value(helper.result, scope, 2)};", "}"]))
            self.helpers.append(helper)

    def declare_locals(self, scope, count):
        """Variables, with values of those before them; all stand at the top, so that any statement can be left out."""
        lines = []
        for _ in range(count):
            variable = Variable(self.name("v"), self.e.any_type())
            value = self.e.value(variable.type, scope, 1)
            lines.append(f"  {variable.type.name} {variable.text} = {self.settled(variable.type, value)};")
            scope.variables.append(variable)
        if self.rng.random() < 0.4:
            type_, size, name = self.e.any_type(), self.rng.choice((2, 4, 8)), self.name("array")
            values = ", ".join(self.settled(type_, self.e.value(type_, scope, 1)) for _ in range(size))
            lines.append(f"  {type_.name} {name}[{size}] = {{{values}}};")
            scope.arrays.append((name, type_, size))
        if self.structs and self.rng.random() < 0.6:
            struct, fields = self.rng.choice(self.structs)
            name = self.name("record")
            lines.append(f"  struct {struct} {name};")
            for field, type_ in fields:
                lines.append(f"  {name}.{field} = {self.settled(type_, self.e.value(type_, scope, 1))};")
            scope.variables += [Variable(f"{name}.{field}", type_) for field, type_ in fields]
        return lines + self.features.declare_union(scope)

    def settled(self, type_, value):
        return self.e.tame(type_, value) if type_.is_float else value

    # Statements

    def number(self):
        self.next_number += 1
        return self.next_number - 1

    def block(self, scope, count, depth, is_uniform):
        """`is_uniform`: all items of a group come through here, so that it may hold barriers."""
        block = Block()
        for _ in range(count):
            makers = [self.assignment] * 6 + [self.increment, self.lanes_assignment, self.element_assignment, self.memory]
            if depth > 0:
                makers += [self.branch, self.loop, self.loop, self.switch]
            if is_uniform:
                makers += [self.exchange, self.exchange, self.group_atomics, self.ticket, self.copy]
            if self.in_kernel:
                makers += [self.global_atomic]
            makers += self.features.makers(is_uniform, self.in_kernel)
            number = self.number()
            parts = self.rng.choice(makers)(scope, depth, is_uniform)
            block.statements.append((number, parts or self.assignment(scope, depth, is_uniform)))
        return block

    in_kernel = False

    def writable(self, scope, is_wanted=lambda type_: True):
        fitting = [v for v in scope.variables if not v.is_constant and is_wanted(v.type)]
        return self.rng.choice(fitting) if fitting else None

    def assignment(self, scope, _depth, _is_uniform):
        variable = self.writable(scope)
        return [f"{variable.text} = {self.settled(variable.type, self.e.value(variable.type, scope, 3))};"]

    def increment(self, scope, _depth, _is_uniform):
        variable = self.writable(scope, lambda t: not t.is_float and not (t.is_signed and t.bits >= 32))
        if not variable:
            return None
        if self.rng.random() < 0.4:
            return [f"{variable.text}{self.rng.choice(('++', '--'))};"]
        operator = self.rng.choice(("&", "|", "^") if variable.type.is_signed else ("+", "-", "&", "|", "^"))
        return [f"{variable.text} {operator}= {self.e.value(variable.type, scope, 2)};"]

    def lanes_assignment(self, scope, _depth, _is_uniform):
        variable = self.writable(scope, lambda t: t.width in (2, 4, 8, 16))
        if not variable:
            return None
        part = Type(variable.type.base, variable.type.width // 2)
        lanes = self.rng.choice(("lo", "hi", "even", "odd"))
        return [f"{variable.text}.{lanes} = {self.settled(part, self.e.value(part, scope, 2))};"]

    def element_assignment(self, scope, _depth, _is_uniform):
        arrays = [a for a in scope.arrays if not a[0].startswith("table") and not a[0].startswith("input")]
        if not arrays:
            return None
        array = self.rng.choice(arrays)
        value = self.settled(array[1], self.e.value(array[1], scope, 2))
        if self.rng.random() < 0.5:
            return [f"{self.e.element(array, scope)} = {value};"]
        pointer = self.name("q")
        return [f"{{ {array[1].name}* {pointer} = &{self.e.element(array, scope)}; *{pointer} = {value}; }}"]

    def memory(self, scope, _depth, _is_uniform):
        """Vector loads and stores through a private array of its own, and half numbers in memory."""
        variable = self.writable(scope, lambda t: t.width > 1 and not t.is_float)
        name = self.name("m")
        if self.rng.random() < 0.3 and "float" in self.float_bases:
            number = self.writable(scope, lambda t: t.name == "float")
            if not number:
                return None
            store = f"vstore_half{self.rng.choice(HALF_ROUNDINGS)}({number.text} * 0.25f, 1, (half*){name})"
            return [f"{{ ushort {name}[2] = {{0, 0}}; {store}; {number.text} = tame_float(vload_half(1, (half*){name})); }}"]
        if not variable:
            return None
        type_, source = variable.type, self.e.value(variable.type, scope, 2)
        return [f"{{ {type_.base} {name}[{2 * type_.width}] = {{0}}; vstore{type_.width}({source}, 1, {name}); "
                f"{variable.text} = vload{type_.width}(0, {name} + {self.rng.randrange(type_.width + 1)}); }}"]

    def branch(self, scope, depth, is_uniform):
        is_same = is_uniform and self.rng.random() < 0.4
        condition = f"(flag & {1 << self.rng.randrange(8)})" if is_same else self.e.condition(scope, 2)
        parts = [f"if ({condition}) {{", self.block(scope, self.rng.randrange(1, 4), depth - 1, is_same)]
        if self.rng.random() < 0.5:
            parts += ["} else {", self.block(scope, self.rng.randrange(1, 4), depth - 1, is_same)]
        return parts + ["}"]

    def loop(self, scope, depth, is_uniform):
        counter, rng = self.name("i"), self.rng
        is_same = is_uniform and rng.random() < 0.4
        limit = str(rng.randrange(1, 9))
        if not is_same and rng.random() < 0.6:
            limit = f"({self.e.leaf(Type('int'), scope)} & 7)"
        inner = Scope(scope.variables + [Variable(counter, Type("int"), True)], scope.arrays, scope.helpers, scope.queries)
        body = self.block(inner, rng.randrange(1, 5), depth - 1, is_same)
        if not is_same and rng.random() < 0.4:
            leave = rng.choice(("break", "continue"))
            body.statements.insert(rng.randrange(len(body.statements) + 1),
                                   (self.number(), [f"if ({self.e.condition(inner, 1)}) {leave};"]))
        # A loop that counts in its head, so that `continue` counts too.
        head = rng.choice((f"for (int {counter} = 0; {counter} < {limit}; {counter}++) {{",
                           f"for (int {counter} = {limit}; {counter} > 0; {counter} -= 2) {{",
                           f"for (int {counter} = -1; ++{counter} < {limit};) {{"))
        return [head, body, "}"]

    def switch(self, scope, depth, _is_uniform):
        type_ = Type(self.rng.choice(("int", "uint", "uchar", "long")))
        parts = [f"switch ({self.e.value(type_, scope, 2)} & ({type_.name})7) {{"]
        for case in self.rng.sample(range(9), self.rng.randrange(1, 6)):
            parts += [f"  case {case}:;", self.block(scope, self.rng.randrange(1, 3), depth - 1, False)]
            if self.rng.random() < 0.7:
                parts.append("  break;")
        if self.rng.random() < 0.6:
            parts += ["  default:;", self.block(scope, 1, depth - 1, False)]
        return parts + ["}"]

    # Work of several items together

    def exchange(self, scope, _depth, _is_uniform):
        variable = self.writable(scope)
        type_, tile = variable.type, self.name("tile")
        self.tiles.append(f"  local {type_.name} {tile}[{self.group_size}];")
        other = f"{tile}[(lid + {self.rng.randrange(self.group_size)}) % {self.group_size}]"
        if self.rng.random() < 0.3:
            other = f"{tile}[{self.group_size - 1} - lid]"
        taken = self.settled(type_, f"{variable.text} {'+' if type_.is_float else '^'} {other}")
        return [f"{tile}[lid] = {self.settled(type_, self.e.value(type_, scope, 2))};", "barrier(CLK_LOCAL_MEM_FENCE);",
                f"{variable.text} = {taken};", "barrier(CLK_LOCAL_MEM_FENCE);"]

    def group_atomics(self, scope, _depth, _is_uniform):
        variable = self.writable(scope, lambda t: t.width == 1 and not t.is_float)
        if not variable:
            return None
        counter = self.name("counter")
        self.tiles.append(f"  local uint {counter};")
        start, call = self.rng.choice(ATOMICS)
        call = call.replace("add_by_exchange", "add_by_exchange_local")
        call = call.format(p=f"&{counter}", v=self.e.value(Type("uint"), scope, 1))
        return [f"if (lid == 0) {counter} = {start}u;", "barrier(CLK_LOCAL_MEM_FENCE);",
                f"if ({self.e.condition(scope, 1)}) {call};", "barrier(CLK_LOCAL_MEM_FENCE);",
                f"{variable.text} ^= ({variable.type.name}){counter};", "barrier(CLK_LOCAL_MEM_FENCE);"]

    def ticket(self, scope, _depth, _is_uniform):
        """Every item draws a number; which one depends on the order, what they make together does not."""
        variable = self.writable(scope, lambda t: t.width == 1 and not t.is_float)
        if not variable:
            return None
        counter, drawn, tile = self.name("counter"), self.name("drawn"), self.name("tile")
        self.tiles += [f"  local uint {counter};", f"  local uint {tile}[{self.group_size}];"]
        return [f"if (lid == 0) {counter} = 0;", "barrier(CLK_LOCAL_MEM_FENCE);",
                f"{{ uint {drawn} = atomic_inc(&{counter}); {tile}[{drawn}] = {drawn} * {drawn} + 3u; }}",
                "barrier(CLK_LOCAL_MEM_FENCE);", f"{variable.text} += ({variable.type.name}){tile}[lid] & 63;"
                if not variable.type.is_signed else f"{variable.text} ^= ({variable.type.name}){tile}[lid];",
                "barrier(CLK_LOCAL_MEM_FENCE);"]

    def copy(self, scope, _depth, _is_uniform):
        arrays = [a for a in scope.arrays if a[0].startswith("input")]
        variable = self.writable(scope, lambda t: arrays and t == arrays[0][1])
        if not variable:
            return None
        name, type_, size = arrays[0]
        tile, event = self.name("tile"), self.name("event")
        self.tiles.append(f"  local {type_.name} {tile}[{size}];")
        return [f"{{ event_t {event} = async_work_group_copy({tile}, {name}, (size_t){size}, 0); "
                f"wait_group_events(1, &{event}); }}", "barrier(CLK_LOCAL_MEM_FENCE);",
                f"{variable.text} ^= {tile}[{self.e.index(size, scope)}];", "barrier(CLK_LOCAL_MEM_FENCE);"]

    def global_atomic(self, scope, _depth, _is_uniform):
        start, call = self.rng.choice(ATOMICS)
        slot = len(self.shared)
        self.shared.append(start)
        call = call.replace("add_by_exchange", "add_by_exchange_global")
        return [call.format(p=f"&shared[{slot}]", v=self.e.value(Type("uint"), scope, 1)) + ";"]

    # The kernel

    def make_kernel(self):
        rng, self.tiles, self.in_kernel = self.rng, [], True
        dimension = lambda: rng.randrange(len(self.local) + 1)
        queries = [f"get_{name}({dimension()})" for name in ("global_id", "local_id", "group_id", "global_size", "local_size",
                                                              "num_groups", "global_offset") for _ in range(2)]
        # PoCL 3.1 says 0 for the sizes beyond the third dimension.
        queries = [q for q in queries if "(3)" not in q] + ["get_work_dim()", "lid", "item"]
        scope = Scope([Variable("flag", Type("uint"), True)], self.constants, self.helpers, queries)
        for _ in range(rng.randrange(1, 3)):
            type_, size, name = self.e.integer_type(rng.choice((1, 1, 2, 4, 8))), rng.choice((8, 16, 32)), self.name("input")
            self.arguments.append(f"input {type_.bits // 8 * type_.width * size}")
            self.parameters.append(f"global const {type_.name}* {name}")
            scope.arrays.append((name, type_, size))
        type_ = Type(rng.choice(list(BITS)))
        value = Variable(self.name("value"), type_, True)
        self.arguments.append(f"value {type_.bits // 8} {rng.getrandbits(type_.bits)}")
        self.parameters.append(f"{type_.name} {value.text}")
        scope.variables.append(value)
        self.declarations = self.declare_locals(scope, rng.randrange(4, 11))
        self.body = self.block(scope, rng.randrange(5, 16), 2, is_uniform=True)
        if lines := self.features.last_of_all(scope):
            self.body.statements.append((self.number(), lines))
        self.finish(scope)

    def finish(self, scope):
        """Stores every variable, and maths functions of some."""
        self.stores = []
        written = [v for v in scope.variables if not v.is_constant] + \
            [Variable(f"{name}[{i}]", type_) for name, type_, size in scope.arrays for i in range(size) if name.startswith("array")]
        for row, variable in enumerate(written):
            self.stores.append(f"  results[item * {len(written)} + {row}] = {self.as_ulong(variable)};")
        self.columns = len(written)
        scalars = [v.text for v in written if v.type.width == 1 and not v.type.is_float] or ["item"]
        if "float" in self.float_bases:
            for _ in range(self.rng.randrange(1, 5)):
                call, ulp = self.rng.choice(MATHS)
                x = f"((float)((int)({self.rng.choice(scalars)} & 0x3ff) - 512) * 0.09375f)"
                p = f"((float)({self.rng.choice(scalars)} & 0xfff) * 0.03125f + 0.0625f)"
                self.stores.append(f"  near[item * NEAR + {len(self.near)}] = {call.format(x=x, p=p)};")
                self.near.append(ulp)

    def as_ulong(self, variable):
        type_ = variable.type
        unsigned = type_.unsigned()
        bits = f"as_{unsigned.name}({variable.text})" if type_.is_float else f"convert_{unsigned.name}({variable.text})"
        if type_.width == 1:
            return f"(ulong){bits}"
        lanes = [f"(ulong)({bits}).s{'0123456789abcdef'[i]}" for i in range(type_.width)]
        text = lanes[0]
        for lane in lanes[1:]:
            text = f"fold({text}, {lane})"
        return text

    def render(self, without=()):
        listed = lambda numbers: " ".join(str(number) for number in numbers)
        lines = [f"// Random kernel {self.seed}", f"// options: {listed(self.options)}", f"// needs: {listed(self.needs)}",
                 f"// global: {listed(g * l for g, l in zip(self.groups, self.local))}", f"// local: {listed(self.local)}",
                 f"// offset: {listed(self.offset)}", f"// argument: results {self.items * self.columns}"]
        parameters = ["global ulong* results"]
        if self.near:
            lines.append(f"// argument: near {len(self.near)} {listed(self.near)}")
            parameters.append("global float* near")
        lines.append(f"// argument: shared {listed(self.shared or [0])}")
        more = self.features.arguments()
        lines += [f"// argument: {argument}" for argument in [argument for argument, _ in more] + self.arguments]
        lines.append(f"// argument: value 4 {self.flag}")
        parameters += ["volatile global uint* shared"] + [parameter for _, parameter in more] + self.parameters + ["uint flag"]
        lines.append("#pragma OPENCL FP_CONTRACT OFF")
        for need in self.needs:
            lines += [f"#ifndef {need}", f"#error the target has no {need}", "#endif"]
            lines += [f"#pragma OPENCL EXTENSION {need} : enable"] * need.startswith("cl_")
        lines.append(f"#define NEAR {max(1, len(self.near))}")
        lines.append("ulong fold(ulong sum, ulong number) { return (rotate(sum, (ulong)7) ^ number) * 0x9e3779b97f4a7c15ul; }")
        lines += [ADD_BY_EXCHANGE.format(space=space).rstrip() for space in ("global", "local")]
        lines += self.globals + self.features.globals()
        for head, declarations, block, tail in self.helper_texts:
            lines += [head] + declarations + block.render(without, 1) + tail
        attribute = f"__attribute__((reqd_work_group_size({', '.join(str(s) for s in (self.local + [1, 1])[:3])}))) "
        lines.append(f"kernel {attribute if self.has_required_size else ''}void entry({', '.join(parameters)}) {{")
        lines.append("  uint lid = get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2));")
        lines.append("  uint item = get_global_id(0) - get_global_offset(0) + get_global_size(0) * (get_global_id(1) - "
                     "get_global_offset(1) + get_global_size(1) * (get_global_id(2) - get_global_offset(2)));")
        lines += self.tiles + self.declarations + self.body.render(without, 1) + self.stores + ["}"]
        return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("--features", type=features.listed, default=())
    parser.add_argument("--without", default="")
    parser.add_argument("-o", "--output")
    options = parser.parse_args()
    text = Program(options.seed, options.features).render({int(number) for number in options.without.split(",") if number})
    if options.output:
        with open(options.output, "w", encoding="ascii") as file:
            file.write(text)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
