#!/usr/bin/env python3
"""Kernels of a few constructs that compilers have got wrong, with what they compute, for differential.py --constructs.

Each construct is some C, or C++, that makes a number of `x`, a number that no compiler knows, and the same in Python, which
decides what is right: no driver's compiler is asked.

usage: constructs.py SEED [--constructs NAME,…|all]      prints one kernel
"""
import argparse
import random
import sys

M32, M64 = 2 ** 32 - 1, 2 ** 64 - 1
ITEMS, GROUP, TOGETHER = 64, 16, 6
IN_VERSION_3 = ("address_spaces",)
IN_CPP = ("lambdas",)


def signed(x, bits=32):
    x &= 2 ** bits - 1
    return x - 2 ** bits if x >> (bits - 1) else x


def swapped(x, size):
    return int.from_bytes((x & (2 ** (8 * size) - 1)).to_bytes(size, "little"), "big")


class Making:
    """What one construct is made with."""

    def __init__(self, rng, name, taken):
        self.rng, self.name, self.taken = rng, name, taken  # a name that nothing else has, and names that the kernel has

    def free(self, names):
        """One of some names that the kernel does not have yet, or the construct's own."""
        own = next((n for n in self.rng.sample(names, len(names)) if n not in self.taken), self.name)
        self.taken.add(own)
        return own


# The constructs: (declarations, expression of x, function of x).


def parameters(making):
    """Addresses of parameters, which are no variables on some targets."""
    rng, name = making.rng, making.name
    a, b, kind = rng.randrange(1, 1000), rng.randrange(1, 1000), rng.randrange(5)
    inline = rng.choice(("", "__attribute__((noinline)) ", "static inline "))
    if kind == 0:
        text = f"{inline}uint {name}(uint x, uint y) {{ private uint* p = &y; if (x & 1) p = &x; *p += {a}; return x * 3 + y; }}"
        return text, f"{name}(x, {b})", lambda x: ((x + a) * 3 + b if x & 1 else x * 3 + b + a) & M32
    if kind == 1:
        text = (f"{inline}uint {name}(uint4 v, uint i) {{ private uint* p = (private uint*)&v; p[i & 3] += {a}; "
                "return v.x + v.y * 3 + v.z * 5 + v.w * 7; }")

        def of_vector(x):
            v = [x, x + b, 1, x & 7]
            v[x & 3] += a
            return (v[0] + v[1] * 3 + v[2] * 5 + v[3] * 7) & M32
        return text, f"{name}((uint4)(x, x + {b}, 1, x & 7), x)", of_vector
    if kind == 2:
        text = (f"typedef struct {{ uint a[4]; ulong b; }} {name}_s;\n"
                f"{inline}ulong {name}({name}_s s, uint i) {{ private {name}_s* p = &s; p->a[i & 3] = {a}; p->b += s.a[1]; "
                "return p->b + s.a[0] + s.a[2] * 3ul + s.a[3]; }\n"
                f"{inline}ulong {name}_make(uint x) {{ {name}_s s = {{{{x, {b}, x >> 1, 5}}, x}}; return {name}(s, x) + s.b; }}")

        def of_struct(x):
            v = [x, b, x >> 1, 5]
            v[x & 3] = a
            return (2 * x + v[1] + v[0] + v[2] * 3 + v[3]) & M64
        return text, f"{name}_make(x)", of_struct
    if kind == 3:
        text = (f"typedef struct {{ private uint* p; uint n; }} {name}_s;\n"
                f"{inline}uint {name}(uint x) {{ {name}_s s; s.p = &x; s.n = {a}; for (uint i = 0; i < 3; ++i) *s.p += s.n; return x; }}")
        return text, f"{name}(x)", lambda x: (x + 3 * a) & M32
    text = (f"void {name}_add(private uint* p, uint n) {{ *p = *p * {a | 1} + n; }}\n"
            f"{inline}uint {name}(uint x, uchar y) {{ {name}_add(&x, y); private uchar* q = &y; *q += 200; return x + y; }}")
    return text, f"{name}(x, (uchar)x)", lambda x: (x * (a | 1) + (x & 255) + ((x + 200) & 255)) & M32


