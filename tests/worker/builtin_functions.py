"""One small kernel for each builtin function of OpenCL C 1.2 and type that it takes, and some of 2.0 and 3.0.

A case is (name, kernel parameters, body). Scalars are tried everywhere; of the five vector widths each case gets one,
in turn, which keeps the number of kernels bearable and still meets every (function, width) for most types.
"""
import itertools

INTEGERS = ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"]
FLOATS = ["float", "double"]
WIDTHS = ["2", "3", "4", "8", "16"]
SPACES = ["global", "local", "constant", "private"]

_turns = itertools.count()


def widths():
    """The scalar, and one of the vectors."""
    return ["", WIDTHS[next(_turns) % len(WIDTHS)]]


def signed(kind):
    return kind.lstrip("u")


def integer_like(kind):
    """The integer type that relational functions use for vectors of floating point numbers."""
    return {"float": "int", "double": "long", "half": "short"}.get(kind, kind)


def simple(name, kind, arguments, result=None):
    """`o[0] = name(a[0], a[1], …)`"""
    result = result or kind
    call = f"{name}({', '.join(arguments)})"
    return (f"{name}({kind})", f"global {result}* o, global {kind}* a", f"o[0] = {call};")


def elements(count):
    return [f"a[{i}]" for i in range(count)]


def maths():
    one = ("acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erf erfc exp exp2 exp10 expm1 "
           "fabs floor lgamma log log2 log10 log1p logb rint round rsqrt sin sinh sinpi sqrt tan tanh tanpi tgamma "
           "trunc").split()
    two = "atan2 atan2pi copysign fdim fmax fmin fmod hypot maxmag minmag nextafter pow powr remainder".split()
    only_float_one = [f"{prefix}_{name}" for prefix in ("native", "half")
                      for name in "cos exp exp2 exp10 log log2 log10 recip rsqrt sin sqrt tan".split()]
    only_float_two = [f"{prefix}_{name}" for prefix in ("native", "half") for name in ("divide", "powr")]
    for base in FLOATS:
        names = [(name, 1) for name in one] + [(name, 2) for name in two] + [("fma", 3), ("mad", 3)]
        if base == "float":
            names += [(name, 1) for name in only_float_one] + [(name, 2) for name in only_float_two]
        for name, count in names:
            for width in widths():
                yield simple(name, base + width, elements(count))
        for width in widths():
            kind, number = base + width, "int" + width
            for name in ("fmax", "fmin"):
                if width:
                    yield (f"{name}({kind}, {base})", f"global {kind}* o, {base} s", f"o[0] = {name}(o[1], s);")
            yield (f"ilogb({kind})", f"global {number}* o, global {kind}* a", "o[0] = ilogb(a[0]);")
            for name in ("ldexp", "pown", "rootn"):
                yield (f"{name}({kind})", f"global {kind}* o, global {number}* n", f"o[0] = {name}(o[1], n[0]);")
            yield (f"ldexp({kind}, int)", f"global {kind}* o, int n", "o[0] = ldexp(o[1], n);")
            yield (f"nan({kind})", f"global {kind}* o, global u{integer_like(base)}{width}* n", "o[0] = nan(n[0]);")
            for space in ("global", "local", "private"):
                for name, other in (("fract", kind), ("modf", kind), ("sincos", kind), ("frexp", number), ("lgamma_r", number)):
                    yield with_pointer(name, kind, other, space, "")
                yield with_pointer("remquo", kind, number, space, "o[2], ")


def with_pointer(name, kind, other, space, more):
    if space == "private":
        return (f"{name}({kind}, private {other}*)", f"global {kind}* o, global {other}* p",
                f"{other} x; o[0] = {name}(o[1], {more}&x); p[0] = x;")
    return (f"{name}({kind}, {space} {other}*)", f"global {kind}* o, {space} {other}* p", f"o[0] = {name}(o[1], {more}p);")


