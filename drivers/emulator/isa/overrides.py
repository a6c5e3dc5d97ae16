"""What AMD's pseudo-code idealises or leaves out, said again in the same language, with functions of pseudocode.h.

Each entry has its reason. Names without an entry are executed as AMD's text says.
"""

TEXTS = {}


def add(names, text):
    for name in names.split():
        TEXTS[name] = text


# Approximations: the text is the exact function; the hardware's is some ulp away (arithmetic.cpp has the numbers).
for function, names in {"rcp": "v_rcp v_rcp_iflag v_s_rcp", "rsq": "v_rsq v_s_rsq", "sqrt": "v_sqrt v_s_sqrt",
                        "exp2": "v_exp v_s_exp", "log2": "v_log v_s_log", "sin": "v_sin", "cos": "v_cos"}.items():
    for number in ("f16", "f32", "f64"):
        add(" ".join(f"{n}_{number}" for n in names.split()), f"D0.{number} = approximate_{function}(S0.{number})")
add("v_exp_legacy_f32", "D0.f32 = approximate_exp2(S0.f32)")
add("v_log_legacy_f32", "D0.f32 = approximate_log2(S0.f32)")

# The text adds a half and rounds down, which is wrong for 0.49999997 and for large odd numbers.
for number in ("f16", "f32", "f64"):
    add(f"v_rndne_{number} s_rndne_{number}", f"D0.{number} = round_to_even(S0.{number})")
    # Never 1, which x - floor(x) is for small negative numbers.
    add(f"v_fract_{number}", f"D0.{number} = fraction(S0.{number})")
    # The text's exponent() and mantissa() do not say what denormals give.
    add(f"v_frexp_mant_{number}", f"D0.{number} = mantissa_of(S0.{number})")
    add(f"v_frexp_exp_i{16 if number == 'f16' else 32}_{number}", f"D0.i32 = exponent_of(S0.{number})")
# A power of two may be no number of its type when the product is.
add("v_ldexp_f32", "D0.f32 = scaled(S0.f32, S1.i32)")
add("v_ldexp_f64", "D0.f64 = scaled(S0.f64, S1.i32)")
add("v_ldexp_f16", "D0.f16 = scaled(S0.f16, S1.i16)")

# The text compares with DENORM, which is no number but a class, and leaves open what VCC does.
for number in ("f32", "f64"):
    add(f"v_div_scale_{number}", f"D0.{number} = div_scale(S0.{number}, S1.{number}, S2.{number});\n"
                                 f"VCC.u64[laneId] = div_scale_flag(S1.{number}, S2.{number})")
    # The text multiplies by 2^32; div_scale has scaled by 2^64 (2^128), up or down.
    add(f"v_div_fmas_{number}", f"D0.{number} = div_fmas(S0.{number}, S1.{number}, S2.{number}, VCC.u64[laneId])")
for number in ("f16", "f32", "f64"):
    add(f"v_div_fixup_{number}", f"D0.{number} = div_fixup(S0.{number}, S1.{number}, S2.{number})")

# Zeros have signs here, which == does not see.
for number in ("f16", "f32", "f64"):
    for which in ("min", "max"):
        quiet = "".join(
            f"{'if' if s == 'S0' else 'elsif'} (WAVE_MODE.IEEE && isSignalNAN({s}.{number})) then\n"
            f"D0.{number} = cvtToQuietNAN({s}.{number})\n" for s in ("S0", "S1"))
        function = f"v_{which}_{number}(S0.{number}, S1.{number})"
        add(f"v_{which}_{number} v_{which}_num_{number} s_{which}_{number} s_{which}_num_{number} v_dual_{which}_{number} "
            f"v_dual_{which}_num_{number}", f"{quiet}else\nD0.{number} = {function}\nendif")
        add(f"v_{which}imum_{number} s_{which}imum_{number}", f"D0.{number} = v_{which}imum_{number}(S0.{number}, S1.{number})")

# The rounding is part of the instruction.
add("v_cvt_pkrtz_f16_f32 v_cvt_pk_rtz_f16_f32 s_cvt_pk_rtz_f16_f32", "D0.u32 = halves_toward_zero(S0.f32, S1.f32)")
# Rounded to nearest even, which no OpenCL kernel changes.
for number in ("f16", "bf16"):
    add(f"v_cvt_pk_{number}_f32", f"tmp[15 : 0].{number} = f32_to_{number}(S0.f32);\ntmp[31 : 16].{number} = f32_to_{number}(S1.f32);\n"
                                  "D0 = tmp.b32")