def lambdas(making):
    """Lambdas that capture by reference and by copy."""
    rng, name = making.rng, making.name
    a, b, kind = rng.randrange(1, 1000), rng.randrange(1, 1000), rng.randrange(4)
    if kind == 0:
        body, value = f"uint t = {a}; auto f = [&](uint n) {{ t += n * x; }}; f(1); f({b}); return t;", \
            lambda x: (a + x + b * x) & M32
    elif kind == 1:
        body, value = f"auto f = [=] {{ return x + {a}; }}; x = {b}; return f() + x;", lambda x: (x + a + b) & M32
    elif kind == 2:
        body, value = (f"uint y = x; auto f = [x, &y](uint n) mutable {{ x += n; y ^= x; return x; }}; "
                       f"uint z = f({a}); return f({b}) + y * 3 + z;"), \
            lambda x: (x + a + b + (x ^ (x + a) & M32 ^ (x + a + b) & M32) * 3 + x + a) & M32
    else:
        body, value = f"auto f = [&] {{ return [&](uint n) {{ return x += n; }}; }}; f()({a}); return f()({b});", \
            lambda x: (x + a + b) & M32
    return f"uint {name}(uint x) {{ {body} }}", f"{name}(x)", value


C_NAMES = {"float": "sqrtf fabsf expf exp2f powf cosf sinf logf log2f floorf ceilf roundf fmodf truncf tanf cbrtf".split(),
           "long": "labs llabs atol".split(), "int": "ffs isdigit isascii toascii strlen putchar puts atoi setjmp".split()}


def library_names(making):
    """The program's own functions that are called as some of C's library are."""
    type_ = making.rng.choice(list(C_NAMES))
    return calling(making.rng, type_, making.free(C_NAMES[type_]))


def calling(rng, type_, own, declared=""):
    a = rng.randrange(1, 200)
    head = rng.choice(("", "__attribute__((noinline)) "))
    text = f"{declared}{head}{type_} {own}({type_} y) {{ return y + {a}; }}"
    if rng.random() < 0.4:  # of a constant
        b = rng.randrange(1, 50)
        return text, f"(x + (uint){own}({'-' if type_ != 'float' else ''}{b}))", \
            lambda x: (x + a + (b if type_ == "float" else -b)) & M32
    return text, f"(uint){own}(({type_})(x & 1023))", lambda x: ((x & 1023) + a) & M32


def asm_labels(making):
    """Functions that the program calls otherwise in the assembly."""
    type_ = making.rng.choice(list(C_NAMES))
    label = making.free(C_NAMES[type_] + [f"_Z4sqrt{making.name}", f"__{making.name}"])
    own = making.name + "_labelled"
    return calling(making.rng, type_, own, declared=f'{type_} {own}({type_} y) __asm__("{label}");\n')


OVERLOADED = "dot abs clamp normalize all any sqrt mad convert_float get_image_dim max atomic_add length fma".split()


def overloads(making):
    """Overloads of OpenCL's functions for what they do not take."""
    rng, name = making.rng, making.name
    own, a, kind = making.free(OVERLOADED), rng.randrange(1, 1000), rng.randrange(2)
    inline = rng.choice(("", ", noinline"))
    head = f"typedef struct {{ uint a, b; }} {name}_s;\n__attribute__((overloadable{inline})) "
    if kind == 0:
        return f"{head}uint {own}({name}_s s) {{ return s.a * 3 + s.b + {a}; }}\n" \
            f"uint {name}(uint x) {{ {name}_s s = {{x, x >> 1}}; return {own}(s); }}", f"{name}(x)", \
            lambda x: (x * 3 + (x >> 1) + a) & M32
    return f"{head}uint {own}({name}_s s, uint n) {{ return s.a - s.b * n; }}\n" \
        f"uint {name}(uint x) {{ {name}_s s = {{x, {a}}}; return {own}(s, x); }}", f"{name}(x)", \
        lambda x: (x - a * x) & M32


REDEFINED = ("pow", "sqrt", "native_exp", "rsqrt", "cos", "fma", "exp10", "log2", "fdim", "sin", "tgamma", "half_exp")
REDEFINED_OF = {"pow": 2, "fdim": 2, "fma": 3}