def integers():
    one, two, three = "clz popcount", "hadd rhadd add_sat sub_sat mul_hi rotate max min", "mad_hi mad_sat clamp"
    for base in INTEGERS:
        for width in widths():
            kind = base + width
            for count, names in enumerate((one, two, three), 1):
                for name in names.split():
                    yield simple(name, kind, elements(count))
            yield (f"abs({kind})", f"global u{signed(base)}{width}* o, global {kind}* a", "o[0] = abs(a[0]);")
            yield (f"abs_diff({kind})", f"global u{signed(base)}{width}* o, global {kind}* a", "o[0] = abs_diff(a[0], a[1]);")
            yield (f"bitselect({kind})", f"global {kind}* o", "o[0] = bitselect(o[1], o[2], o[3]);")
            if width:
                yield (f"max({kind}, {base})", f"global {kind}* o, {base} s", "o[0] = max(o[1], s) + min(o[2], s) + clamp(o[3], s, s);")
    for base in ("int", "uint"):
        for width in widths():
            yield simple("mad24", base + width, elements(3))
            yield simple("mul24", base + width, elements(2))
    for small, big in (("char", "short"), ("short", "int"), ("int", "long")):
        for prefix in ("", "u"):
            for width in widths():
                yield (f"upsample({prefix}{small}{width})",
                       f"global {prefix}{big}{width}* o, global {prefix}{small}{width}* a, global u{small}{width}* b",
                       "o[0] = upsample(a[0], b[0]);")


def common_and_geometric():
    for base in FLOATS:
        for width in widths():
            kind = base + width
            for name, count in (("clamp", 3), ("degrees", 1), ("max", 2), ("min", 2), ("mix", 3), ("radians", 1), ("step", 2),
                                ("smoothstep", 3), ("sign", 1)):
                yield simple(name, kind, elements(count))
            if width:
                yield (f"scalar forms({kind})", f"global {kind}* o, {base} s",
                       "o[0] = clamp(o[1], s, s) + max(o[2], s) + min(o[3], s) + mix(o[4], o[5], s) + step(s, o[6]) + "
                       "smoothstep(s, s, o[7]);")
        for width in ("", "2", "3", "4"):
            kind, fast = base + width, base == "float"
            yield (f"dot({kind})", f"global {base}* o, global {kind}* a", "o[0] = dot(a[0], a[1]);")
            yield (f"length({kind})", f"global {base}* o, global {kind}* a", "o[0] = length(a[0]) + distance(a[1], a[2]);")
            yield simple("normalize", kind, elements(1))
            if width in ("3", "4"):
                yield simple("cross", kind, elements(2))
            if fast:
                yield (f"fast_length({kind})", f"global {base}* o, global {kind}* a",
                       "o[0] = fast_length(a[0]) + fast_distance(a[1], a[2]);")
                yield simple("fast_normalize", kind, elements(1))


def relational():
    for base in FLOATS:
        for width in widths():
            kind, result = base + width, (integer_like(base) + width) if width else "int"
            for name in ("isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isordered "
                         "isunordered").split():
                yield simple(name, kind, elements(2), result)
            for name in "isfinite isinf isnan isnormal signbit".split():
                yield simple(name, kind, elements(1), result)
            yield (f"bitselect({kind})", f"global {kind}* o", "o[0] = bitselect(o[1], o[2], o[3]);")
    for base in INTEGERS + FLOATS:
        for width in widths():
            kind = base + width
            for mask in (signed(integer_like(base)), "u" + signed(integer_like(base))):
                yield (f"select({kind}, {mask}{width})", f"global {kind}* o, global {mask}{width}* m",
                       "o[0] = select(o[1], o[2], m[0]);")
            if not base.startswith("u") and base in INTEGERS:
                yield (f"all({kind})", f"global int* o, global {kind}* a", "o[0] = all(a[0]); o[1] = any(a[1]);")


