#!/usr/bin/env python3
"""What the translator makes of AMD's pseudo-code, on small texts."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "drivers/emulator/isa"))

import pseudocode  # noqa: E402


def body(text, scalar=False):
    return "\n".join(pseudocode.translate(text, scalar).body)


class Translation(unittest.TestCase):
    def test_types_say_how_bits_are_read(self):
        self.assertIn("D0 = bits_as_f32((as_f32(S0) + as_f32(S1)));", body("D0.f32 = S0.f32 + S1.f32"))
        self.assertIn("to_uint<64>(as_uint<32>(S0))", body("D0.u64 = 64'U(S0.u32)"))

    def test_operators_bind_as_in_c(self):
        self.assertIn("(as_uint<32>(S0) + (as_uint<32>(S1) * as_uint<32>(S2)))", body("D0.u32 = S0.u32 + S1.u32 * S2.u32"))
        self.assertIn("shift_left(as_uint<32>(S1), as_uint<32>(slice(S0, 4, 0)))", body("D0.u32 = (S1.u32 << S0[4 : 0].u32)"))

    def test_a_lane_s_bit_of_vcc_is_the_carry(self):
        text = body("tmp = 64'U(S0.u32) + VCC.u64[laneId].u64;\nVCC.u64[laneId] = tmp >= 0x100000000ULL ? 1'1U : 1'0U")
        self.assertIn("c.carry(lane)", text)
        self.assertIn("c.set_mask(lane, ((l_tmp >= 0x100000000ULL) ? 1U : 0U));", text)

    def test_comparisons_may_write_exec_and_vcc(self):
        self.assertIn("c.set_mask(lane, (as_uint<32>(S0) > as_uint<32>(S1)));",
                      body("EXEC.u64[laneId] = D0.u64[laneId] = S0.u32 > S1.u32;\n// D0 = VCC in VOPC encoding."))

    def test_scalar_state_is_read_first_and_written_last(self):
        lines = pseudocode.translate("EXEC.u64 = (S0.u64 & EXEC.u64);\nSCC = EXEC.u64 != 0ULL", True).body
        self.assertIn("std::uint64_t EXEC = c.wave->exec();", lines)
        self.assertEqual(lines[-2:], ["c.wave->scc = SCC;", "c.wave->set_exec(EXEC);"])

    def test_destinations_that_are_read_are_marked(self):
        self.assertTrue(pseudocode.translate("D0.f32 = fma(S0.f32, S1.f32, D0.f32)", False).reads_destination)
        self.assertTrue(pseudocode.translate("if SCC then\nD0.u32 = S0.u32\nendif", True).reads_destination)
        self.assertFalse(pseudocode.translate("D0.u32 = S0.u32", False).reads_destination)

    def test_control_flow(self):
        text = body("D0.i32 = -1;\nfor i in 0 : 31 do\nif S0.u32[i] == 1'1U then\nD0.i32 = i;\nbreak\nendif\nendfor")
        self.assertIn("for (int l_i = static_cast<int>(0); l_i <= static_cast<int>(31); ++l_i) {", text)
        self.assertIn("break;", text)

    def test_lambdas(self):
        text = body("ABSDIFF = lambda(x, y) (\nx > y ? x - y : y - x);\nD0.u32 = ABSDIFF(S0.u32, S1.u32)")
        self.assertIn("const auto ABSDIFF = [&](auto l_x, auto l_y) -> std::uint64_t {", text)

    def test_signalling_nans_are_asked_for_before_they_are_widened(self):
        self.assertIn("is_signal_nan(as_f32(S0))", body("D0.u32 = isSignalNAN(64'F(S0.f32)) ? 1U : 0U"))

    def test_what_is_not_known_is_refused(self):
        for text in ("D0.u32 = mystery(S0.u32)", "D0.u32 = HW_REGISTERS[3]", "D0.u32 = VGPR[laneId][SRC0.u32]", "D0.f8 = S0.f8",
                     "D0.u32 = S0.u32 +", "if SCC then\nD0.u32 = 1U"):
            with self.assertRaises(pseudocode.Untranslatable):
                pseudocode.translate(text, False)


if __name__ == "__main__":
    unittest.main()
