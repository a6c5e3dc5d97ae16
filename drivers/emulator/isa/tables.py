"""AMD's tables, read from the wheel of tinygrad, as plain data for generate.py.

The tables are Python modules made by tinygrad from AMD's machine-readable ISA: `ins.py` has the bit fields of each encoding,
`operands.py` size and number format of each operand, `str_pcode.py` the pseudo-code of AMD's manuals. `script/setup` unpacks
them into build/amd-tables.
"""

import importlib
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

# The chips of chips.def that others have their instructions from, and the folder of each.
CHIPS = {"gfx90a": "cdna", "gfx942": "cdna", "gfx950": "cdna", "gfx1100": "rdna3", "gfx1150": "rdna3", "gfx1200": "rdna4"}
# CDNA's tables are those of CDNA 4 (gfx950), and RDNA 3's those of RDNA 3.5. These names the chips do not have; LLVM's
# disassembler, asked for every operation of the tables, refused them.
MISSING = {
    "gfx942": re.compile(r"""v_cvt_scalef32_|v_prng_b32|v_permlane(16|32)_swap_b32|v_bitop3_|v_(pk_)?(minimum|maximum)3_|
                             v_ashr_pk_|v_cvt_pk_b?f16_f32|v_cvt_sr_b?f16_f32|v_cvt_f32_bf16|v_dot2c?_f32_bf16|v_mfma_ld_scale_|
                             ds_read_b\d+_tr_|global_load_lds_dwordx|buffer_atomic_pk_add_bf16|s_set_valu_coexec_mode|
                             v_mfma_\w+_f8f6f4|v_mfma_f32_(16x16x32|32x32x16)_b?f16$|v_mfma_i32_(16x16x64|32x32x32)_i8|
                             v_smfmac_f32_(16x16x64|32x32x32)_b?f16$|v_smfmac_\w+_(16x16x128|32x32x64)_""",
                         re.VERBOSE),
    "gfx950": re.compile(r"v_mfma_f32_\w+_xf32|s_set_valu_coexec_mode"),
    # Beside those that gfx942 has not.
    "gfx90a": re.compile(r"""v_mov_b64|v_lshl_add_u64|v_cvt_\w*(fp8|bf8)|v_fma[am]k_f32|buffer_inv|global_load_lds_|scratch_load_lds_|
                             \w+_pk_add_(rtn_)?bf16|ds_pk_add_(rtn_)?f16|flat_atomic_(add_f32|pk_add_f16)|v_smfmac_|v_mfma_\w+(xf32|bf8|fp8|bf16)|
                             v_mfma_i32_(32x32x16|16x16x32)_i8""", re.VERBOSE),
    "gfx1100": re.compile(r"""s_(ceil|floor|trunc|rndne|add|sub|min|max|mul|fmac|fmaak|fmamk)_f(16|32)|s_cmp_\w+_f(16|32)|
                              s_cvt_|flat_atomic_csub_|global_\w+_addtid_|(global|scratch)_load_lds_""", re.VERBOSE),
    "gfx1150": re.compile(r"flat_atomic_csub_|global_\w+_addtid_|(global|scratch)_load_lds_"),
}