def loads_and_stores():
    for base in INTEGERS + FLOATS:
        for width in WIDTHS:
            for space in SPACES[:3]:
                yield (f"vload{width}({space} {base}*)", f"global {base}{width}* o, {space} {base}* p, int i",
                       f"o[0] = vload{width}(i, p);")
            yield (f"vload{width}(private {base}*)", f"global {base}{width}* o, global {base}* q, int i",
                   f"{base} p[64]; for (int j = 0; j < 64; ++j) p[j] = q[j]; o[0] = vload{width}(i & 3, p);")
            for space in ("global", "local"):
                yield (f"vstore{width}({space} {base}*)", f"global {base}{width}* o, {space} {base}* p, int i",
                       f"vstore{width}(o[0], i, p);")
            yield (f"vstore{width}(private {base}*)", f"global {base}{width}* o, global {base}* q, int i",
                   f"{base} p[64]; vstore{width}(o[0], i & 3, p); for (int j = 0; j < 16; ++j) q[j] = p[j];")
    for width in [""] + WIDTHS:
        yield (f"vload_half{width}(private)", f"global float{width}* o, global ushort* q, int i",
               f"ushort p[64]; for (int j = 0; j < 64; ++j) p[j] = q[j]; o[0] = vload_half{width}(i & 3, (half*)p);")
        for kind, mode in itertools.product(FLOATS, ("", "_rte", "_rtz", "_rtp", "_rtn")):
            yield (f"vstore_half{width}{mode}({kind}, private)", f"global {kind}{width}* o, global ushort* q, int i",
                   f"ushort p[64]; vstore_half{width}{mode}(o[0], i & 3, (half*)p); for (int j = 0; j < 16; ++j) q[j] = p[j];")
        for space in SPACES[:3]:
            yield (f"vload_half{width}({space})", f"global float{width}* o, {space} half* p, int i",
                   f"o[0] = vload_half{width}(i, p);")
            if width:
                yield (f"vloada_half{width}({space})", f"global float{width}* o, {space} half* p, int i",
                       f"o[0] = vloada_half{width}(i, p);")
        for space in ("global", "local"):
            for kind in FLOATS:
                for mode in ("", "_rte", "_rtz", "_rtp", "_rtn"):
                    yield (f"vstore_half{width}{mode}({kind}, {space})", f"global {kind}{width}* o, {space} half* p, int i",
                           f"vstore_half{width}{mode}(o[0], i, p);")
                    if width:
                        yield (f"vstorea_half{width}{mode}({kind}, {space})",
                               f"global {kind}{width}* o, {space} half* p, int i", f"vstorea_half{width}{mode}(o[0], i, p);")


def conversions():
    for to, source in itertools.product(INTEGERS + FLOATS, repeat=2):
        saturations = ("", "_sat") if to in INTEGERS else ("",)
        for saturation, mode in itertools.product(saturations, ("", "_rte", "_rtz", "_rtp", "_rtn")):
            for width in widths():
                name = f"convert_{to}{width}{saturation}{mode}"
                yield (f"{name}({source}{width})", f"global {to}{width}* o, global {source}{width}* a", f"o[0] = {name}(a[0]);")


def reinterpretations():
    sizes = {"char": 1, "uchar": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4, "float": 4, "long": 8, "ulong": 8, "double": 8}
    for to, source in itertools.product(sizes, repeat=2):
        for width in widths():
            if sizes[to] == sizes[source]:
                yield (f"as_{to}{width}({source}{width})", f"global {to}{width}* o, global {source}{width}* a",
                       f"o[0] = as_{to}{width}(a[0]);")
    yield ("as_float4(char16)", "global float4* o, global char16* a", "o[0] = as_float4(a[0]); o[1] = as_float4(as_short8(o[1]));")
    yield ("as_int3(int4)", "global int4* o", "o[0].xyz = as_int3(o[1]); o[2] = as_int4(o[3].xyz);")


