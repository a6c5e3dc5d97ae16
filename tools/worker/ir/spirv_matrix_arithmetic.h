// Arithmetic that SPV_KHR_cooperative_matrix has element by element. LLVM 22 writes none of it: passes call functions
// named after the instructions, and spirv_fixups.cpp puts these in the places of the calls. A number is a matrix of
// equal elements first: OpMatrixTimesScalar wants the capability Matrix, which OpenCL lacks.
#pragma once

#include <string_view>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/IntrinsicInst.h>
#include <spirv/unified1/spirv.hpp>

namespace clc::worker {

struct SpirvMatrixArithmetic {
  unsigned opcode;  // of LLVM
  std::string_view function;
  spv::Op instruction;
};

inline constexpr SpirvMatrixArithmetic k_spirv_matrix_arithmetic[] = {
    {llvm::Instruction::FAdd, "__spirv_MatrixFAdd", spv::OpFAdd},
    {llvm::Instruction::FSub, "__spirv_MatrixFSub", spv::OpFSub},
    {llvm::Instruction::FMul, "__spirv_MatrixFMul", spv::OpFMul},
    {llvm::Instruction::FDiv, "__spirv_MatrixFDiv", spv::OpFDiv},
    {llvm::Instruction::FNeg, "__spirv_MatrixFNegate", spv::OpFNegate},
    {llvm::Instruction::Add, "__spirv_MatrixIAdd", spv::OpIAdd},
    {llvm::Instruction::Sub, "__spirv_MatrixISub", spv::OpISub},
    {llvm::Instruction::Mul, "__spirv_MatrixIMul", spv::OpIMul},
    {llvm::Instruction::SDiv, "__spirv_MatrixSDiv", spv::OpSDiv},
    {llvm::Instruction::UDiv, "__spirv_MatrixUDiv", spv::OpUDiv},
    {llvm::Instruction::FPTrunc, "__spirv_MatrixFConvert", spv::OpFConvert},
    {llvm::Instruction::FPExt, "__spirv_MatrixFConvert", spv::OpFConvert},
    {llvm::Instruction::FPToUI, "__spirv_MatrixConvertFToU", spv::OpConvertFToU},
    {llvm::Instruction::FPToSI, "__spirv_MatrixConvertFToS", spv::OpConvertFToS},
    {llvm::Instruction::UIToFP, "__spirv_MatrixConvertUToF", spv::OpConvertUToF},
    {llvm::Instruction::SIToFP, "__spirv_MatrixConvertSToF", spv::OpConvertSToF},
    {llvm::Instruction::Trunc, "__spirv_MatrixUConvert", spv::OpUConvert},
    {llvm::Instruction::ZExt, "__spirv_MatrixUConvert", spv::OpUConvert},
    {llvm::Instruction::SExt, "__spirv_MatrixSConvert", spv::OpSConvert},
};

// Null where there is none.
inline const SpirvMatrixArithmetic* spirv_matrix_arithmetic(unsigned opcode) {
  const auto* found =
      llvm::find_if(k_spirv_matrix_arithmetic, [&](const SpirvMatrixArithmetic& one) { return one.opcode == opcode; });
  return found == std::end(k_spirv_matrix_arithmetic) ? nullptr : found;
}

// True for what C contracts of a product and a sum, which SPIR-V has by themselves.
inline bool is_spirv_matrix_product_and_sum(const llvm::Instruction& at) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&at);
  return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::fmuladd;
}

}  // namespace clc::worker