def redefinitions(making):
    """OpenCL's functions, defined by the program, which LLVM for AMD and drivers know by their mangled names."""
    rng = making.rng
    own, a = making.free(REDEFINED), rng.randrange(1, 200)
    count = REDEFINED_OF.get(own, 1)
    names = "yzw"[:count]
    inline = rng.choice(("", ", noinline"))
    text = f"__attribute__((overloadable{inline})) float {own}({', '.join(f'float {n}' for n in names)}) {{ " \
        f"return {' + '.join(names)} + {a}; }}"
    more = [rng.randrange(1, 4) for _ in names[1:]]
    arguments = ", ".join(["(float)(x & 1023)"] + [f"{number}.0f" for number in more])
    return text, f"(uint){own}({arguments})", lambda x: ((x & 1023) + sum(more) + a) & M32


def switches(making):
    """Switches with labels that share blocks, alone, in loops and behind each other."""
    rng, name = making.rng, making.name
    labels = rng.sample(range(24), 9)
    groups, rest = [], labels
    while rest:
        size = rng.randrange(1, 4)
        groups.append(rest[:size])
        rest = rest[size:]
    results = [rng.randrange(1000) for _ in groups] + [rng.randrange(1000)]
    kinds = [rng.randrange(3) for _ in groups]
    shared = rng.randrange(len(groups))  # goes where the default goes
    text = [f"uint {name}_one(uint k, uint x) {{", "  uint r;", "  switch (k) {"]
    for labels_of, result, kind in zip(groups, results, kinds):
        is_shared = labels_of is groups[shared]
        text.append("    " + " ".join(f"case {label}:" for label in labels_of) +
                    (" default:" if is_shared else "") +
                    (f" r = {result}; break;" if kind == 0 else f" r = x * {result}; break;" if kind == 1 else
                     f" r = {result}; x += 3; break;"))
    text += ["  }", "  return r + x;", "}"]
    text += [f"uint {name}(uint x) {{", "  uint sum = 0;", f"  for (uint i = 0; i < {rng.choice((1, 5))}; ++i) {{",
             f"    switch ({name}_one((x + i) % 24, x) & 7) {{",
             "      case 1: case 2: continue;", "      case 3: case 4: sum += i; break;", "      case 5: return sum + 77;",
             "      default: sum += x;", "    }", "    sum = sum * 3 + 1;", "  }", "  return sum;", "}"]
    rounds = int(text[[i for i, line in enumerate(text) if "for (" in line][0]].split("< ")[1].split(";")[0])

    def one(k, x):
        found = next((i for i, labels_of in enumerate(groups) if k in labels_of), shared)
        result, kind = results[found], kinds[found]
        r = x * result if kind == 1 else result
        return (r + x + (3 if kind == 2 else 0)) & M32

    def value(x):
        total = 0
        for i in range(rounds):
            k = one(((x + i) & M32) % 24, x) & 7
            if k in (1, 2):
                continue
            if k == 5:
                return (total + 77) & M32
            total = (total + (i if k in (3, 4) else x)) & M32
            total = (total * 3 + 1) & M32
        return total
    return "\n".join(text), f"{name}(x)", value


def literals(making):
    """Literals of 64 bits, and what they make of numbers of 32."""
    rng, name = making.rng, making.name
    suffix, a, b = rng.choice(("ULL", "ull", "UL", "LL", "L", "uLL")), rng.randrange(1, 1000), rng.randrange(1, 63)
    is_signed = "u" not in suffix.lower()
    kind = rng.randrange(4)
    if kind == 0 and not is_signed:
        return "", f"(1{suffix} << (x & 63))", lambda x: 1 << (x & 63)
    if kind == 1:
        return "", f"(ulong)((x + 0xffffffff{suffix}) >> {b % 33})", lambda x: ((x + 0xffffffff) >> (b % 33)) & M64
    if kind == 2:
        return "", f"(ulong)(x * {a}{suffix} / 7)", lambda x: x * a // 7
    return "", f"(ulong)(0x123456789abcdef0{suffix} ^ x)", lambda x: 0x123456789abcdef0 ^ x