def atomics():
    for kind, space, prefix in itertools.product(("int", "uint"), ("global", "local"), ("atomic", "atom")):
        for name, more in (("add", 1), ("sub", 1), ("xchg", 1), ("inc", 0), ("dec", 0), ("cmpxchg", 2), ("min", 1), ("max", 1),
                           ("and", 1), ("or", 1), ("xor", 1)):
            yield atomic(f"{prefix}_{name}", space, kind, more)
    for space in ("global", "local"):
        yield atomic("atomic_xchg", space, "float", 1)
        for kind in ("long", "ulong"):
            for name, more in (("add", 1), ("sub", 1), ("xchg", 1), ("inc", 0), ("dec", 0), ("cmpxchg", 2), ("min", 1),
                               ("max", 1), ("and", 1), ("or", 1), ("xor", 1)):
                yield atomic(f"atom_{name}", space, kind, more)


def atomic(name, space, kind, more):
    operands = "".join([", v", ", w"][:more])
    return (f"{name}({space} {kind}*)", f"global {kind}* o, {space} {kind}* p, {kind} v, {kind} w",
            f"o[0] = {name}(p{operands});")


def synchronization():
    flags = ("CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE")
    for name, flag in itertools.product(("barrier", "mem_fence", "read_mem_fence", "write_mem_fence"), flags):
        yield (f"{name}({flag})", "global int* o, local int* l", f"l[get_local_id(0)] = o[0]; {name}({flag}); o[1] = l[0];")
    for base in INTEGERS + FLOATS:
        for width in widths():
            kind = base + width
            yield (f"async_work_group_copy({kind})", f"global {kind}* o, local {kind}* l",
                   "event_t e = async_work_group_copy(l, (const global " + kind + "*)o, (size_t)16, (event_t)0); "
                   "wait_group_events(1, &e); e = async_work_group_copy(o + 16, (const local " + kind + "*)l, (size_t)16, (event_t)0); "
                   "wait_group_events(1, &e);")
            yield (f"async_work_group_strided_copy({kind})", f"global {kind}* o, local {kind}* l",
                   "event_t e = async_work_group_strided_copy(l, (const global " + kind + "*)o, (size_t)16, (size_t)3, (event_t)0); "
                   "wait_group_events(1, &e); e = async_work_group_strided_copy(o + 99, (const local " + kind + "*)l, (size_t)16, (size_t)3, e); "
                   "wait_group_events(1, &e);")
            yield (f"prefetch({kind})", f"global {kind}* o", "prefetch(o, (size_t)4); o[0] = o[1];")


def miscellaneous():
    for base in INTEGERS + FLOATS:
        for width in ("2", "4", "8", "16"):
            mask = f"u{signed(integer_like(base))}{width}"
            for source in ("2", "4", "8", "16"):
                yield (f"shuffle({base}{source}, {mask})", f"global {base}{width}* o, global {base}{source}* a, global {mask}* m",
                       "o[0] = shuffle(a[0], m[0]); o[1] = shuffle2(a[1], a[2], m[1]);")
    for kind in ("float3", "char16", "double"):
        yield (f"vec_step({kind})", "global int* o", f"o[0] = vec_step({kind});")
    for name in "get_global_id get_local_id get_group_id get_global_size get_local_size get_num_groups get_global_offset".split():
        yield (name, "global ulong* o, uint d", f"o[0] = {name}(d) + {name}(1);")
    yield ("get_work_dim", "global uint* o", "o[0] = get_work_dim();")
    for form, value in (("%d", "o[0]"), ("%c", "'x'"), ("%s", '"text"'), ("%5.2f", "(float)o[0]"), ("%lu", "(ulong)o[0]"),
                        ("%v4d", "(int4)(o[0])"), ("%v2hlf", "(float2)(o[0])"), ("%p", "o"), ("%v16hhd", "(char16)(o[0])"),
                        ("%v3hd", "(short3)(o[0])"), ("%v8ld", "(long8)(o[0])"), ("%hhd", "(char)o[0]")):
        yield (f"printf({form})", "global int* o", f'o[1] = printf("{form}\\n", {value});')


