"""The code that each atomic operation, fence and barrier of OpenCL C must become, target by target.

The rows come from the OpenCL C 3.0 specification (6.15.8 fences and barriers, 6.15.12 atomics), the instructions from
- SPIR-V 1.2, 3.25 and 3.27 (memory semantics, scope), and the OpenCL SPIR-V environment specification;
- the PTX ISA 8, "Memory Consistency Model" and `membar`: on sm_70 and later `membar.cta`, `.gl` and `.sys` are
  `fence.sc.cta`, `.gpu` and `.sys`; `ld.volatile` and `st.volatile` are relaxed in the scope of the system; `atom`
  without a scope is relaxed in that of the GPU;
- LLVM's AMDGPUUsage, "Memory Model" of gfx6-9, gfx90a, gfx942, gfx10-11 and gfx12, for scopes that order all address
  spaces (AMD's library uses those also where OpenCL C could do with one).
"""
import itertools

RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST = "relaxed", "acquire", "release", "acq_rel", "seq_cst"
ORDERS = (RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST)
SUB_GROUP, WORK_GROUP, DEVICE, SYSTEM = "sub_group", "work_group", "device", "all_svm_devices"
WORK_ITEM = "work_item"
SCOPES = (SUB_GROUP, WORK_GROUP, DEVICE, SYSTEM)
SPACES = ("global", "local", "generic")

LOAD, STORE, MODIFY, COMPARE, FLAG_SET, FLAG_CLEAR, FENCE, BARRIER, INIT = (
    "load", "store", "modify", "compare", "flag set", "flag clear", "fence", "barrier", "init")

ORDERS_OF = {
    LOAD: (RELAXED, ACQUIRE, SEQ_CST),
    STORE: (RELAXED, RELEASE, SEQ_CST),
    MODIFY: ORDERS,
    FLAG_SET: ORDERS,
    FLAG_CLEAR: (RELAXED, RELEASE, SEQ_CST),
    # If equal, and if not.
    COMPARE: ((RELAXED, RELAXED), (ACQUIRE, RELAXED), (ACQUIRE, ACQUIRE), (RELEASE, RELAXED), (ACQ_REL, RELAXED),
              (ACQ_REL, ACQUIRE), (SEQ_CST, RELAXED), (SEQ_CST, ACQUIRE), (SEQ_CST, SEQ_CST)),
}

# Functions of cl_ext_float_atomics: SPIR-V's name, and whether PTX has an instruction.
FLOAT_FUNCTIONS = {"fetch_add": ("FAddEXT", True), "fetch_sub": ("FAddEXT", True), "fetch_min": ("FMinEXT", False),
                   "fetch_max": ("FMaxEXT", False)}

# Function: (class, SPIR-V's name for signed and for unsigned integers, PTX's).
FUNCTIONS = {
    "load": (LOAD, "Load", "Load", "ld"),
    "store": (STORE, "Store", "Store", "st"),
    "exchange": (MODIFY, "Exchange", "Exchange", "exch"),
    "fetch_add": (MODIFY, "IAdd", "IAdd", "add"),
    "fetch_sub": (MODIFY, "ISub", "ISub", "add"),
    "fetch_or": (MODIFY, "Or", "Or", "or"),
    "fetch_xor": (MODIFY, "Xor", "Xor", "xor"),
    "fetch_and": (MODIFY, "And", "And", "and"),
    "fetch_min": (MODIFY, "SMin", "UMin", "min"),
    "fetch_max": (MODIFY, "SMax", "UMax", "max"),
    "compare_exchange_strong": (COMPARE, "CompareExchange", "CompareExchange", "cas"),
    "compare_exchange_weak": (COMPARE, "CompareExchange", "CompareExchange", "cas"),
    "flag_test_and_set": (FLAG_SET, "FlagTestAndSet", "FlagTestAndSet", "exch"),
    "flag_clear": (FLAG_CLEAR, "FlagClear", "FlagClear", "st"),
}
# OpenCL 1.x, relaxed; on local memory the work-group is all that shares it.
FUNCTIONS_1 = {"add": "fetch_add", "sub": "fetch_sub", "xchg": "exchange", "inc": "fetch_add", "dec": "fetch_sub",
               "cmpxchg": "compare_exchange_strong", "min": "fetch_min", "max": "fetch_max", "and": "fetch_and",
               "or": "fetch_or", "xor": "fetch_xor"}