def byte_swaps(making):
    """Bytes in reverse, in registers of 16 bits and otherwise."""
    rng, name = making.rng, making.name
    a, kind = rng.getrandbits(64), rng.randrange(5)
    if kind == 0:
        return "", f"__builtin_bswap64(x + {a}ul)", lambda x: swapped(x + a, 8)
    if kind == 1:
        return "", f"(__builtin_bswap32(x) * 3ul + __builtin_bswap64(x * {a}ul))", \
            lambda x: (swapped(x, 4) * 3 + swapped(x * a, 8)) & M64
    if kind == 2:
        return "", f"__builtin_bswap16((ushort)(x + {a & 0xffff}))", lambda x: swapped(x + (a & 0xffff), 2)
    if kind == 3:
        return f"ulong {name}(ulong x) {{ ulong2 v = (ulong2)(x, x * 3); v.x = __builtin_bswap64(v.x); v.y = __builtin_bswap64(v.y); " \
            "return v.x ^ v.y * 5; }", f"{name}(x + {a}ul)", \
            lambda x: swapped(x + a, 8) ^ swapped((x + a) * 3, 8) * 5 & M64
    return f"ulong {name}(ulong x) {{ ushort4 v = as_ushort4(x); v = rotate(v, (ushort4)(8)).wzyx; return as_ulong(v); }}", \
        f"{name}(x * {a | 1}ul)", lambda x: swapped(x * (a | 1), 8)


def address_spaces(making):
    """Where generic pointers of several types point. Drivers for CPUs cannot tell, so that only pointers that were found are used."""
    rng, name = making.rng, making.name
    type_ = rng.choice(("char", "int", "float4", "ulong2", "struct " + name + "_s", "void", "short"))
    declared = f"struct {name}_s {{ int a; float b; }};\n" if type_.startswith("struct") else ""
    stored = "int" if type_ == "void" else type_
    text = declared + (f"uint {name}_at({type_}* p) {{ return to_private(p) ? (uint)(*(private uchar*)to_private(p)) : "
                       f"to_global(p) ? 77u : to_local(p) ? 88u : 99u; }}\n"
                       f"uint {name}(uint x) {{ {stored} v[2]; *(private uchar*)v = (uchar)x; return {name}_at(({type_}*)v); }}")
    return text, f"{name}(x)", lambda x: x & 255


# How kernels change their own parameters, which targets pass in their own ways: C or C++, and Python, which changes a
# dictionary of them.


def through_pointers(rng):
    n = rng.randrange(1, 1000)

    def change(v, x):
        v["b" if x & 1 else "a"] += n
        v["v"][x & 1] += v["a"]
        v["s"][x >> 1 & 1] ^= x
    return [f"private uint* p = &a; if (x & 1) p = &b; *p += {n};", "p = (private uint*)&v; p[x & 1] += a;",
            "p = (private uint*)&s; p[x >> 1 & 1] ^= x;"], change


def in_struct(rng):
    n = rng.randrange(1, 1000)

    def change(v, x):
        v["a"] += n
        v["v"] = [v["v"][1], v["v"][0] + x]
        v["s"][0] += v["a"]
    return ["struct { private uint* p; private uint2* q; private pair* r; } all;",
            f"all.p = &a; all.q = &v; all.r = &s; *all.p += {n};", "*all.q = all.q->yx; all.q->y += x; all.r->a += *all.p;"], change


def by_lambda(rng):
    n = rng.randrange(1, 1000)

    def change(v, x):
        for k in (n, x):
            v["a"] += k * v["b"]
            v["v"][0] ^= k
            v["s"][1] += k
    return ["auto change = [&](uint k) { a += k * b; v.x ^= k; s.b += k; };", f"change({n}); change(x);"], change


def by_copy(rng):
    n = rng.randrange(1, 1000)

    def change(v, x):
        v["a"], v["b"] = x + v["a"] + v["v"][1] + n, v["a"]
    return ["auto copied = [=] { return x + a + v.y; };", f"uint old = a; a = copied() + {n}; b = old;"], change


MAKERS = {"parameters": parameters, "lambdas": lambdas, "library_names": library_names, "asm_labels": asm_labels,
          "overloads": overloads, "redefinitions": redefinitions, "switches": switches, "literals": literals,
          "byte_swaps": byte_swaps, "address_spaces": address_spaces}
NAMES = (*MAKERS, "kernel_parameters")  # the last: what a kernel does to its own