def images():
    coordinates = {"image1d_t": ("int", "float"), "image1d_array_t": ("int2", "float2"), "image2d_t": ("int2", "float2"),
                   "image2d_array_t": ("int4", "float4"), "image3d_t": ("int4", "float4")}
    results = (("f", "float4"), ("i", "int4"), ("ui", "uint4"))
    for image, kinds in coordinates.items():
        for (letter, result), coordinate in itertools.product(results, kinds):
            yield (f"read_image{letter}({image}, sampler_t, {coordinate})",
                   f"read_only {image} i, sampler_t s, global {result}* o, {coordinate} c", f"o[0] = read_image{letter}(i, s, c);")
    for image, coordinate in [("image1d_buffer_t", "int")] + [(image, kinds[0]) for image, kinds in coordinates.items()]:
        for letter, result in results:
            yield (f"read_image{letter}({image}, {coordinate})", f"read_only {image} i, global {result}* o, {coordinate} c",
                   f"o[0] = read_image{letter}(i, c);")
            yield (f"write_image{letter}({image})", f"write_only {image} i, global {result}* o, {coordinate} c",
                   f"write_image{letter}(i, c, o[0]);")
        for access in ("read_only", "write_only"):
            queries = ["width", "channel_data_type", "channel_order"]
            queries += ["height"] if image[5] in "23" else []
            queries += ["depth"] if image == "image3d_t" else []
            queries += ["array_size"] if "array" in image else []
            for query in queries:
                yield (f"get_image_{query}({access} {image})", f"{access} {image} i, global int* o", f"o[0] = get_image_{query}(i);")
            if image[5] in "23":
                result = "int4" if image == "image3d_t" else "int2"
                yield (f"get_image_dim({access} {image})", f"{access} {image} i, global {result}* o", "o[0] = get_image_dim(i);")


def opencl_1():
    for group in (maths, integers, common_and_geometric, relational, loads_and_stores, conversions, reinterpretations, atomics,
                  synchronization, miscellaneous, images):
        yield from group()


def c11_atomics():
    kinds = ("int", "uint", "long", "ulong", "float")
    for kind, space in itertools.product(kinds, ("global", "local", "generic")):
        pointer = "p" if space != "generic" else f"(volatile atomic_{kind}*)(v > 0 ? p : p + 1)"
        where = "global" if space == "generic" else space
        parameters = f"{where} atomic_{kind}* p, global {kind}* o, {kind} v"
        forms = {"load": "o[0] = atomic_load{0}({1}{2});", "store": "atomic_store{0}({1}, v{2});",
                 "exchange": "o[0] = atomic_exchange{0}({1}, v{2});"}
        names = ["add", "sub", "min", "max"] + ([] if kind == "float" else ["or", "xor", "and"])
        if kind != "float":
            forms.update({f"fetch_{name}": "o[0] = atomic_fetch_" + name + "{0}({1}, v{2});" for name in names})
        for name, form in forms.items():
            order = "memory_order_release" if name == "store" else "memory_order_acquire"
            yield (f"atomic_{name}({space} {kind})", parameters, form.format("", pointer, ""))
            yield (f"atomic_{name}_explicit({space} {kind})", parameters,
                   form.format("_explicit", pointer, ", memory_order_relaxed, memory_scope_work_group") +
                   form.format("_explicit", pointer, f", {order}, memory_scope_device"))
        for strength in ("weak", "strong"):
            yield (f"atomic_compare_exchange_{strength}({space} {kind})", parameters,
                   f"{kind} e = o[1]; o[0] = atomic_compare_exchange_{strength}({pointer}, &e, v); o[2] = e; "
                   f"o[3] = atomic_compare_exchange_{strength}_explicit({pointer}, &e, v, memory_order_acq_rel, "
                   "memory_order_relaxed, memory_scope_device); o[4] = e;")
        yield (f"atomic_init({space} {kind})", parameters, f"atomic_init({pointer}, v);")
    for space, name in itertools.product(("global", "local"), ("add", "sub")):
        yield (f"atomic_fetch_{name}({space} atomic_uintptr_t*, ptrdiff_t)",
               f"{space} atomic_ulong* q, global ulong* o, int d",
               f"{space} atomic_uintptr_t* p = ({space} atomic_uintptr_t*)q; o[0] = atomic_fetch_{name}(p, (ptrdiff_t)d) + "
               f"atomic_fetch_{name}_explicit(p, (ptrdiff_t)d, memory_order_relaxed) + "
               f"atomic_fetch_{name}_explicit(p, (ptrdiff_t)d, memory_order_acquire, memory_scope_device);")
    for space in ("global", "local"):
        yield (f"atomic_flag({space})", f"{space} atomic_flag* f, global int* o",
               "o[0] = atomic_flag_test_and_set(f); atomic_flag_clear(f); o[1] = atomic_flag_test_and_set_explicit(f, "
               "memory_order_acquire, memory_scope_device); atomic_flag_clear_explicit(f, memory_order_release, memory_scope_device);")


