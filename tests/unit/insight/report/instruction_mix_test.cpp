#include "insight/report/instruction_counts.h"

#include "catch_all.h"
#include "clc/package/resource_names.h"

using namespace clc;

namespace {

ResourceMetrics mix(std::int64_t all, std::int64_t memory, std::int64_t local, std::int64_t arithmetic,
                    std::int64_t branch) {
  return {{resource::k_instructions, all},
          {resource::k_memory_instructions, memory},
          {resource::k_local_instructions, local},
          {resource::k_arithmetic_instructions, arithmetic},
          {resource::k_branch_instructions, branch}};
}

}  // namespace

TEST_CASE("NVIDIA's instructions are counted by what they do, as nvdisasm prints them", "[report]") {
  const std::string text =
      "//--------------------- .text.k                 --------------------------\n"
      "        .type           k,@function\n"
      "k:\n"
      "// ./k.cl:2:   x = y;\n"
      "\t//## File \"./k.cl\", line 2\n"
      "        /*0000*/                   LDC R1, c[0x0][0x28] ;\n"
      "        /*0010*/               @P0 EXIT ;\n"
      "        /*0020*/                   LDG.E R5, desc[UR4][R4.64] ;\n"
      "        /*0030*/              @!P3 STS.U8 [R7], R4 ;\n"
      "        /*0040*/                   BAR.SYNC.DEFER_BLOCKING 0x0 ;\n"
      "        /*0050*/                   NOP ;\n"
      ".L_x_6:\n"
      "        /*0060*/         {         IMAD.WIDE.U32 R4, R9, 0x4, R4 ;\n"
      "        /*0070*/              @UP0 BRA `(.L_x_6) ;         }\n"
      "        /*0080*/                   ATOMS.ADD RZ, [R5], R6 ;\n"
      "        /*0090*/                   LDSM.16.M88.4 R4, [R8] ;\n"
      "        /*00a0*/                   LDGSTS.E [R3], desc[UR4][R2.64] ;\n"
      "        /*00b0*/                   LDGDEPBAR ;\n"
      "        /*00c0*/                   TEX.LL R2, R2, R4, 0x0, 2D ;\n"
      "        /*00d0*/                   LOP3.LUT R1, R2, R3, RZ, 0xc0, !PT ;\n"
      ".L_x_4:\n"
      "        /*00e0*/                   BRA `(.L_x_4);\n"
      "        /*00f0*/                   NOP;\n"
      "        /*0100*/                   NOP;\n";
  CHECK(count_sass(text) == mix(15, 4, 3, 2, 3));
  CHECK(count_sass("") == mix(0, 0, 0, 0, 0));
}

TEST_CASE("Instructions of matrix units are arithmetic, and are counted for themselves, too", "[report]") {
  ResourceMetrics sass = count_sass(
      "        /*0000*/                   HMMA.16816.F32 R4, R4, R8, R12 ;\n"
      "        /*0010*/                   IMMA.16832.S8.S8 R4, R4.ROW, R8.COL, R12 ;\n"
      "        /*0020*/                   DMMA.8x8x4 R4, R4, R8, R12 ;\n"
      "        /*0030*/                   FFMA R4, R4, R8, R12 ;\n"
      "        /*0040*/                   EXIT ;\n");
  CHECK(sass.at(resource::k_matrix_instructions) == 3);
  sass.erase(resource::k_matrix_instructions);
  CHECK(sass == mix(5, 0, 0, 4, 1));
  ResourceMetrics ptx = count_ptx(
      "{\n"
      "\tmma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32\n"
      "\t\t{%r1, %r2, %r3, %r4},\n"
      "\t\t{%r1, %r2, %r3, %r4},\n"
      "\t\t{%r5, %r6},\n"
      "\t\t{%r1, %r2, %r3, %r4};\n"
      "\tret;\n"
      "}\n");
  CHECK(ptx.at(resource::k_matrix_instructions) == 1);
  ptx.erase(resource::k_matrix_instructions);
  CHECK(ptx == mix(2, 0, 0, 1, 1));
}

TEST_CASE("cuobjdump's lines of bytes are no instructions", "[report]") {
  const std::string text =
      "\t\tFunction : k\n"
      "\t.headerflags\t@\"EF_CUDA_SM90 EF_CUDA_VIRTUAL_SM(EF_CUDA_SM90)\"\n"
      "        /*0000*/                   LDC R1, c[0x0][0x28] ;       /* 0x00000a00ff017b82 */\n"
      "                                                                /* 0x000fe20000000800 */\n"
      "        /*0010*/                   EXIT ;                       /* 0x000000000000794d */\n";
  CHECK(count_sass(text) == mix(2, 1, 0, 0, 1));
}

TEST_CASE("Intel's instructions are counted by what they do, as iga64 prints them", "[report]") {
  const std::string text =
      "// kernel k\n"
      "L0:\n"
      "(W)     mov (8|M0)               r127.0<1>:ud  r0.0<8;8,1>:ud                   {Compacted}\n"
      "        sync.nop                             null                             {Compacted,A@1}\n"
      // Gen9: the number of the unit, and the surface in the descriptor
      "        send (16|M0)             r124:w   r14     0xC            0x04205E00           // wr:2+0, rd:2; "
      "hdc.dc1; untyped surface read with x\n"
      "        sends (16|M0)            null:w   r4      r124    0x8C            0x04025EFE           // wr:2+2, "
      "rd:0; hdc.dc1; untyped surface write with x\n"
      "(W)     send (1|M0)              null     r126    0x3            0x02000004           // wr:1+0, rd:0; "
      "gateway; signal barrier\n"
      // Xe: named units
      "        send.dc1 (16|M0)         null     r12     r4:2    0x0            0x04025EFE           {$1} // wr:2+2, "
      "rd:0; untyped surface write with x\n"
      "        send.slm (32|M0)         null     r2      r16:2   0x0            0x04000504           {$3} // wr:2+2, "
      "rd:0; store.slm.d32.a32\n"
      "(W)     send.slm (1|M0)          r6       r60     null:0  0x0            0x0210011F           {$4} // wr:1+0, "
      "rd:1; fence.slm.none.group\n"
      "        send.ugm (32|M0)         r16      r20     null:0  0x0            0x08200580           {A@1,$3} // "
      "wr:4+0, rd:2; load.ugm.d32.a64\n"
      "(W&f1.0) jmpi                                L1064                                \n"
      "(f0.0)  goto (32|M0)                         L1344                  L1344                \n"
      "(W)     send.gtwy (1|M0)         null     r127    null:0  0x0            0x02000010           {EOT} // "
      "wr:1+0, rd:0; end of thread\n";
  CHECK(count_gen(text) == mix(12, 2, 3, 1, 3));
}