OF_ALL_TYPES = ("load", "store", "exchange", "compare_exchange_strong", "compare_exchange_weak")
WIDTHS = {"int": 32, "uint": 32, "float": 32, "long": 64, "ulong": 64, "double": 64}

FLAGS = {"local": "CLK_LOCAL_MEM_FENCE", "global": "CLK_GLOBAL_MEM_FENCE",
         "both": "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE", "image": "CLK_IMAGE_MEM_FENCE"}


class Row:
    """One call: what it is, in which memory, with which order (that if unequal, too) and scope."""

    def __init__(self, kind, function, call, space, order, scope, of_type="int", unequal=None, execution=None):
        self.kind, self.function, self.call, self.space = kind, function, call, space
        self.order, self.unequal, self.scope, self.type, self.execution = order, unequal, scope, of_type, execution
        self.old_name = None  # of OpenCL 1.x

    @property
    def of_float(self):
        """True when cl_ext_float_atomics brings it."""
        return self.type in ("float", "double") and self.function in FLOAT_FUNCTIONS

    @property
    def accessed_space(self):
        """Clang declares minimum and maximum of floating point numbers for generic pointers alone."""
        return "generic" if self.of_float and not FLOAT_FUNCTIONS[self.function][1] else self.space

    @property
    def acquires(self):
        return any(order in (ACQUIRE, ACQ_REL, SEQ_CST) for order in (self.order, self.unequal))

    @property
    def releases(self):
        return self.order in (RELEASE, ACQ_REL, SEQ_CST)

    def __str__(self):
        return f"{self.call} [{self.type}, {self.space}]"


def pointer_of(space, of_type):
    pointer = {"global": "p + i", "local": "lp + i", "generic": "g"}[space]
    return f"({space} volatile atomic_flag*)({pointer})" if of_type == "flag" else pointer


def atomic_row(function, of_type, space, order, scope, form="explicit scope"):
    kind = FUNCTIONS[function][0]
    unequal = None
    if kind == COMPARE:
        order, unequal = order
    pointer = pointer_of(space, "flag" if kind in (FLAG_SET, FLAG_CLEAR) else of_type)
    arguments = {LOAD: [pointer], STORE: [pointer, "v"], MODIFY: [pointer, "v"], COMPARE: [pointer, "&e", "v"],
                 FLAG_SET: [pointer], FLAG_CLEAR: [pointer]}[kind]
    if form != "plain":
        arguments.append(f"memory_order_{order}")
        arguments += [f"memory_order_{unequal}"] if unequal else []
    arguments += [f"memory_scope_{scope}"] if form == "explicit scope" else []
    name = f"atomic_{function}" + ("" if form == "plain" else "_explicit")
    result = "" if kind in (STORE, FLAG_CLEAR) else "r = "
    return Row(kind, function, f"{result}{name}({', '.join(arguments)})", space, order, scope, of_type, unequal)


# By these the table is checked with all orders and scopes; the others get theirs from the same few lines of code.
EXEMPLARS = ("load", "store", "fetch_add", "compare_exchange_strong", "flag_test_and_set", "flag_clear")