# Operations that no table has, because the chip is older than gfx942: each with the number that LLVM's assembler gives it, and the
# operation of the tables that has the same operands. Texts of their own are in overrides.py.
ADDED = {
    "gfx90a": {
        "VOP2": [("v_mac_f32", 22, "v_fmac_f32"), ("v_madmk_f32", 23, "v_fmamk_f32"), ("v_madak_f32", 24, "v_fmaak_f32")],
        "VOP3": [("v_mac_f32", 278, "v_fmac_f32"), ("v_mad_legacy_f32", 448, "v_fma_f32"), ("v_mad_f32", 449, "v_fma_f32")],
        "MUBUF": [("buffer_invl2", 41, "buffer_inv"), ("buffer_wbinvl1", 62, "buffer_inv"), ("buffer_wbinvl1_vol", 63, "buffer_inv")],
        # By the names that gfx942 has for such shapes: LLVM says v_mfma_f32_32x32x4bf16_1k and v_mfma_f32_32x32x2bf16.
        "VOP3P_MFMA": [
            ("v_mfma_i32_32x32x8_i8", 84, "v_mfma_f32_32x32x2_f32"), ("v_mfma_i32_16x16x16_i8", 85, "v_mfma_f32_16x16x4_f32"),
            ("v_mfma_f32_32x32x4_2b_bf16", 99, "v_mfma_f32_32x32x4_2b_bf16"), ("v_mfma_f32_16x16x4_4b_bf16", 100, "v_mfma_f32_16x16x4_4b_bf16"),
            ("v_mfma_f32_4x4x4_16b_bf16", 101, "v_mfma_f32_4x4x4_16b_bf16"), ("v_mfma_f32_32x32x8_bf16", 102, "v_mfma_f32_32x32x8_bf16"),
            ("v_mfma_f32_16x16x16_bf16", 103, "v_mfma_f32_16x16x16_bf16"), ("v_mfma_f32_32x32x2_2b_bf16", 104, "v_mfma_f32_32x32x1_2b_f32"),
            ("v_mfma_f32_16x16x2_4b_bf16", 105, "v_mfma_f32_16x16x1_4b_f32"), ("v_mfma_f32_4x4x2_16b_bf16", 107, "v_mfma_f32_4x4x1_16b_f32"),
            ("v_mfma_f32_32x32x4_bf16", 108, "v_mfma_f32_32x32x2_f32"), ("v_mfma_f32_16x16x8_bf16", 109, "v_mfma_f32_16x16x4_f32"),
        ],
    },
}
# LLVM's assembler takes these for gfx90a. They are named, so that code with one is refused by its name: the device has no images.
IMAGES = {"gfx90a": {0: "load", 1: "load_mip", 2: "load_pck", 3: "load_pck_sgn", 4: "load_mip_pck", 5: "load_mip_pck_sgn", 8: "store",
                     9: "store_mip", 10: "store_pck", 11: "store_mip_pck", 14: "get_resinfo", 16: "atomic_swap", 17: "atomic_cmpswap",
                     18: "atomic_add", 19: "atomic_sub", 20: "atomic_smin", 21: "atomic_umin", 22: "atomic_smax", 23: "atomic_umax",
                     24: "atomic_and", 25: "atomic_or", 26: "atomic_xor", 27: "atomic_inc", 28: "atomic_dec", 32: "sample"}}
# Bits that the chip calls otherwise: what they do is another thing.
FIELD_NAMES = {"gfx90a": {"sc0": "glc", "sc1": "scc", "nt": "slc", "sve": "lds"}}

FORMATS = {
    "SOP1": "sop1", "SOP2": "sop2", "SOPC": "sopc", "SOPK": "sopk", "SOPP": "sopp", "SMEM": "smem",
    "VOP1": "vop1", "VOP2": "vop2", "VOPC": "vopc", "VOP3": "vop3", "VOP3SD": "vop3sd", "VOP3P": "vop3p",
    "VOP3P_MFMA": "mfma", "VOPD": "vopd", "DS": "ds", "FLAT": "flat", "GLOBAL": "global", "SCRATCH": "scratch",
    "VFLAT": "flat", "VGLOBAL": "global", "VSCRATCH": "scratch", "MUBUF": "buffer", "VBUFFER": "buffer",
    "MTBUF": "typed_buffer", "MIMG": "image", "VIMAGE": "image", "VSAMPLE": "image", "EXP": "export", "VEXPORT": "export",
    "VINTERP": "interpolate", "LDSDIR": "lds_direct", "VDSDIR": "lds_direct",
}
VARIANTS = ("DPP16", "DPP8", "SDWA", "SDWA_SDST", "LIT")

# Where the operand of a field goes in `struct Instruction`. The formats of memory instructions decide about the rest.
SLOTS = {
    "vdst": "destination", "sdst": "destination", "src0": "source0", "vsrc0": "source0", "ssrc0": "source0",
    "src1": "source1", "vsrc1": "source1", "ssrc1": "source1", "src2": "source2",
    "addr": "address", "vaddr": "address", "saddr": "base", "sbase": "base", "srsrc": "base", "rsrc": "base",
    "soffset": "scalar_offset", "data": "data", "data0": "data", "vsrc": "data", "data1": "data2",
    "vdstx": "destination", "srcx0": "source0", "vsrcx1": "source1",
    "vdsty": "destination2", "srcy0": "second0", "vsrcy1": "second1",
}


@dataclass
class OperandInfo:
    slot: str
    field: str       # the field of the encoding that holds it
    bits: int
    number: str      # real, bfloat, sint, uint, mask, packed_real, packed_int
    place: str       # any (9 bits), vector (8 bits), scalar, pair (bits 1…), quad (bits 2…), accumulation


