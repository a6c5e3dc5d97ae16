"""Who executes an instruction: the enumerators of Work in instruction.h, by format and name."""

IDLE = {
    "s_nop", "s_sleep", "s_sleep_var", "s_clause", "s_delay_alu", "s_set_inst_prefetch_distance", "s_setprio", "s_wakeup",
    "s_incperflevel", "s_decperflevel", "s_ttracedata", "s_ttracedata_imm", "s_version", "s_prefetch_inst",
    "s_prefetch_inst_pc_rel", "s_prefetch_data", "s_prefetch_data_pc_rel", "s_buffer_prefetch_data", "v_nop", "v_pipeflush",
    "v_clrexcp", "ds_nop",
}
BRANCHES = {"s_branch", "s_setpc_b64", "s_swappc_b64", "s_getpc_b64", "s_call_b64"}
CACHE = {
    "buffer_wbl2", "buffer_inv", "buffer_gl0_inv", "buffer_gl1_inv", "buffer_wbinvl1", "buffer_wbinvl1_vol", "buffer_invl2", "global_inv", "global_wb",
    "global_wbinv", "s_dcache_inv", "s_dcache_inv_vol", "s_dcache_wb", "s_dcache_wb_vol", "s_gl1_inv", "s_icache_inv",
}
MESSAGES = {"s_sendmsg", "s_sendmsghalt", "s_sendmsg_rtn_b32", "s_sendmsg_rtn_b64", "s_trap", "s_sethalt"}
MEMORY = {"ds": "lds", "flat": "flat", "global": "global", "scratch": "scratch", "buffer": "buffer",
          "typed_buffer": "buffer", "image": "image", "smem": "scalar_memory"}
VECTOR = ("vop1", "vop2", "vopc", "vop3", "vop3sd", "vop3p", "mfma", "vopd")


def work(encoding_format, name, can_execute):
    """`can_execute`: there is code for it, translated or by hand."""
    if name in CACHE:
        return "cache"
    if name in MESSAGES:
        return "message"
    if name == "s_endpgm":
        return "end"
    if name in IDLE:
        return "idle"
    if name.startswith("s_wait"):
        return "wait"
    if "barrier" in name:
        return "barrier"
    if name.startswith(("s_getreg", "s_setreg")):
        return "hardware_register"
    if encoding_format in MEMORY:
        return MEMORY[encoding_format]
    if not can_execute:
        return "unsupported"
    if name in BRANCHES or name.startswith("s_cbranch"):
        return "branch"
    return "vector" if encoding_format in VECTOR else "scalar"