def atomic_rows(is_full):
    """All orders and scopes for all functions on int, or only for some; the rest of them and of the types in part."""
    for function, (kind, *_) in FUNCTIONS.items():
        strongest = (SEQ_CST, SEQ_CST) if kind == COMPARE else SEQ_CST
        has_all = is_full or function in EXEMPLARS
        for space in SPACES:
            if has_all:
                for order, scope in itertools.product(ORDERS_OF[kind], SCOPES):
                    if is_full or space != "generic" or scope in (WORK_GROUP, DEVICE):
                        yield atomic_row(function, "int", space, order, scope)
                for order in ORDERS_OF[kind] if is_full else ORDERS_OF[kind][1:2]:
                    yield atomic_row(function, "int", space, order, DEVICE, "explicit order")
            yield atomic_row(function, "int", space, strongest, DEVICE, "plain")
            if kind in (FLAG_SET, FLAG_CLEAR) or not is_full and space == "generic":
                continue
            for of_type in ("uint", "long", "ulong") + (("float", "double") if function in OF_ALL_TYPES else ()):
                yield atomic_row(function, of_type, space, strongest, SYSTEM)
                if is_full:
                    yield atomic_row(function, of_type, space, ORDERS_OF[kind][1], WORK_GROUP)
                    yield atomic_row(function, of_type, space, ORDERS_OF[kind][0], DEVICE)
                    yield atomic_row(function, of_type, space, strongest, DEVICE, "plain")
    for space in SPACES:
        for of_type in WIDTHS if is_full else ("int", "double"):
            yield Row(INIT, "init", f"atomic_init({pointer_of(space, of_type)}, v)", space, RELAXED, WORK_ITEM, of_type)


def float_atomic_rows(is_full):
    for function, space, of_type in itertools.product(FLOAT_FUNCTIONS, SPACES, ("float", "double")):
        yield atomic_row(function, of_type, space, SEQ_CST, DEVICE, "plain")
        has_all = is_full or (function, of_type) == ("fetch_add", "float")
        for order, scope in itertools.product(ORDERS, SCOPES) if has_all else ((ACQ_REL, WORK_GROUP), (RELAXED, SYSTEM)):
            yield atomic_row(function, of_type, space, order, scope)


def old_atomic_rows(is_full):
    for prefix, types in (("atomic", ("int", "uint")), ("atom", ("int", "uint", "long", "ulong"))):
        if not is_full:
            types = types[1::2]
        for (name, function), space, of_type in itertools.product(FUNCTIONS_1.items(), ("global", "local"), types):
            arguments = {"inc": "", "dec": "", "cmpxchg": ", e, v"}.get(name, ", v")
            call = f"r = {prefix}_{name}((volatile {space} {of_type}*)({pointer_of(space, of_type)}){arguments})"
            unequal = RELAXED if name == "cmpxchg" else None
            row = Row(FUNCTIONS[function][0], function, call, space, RELAXED, DEVICE if space == "global" else WORK_GROUP,
                      of_type, unequal)
            row.old_name = name
            yield row


def fence_rows():
    for (flags, text), order in itertools.product(FLAGS.items(), ORDERS):
        for scope in ((WORK_ITEM, *SCOPES) if flags == "image" else SCOPES):
            yield Row(FENCE, "fence", f"atomic_work_item_fence({text}, memory_order_{order}, memory_scope_{scope})", flags,
                      order, scope)
    # Programs that let the last group finish the work rely on global fences across groups.
    for name, flags in itertools.product(("mem_fence", "read_mem_fence", "write_mem_fence"), ("local", "global", "both")):
        order = {"mem_fence": ACQ_REL, "read_mem_fence": ACQUIRE, "write_mem_fence": RELEASE}[name]
        yield Row(FENCE, name, f"{name}({FLAGS[flags]})", flags, order, WORK_GROUP if flags == "local" else DEVICE)


def barrier_rows():
    for flags in ("local", "global", "both"):
        text = FLAGS[flags]
        yield Row(BARRIER, "barrier", f"barrier({text})", flags, SEQ_CST, WORK_GROUP, execution=WORK_GROUP)
        for group in (WORK_GROUP, SUB_GROUP):
            yield Row(BARRIER, "barrier", f"{group}_barrier({text})", flags, SEQ_CST, group, execution=group)
            for scope in (WORK_ITEM, *SCOPES):
                yield Row(BARRIER, "barrier", f"{group}_barrier({text}, memory_scope_{scope})", flags, SEQ_CST, scope,
                          execution=group)