@dataclass
class Operation:
    name: str        # in lower case, without the suffix of an encoding
    number: int
    member: str      # the enumerator of tinygrad, for messages
    pseudocode: str
    operands: list = field(default_factory=list)


@dataclass
class Encoding:
    name: str
    format: str
    size: int                 # bytes without a literal
    mask: int                 # of the first dword: fixed bits
    value: int
    fields: dict              # name -> (highest bit, lowest bit)
    operations: dict = field(default_factory=dict)    # number -> Operation
    variants: dict = field(default_factory=dict)      # DPP16, DPP8, SDWA -> fields


def load(folder):
    """The encodings of each chip, those with most fixed bits first."""
    sys.path.insert(0, str(Path(folder).resolve()))
    sys.dont_write_bytecode = True
    return {chip: load_chip(chip, architecture) for chip, architecture in CHIPS.items()}


def load_chip(chip, architecture):
    prefix = f"tinygrad.runtime.autogen.amd.{architecture}"
    instructions = importlib.import_module(prefix + ".ins")
    operands = importlib.import_module(prefix + ".operands").OPERANDS
    pseudocode = importlib.import_module(prefix + ".str_pcode").PCODE
    dsl = importlib.import_module("tinygrad.renderer.amd.dsl")
    classes = {n: c for n, c in vars(instructions).items()
               if isinstance(c, type) and issubclass(c, dsl.Inst) and c is not dsl.Inst}
    encodings, known = {}, {}
    for name, cls in classes.items():
        if name in FORMATS:
            encodings[name] = base_encoding(name, cls, dsl)
    for name, cls in classes.items():
        base, variant = split_variant(name)
        if base not in encodings:
            continue
        encoding = encodings[base]
        if variant and variant != "LIT":
            encoding.variants[variant] = field_bits(cls)
        for operation in operations(cls, operands, pseudocode, dsl):
            # AMD's tables list those of xf32 beside packed arithmetic; their fields are those of the other matrices.
            matrices = encodings.get("VOP3P_MFMA") if is_matrix(operation.name) else None
            known.setdefault(((matrices or encoding).name, operation.name), operation)
            if not is_missing(chip, operation.name):
                (matrices or encoding).operations.setdefault(operation.number, operation)
    add_missing(chip, encodings, known)
    return sorted(encodings.values(), key=lambda e: (-bin(e.mask).count("1"), e.name))


def is_missing(chip, name):
    patterns = [MISSING[c] for c in (chip, "gfx942" if chip == "gfx90a" else chip) if c in MISSING]
    return any(pattern.match(name) for pattern in patterns)


def add_missing(chip, encodings, known):
    for encoding, added in ADDED.get(chip, {}).items():
        for name, number, like in added:
            operation = Operation(name, number, f"{encoding} {name}", "", known[encoding, like].operands)
            if number in encodings[encoding].operations:
                raise ValueError(f"{chip}: {encoding} {number} is {encodings[encoding].operations[number].name}, not {name}")
            encodings[encoding].operations[number] = operation
    if chip in IMAGES:
        images = Encoding("MIMG", "refused", 8, 0xfc000000, 0xf0000000, {"op": (24, 18)})
        images.operations = {number: Operation(f"image_{name}", number, f"MIMG {name}", "") for number, name in IMAGES[chip].items()}
        encodings["MIMG"] = images
    names = FIELD_NAMES.get(chip, {})
    for encoding in encodings.values():
        encoding.fields = {names.get(name, name): bits for name, bits in encoding.fields.items()}


def is_matrix(name):
    return "mfma" in name or "smfmac" in name or "wmma" in name or "swmmac" in name


def split_variant(name):
    """'VOP2_DPP16' -> ('VOP2', 'DPP16'); operations of VOP3_SDST are VOP3's, with a scalar destination."""
    if name in FORMATS:
        return name, ""
    for suffix in sorted(VARIANTS, key=len, reverse=True):
        if name.endswith("_" + suffix):
            return name[: -len(suffix) - 1].removesuffix("_SDST"), suffix
    return name.removesuffix("_SDST"), ""


def field_bits(cls):
    return {n: (f.hi, f.lo) for n, f in cls._fields if n != "encoding"}


def base_encoding(name, cls, dsl):
    mask = value = 0
    for _, f in cls._fields:
        if isinstance(f, dsl.FixedBitField) and f.hi < 32:
            mask |= f.mask << f.lo
            value |= f.default << f.lo
    return Encoding(name, FORMATS[name], cls._base_size, mask, value, field_bits(cls))


