// Instructions that are written by hand: they read registers of other lanes, or registers that other registers number.
#pragma once

#include "isa/pseudocode.h"

namespace clc::emulator::by_hand {

void matrix(pseudocode::Call& call);  // all of matrix.h
void s_denorm_mode(pseudocode::Call& call);
void s_movreld_b32(pseudocode::Call& call);
void s_movreld_b64(pseudocode::Call& call);
void s_movrels_b32(pseudocode::Call& call);
void s_movrels_b64(pseudocode::Call& call);
void s_round_mode(pseudocode::Call& call);
void s_set_gpr_idx_idx(pseudocode::Call& call);
void s_set_gpr_idx_mode(pseudocode::Call& call);
void s_set_gpr_idx_off(pseudocode::Call& call);
void s_set_gpr_idx_on(pseudocode::Call& call);
void v_accvgpr_mov_b32(pseudocode::Call& call);
void v_accvgpr_read_b32(pseudocode::Call& call);
void v_accvgpr_write_b32(pseudocode::Call& call);
void v_bitop3_b16(pseudocode::Call& call);
void v_bitop3_b32(pseudocode::Call& call);
void v_cvt_f32_bf8(pseudocode::Call& call);
void v_cvt_f32_fp8(pseudocode::Call& call);
void v_cvt_pk_bf8_f32(pseudocode::Call& call);
void v_cvt_pk_f32_bf8(pseudocode::Call& call);
void v_cvt_pk_f32_fp8(pseudocode::Call& call);
void v_cvt_pk_fp8_f32(pseudocode::Call& call);
void v_cvt_sr_bf8_f32(pseudocode::Call& call);
void v_cvt_sr_fp8_f32(pseudocode::Call& call);
void v_fma_mix_f32(pseudocode::Call& call);
void v_fma_mixhi_f16(pseudocode::Call& call);
void v_fma_mixlo_f16(pseudocode::Call& call);
void v_movreld_b32(pseudocode::Call& call);
void v_movrels_b32(pseudocode::Call& call);
void v_movrelsd_b32(pseudocode::Call& call);
void v_permlane16_b32(pseudocode::Call& call);
void v_permlane16_var_b32(pseudocode::Call& call);
void v_permlane16_swap_b32(pseudocode::Call& call);
void v_permlane32_swap_b32(pseudocode::Call& call);
void v_permlane64_b32(pseudocode::Call& call);
void v_permlanex16_b32(pseudocode::Call& call);
void v_permlanex16_var_b32(pseudocode::Call& call);
void v_readfirstlane_b32(pseudocode::Call& call);
void v_readlane_b32(pseudocode::Call& call);
void v_swaprel_b32(pseudocode::Call& call);
void v_swap_b16(pseudocode::Call& call);
void v_swap_b32(pseudocode::Call& call);
void v_writelane_b32(pseudocode::Call& call);

}  // namespace clc::emulator::by_hand