# SPIR-V ---------------------------------------------------------------------------------------------------------------

SPIRV_SCOPES = {SYSTEM: 0, DEVICE: 1, WORK_GROUP: 2, SUB_GROUP: 3, WORK_ITEM: 4}
SPIRV_ORDERS = {RELAXED: 0, ACQUIRE: 0x2, RELEASE: 0x4, ACQ_REL: 0x8, SEQ_CST: 0x10}
SPIRV_MEMORY = {"local": 0x100, "global": 0x200, "generic": 0x300, "both": 0x300, "image": 0x800}


def spirv_semantics(order, space):
    return SPIRV_ORDERS[order] | (0 if order == RELAXED else SPIRV_MEMORY[space])


def spirv_instructions(row):
    """(instruction, scope, semantics…), for a barrier (instruction, execution scope, scope, semantics)."""
    scope = SPIRV_SCOPES[row.scope]
    if row.kind == INIT:
        return []
    if row.kind == FENCE:
        order = ACQ_REL if row.function.endswith("mem_fence") else row.order
        return [] if order == RELAXED else [("MemoryBarrier", scope, spirv_semantics(order, row.space))]
    if row.kind == BARRIER:
        return [("ControlBarrier", SPIRV_SCOPES[row.execution], scope, spirv_semantics(row.order, row.space))]
    name = FUNCTIONS[row.function][2 if row.type[0] == "u" else 1]
    if row.of_float:
        name = FLOAT_FUNCTIONS[row.function][0]
    if row.old_name == "dec":
        name = "IAdd"  # of -1
    found = (name, scope, spirv_semantics(row.order, row.space))
    found += (spirv_semantics(row.unequal, row.space),) if row.unequal else ()
    return [found] * (2 if row.space == "generic" else 1)  # one for local memory and one for global


# PTX ------------------------------------------------------------------------------------------------------------------

PTX_FENCES = {SUB_GROUP: "membar.cta", WORK_GROUP: "membar.cta", DEVICE: "membar.gl", SYSTEM: "membar.sys"}
PTX_SPACES = {"global": ".global", "local": ".shared", "generic": ""}


def ptx_instructions(row, chip):
    """The instructions between the accesses before and after, without types; several where the table leaves a choice."""
    if row.kind == FENCE:
        is_one = row.order != RELAXED and row.scope != WORK_ITEM
        return ["ld.volatile.global", *([PTX_FENCES[row.scope]] if is_one else []), "st.volatile.global"]
    if row.kind == BARRIER:
        # bar.sync and bar.warp.sync order memory for those who take part.
        wider = row.scope in (DEVICE, SYSTEM) or (row.execution == SUB_GROUP and row.scope == WORK_GROUP)
        return [*([PTX_FENCES[row.scope]] if wider else []), "bar.sync" if row.execution == WORK_GROUP else "bar.warp.sync"]
    space = PTX_SPACES[row.space]
    if row.kind == INIT:
        return [f"st.volatile{space}"]
    fence = PTX_FENCES[row.scope]
    before = row.releases if row.kind != LOAD else row.order == SEQ_CST
    after = row.acquires if row.kind not in (STORE, FLAG_CLEAR) else row.order == SEQ_CST
    return [*([fence] if before else []), *ptx_access(row, space, chip), *([fence] if after else [])]