def listed(text):
    """The names in an option's value."""
    names = NAMES if text == "all" else tuple(text.split(","))
    if unknown := set(names) - set(NAMES):
        raise ValueError(f"no construct {unknown.pop()}; there are: {', '.join(NAMES)}")
    return names


class Parameters:
    """What a kernel does to its own parameters."""

    text = "(a + b * 3ul + v.x * 5ul + v.y * 7ul + s.a * 11ul + s.b * 13ul)"

    def __init__(self, rng, is_cpp):
        self.first = [rng.getrandbits(32) for _ in range(6)]
        self.lines, self.change = rng.choice((by_lambda, by_copy) if is_cpp else (through_pointers, in_struct))(rng)

    def arguments(self):
        a, b, *rest = self.first
        return [f"value 4 {a}", f"value 4 {b}"] + [f"value 8 {rest[i] | rest[i + 1] << 32}" for i in (0, 2)]

    def value(self, x):
        a, b, vx, vy, sa, sb = self.first
        values = {"a": a, "b": b, "v": [vx, vy], "s": [sa, sb]}
        self.change(values, x)
        numbers = [values["a"], values["b"], *values["v"], *values["s"]]
        return sum((number & M32) * factor for number, factor in zip(numbers, (1, 3, 5, 7, 11, 13)))


class Program:
    """One kernel of some constructs."""

    def __init__(self, seed, names):
        self.seed = seed
        rng = random.Random(f"constructs {seed}")
        makers = [name for name in names if name in MAKERS]
        chosen = [rng.choice(makers) for _ in range(TOGETHER)] if makers else []
        is_cpp = any(name in IN_CPP for name in chosen)
        self.needs = ["__OPENCL_CPP_VERSION__"] * is_cpp
        version = "CLC++2021" if is_cpp else "CL3.0" if any(name in IN_VERSION_3 for name in chosen) else "CL1.2"
        self.options = [f"-cl-std={version}"] + ["-cl-opt-disable"] * (rng.random() < 0.3)
        taken = set()
        self.made = [MAKERS[name](Making(rng, f"f{number}", taken)) for number, name in enumerate(chosen)]
        self.parameters = Parameters(rng, is_cpp) if "kernel_parameters" in names and (not makers or rng.random() < 0.5) else None
        self.start, self.step = rng.getrandbits(32), rng.choice((1, 3, rng.getrandbits(32) | 1))
        self.next_number = TOGETHER + 2

    def render(self, without=()):
        made = [construct for number, construct in enumerate(self.made, 1) if number not in without]
        parameters = self.parameters if TOGETHER + 1 not in without else None
        columns = [(call, value) for _, call, value in made] + ([(parameters.text, parameters.value)] if parameters else [])
        expected = [value((self.start + item * self.step) & M32) & M64 for item in range(ITEMS) for _, value in columns]
        arguments = [f"results {max(1, len(expected))}", f"value 4 {self.start}", f"value 4 {self.step}"]
        lines = [f"// Constructs {self.seed}", f"// options: {' '.join(self.options)}", f"// needs: {' '.join(self.needs)}",
                 f"// global: {ITEMS}", f"// local: {GROUP}", "// offset: 0"]
        lines += [f"// argument: {argument}" for argument in arguments + (parameters.arguments() if parameters else [])]
        lines.append(f"// expected: {' '.join(map(str, expected))}")
        for need in self.needs:
            lines += [f"#ifndef {need}", f"#error the target has no {need}", "#endif"]
        lines += ["typedef struct { uint a, b; } pair;"] + [text for text, _, _ in made if text]
        more = ", uint a, uint b, uint2 v, pair s" if parameters else ""
        lines += [f"kernel void entry(global ulong* results, uint start, uint step{more}) {{",
                  "  const uint item = get_global_id(0);", "  const uint x = start + item * step;"]
        lines += [f"  {line}" for line in (parameters.lines if parameters else [])]
        lines += [f"  results[item * {len(columns)} + {place}] = {call};" for place, (call, _) in enumerate(columns)]
        return "\n".join(lines + ["}"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("--constructs", type=listed, default=NAMES)
    options = parser.parse_args()
    sys.stdout.write(Program(options.seed, options.constructs).render())


if __name__ == "__main__":
    main()