def generic_pointers():
    """Functions with pointers, into the one address space or the other."""
    def case(name, result, pointee, call):
        return (f"{name}({result}, generic {pointee}*)", f"global {result}* o, global {pointee}* g, local {pointee}* l, int c",
                f"{pointee}* p = c ? ({pointee}*)g : ({pointee}*)l; {call}")
    for base in FLOATS:
        for width in widths():
            kind, number = base + width, "int" + width
            for name, other in (("fract", kind), ("modf", kind), ("sincos", kind), ("frexp", number), ("lgamma_r", number)):
                yield case(name, kind, other, f"o[0] = {name}(o[1], p);")
            yield case("remquo", kind, number, "o[0] = remquo(o[1], o[2], p);")
        for width in WIDTHS:
            yield case(f"vstore_half{width}", base + width, "half", f"vstore_half{width}(o[0], c, p);")
            yield case(f"vstorea_half{width}_rtz", base + width, "half", f"vstorea_half{width}_rtz(o[0], c, p);")
    for base in INTEGERS + FLOATS:
        for width in WIDTHS:
            yield case(f"vload{width}", base + width, base, f"o[0] = vload{width}(c, p);")
            yield case(f"vstore{width}", base + width, base, f"vstore{width}(o[0], c, p);")
    for width in [""] + WIDTHS:
        yield case(f"vload_half{width}", "float" + width, "half", f"o[0] = vload_half{width}(c, p);")


def images_of_opencl_2():
    for image, coordinate in (("image2d_depth_t", "int2"), ("image2d_array_depth_t", "int4")):
        yield (f"read_imagef({image})", f"read_only {image} i, global float* o, {coordinate} c", "o[0] = read_imagef(i, c);")
        yield (f"read_imagef({image}, sampler_t)", f"read_only {image} i, sampler_t s, global float* o, {coordinate} c",
               "o[0] = read_imagef(i, s, c);")
        yield (f"write_imagef({image})", f"write_only {image} i, global float* o, {coordinate} c", "write_imagef(i, c, o[0]);")
    for image, coordinate in (("image1d_t", "int"), ("image1d_buffer_t", "int"), ("image1d_array_t", "int2"), ("image2d_t", "int2"),
                              ("image2d_array_t", "int4"), ("image3d_t", "int4")):
        yield (f"read_write {image}", f"read_write {image} i, {coordinate} c",
               "write_imagef(i, c, read_imagef(i, c)); write_imagei(i, c, read_imagei(i, c)); write_imageui(i, c, read_imageui(i, c));")