def ptx_access(row, space, chip):
    name = FUNCTIONS[row.function][3]
    if name in ("ld", "st"):
        return [f"{name}.volatile{space}"]
    # Those of OpenCL 1.x name the address space; the others go through generic pointers.
    if row.old_name in ("inc", "dec") and row.type in ("int", "uint"):
        return [f"atom{space}.{row.old_name}"]
    if row.old_name and name != "cas":
        return [f"atom{space}.{name}"]
    relaxed, system = "" if chip < 70 else ".relaxed", "" if chip < 60 else ".sys"
    compare = f"atom{relaxed}{system}"
    if name == "cas":
        return [f"{compare}{space if row.old_name else ''}.cas"]
    if row.of_float:
        has_instruction = FLOAT_FUNCTIONS[row.function][1]
        named = PTX_SPACES[row.accessed_space]
        if row.scope == SYSTEM or not has_instruction:
            return [f"ld.volatile{space}", f"{compare}{named}.cas"]
        if has_instruction and (row.type == "float" or chip >= 60):
            return [f"atom{named}.add"]
        return [f"ld{space}", f"{compare}{named}.cas"]
    if row.scope == SYSTEM:
        return [f"ld.volatile{space}", f"{compare}.cas"]
    return [f"atom.{name}"]


# AMD ------------------------------------------------------------------------------------------------------------------

# Counters of accesses that are under way: loads and atomics with a result, stores, local memory.
_GFX9 = {"load": "vmcnt", "store": "vmcnt", "local": "lgkmcnt"}
_GFX10 = {"load": "vmcnt", "store": "vscnt", "local": "lgkmcnt"}
_GFX12 = {"load": "loadcnt", "store": "storecnt", "local": "dscnt"}
AMD_SCOPE_BITS = {SUB_GROUP: (), WORK_GROUP: ("scope:SCOPE_SE",), DEVICE: ("scope:SCOPE_DEV",), SYSTEM: ("scope:SCOPE_SYS",)}
_SC = {SUB_GROUP: (), WORK_GROUP: ("sc0",), DEVICE: ("sc1",), SYSTEM: ("sc0", "sc1")}
_NONE = {scope: () for scope in SCOPES}
_GL = ("buffer_gl1_inv", "buffer_gl0_inv")
_GFX9_LOAD = {SUB_GROUP: (), WORK_GROUP: (), DEVICE: ("glc",), SYSTEM: ("glc",)}
_L1 = ("buffer_wbinvl1_vol",)

