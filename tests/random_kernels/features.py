"""Statements of random kernels about features that not every device or compiler has, for generate.py --features.

Each statement has one right result on every device: what depends on which items form a sub-group, or on who comes first, is
used only where it does not show. A kernel that has a feature needs the macros that announce it.
"""
import more_features
from expressions import LANES, WIDTHS, Type, Variable

NAMES = ("sub_groups", "work_groups", "images", "c11_atomics", "long_atomics", "unions", "printf", "swizzles", "generic")
# Those that need OpenCL C 3.0, and the macros that announce a feature.
IN_VERSION_3 = ("sub_groups", "work_groups", "c11_atomics", "generic")
NEEDS = {"sub_groups": ["__opencl_c_subgroups"], "work_groups": ["__opencl_c_work_group_collective_functions"],
         "images": ["__IMAGE_SUPPORT__"], "long_atomics": ["cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics"],
         "generic": ["__opencl_c_generic_address_space"]}
SUB_GROUP_EXTENSIONS = ("ballot", "shuffle", "shuffle_relative", "extended_types", "non_uniform_vote",
                        "non_uniform_arithmetic", "clustered_reduce", "rotate")
# The first value of a number that items change in any order, and the change.
CHANGES = {"add": 0, "sub": 7, "xor": 5, "or": 0, "and": -1, "max": 3, "min": -1}
# An image's format: type of a colour, number in it, what a colour is made from, function.
FORMATS = {"uint8": ("uint4", "ui"), "uint16": ("uint4", "ui"), "uint32": ("uint4", "ui"), "sint8": ("int4", "i"),
           "sint16": ("int4", "i"), "sint32": ("int4", "i"), "unorm8": ("float4", "f"), "float": ("float4", "f")}
MASKS = {"uint8": "0xff", "uint16": "0xffff", "uint32": "0xffffffffu", "sint8": "0x7f", "sint16": "0x7fff",
         "sint32": "0x7fffffff", "unorm8": "0xff", "float": "0xffff"}
WIDTH, HEIGHT, DEPTH = 16, 8, 4


def listed(text):
    """The names in an option's value."""
    names = {"all": NAMES, "more": more_features.NAMES}.get(text) or tuple(text.split(","))
    if unknown := set(names) - set(NAMES + more_features.NAMES):
        raise ValueError(f"no feature {unknown.pop()}; there are: {', '.join(NAMES + more_features.NAMES)}")
    return names