# The table of the text is empty: sixteenths of a signed number of four bits.
add("v_cvt_off_f32_i4", "D0.f32 = i32_to_f32(S0.i4) / 16.0F")
add("v_cvt_rpi_i32_f32 v_cvt_nearest_i32_f32", "D0.i32 = f32_to_i32(floor(64'F(S0.f32) + 0.5))")
add("v_trig_preop_f64", "D0.f64 = trig_preop(S0.f64, S1.u32)")
add("v_sat_pk_u8_i16", "D0[7 : 0] = min(max(S0[15 : 0].i16, 0), 255);\nD0[15 : 8] = min(max(S0[31 : 16].i16, 0), 255)"
    .replace("min(max(", "v_min_i32(v_max_i32("))
# The text adds S2, which these instructions do not have: they add to their destination.
add("v_fmac_dx9_zero_f32", "if ((S0.f32 == 0.0F) || (S1.f32 == 0.0F)) then\nD0.f32 = D0.f32\nelse\n"
                           "D0.f32 = fma(S0.f32, S1.f32, D0.f32)\nendif")
# op_sel has chosen the dwords already.
add("v_pk_mov_b32", "D0[31 : 0] = S0[31 : 0];\nD0[63 : 32] = S1[31 : 0]")
# The results of the text's conditions about op_sel: the executor writes the chosen half.
for number in ("f16",):
    add("v_mad_f16 v_mad_legacy_f16", "D0.f16 = S0.f16 * S1.f16 + S2.f16")
    add("v_fma_f16 v_fma_legacy_f16", "D0.f16 = fma(S0.f16, S1.f16, S2.f16)")
# The texts of these read a half out of a single.
add("v_mac_f16", "D0.f16 = S0.f16 * S1.f16 + D0.f16")
add("v_madmk_f16", "D0.f16 = S0.f16 * SIMM32.f16 + S1.f16")
add("v_madak_f16", "D0.f16 = S0.f16 * S1.f16 + SIMM32.f16")
# What gfx90a has and no table: LLVM's AMDGPU backend says that these take and give no denormals, whatever MODE says.
add("v_mac_f32", "D0.f32 = mad(S0.f32, S1.f32, D0.f32)")
add("v_mad_f32", "D0.f32 = mad(S0.f32, S1.f32, S2.f32)")
add("v_madmk_f32", "D0.f32 = mad(S0.f32, SIMM32.f32, S1.f32)")
add("v_madak_f32", "D0.f32 = mad(S0.f32, S1.f32, SIMM32.f32)")
add("v_mad_legacy_f32", "if ((S0.f32 == 0.0F) || (S1.f32 == 0.0F)) then\nD0.f32 = S2.f32\nelse\nD0.f32 = mad(S0.f32, S1.f32, S2.f32)\nendif")
add("v_mad_u16", "D0.u16 = S0.u16 * S1.u16 + S2.u16")
add("v_mad_i16", "D0.i16 = S0.i16 * S1.i16 + S2.i16")

# Executed for the wave as a whole by lane_operations.cpp and scalar_moves.cpp: they read registers of other lanes or numbers.
BY_HAND = {
    "v_readfirstlane_b32", "v_readlane_b32", "v_writelane_b32", "v_permlane16_b32", "v_permlanex16_b32", "v_permlane64_b32",
    "v_permlane16_var_b32", "v_permlanex16_var_b32", "v_swap_b32", "v_swap_b16", "v_movreld_b32", "v_movrels_b32",
    "v_movrelsd_b32", "v_accvgpr_read_b32", "v_accvgpr_write_b32", "v_accvgpr_mov_b32", "s_movreld_b32", "s_movreld_b64",
    "s_movrels_b32", "s_movrels_b64", "s_set_gpr_idx_on", "s_set_gpr_idx_off", "s_set_gpr_idx_idx", "s_set_gpr_idx_mode",
    "v_fma_mix_f32", "v_fma_mixlo_f16", "v_fma_mixhi_f16", "v_permlane16_swap_b32", "v_permlane32_swap_b32", "v_swaprel_b32",
    "v_cvt_f32_fp8", "v_cvt_f32_bf8", "v_cvt_pk_f32_fp8", "v_cvt_pk_f32_bf8", "v_cvt_pk_fp8_f32", "v_cvt_pk_bf8_f32",
    "v_cvt_sr_fp8_f32", "v_cvt_sr_bf8_f32", "v_bitop3_b32", "v_bitop3_b16",
    "s_round_mode", "s_denorm_mode",
}
# Never executed: the tables' text needs hardware that the emulator does not have, or LLVM does not emit them for OpenCL C.
UNSUPPORTED = {"s_rfe_b64", "s_cbranch_i_fork", "s_cbranch_g_fork", "s_cbranch_join", "s_setvskip", "s_alloc_vgpr",
               "s_subvector_loop_begin", "s_subvector_loop_end", "s_get_barrier_state"}


def text_of(name, text):
    """What to translate for an instruction; for a half of a dual instruction without text, that of the whole one."""
    return TEXTS.get(name, text)