def opencl_2():
    yield from c11_atomics()
    yield from generic_pointers()
    yield from images_of_opencl_2()
    flags = "CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE"
    for scope in ("work_group", "device", "all_svm_devices"):
        yield (f"work_group_barrier({scope})", "global int* o", f"o[0] = 1; work_group_barrier({flags}, memory_scope_{scope}); o[1] = o[2];")
        for order in ("acquire", "release", "acq_rel", "seq_cst"):
            yield (f"atomic_work_item_fence({order}, {scope})", "global int* o",
                   f"o[0] = 1; atomic_work_item_fence({flags}, memory_order_{order}, memory_scope_{scope}); o[1] = o[2];")
    yield ("work_group_barrier", "global int* o", "o[0] = 1; work_group_barrier(CLK_GLOBAL_MEM_FENCE); o[1] = o[2];")
    yield ("linear ids", "global ulong* o", "o[get_global_linear_id()] = get_local_linear_id() + get_enqueued_local_size(0);")
    for kind in ("int", "uint", "long", "ulong"):
        yield (f"ctz({kind})", f"global {kind}4* o", "o[0] = ctz(o[1]); o[2].x = ctz(o[3].x);")
    yield ("work_group_all", "global int* o", "o[0] = work_group_all(o[1]) + work_group_any(o[2]);")
    for kind in ("int", "uint", "long", "ulong", "float", "double"):
        yield (f"work_group_broadcast({kind})", f"global {kind}* o",
               "o[0] = work_group_broadcast(o[1], 0); o[2] = work_group_broadcast(o[3], 0, 1); o[4] = work_group_broadcast(o[5], 0, 1, 2);")
        for operation in ("add", "min", "max"):
            yield (f"work_group_reduce_{operation}({kind})", f"global {kind}* o", f"o[0] = work_group_reduce_{operation}(o[1]);")
            yield (f"work_group_scan_{operation}({kind})", f"global {kind}* o",
                   f"o[0] = work_group_scan_inclusive_{operation}(o[1]) + work_group_scan_exclusive_{operation}(o[2]);")
    yield ("to_global", "global int* o, local int* l",
           "int* g = o[1] ? (int*)o : (int*)l; o[0] = to_global(g) != 0; o[1] = to_local(g) != 0; o[2] = get_fence(g);")
    yield ("get_fence(const)", "global int* o, local int* l",
           "const int* g = o[1] ? (const int*)o : (const int*)l; o[2] = get_fence(g);")


def sub_groups():
    yield ("sub-group ids", "global uint* o", "o[0] = get_sub_group_size() + get_max_sub_group_size() + get_num_sub_groups() + "
           "get_sub_group_id() + get_sub_group_local_id();")
    yield ("sub_group_barrier", "global uint* o", "o[0] = 1; sub_group_barrier(CLK_GLOBAL_MEM_FENCE); o[1] = o[2];")
    yield ("sub_group_all", "global int* o", "o[0] = sub_group_all(o[1]) + sub_group_any(o[2]);")
    for kind in ("int", "uint", "long", "ulong", "half", "float", "double"):
        yield (f"sub_group_broadcast({kind})", f"global {kind}* o", "o[0] = sub_group_broadcast(o[1], 0);")
        for operation in ("add", "min", "max"):
            yield (f"sub_group_reduce_{operation}({kind})", f"global {kind}* o",
                   f"o[0] = sub_group_reduce_{operation}(o[1]) + sub_group_scan_inclusive_{operation}(o[2]) + "
                   f"sub_group_scan_exclusive_{operation}(o[3]);")
    for operation in ("add", "min", "max"):
        yield (f"work_group_reduce_{operation}(half)", "global half* o",
               f"o[0] = work_group_broadcast(work_group_reduce_{operation}(o[1]), 0) + "
               f"work_group_scan_inclusive_{operation}(o[2]) + work_group_scan_exclusive_{operation}(o[3]);")


def halves():
    for width in widths():
        kind = "half" + width
        for name, body in (("arithmetic", "o[1] * o[2] + o[3] / o[4]"), ("fma", "fma(o[1], o[2], o[3])"), ("sin", "sin(o[1])"),
                           ("sqrt", "sqrt(o[1])"), ("exp", "exp(o[1])"), ("pow", "pow(o[1], o[2])"), ("fmax", "fmax(o[1], o[2])"),
                           ("clamp", "clamp(o[1], o[2], o[3])"), ("convert", f"convert_{kind}(convert_float{width}(o[1]))"),
                           ("convert_rtz", f"convert_{kind}_rtz(convert_float{width}(o[1]))"),
                           ("as", f"as_{kind}(as_short{width}(o[1]))")):
            yield (f"half {name}({kind})", f"global {kind}* o", f"o[0] = {body};")
