#!/usr/bin/env python3
"""The instructions of a SPIR-V module whose results are matrices of SPV_KHR_cooperative_matrix, one a line, by number or name.

usage: matrix_instructions.py MODULE
"""
import array
import sys

MATRIX_TYPE, COMPOSITE_CONSTRUCT, FUNCTION_CALL = 4456, 80, 57
NAMES = {COMPOSITE_CONSTRUCT: "CompositeConstruct", FUNCTION_CALL: "FunctionCall", 109: "ConvertFToU", 110: "ConvertFToS", 111: "ConvertSToF",
         112: "ConvertUToF", 113: "UConvert", 114: "SConvert", 115: "FConvert", 127: "FNegate", 128: "IAdd", 129: "FAdd", 130: "ISub",
         131: "FSub", 132: "IMul", 133: "FMul", 134: "UDiv", 135: "SDiv", 136: "FDiv", 245: "Phi", 4457: "Load", 4459: "MulAdd"}

with open(sys.argv[1], "rb") as file:
    words = array.array("I", file.read())
at, matrices = 5, set()
while at < len(words):
    opcode, length = words[at] & 0xffff, words[at] >> 16
    if opcode == MATRIX_TYPE:
        matrices.add(words[at + 1])
    elif length > 2 and words[at + 1] in matrices:
        print(NAMES.get(opcode, opcode))
    at += length