# Per chip: counters; by scope: caches written back before a release, caches emptied after an acquire; bits of loads,
# stores and operations with a result; whether a work-group's items can be on different caches (then even its scope
# waits for global memory); volatile's bits.
AMD = {
    "gfx906": dict(counters=_GFX9, write_back=_NONE, empty={**_NONE, DEVICE: _L1, SYSTEM: _L1}, load=_GFX9_LOAD, store=_NONE,
                   modify={scope: ("glc",) for scope in SCOPES}, has_split_groups=False, waits_at_barrier=True,
                   volatile_load=("glc",), volatile_store=()),
    "gfx90a": dict(counters=_GFX9, write_back={**_NONE, SYSTEM: ("buffer_wbl2",)},
                   empty={**_NONE, DEVICE: _L1, SYSTEM: ("buffer_invl2",) + _L1}, load=_GFX9_LOAD, store=_NONE,
                   modify={scope: ("glc",) for scope in SCOPES}, has_split_groups=False, waits_at_barrier=False,
                   volatile_load=("glc",), volatile_store=()),
    "gfx942": dict(counters=_GFX9, write_back={**_NONE, DEVICE: ("buffer_wbl2 sc1",), SYSTEM: ("buffer_wbl2 sc0 sc1",)},
                   empty={**_NONE, DEVICE: ("buffer_inv sc1",), SYSTEM: ("buffer_inv sc0 sc1",)}, load=_SC, store=_SC,
                   modify={**{scope: ("sc0",) for scope in SCOPES}, SYSTEM: ("sc0", "sc1")}, has_split_groups=False,
                   waits_at_barrier=False, volatile_load=("sc0", "sc1"), volatile_store=("sc0", "sc1")),
    "gfx1030": dict(counters=_GFX10, write_back=_NONE,
                    empty={**_NONE, WORK_GROUP: ("buffer_gl0_inv",), DEVICE: _GL, SYSTEM: _GL},
                    load={SUB_GROUP: (), WORK_GROUP: ("glc",), DEVICE: ("glc", "dlc"), SYSTEM: ("glc", "dlc")}, store=_NONE,
                    modify={scope: ("glc",) for scope in SCOPES}, has_split_groups=True, waits_at_barrier=False,
                    volatile_load=("glc", "dlc"), volatile_store=()),
    "gfx1100": dict(counters=_GFX10, write_back=_NONE,
                    empty={**_NONE, WORK_GROUP: ("buffer_gl0_inv",), DEVICE: _GL, SYSTEM: _GL},
                    load={SUB_GROUP: (), WORK_GROUP: ("glc",), DEVICE: ("glc",), SYSTEM: ("glc",)}, store=_NONE,
                    modify={scope: ("glc",) for scope in SCOPES}, has_split_groups=True, waits_at_barrier=False,
                    volatile_load=("glc", "dlc"), volatile_store=("dlc",)),
    "gfx1200": dict(counters=_GFX12, write_back={**_NONE, SYSTEM: ("global_wb scope:SCOPE_SYS",)},
                    empty={SUB_GROUP: (), WORK_GROUP: ("global_inv scope:SCOPE_SE",), DEVICE: ("global_inv scope:SCOPE_DEV",),
                           SYSTEM: ("global_inv scope:SCOPE_SYS",)}, load=AMD_SCOPE_BITS, store=AMD_SCOPE_BITS,
                    modify={scope: ("th:TH_ATOMIC_RETURN",) + bits for scope, bits in AMD_SCOPE_BITS.items()},
                    has_split_groups=True, waits_at_barrier=False, volatile_load=("scope:SCOPE_SYS",),
                    volatile_store=("scope:SCOPE_SYS",)),
}


class AmdNeeds:
    """Returns what must stand before and after the access (or between the flag's load and store, for a fence)."""

    def __init__(self):
        self.waits_before, self.write_back, self.bits = set(), [], ()
        self.waits_after, self.empty = set(), []
        self.has_barrier = False


def amd_needs(row, chip):
    table, needs = AMD[chip], AmdNeeds()
    counters = table["counters"]
    # Only the work-group shares local memory, so nothing wider is ever ordered by an atomic there.
    is_atomic_of_group = row.accessed_space == "local" and row.kind not in (FENCE, BARRIER)
    scope = WORK_GROUP if is_atomic_of_group and row.scope in (DEVICE, SYSTEM) else row.scope
    is_ordered = scope not in (SUB_GROUP, WORK_ITEM)
    is_wide = scope in (DEVICE, SYSTEM)
    if row.releases and is_ordered:
        needs.waits_before.add(counters["local"])
        if is_wide or table["has_split_groups"]:
            needs.waits_before.add(counters["store"])
        if row.kind != LOAD:
            needs.write_back = list(table["write_back"][scope])
    if row.acquires and is_ordered and row.kind not in (STORE, FLAG_CLEAR):
        needs.empty = list(table["empty"][scope])
        if row.accessed_space in ("local", "generic") and row.kind not in (FENCE, BARRIER):
            needs.waits_after.add(counters["local"])
        if row.accessed_space != "local" and (is_wide or table["has_split_groups"]) and row.kind != BARRIER:
            needs.waits_after.add(counters["load"])
    if row.kind == BARRIER:
        needs.has_barrier = row.execution == WORK_GROUP
        if needs.has_barrier and table["waits_at_barrier"]:
            needs.waits_before |= {counters["store"], counters["local"]}
    elif row.kind != FENCE and row.kind != INIT and row.accessed_space != "local":
        bits = {LOAD: "load", STORE: "store", FLAG_CLEAR: "store"}.get(row.kind, "modify")
        needs.bits = table[bits][row.scope]
    return needs