def operations(cls, operands, pseudocode, dsl):
    opcode = dict(cls._fields).get("op")
    if opcode is None:
        return vopd_operations(cls, operands, pseudocode)
    return [operation(member, cls, operands, pseudocode) for member in sorted(opcode.allowed, key=lambda m: m.value)]


# The tables have no operands of these; they are as large as those of others.
SIZED_LIKE = {"V_MFMA_F32_16X16X8_XF32": "V_MFMA_F32_16X16X16_F16", "V_MFMA_F32_32X32X4_XF32": "V_MFMA_F32_32X32X8_F16"}


def operation(member, cls, operands, pseudocode):
    result = Operation(plain_name(member.name), member.value, repr(member), find_pseudocode(member, pseudocode))
    fields = dict(cls._fields)
    like = type(member)[SIZED_LIKE[member.name]] if member.name in SIZED_LIKE else member
    for name, (number_format, bits, kind) in operands.get(like, {}).items():
        if name == "vsrc0" and name not in fields:
            name = "src0"
        if name in fields and name in {**SLOTS, "vdata": 0, "sdata": 0}:
            for slot in slots_of(name, cls.__name__, result.name):
                result.operands.append(OperandInfo(slot, name, bits, number_kind(number_format.name),
                                                   place_of(fields[name], kind.name)))
    return result


def vopd_operations(cls, operands, pseudocode):
    """The operations of both halves of a dual instruction have one list of numbers."""
    if "opx" not in dict(cls._fields):
        return []
    members = dict(cls._fields)["opx"]._enum
    return [Operation(plain_name(m.name), m.value, repr(m), find_pseudocode(m, pseudocode)) for m in members]


def find_pseudocode(member, pseudocode):
    """The tables give most E64 forms of CDNA no text of their own: it is that of the short form."""
    if member in pseudocode:
        return pseudocode[member]
    by_name = {plain_name(m.name): text for m, text in pseudocode.items() if type(m).__name__[:3] in ("VOP", "SOP")}
    return by_name.get(plain_name(member.name), "")


# Where LLVM and the ISA manuals of gfx942 call something otherwise.
RENAMED = {"v_accvgpr_read": "v_accvgpr_read_b32", "v_accvgpr_write": "v_accvgpr_write_b32",
           "v_mad_mix_f32": "v_fma_mix_f32", "v_mad_mixlo_f16": "v_fma_mixlo_f16", "v_mad_mixhi_f16": "v_fma_mixhi_f16"}


def plain_name(name):
    name = name.lower().removesuffix("_e32").removesuffix("_e64")
    return RENAMED.get(name, name)


def slots_of(field_name, encoding, name):
    """An operand of a memory instruction may be both what is loaded and what is stored: the data of buffer atomics."""
    if field_name == "vdata":
        if "_load" in name:
            return ["destination"]
        return ["data", "destination"] if "_atomic" in name else ["data"]
    if field_name == "sdata":
        return ["data"] if "_store" in name or "_atomic" in name else ["destination"]
    if field_name == "sdst" and encoding.startswith("VOP3SD"):
        return ["destination2"]
    return [SLOTS[field_name]]


def number_kind(number_format):
    kind = number_format.removeprefix("FMT_").removeprefix("NUM_")
    if kind == "M64":
        return "mask"
    if kind.startswith(("PK2_F16", "PK_F16", "PK2_F32", "PK2_BF16")):
        return "packed_real"
    if kind.startswith(("PK2_", "PK_")):
        return "packed_int"
    if kind.startswith("BF16"):
        return "bfloat"
    if kind in ("F16", "F32", "F64"):
        return "real"
    return "sint" if kind.startswith("I") else "uint"


def place_of(bit_field, kind):
    """What the bits of a field number."""
    if kind in ("OPR_ACCVGPR", "OPR_SRC_ACCVGPR"):
        return "accumulation"
    scalar_kinds = ("OPR_SREG", "OPR_SREG_NOVCC", "OPR_SDST", "OPR_SDST_NULL", "OPR_SREG_M0", "OPR_EXEC", "OPR_SREG_M0_INL")
    by_class = {"VGPRField": "vector", "SBaseField": "pair", "SRsrcField": "quad", "VDSTYField": "vector"}
    if kind in scalar_kinds and type(bit_field).__name__ in ("VGPRField", "SSrcField"):
        return "scalar"
    return by_class.get(type(bit_field).__name__, "any" if bit_field.hi - bit_field.lo == 8 else "scalar")