class Features:
    """The features of one program; `names` are those that it may have."""

    def __init__(self, program, names):
        self.program, self.rng = program, program.rng
        self.chosen, self.needs = [], []
        self.more = more_features.MoreFeatures(program)
        if not names:
            return
        self.chosen = self.rng.sample(names, min(len(names), self.rng.randrange(1, 5)))
        for name in self.chosen:
            self.needs += NEEDS.get(name, [])
        if "sub_groups" in self.chosen:
            self.sub_group_extensions = [name for name in SUB_GROUP_EXTENSIONS if self.rng.random() < 0.4]
            self.needs += [f"cl_khr_subgroup_{name}" for name in self.sub_group_extensions]
        if "c11_atomics" in self.chosen:
            self.choose_orders()
        self.needs = list(dict.fromkeys(self.needs))
        if "sub_groups" in self.chosen and "-cl-opt-disable" in program.options:
            program.options.remove("-cl-opt-disable")  # Intel's driver dies of ballots that are not optimised
        self.printing_item = self.rng.randrange(program.items)
        self.read_images, self.written_images, self.long_slots, self.scratch_rows = [], [], [], 0

    @property
    def is_version_3(self):
        return any(name in IN_VERSION_3 for name in self.chosen)

    def makers(self, is_uniform, in_kernel):
        """The functions that make statements here, each a few times, so that what was chosen is seen."""
        found = self.more.makers(self.chosen, is_uniform)
        if "swizzles" in self.chosen:
            found += [self.lanes, self.lanes, self.narrow_lane]
        if "unions" in self.chosen:
            found += [self.float_in_union]
        if in_kernel:
            found += [self.print] * 2 * ("printf" in self.chosen)
            found += [self.read_image] * 3 * ("images" in self.chosen) + [self.write_image] * ("images" in self.chosen)
            found += [self.global_long_atomic] * 2 * ("long_atomics" in self.chosen)
            found += [self.global_c11_atomic] * 2 * ("c11_atomics" in self.chosen)
        if is_uniform:
            found += [self.local_long_atomic] * 2 * ("long_atomics" in self.chosen)
            found += [self.local_c11_atomic, self.local_c11_atomic, self.flag, self.last_of_group] * ("c11_atomics" in self.chosen)
            found += [self.collective] * 4 * ("work_groups" in self.chosen)
            found += self.sub_group_makers() if "sub_groups" in self.chosen else []
            found += [self.generic_pointer] * 3 * ("generic" in self.chosen)
            found += [self.generic_atomic] * 4 * ("generic" in self.chosen and "c11_atomics" in self.chosen)
        return found

    # Helpers of the statements

    def value(self, base, scope, width=1):
        return self.program.e.value(Type(base, width), scope, 1)

    def taking(self, scope):
        """A variable, and how it takes a number in: a format."""
        variable = self.program.writable(scope, lambda t: t.width == 1 and not t.is_float)
        return f"{variable.text} ^= ({variable.type.name})({{}});" if variable else None

    def tile(self, type_name, size=None):
        name = self.program.name("tile")
        self.program.tiles.append(f"  local {type_name} {name}[{size or self.program.group_size}];")
        return name

    def counter(self, type_name="uint"):
        name = self.program.name("counter")
        self.program.tiles.append(f"  local {type_name} {name};")
        return name

    @staticmethod
    def together(*lines, reset=None):
        """Lines between barriers; local memory is written before the first, by item 0."""
        barrier = "barrier(CLK_LOCAL_MEM_FENCE);"
        result = [f"if (lid == 0) {reset};", barrier] if reset else []
        for line in lines:
            result += [line, barrier]
        return result

    # Lanes of vectors

    def lanes(self, scope, _depth, _is_uniform):
        variable = self.program.writable(scope, lambda t: t.width > 1)
        if not variable:
            return None
        type_, rng = variable.type, self.rng
        width = rng.choice([w for w in (1, 1) + WIDTHS if w <= type_.width])
        picked = rng.sample(range(type_.width), width)
        letters = "xyzw" if type_.width <= 4 and rng.random() < 0.5 else None
        text = "." + ("".join(letters[i] for i in picked) if letters else "s" + "".join(LANES[i] for i in picked))
        part = Type(type_.base, width)
        if type_.width in (8, 16) and rng.random() < 0.3:
            part, text = Type(type_.base), f".{rng.choice(('lo', 'hi', 'even', 'odd'))}.s{rng.randrange(type_.width // 2)}"
        value = self.program.settled(part, self.program.e.value(part, scope, 2))
        operators = ("",) if type_.is_float else ("", "&", "|", "^") if type_.is_signed else ("", "&", "|", "^", "+", "-", "*")
        if type_.name.startswith("ushort"):  # the product of two of them is made as int
            operators = operators[:-1]
        return [f"{variable.text}{text} {rng.choice(operators)}= {value};"]

    def narrow_lane(self, scope, _depth, _is_uniform):
        """One lane or some, cast, converted or looked at as something else."""
        sources, taken = [v for v in scope.variables if v.type.width > 1 and not v.type.is_float], self.taking(scope)
        if not sources or not taken:
            return None
        rng = self.rng
        source = rng.choice(sources)
        lane = f"{source.text}.{rng.choice('xyzw'[:source.type.width]) if source.type.width <= 4 else 's' + rng.choice(LANES[:source.type.width])}"
        kind = rng.randrange(4)
        if kind == 0:
            return [taken.format(f"({rng.choice(('uchar', 'char', 'ushort', 'short', 'uint'))}){lane}")]
        if kind == 1 and source.type.bits >= 16:
            count = source.type.bits // 8
            return [taken.format(f"as_{rng.choice(('uchar', 'char'))}{count}({lane}).s{rng.randrange(count)}")]
        if kind == 2 and source.type.width not in (3, 16) and source.type.bits * source.type.width >= 32:
            bits = source.type.bits * source.type.width
            return [taken.format(f"as_ushort{bits // 16}({source.text}).s{LANES[rng.randrange(min(16, bits // 16))]}")
                    if bits <= 256 else taken.format(lane)]
        some = "".join(rng.choice(LANES[:source.type.width]) for _ in range(4))
        return [taken.format(f"convert_uchar4{rng.choice(('', '_sat'))}({source.text}.s{some}).s{rng.randrange(4)}")]

    # Unions

    def declare_union(self, scope):
        """A union whose members are numbers of one size; all but a floating-point one are variables."""
        if "unions" not in self.chosen or self.rng.random() < 0.2:
            return []
        rng, program = self.rng, self.program
        size, name = rng.choice((4, 8, 16, 32)), program.name("mixed")
        members = []
        for _ in range(rng.randrange(2, 5)):
            type_ = program.e.integer_type(1)
            width = size * 8 // type_.bits
            field = program.name("m")
            if width in (1, 2, 4, 8, 16) and (width == 1 or rng.random() < 0.6):
                members.append(f"{Type(type_.base, width).name} {field};")
                scope.variables.append(Variable(f"{name}.{field}", Type(type_.base, width)))
            elif width > 1:
                members.append(f"{type_.name} {field}[{width}];")
                scope.arrays.append((f"{name}.{field}", type_, width))
        members.append("ulong first;" if size > 4 else "uint first;")
        lines = [f"  union {{ {' '.join(members)} uchar bytes[{size}]; }} {name};",
                 f"  for (int i = 0; i < {size}; i++) {name}.bytes[i] = (uchar)(i * 37 + {rng.randrange(256)});"]
        scope.variables.append(Variable(f"{name}.first", Type("ulong" if size > 4 else "uint")))
        return lines

    def float_in_union(self, scope, _depth, _is_uniform):
        sources, taken = [v for v in scope.variables if v.type.is_float and v.type.width != 3], self.taking(scope)
        if not sources or not taken:
            return None
        source, name = self.rng.choice(sources), self.program.name("mixed")
        unsigned = source.type.unsigned()
        lane = "" if unsigned.width == 1 else f".s{self.rng.randrange(unsigned.width)}"
        return [f"{{ union {{ {source.type.name} number; {unsigned.name} bits; }} {name}; {name}.number = {source.text}; "
                + taken.format(f"{name}.bits{lane}") + " }"]

    # Printing

    def print(self, scope, _depth, _is_uniform):
        """One item prints, so that the order is known."""
        formats, arguments = [], []
        for _ in range(self.rng.randrange(1, 5)):
            variable = self.rng.choice(scope.variables)
            printed = self.conversion(variable.type)
            if printed:
                formats.append(printed)
                arguments.append(f", {variable.text}")
        number = self.program.next_number
        return [f'if (item == {self.printing_item}) printf("{number}: {", ".join(formats)} %s\\n"{"".join(arguments)}, "end");']

    def conversion(self, type_):
        rng = self.rng
        if type_.is_float:
            if type_.base == "half" or type_.base == "double" and type_.width > 1:
                return None
            vector = "" if type_.width == 1 else f"v{type_.width}hl"
            return f"%{rng.choice(('', '', '+', '012'))}{rng.choice(('.3', '.6', ''))}{vector}{rng.choice('fe')}"
        letter = rng.choice("di" if type_.is_signed else ("u", "x", "X", "o"))
        length = {8: "hh", 16: "h", 32: "", 64: "l"}[type_.bits]
        flags = rng.choice(("", "", "", "8", "-9", "06", "#" if letter in "xXo" else "+" if letter in "di" else ""))
        if type_.width == 1:
            return f"%{flags}{length}{letter}"
        return f"%{flags}v{type_.width}{'hl' if type_.bits == 32 else length}{letter}"

    # Images

    def read_image(self, scope, _depth, _is_uniform):
        rng, taken = self.rng, self.taking(scope)
        if not taken:
            return None
        if not self.read_images or len(self.read_images) < 3 and rng.random() < 0.3:
            self.add_read_image()
        name, shape, number = rng.choice(self.read_images)
        colour, suffix = FORMATS[number]
        if rng.random() < 0.15:
            queries = ["get_image_width({})"] + ["get_image_height({})"] * (shape != "1d") + ["get_image_depth({})"] * (shape == "3d")
            queries += ["(uint)get_image_array_size({})"] * (shape == "2darray") + ["get_image_dim({}).y"] * (shape[:2] == "2d")
            return [taken.format(rng.choice(queries).format(name))]
        sampler, coordinates = self.coordinates(scope, shape)
        call = f"read_image{suffix}({name}, {sampler}{coordinates})"
        if colour == "float4":
            call = f"convert_int4_rte({call} * {'255.0f' if number == 'unorm8' else '8.0f'})"
        return [taken.format(f"{call}.{rng.choice('xyzw')}")]

    def add_read_image(self):
        rng, program = self.rng, self.program
        name, shape, number = program.name("image"), rng.choice(("1d", "2d", "2d", "2darray", "3d")), rng.choice(list(FORMATS))
        order = rng.choice(("rgba", "rgba", "r", "rg") + ("bgra",) * (number == "unorm8"))
        sizes = {"1d": (WIDTH, 1, 1), "2d": (WIDTH, HEIGHT, 1)}.get(shape, (WIDTH, HEIGHT, DEPTH))
        program.arguments.append(f"image read {shape} {number} {order} {sizes[0]} {sizes[1]} {sizes[2]}")
        program.parameters.append(f"read_only image{shape.replace('array', '_array')}_t {name}")
        self.read_images.append((name, shape, number))

    def coordinates(self, scope, shape):
        """A sampler with its comma, or nothing, and a place. Beyond the edges only where the sampler says what is there."""
        rng = self.rng
        sizes = {"1d": (WIDTH,), "2d": (WIDTH, HEIGHT)}.get(shape, (WIDTH, HEIGHT, DEPTH))
        inside = [f"(int)({self.value('uint', scope)} & {size - 1})" if rng.random() < 0.6 else str(rng.randrange(size))
                  for size in sizes]
        sampler = rng.choice(("", "nearest_none, ", "nearest_edge, ", "nearest_clamp, "))
        kind = "int"
        if sampler not in ("", "nearest_none, ") and rng.random() < 0.5:
            inside = [f"({place}) * 2 - {size // 2}" for place, size in zip(inside, sizes)]
        elif sampler and rng.random() < 0.3:
            kind, inside = "float", [f"(float)({place}) + 0.5f" for place in inside]
        inside += ["0"] * (len(inside) == 3)
        return sampler, inside[0] if shape == "1d" else f"({kind}{len(inside)})({', '.join(inside)})"

    def write_image(self, scope, _depth, _is_uniform):
        """Each item has a pixel of its own."""
        rng, program = self.rng, self.program
        if not self.written_images or len(self.written_images) < 3 and rng.random() < 0.5:
            name, number = program.name("image"), rng.choice(list(FORMATS))
            order = rng.choice(("rgba", "rgba", "r", "rg") + ("bgra",) * (number == "unorm8"))
            shape = rng.choice(("2d", "2d", "2darray"))
            layers = 1 if shape == "2d" else -(-program.items // 256)
            rows = -(-program.items // 32) if shape == "2d" else 8
            program.arguments.append(f"image write {shape} {number} {order} 32 {rows} {layers}")
            program.parameters.append(f"write_only image{shape.replace('array', '_array')}_t {name}")
            self.written_images.append((name, shape, number))
        name, shape, number = rng.choice(self.written_images)
        place = "(int2)(item % 32, item / 32)" if shape == "2d" else "(int4)(item % 32, item / 32 % 8, item / 256, 0)"
        colour, suffix = FORMATS[number]
        base = "int" if colour == "float4" else colour[:-1]
        value = f"({self.value(base, scope, 4)} & ({base}4)({MASKS[number]}))"
        if number == "unorm8":
            value = f"convert_float4({value}) / 255.0f"
        elif number == "float":
            value = f"convert_float4({value}) * 0.25f"
        elif number.endswith(("8", "16")) and rng.random() < 0.3:
            value = self.value(base, scope, 4)  # written as the nearest number that fits
        return [f"write_image{suffix}({name}, {place}, {value});"]

    # Atomics

    def global_long_atomic(self, scope, _depth, _is_uniform):
        return [self.long_change(f"&long_shared[{len(self.long_slots)}]", "global", scope, self.long_slots.append)]

    def local_long_atomic(self, scope, _depth, _is_uniform):
        taken, counter, starts = self.taking(scope), self.counter("ulong"), []
        if not taken:
            return None
        change = self.long_change(f"&{counter}", "local", scope, starts.append)
        return self.together(f"if ({self.program.e.condition(scope, 1)}) {change}", taken.format(f"{counter} ^ ({counter} >> 32)"),
                             reset=f"{counter} = {starts[0]}ul")

    def long_change(self, place, space, scope, begin_with):
        name = self.rng.choice(list(CHANGES) + ["inc", "dec", "cmpxchg"])
        begin_with(CHANGES.get(name, 1000) % (1 << 64))
        if name == "cmpxchg":
            return f"add_by_exchange_long_{space}({place}, {self.value('ulong', scope)});"
        if name in ("max", "min") and self.rng.random() < 0.5:
            return f"atom_{name}((volatile {space} long*){place}, {self.value('long', scope)});"
        return f"atom_{name}({place}{'' if name in ('inc', 'dec') else ', ' + self.value('ulong', scope)});"

    def choose_orders(self):
        """Without the macros only memory_order_relaxed and memory_scope_work_group are there; groups share by a wider scope."""
        self.orders, self.scopes = ["relaxed"], ["device"]
        self.needs.append("__opencl_c_atomic_scope_device")
        if self.rng.random() < 0.7:
            self.orders += ["acquire", "release", "acq_rel"]
            self.needs.append("__opencl_c_atomic_order_acq_rel")
        if self.rng.random() < 0.5:
            self.orders.append("seq_cst")
            self.needs.append("__opencl_c_atomic_order_seq_cst")
        if self.rng.random() < 0.2:
            self.scopes.append("all_svm_devices")
            self.needs.append("__opencl_c_atomic_scope_all_devices")
        self.atomic_bases = ["int", "uint"]
        if self.rng.random() < 0.4:
            self.atomic_bases += ["long", "ulong"]
            self.needs += NEEDS["long_atomics"]

    def order(self, excluded=()):
        return "memory_order_" + self.rng.choice([order for order in self.orders if order not in excluded])

    def c11_change(self, base, place, scopes, scope):
        """Statements that change a number in an order that does not matter, and what it begins with."""
        rng = self.rng
        where = "memory_scope_" + rng.choice(scopes)
        name = rng.choice(list(CHANGES) + ["exchange"])
        value = self.value("u" + base.lstrip("u"), scope)
        start = CHANGES.get(name, 100)
        if name in ("max", "min"):
            value, start = self.value(base, scope), {"max": 3, "min": 100}[name]
        if name == "exchange":
            old, success = self.program.name("old"), self.order()
            failures = [o for o in ("relaxed", "acquire", "seq_cst") if o in self.orders and
                        (o == "relaxed" or "seq_cst" in success or o == "acquire" and success.endswith(("acquire", "acq_rel")))]
            change = f"atomic_compare_exchange_{rng.choice(('weak', 'strong'))}_explicit({place}, &{old}, " \
                     f"({base})({old} ^ {value}), {success}, memory_order_{rng.choice(failures)}, {where})"
            return (f"{{ {base} {old} = atomic_load_explicit({place}, {self.order(('release', 'acq_rel'))}, {where}); "
                    f"while (!{change}); }}", start)
        return f"atomic_fetch_{name}_explicit({place}, ({base}){value}, {self.order()}, {where});", start

    def global_c11_atomic(self, scope, _depth, _is_uniform):
        base = self.rng.choice(self.atomic_bases)
        is_long = base.endswith("long")
        slots, name = (self.long_slots, "long_shared") if is_long else (self.program.shared, "shared")
        statement, start = self.c11_change(base, f"(volatile global atomic_{base}*)&{name}[{len(slots)}]", self.scopes, scope)
        slots.append(start % (1 << (64 if is_long else 32)))
        return [statement]

    def local_c11_atomic(self, scope, _depth, _is_uniform):
        base, taken = self.rng.choice(self.atomic_bases), self.taking(scope)
        if not taken:
            return None
        counter = self.counter(f"atomic_{base}")
        statement, start = self.c11_change(base, f"&{counter}", self.scopes + ["work_group"] * 3, scope)
        reset = f"atomic_init(&{counter}, ({base}){start})"
        if self.rng.random() < 0.5:
            reset = f"atomic_store_explicit(&{counter}, ({base}){start}, {self.order(('acquire', 'acq_rel'))}, memory_scope_work_group)"
        loaded = f"atomic_load_explicit(&{counter}, {self.order(('release', 'acq_rel'))}, memory_scope_work_group)"
        if self.rng.random() < 0.3:
            loaded = f"atomic_fetch_add_explicit(&{counter}, ({base})0, {self.order()}, memory_scope_work_group)"
        return self.together(f"if ({self.program.e.condition(scope, 1)}) {statement}", taken.format(loaded), reset=reset)

    def flag(self, scope, _depth, _is_uniform):
        """One item finds the flag clear."""
        taken, flag, counter = self.taking(scope), self.counter("atomic_flag"), self.counter()
        if not taken:
            return None
        test = f"atomic_flag_test_and_set_explicit(&{flag}, {self.order()}, memory_scope_work_group)"
        clear = f"atomic_flag_clear_explicit(&{flag}, {self.order(('acquire', 'acq_rel'))}, memory_scope_work_group)"
        return self.together(f"if (!{test}) {counter} += 5u;", taken.format(counter), reset=f"{counter} = 1, {clear}")

    def ordered_ticket(self, counter, where, memory, ticket):
        """Draws a ticket: who has the last one sees what the others wrote before."""
        if self.rng.random() < 0.5:
            return [f"uint {ticket} = atomic_fetch_add_explicit({counter}, 1u, memory_order_acq_rel, {where});"]
        fence = f"atomic_work_item_fence({memory}, memory_order_{{}}, {where});"
        return [fence.format("release"), f"uint {ticket} = atomic_fetch_add_explicit({counter}, 1u, memory_order_relaxed, {where});",
                fence.format("acquire")]

    def last_of_group(self, scope, _depth, _is_uniform):
        taken = self.taking(scope)
        if "acq_rel" not in self.orders or not taken:
            return None
        size, ticket = self.program.group_size, self.program.name("ticket")
        tile, counter, sum_ = self.tile("uint"), self.counter("atomic_uint"), self.counter()
        lines = [f"{{ {tile}[lid] = (uint)({self.value('uint', scope)});"]
        lines += self.ordered_ticket(f"&{counter}", "memory_scope_work_group", "CLK_LOCAL_MEM_FENCE", ticket)
        lines += [f"if ({ticket} == {size - 1}) {{ uint sum = 0; for (uint i = 0; i < {size}; i++) sum = sum * 3 + {tile}[i]; {sum_} = sum; }} }}"]
        return self.together(" ".join(lines), taken.format(sum_), reset=f"{sum_} = 0, atomic_init(&{counter}, 0u)")

    def last_of_all(self, scope):
        """The last item of all groups adds up what each of them wrote; stands where every item comes once."""
        program = self.program
        if "c11_atomics" not in self.chosen or "acq_rel" not in self.orders:
            return None
        slot, row, ticket = len(program.shared), self.scratch_rows * program.items, program.name("ticket")
        self.scratch_rows += 1
        program.shared += [0, 0]
        lines = [f"{{ scratch[{row} + item] = {self.value('ulong', scope)};"]
        lines += self.ordered_ticket(f"(volatile global atomic_uint*)&shared[{slot}]", "memory_scope_device",
                                     "CLK_GLOBAL_MEM_FENCE", ticket)
        return lines + [f"if ({ticket} == {program.items - 1}) {{ ulong sum = 0; for (uint i = 0; i < {program.items}; i++) "
                        f"sum = sum * 3 + scratch[{row} + i]; shared[{slot + 1}] = (uint)(sum ^ sum >> 32); }} }}"]

    # Functions of groups

    def collective(self, scope, _depth, _is_uniform):
        taken, base, rng = self.taking(scope), self.rng.choice(("int", "uint", "long", "ulong")), self.rng
        if not taken:
            return None
        kind = rng.choice(("reduce", "scan_inclusive", "scan_exclusive", "broadcast", "any", "all"))
        if kind in ("any", "all"):
            return [taken.format(f"work_group_{kind}({self.program.e.condition(scope, 1)})")]
        if kind == "broadcast":
            places = ", ".join(str(rng.randrange(size)) for size in self.program.local)
            return [taken.format(f"work_group_broadcast({self.value(base, scope)}, {places})")]
        operation = rng.choice(("min", "max") if not base.startswith("u") else ("add", "min", "max"))
        return [taken.format(f"work_group_{kind}_{operation}({self.value(base, scope)})")]

    def sub_group_makers(self):
        has = self.sub_group_extensions.__contains__
        return ([self.sub_group_total] * 2 + [self.sub_group_broadcast, self.sub_group_scan, self.sub_group_vote]
                + [self.ballot] * 2 * has("ballot") + [self.shuffle] * 2 * has("shuffle")
                + [self.shuffle_relative] * 2 * has("shuffle_relative") + [self.rotation] * has("rotate")
                + [self.clustered] * has("clustered_reduce")
                + [self.some_items] * 2 * (has("non_uniform_vote") and has("non_uniform_arithmetic")))

    def moved_type(self):
        """Of a number that sub-groups exchange."""
        bases = ["int", "uint", "long", "ulong"] + ["float"] * ("float" in self.program.float_bases)
        if "extended_types" in self.sub_group_extensions:
            bases += ["char", "uchar", "short", "ushort"]
        return self.rng.choice(bases)

    def sub_group_total(self, scope, _depth, _is_uniform):
        """What all sub-groups of a group have together does not depend on their sizes."""
        taken, operation = self.taking(scope), self.rng.choice(("add", "min", "max"))
        if not taken:
            return None
        base = self.rng.choice(("uint", "ulong")) if operation == "add" else self.rng.choice(("int", "uint"))
        counted = "int" if base == "int" else "uint"
        counter = self.counter(counted)
        change = f"{counted} part = ({counted})sub_group_reduce_{operation}({self.value(base, scope)}); " \
                 f"if (get_sub_group_local_id() == 0) atomic_{operation}(&{counter}, part);"
        return self.together(f"{{ {change} }}", taken.format(counter), reset=f"{counter} = 50")

    def seen_elsewhere(self, scope, call, is_there="true"):
        """A condition that is true when a number that came from another item is that item's; `call` moves {} between items."""
        taken, base = self.taking(scope), self.moved_type()
        if not taken:
            return None
        tile, own = self.tile(base), self.program.name("own")
        value = self.program.settled(Type(base), self.value(base, scope))
        return self.together(f"{tile}[lid] = {value};", f"{{ {base} {own} = {tile}[lid]; uint from = {call.format('lid')}; "
                             f"{base} got = {call.format(own)}; if (!({is_there})) from = lid, got = {own}; "
                             + taken.format(f"from < {self.program.group_size}u && {tile}[from] == got ? {self.rng.getrandbits(16)} : 1")
                             + " }")

    def sub_group_broadcast(self, scope, _depth, _is_uniform):
        return self.seen_elsewhere(scope, f"sub_group_broadcast({{}}, {self.rng.choice(('0', 'get_sub_group_size() - 1'))})")

    def shuffle(self, scope, _depth, _is_uniform):
        if self.rng.random() < 0.3:  # with oneself where the other is not there
            other = f"(get_sub_group_local_id() ^ {self.rng.choice((1, 2, 3))}u)"
            return self.seen_elsewhere(scope, f"sub_group_shuffle({{}}, {other} < get_sub_group_size() ? {other} : get_sub_group_local_id())")
        return self.seen_elsewhere(scope, f"sub_group_shuffle({{}}, (get_sub_group_local_id() + {self.rng.randrange(9)}u) % get_sub_group_size())")

    def shuffle_relative(self, scope, _depth, _is_uniform):
        """Numbers move by one; the item at the end keeps its own."""
        if self.rng.random() < 0.5:
            return self.seen_elsewhere(scope, "sub_group_shuffle_up({}, 1u)", "get_sub_group_local_id() > 0")
        return self.seen_elsewhere(scope, "sub_group_shuffle_down({}, 1u)", "get_sub_group_local_id() + 1 < get_sub_group_size()")

    def rotation(self, scope, _depth, _is_uniform):
        turn = self.rng.randrange(9)
        return self.seen_elsewhere(scope, f"sub_group_rotate({{}}, {turn})", f"(get_sub_group_local_id() + {turn}u) % "
                                   "get_max_sub_group_size() < get_sub_group_size()")

    def sub_group_scan(self, scope, _depth, _is_uniform):
        taken, base = self.taking(scope), self.rng.choice(("uint", "ulong"))
        if not taken:
            return None
        if self.rng.random() < 0.3:
            return [taken.format("sub_group_scan_exclusive_add(1u) == get_sub_group_local_id()")]
        if self.rng.random() < 0.3:
            return [taken.format("sub_group_scan_inclusive_max(get_sub_group_local_id()) == get_sub_group_local_id() ? 77 : 0")]
        return [f"{{ {base} x = {self.value(base, scope)}; "
                + taken.format("sub_group_scan_inclusive_add(x) - sub_group_scan_exclusive_add(x)") + " }"]

    def sub_group_vote(self, scope, _depth, _is_uniform):
        """All items agree if each sub-group does."""
        taken, kind = self.taking(scope), self.rng.choice(("all", "any"))
        if not taken:
            return None
        counter = self.counter()
        start, change = (1, "and") if kind == "all" else (0, "or")
        return self.together(f"atomic_{change}(&{counter}, (uint)(sub_group_{kind}({self.program.e.condition(scope, 1)}) != 0));",
                             taken.format(counter), reset=f"{counter} = {start}")

    def ballot(self, scope, _depth, _is_uniform):
        taken, rng = self.taking(scope), self.rng
        if not taken:
            return None
        if rng.random() < 0.3:
            return [f"{{ int x = {self.program.e.condition(scope, 1)}; "
                    + taken.format("sub_group_inverse_ballot(sub_group_ballot(x)) == x ? 11 : 3") + " }"]
        if rng.random() < 0.3:
            return [taken.format("sub_group_ballot_exclusive_scan(sub_group_ballot(1)) == get_sub_group_local_id() ? 9 : 5")]
        counter = self.counter()
        change = f"uint4 ballot = sub_group_ballot({self.program.e.condition(scope, 1)}); if (get_sub_group_local_id() == 0) " \
                 f"atomic_add(&{counter}, sub_group_ballot_bit_count(ballot));"
        if rng.random() < 0.5:
            change = change.replace("sub_group_ballot_bit_count(ballot)",
                                    "popcount(ballot.x) + popcount(ballot.y) + popcount(ballot.z) + popcount(ballot.w)")
        return self.together(f"{{ {change} }}", taken.format(counter), reset=f"{counter} = 2")

    def clustered(self, scope, _depth, _is_uniform):
        """Clusters of one item are the items."""
        taken, base = self.taking(scope), self.rng.choice(("int", "uint", "long", "ulong"))
        operation = self.rng.choice(("min", "max", "and", "or", "xor"))
        return [taken.format(f"sub_group_clustered_reduce_{operation}({self.value(base, scope)}, 1)")] if taken else None

    def some_items(self, scope, _depth, _is_uniform):
        """Items that come here elect one, who adds what they have together."""
        taken, counter = self.taking(scope), self.counter()
        if not taken:
            return None
        lines = [f"if ({self.program.e.condition(scope, 1)}) {{ uint x = {self.value('uint', scope)};",
                 f"uint part = sub_group_non_uniform_reduce_add(x); if (sub_group_elect()) atomic_add(&{counter}, part); }}"]
        return self.together(" ".join(lines), taken.format(counter), reset=f"{counter} = 1")

    # Pointers into memory that is not known

    def generic_pointer(self, scope, _depth, _is_uniform):
        variable = self.program.writable(scope, lambda t: not t.is_float and t.width != 3)
        if not variable or "record" in variable.text:  # a packed field has no pointer of its type
            return None
        type_, pointer = variable.type.name, self.program.name("q")
        tile, size = self.tile(type_), self.program.group_size
        if type_ not in self.program.touched:
            self.program.touched.append(type_)
        value = self.program.e.value(variable.type, scope, 1)
        return self.together(f"{tile}[lid] = {self.program.e.value(variable.type, scope, 1)};",
                             f"{{ {type_}* {pointer} = {self.program.e.condition(scope, 1)} ? ({type_}*)&{tile}[lid] : ({type_}*)&{variable.text}; "
                             f"{type_} x = touch_{type_}({pointer}, {value}); *{pointer} ^= x; }}",
                             f"{variable.text} ^= {tile}[(lid + {self.rng.randrange(size)}) % {size}];")

    def generic_atomic(self, scope, _depth, _is_uniform):
        """Items change a number in local or in global memory, through one pointer or the function that has it."""
        taken, base, pointer, rng = self.taking(scope), self.rng.choice(self.atomic_bases), self.program.name("q"), self.rng
        if not taken:
            return None
        slots, shared = (self.long_slots, "long_shared") if base.endswith("long") else (self.program.shared, "shared")
        type_, counter = f"volatile atomic_{base}", self.counter(f"atomic_{base}")
        statement, start = self.c11_change(base, pointer, self.scopes, scope)
        place = f"{self.program.e.condition(scope, 1)} ? ({type_}*)&{counter} : ({type_}*)(volatile global atomic_{base}*)&{shared}[{len(slots)}]"
        slots.append(start % (1 << (64 if base.endswith("long") else 32)))
        if rng.random() < 0.5:
            place = f"({type_}*)same_pointer((volatile void*)({place}))"
        loaded = f"atomic_load_explicit(&{counter}, {self.order(('release', 'acq_rel'))}, memory_scope_work_group)"
        return self.together(f"{{ {type_}* {pointer} = {place}; {statement} }}", taken.format(loaded),
                             reset=f"atomic_init(&{counter}, ({base}){start})")

    # The program

    def globals(self):
        lines = []
        if "images" in self.chosen:
            for name, mode in (("none", "NONE"), ("edge", "CLAMP_TO_EDGE"), ("clamp", "CLAMP")):
                lines.append(f"constant sampler_t nearest_{name} = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_{mode} | CLK_FILTER_NEAREST;")
        if "long_atomics" in self.chosen:
            for space in ("global", "local"):
                lines.append(f"void add_by_exchange_long_{space}(volatile {space} ulong* p, ulong v) {{ ulong seen = atom_or(p, 0ul), old; "
                             "do { old = seen; seen = atom_cmpxchg(p, old, old + v); } while (seen != old); }")
        if "generic" in self.chosen and "c11_atomics" in self.chosen:
            lines.append("__attribute__((noinline)) volatile void* same_pointer(volatile void* p) { return p; }")
        for type_ in self.program.touched:
            lines.append(f"__attribute__((noinline)) {type_} touch_{type_}({type_}* p, {type_} x) {{ {type_} old = *p; *p = old | x; return x; }}")
        return lines

    def arguments(self):
        """(comment, parameter) of the buffers that the statements want."""
        found = []
        if self.chosen and self.long_slots:
            found.append((f"shared64 {' '.join(map(str, self.long_slots))}", "volatile global ulong* long_shared"))
        if self.chosen and self.scratch_rows:
            found.append((f"results {self.scratch_rows * self.program.items}", "global ulong* scratch"))
        return found
