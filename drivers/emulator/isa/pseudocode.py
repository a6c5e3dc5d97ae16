"""AMD's pseudo-code as C++: a small parser, and a printer of the tree.

The text of an instruction says what happens to its operands S0, S1, S2 and D0 in one lane, or, of scalar instructions, to the
state of the wave. Types are written where bits are read: `S0.f32`, `64'U(S0.u32)`, `2.0F`. The C++ keeps every register as
64 bits and calls the templates of pseudocode.h: as_f32(S0), to_uint<64>(as_u32(S0)), 2.0F.
"""

import re
from dataclasses import dataclass


class Untranslatable(Exception):
    """The text uses what this translator does not know; the message names it."""


TOKEN = re.compile(r"""
    (?P<sized>\d+'(?:0x[0-9a-fA-F]+|\d+\.\d+|\d+)[UL]*)      # 16'0xff, 1'1U, 16'0.0
  | (?P<cast>\d+'(?:BF|[UIFB]))                              # 64'U( and in declarations 32'B
  | (?P<number>0x[0-9a-fA-F]+(?:ULL|LL|U|L)?|\d+\.\d+F?|\d+(?:ULL|LL|U|L|F)?)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<symbol>\*\*|<<|>>|<=|>=|==|!=|<>|&&|\|\||\+=|-=|\+:|[-+*/%&|^~!<>=?:;,.()\[\]{}])
  | (?P<space>\s+)
  | (?P<other>.)
""", re.VERBOSE)


def tokenize(text):
    text = re.sub(r"//[^\n]*", "", text)
    tokens = []
    for match in TOKEN.finditer(text):
        if match.lastgroup == "other":
            raise Untranslatable(f"character {match.group()!r}")
        if match.lastgroup != "space":
            tokens.append((match.lastgroup, match.group()))
    return tokens


@dataclass
class Node:
    kind: str        # number, sized, cast, name, member, index, slice, slice_up, call, unary, binary, choose, concat;
    value: object    # assign, if, for, break, return, declare, lambda, block
    parts: tuple = ()


BINARY_LEVELS = [["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!=", "<>"], ["<", "<=", ">", ">="], ["<<", ">>"], ["+", "-"],
                 ["*", "/", "%"]]
BLOCK_ENDS = {"endif", "endfor", "endwhile", "else", "elsif"}


class Parser:
    def __init__(self, text):
        self.tokens = tokenize(text)
        self.position = 0

    def peek(self, ahead=0):
        index = self.position + ahead
        return self.tokens[index][1] if index < len(self.tokens) else ""

    def peek_kind(self):
        return self.tokens[self.position][0] if self.position < len(self.tokens) else ""

    def take(self, expected=None):
        text = self.peek()
        if not text or (expected is not None and text != expected):
            raise Untranslatable(f"{text or 'the end'!r} where {expected or 'more'!r} should be")
        self.position += 1
        return text

    def accept(self, text):
        if self.peek() == text:
            self.position += 1
            return True
        return False

    def program(self):
        block = self.block()
        if self.position != len(self.tokens):
            raise Untranslatable(f"{self.peek()!r}")
        return block

    def block(self, ends=BLOCK_ENDS):
        statements = []
        while self.peek() and self.peek() not in ends:
            if self.accept(";"):
                continue
            statements.append(self.statement())
        return Node("block", None, tuple(statements))

    def statement(self):
        word = self.peek()
        if word == "if":
            return self.if_statement()
        if word == "for":
            return self.for_statement()
        if word == "declare":
            return self.declaration()
        if word in ("break", "return"):
            self.take()
            return Node(word, None, () if word == "break" else (self.expression(),))
        target = self.expression()
        if self.peek() in ("=", "+=", "-="):
            operator = self.take()
            if operator == "=" and self.peek() == "lambda":
                return self.lambda_definition(target)
            value = self.expression()
            targets = [target]
            while operator == "=" and self.accept("="):  # EXEC.u64[laneId] = D0.u64[laneId] = …
                targets.append(value)
                value = self.expression()
            return Node("assign", operator, (*targets, value))
        return Node("statement", None, (target,))

    def if_statement(self):
        self.take()
        branches = []
        condition = self.expression()
        self.take("then")
        branches.append((condition, self.block()))
        while self.accept("elsif"):
            condition = self.expression()
            self.take("then")
            branches.append((condition, self.block()))
        otherwise = self.block() if self.accept("else") else None
        self.take("endif")
        return Node("if", otherwise, tuple(branches))

    def for_statement(self):
        self.take("for")
        variable = self.take()
        self.take("in")
        first = self.expression()
        self.take(":")
        last = self.expression()
        self.take("do")
        body = self.block()
        self.take("endfor")
        return Node("for", variable, (first, last, body))

    def declaration(self):
        self.take("declare")
        name = self.take()
        self.take(":")
        cast = self.take()
        count = None
        if self.accept("["):
            count = self.expression()
            self.take("]")
        return Node("declare", name, (cast, count))

    def lambda_definition(self, target):
        self.take("lambda")
        self.take("(")
        parameters = [self.take()]
        while self.accept(","):
            parameters.append(self.take())
        self.take(")")
        self.take("(")
        body = self.block(BLOCK_ENDS | {")"})
        self.take(")")
        return Node("lambda", target.value, (parameters, body))

    def expression(self):
        condition = self.binary(0)
        if not self.accept("?"):
            return condition
        first = self.expression()
        self.take(":")
        return Node("choose", None, (condition, first, self.expression()))

    def binary(self, level):
        if level == len(BINARY_LEVELS):
            return self.power()
        left = self.binary(level + 1)
        while self.peek() in BINARY_LEVELS[level]:
            operator = self.take()
            left = Node("binary", operator, (left, self.binary(level + 1)))
        return left

    def power(self):
        base = self.unary()
        return Node("binary", "**", (base, self.power())) if self.accept("**") else base

    def unary(self):
        if self.peek() in ("-", "+", "~", "!"):
            return Node("unary", self.take(), (self.unary(),))
        return self.postfix(self.primary())

    def postfix(self, node):
        while True:
            if self.peek() == "." and self.position + 1 < len(self.tokens) and self.tokens[self.position + 1][0] == "name":
                self.take()
                node = Node("member", self.take(), (node,))
            elif self.accept("["):
                node = self.subscript(node)
            else:
                return node

    def subscript(self, node):
        first = self.binary(0) if self.peek() != "{" else self.expression()
        if self.peek() == "?":
            self.take()
            yes = self.expression()
            self.take(":")
            first = Node("choose", None, (first, yes, self.expression()))
        if self.accept(":"):
            result = Node("slice", None, (node, first, self.expression()))
        elif self.accept("+:"):
            result = Node("slice_up", None, (node, first, self.expression()))
        else:
            result = Node("index", None, (node, first))
        self.take("]")
        return result

    def primary(self):
        kind, text = self.peek_kind(), self.peek()
        if kind in ("number", "sized"):
            self.take()
            return Node(kind, text)
        if kind == "cast":
            self.take()
            self.take("(")
            inner = self.expression()
            self.take(")")
            return Node("cast", text, (inner,))
        if text == "(":
            self.take()
            inner = self.expression()
            self.take(")")
            return Node("group", None, (inner,))
        if text == "{":
            self.take()
            parts = [self.expression()]
            while self.accept(","):
                parts.append(self.expression())
            self.take("}")
            return Node("concat", None, tuple(parts))
        if kind == "name":
            self.take()
            if self.accept("("):
                arguments = []
                while self.peek() != ")":
                    arguments.append(self.expression())
                    self.accept(",")
                self.take(")")
                return Node("call", text, tuple(arguments))
            return Node("name", text)
        raise Untranslatable(f"{text!r}")


TYPE = re.compile(r"(?:(f)(16|32|64)|(bf)(16)|(u|i|b)(\d+))$")


def type_kind(name):
    return next(g for g in TYPE.match(name).groups() if g and not g.isdigit())


def type_width(name):
    match = TYPE.match(name)
    if not match:
        raise Untranslatable(f"type {name}")
    return int(next(g for g in match.groups() if g and g.isdigit()))


SOURCES = ("S0", "S1", "S2")
# Names of the wave's state that scalar instructions use as variables.
STATE = {"SCC": "bool", "EXEC": "std::uint64_t", "VCC": "std::uint64_t", "M0": "std::uint64_t", "PC": "std::int64_t"}
READ_ONLY = {"VCCZ": "(c.wave->vcc() == 0)", "EXECZ": "(c.wave->exec() == 0)", "laneId": "lane", "SIMM16": "c.simm16",
             "SIMM32": "c.simm32", "WAVE32": "(c.wave->lanes == 32)", "WAVE64": "(c.wave->lanes == 64)",
             "EXEC_LO": "c.wave->sgpr[k_exec_lo]", "EXEC_HI": "c.wave->sgpr[k_exec_hi]",
             "OPSEL": "c.op_sel", "OPSEL_HI": "c.op_sel_hi", "NEG": "c.neg", "ROUND_MODE": "c.round_mode"}
CONSTANTS = {"INF", "NAN", "PI", "MAX_FLOAT_F32", "MAX_FLOAT_F64", "OVERFLOW_F32", "OVERFLOW_F64", "UNDERFLOW_F32",
             "UNDERFLOW_F64"}
FUNCTIONS = set("""
    isNAN isSignalNAN isQuietNAN cvtToQuietNAN exponent mantissa sign abs signext signext_from_bit fma trunc floor sqrt fract
    isEven pow log2 sin cos ldexp bitCount
    u32_to_f32 i32_to_f32 f32_to_u32 f32_to_i32 f16_to_f32 f32_to_f16 f64_to_i32 f64_to_u32 i32_to_f64 u32_to_f64 f64_to_f32
    f32_to_f64 u16_to_f16 i16_to_f16 f16_to_u16 f16_to_i16 bf16_to_f32 f32_to_bf16 f16_to_snorm f16_to_unorm f32_to_snorm
    f32_to_unorm f32_to_u8 u32_to_u16 i32_to_i16 i16_to_i32 i8_to_i32 i4_to_i32 u16_to_u32 u8_to_u32 u4_to_u32
    v_max_i32 v_max_u32 v_min_i32 v_min_u32 v_max_i16 v_max_u16 v_min_i16 v_min_u16 v_max_f32 v_min_f32 v_max_f16 v_min_f16
    v_max3_i32 v_max3_u32 v_max3_i16 v_max3_u16 v_max3_f32 v_min3_f32 v_max3_f16 v_min3_f16 v_max_num_f32 v_min_num_f32
    v_max_num_f16 v_min_num_f16 v_max3_num_f32 v_min3_num_f32 v_max3_num_f16 v_min3_num_f16 v_minimum_f32 v_maximum_f32
    v_max_f64 v_min_f64 v_minimum_f64 v_maximum_f64
    v_minimum_f16 v_maximum_f16 v_minimum3_f16 v_maximum3_f16 v_sad_u8 v_msad_u8 v_cvt_i16_f32 v_cvt_u16_f32
    s_ff1_i32_b32 s_ff1_i32_b64
    approximate_rcp approximate_rsq approximate_sqrt approximate_exp2 approximate_log2 approximate_sin approximate_cos
    div_scale div_scale_flag div_fixup div_fmas scaled round_to_even fraction mantissa_of exponent_of trig_preop
    halves_toward_zero mad
""".split())
CPP_NAMES = {"isNAN": "is_nan", "isSignalNAN": "is_signal_nan", "isQuietNAN": "is_quiet_nan", "cvtToQuietNAN": "to_quiet_nan",
             "bitCount": "bit_count"}


class Printer:
    """One function of C++ for the text of one instruction. `scalar`: not once for each lane, but once."""

    def __init__(self, scalar):
        self.scalar = scalar
        self.arrays, self.variables, self.lambdas = {}, {}, set()
        self.used, self.assigned = set(), set()
        self.reads_destination = False
        self.hoisted = []

    # Statements.

    def block(self, node, indent, scope):
        lines = []
        for statement in node.parts:
            lines += self.statement(statement, indent, scope)
        return lines

    def statement(self, node, indent, scope):
        pad = "  " * indent
        method = getattr(self, "statement_" + node.kind.replace("-", "_"), None)
        if method is None:
            raise Untranslatable(node.kind)
        return [pad + line for line in method(node, scope)]

    def statement_block(self, node, scope):
        return self.block(node, 0, scope)

    def statement_statement(self, node, scope):
        (call,) = node.parts
        if call.kind == "call" and call.value in ("nop", "s_nop"):
            return []
        raise Untranslatable(f"statement of {call.kind} {call.value}")

    def statement_if(self, node, scope):
        lines = []
        for number, (condition, body) in enumerate(node.parts):
            lines.append(("if (" if number == 0 else "} else if (") + self.expression(condition) + ") {")
            lines += self.block(body, 1, scope + 1)
        if node.value is not None:
            lines.append("} else {")
            lines += self.block(node.value, 1, scope + 1)
        return [*lines, "}"]

    def statement_for(self, node, scope):
        first, last, body = node.parts
        variable = self.local(node.value)
        limits = [f"static_cast<int>({self.expression(e)})" for e in (first, last)]
        self.variables[node.value] = "loop"
        head = f"for (int {variable} = {limits[0]}; {variable} <= {limits[1]}; ++{variable}) {{"
        return [head, *self.block(body, 1, scope + 1), "}"]

    def statement_break(self, _node, _scope):
        return ["break;"]

    def statement_return(self, node, _scope):
        return [f"return static_cast<std::uint64_t>({self.expression(node.parts[0])});"]

    def statement_declare(self, node, _scope):
        cast, count = node.parts
        if count is not None:
            self.arrays[node.value] = cast
            return [f"{self.cpp_type(cast)} {self.local(node.value)}[{self.expression(count)}] = {{}};"]
        self.variables[node.value] = cast
        return [f"{self.cpp_type(cast)} {self.local(node.value)}{{}};"]

    def statement_lambda(self, node, scope):
        parameters, body = node.parts
        self.lambdas.add(node.value)
        for parameter in parameters:
            self.variables[parameter] = "parameter"
        head = f"const auto {node.value} = [&](" + ", ".join(f"auto {self.local(p)}" for p in parameters) + ") -> std::uint64_t {"
        if len(body.parts) == 1 and body.parts[0].kind == "statement":
            lines = [f"  return static_cast<std::uint64_t>({self.expression(body.parts[0].parts[0])});"]
        else:
            lines = [*self.block(body, 1, scope + 1), "  return 0;"]
        return [head, *lines, "};"]

    def statement_assign(self, node, scope):
        *targets, value = node.parts
        if self.is_ignored(targets[0]):
            return []
        if len(targets) > 1 and not all(self.is_mask(t) for t in targets):
            raise Untranslatable("assignment of several")
        return self.assignment(targets[-1], node.operator if hasattr(node, "operator") else node.value, value, scope)

    def is_ignored(self, target):
        return target.kind == "member" and target.parts[0].kind == "name" and target.parts[0].value == "TRAPSTS"

    def is_mask(self, target):
        """VCC.u64[laneId], D0.u64[laneId], EXEC.u64[laneId]: this lane's bit of the mask that the instruction gives."""
        if self.scalar or target.kind != "index" or target.parts[1].value != "laneId":
            return False
        register = target.parts[0]
        return register.kind == "member" and register.parts[0].value in ("VCC", "D0", "EXEC")

    def assignment(self, target, operator, value, scope):
        if self.is_mask(target) and operator == "=":
            return [f"c.set_mask(lane, {self.expression(value)});"]
        if target.kind == "concat":
            return self.concat_assignment(target, value)
        if target.kind == "name" and value.kind == "slice" and scope > 0 and target.value not in STATE:
            self.ensure_bits(target.value)
        text = self.expression(value)
        if operator != "=":
            text = f"{self.expression(target)} {operator[0]} ({text})"
        if target.kind == "name":
            return self.name_assignment(target.value, text, scope)
        if target.kind == "member":
            return self.member_assignment(target, text)
        return self.part_assignment(target, text)

    def concat_assignment(self, target, value):
        """{ D1.u1, D0.u64 } = …: carry and sum."""
        if [p.parts[0].value for p in target.parts if p.kind == "member"] != ["D1", "D0"]:
            raise Untranslatable("concatenation of other targets")
        self.assigned.add("D0")
        return [f"const auto wide = {self.expression(value)};", "D0 = static_cast<std::uint64_t>(wide);",
                "c.set_mask(lane, (wide >> 64) & 1);"]

    def name_assignment(self, name, text, scope):
        if name in ("D0", *STATE):
            self.note_state(name, write=True)
            return [f"{name} = to_bits({text});" if name == "D0" else f"{name} = {text};"]
        local = self.local(name)
        if name in self.variables:
            return [f"store(&{local}, {text});"]
        self.check_name(name)
        self.variables[name] = "inferred"
        if scope == 0:
            return [f"auto {local} = {text};"]
        self.hoisted.append(f"std::decay_t<decltype({text})> {local}{{}};")
        return [f"store(&{local}, {text});"]

    def member_assignment(self, target, text):
        (register,) = target.parts
        if register.kind in ("slice", "index"):
            return self.part_assignment(register, self.typed_bits(target.value, text))
        if register.kind != "name":
            raise Untranslatable(f"assignment to a member of {register.kind}")
        name = register.value
        bits = self.typed_bits(target.value, text)
        if name in ("D0", *STATE):
            self.note_state(name, write=True)
            width = type_width(target.value)
            if name == "D0" and width < 16:
                raise Untranslatable("narrow destination")
            return [f"{name} = {bits};"]
        self.ensure_bits(name)
        return [f"assign(&{self.local(name)}, {bits});"]

    def ensure_bits(self, name):
        """A variable without declaration of which bits are assigned holds 64 of them."""
        if name not in self.variables:
            self.check_name(name)
            self.variables[name] = "64'B"
            self.hoisted.append(f"std::uint64_t {self.local(name)} = 0;")

    def part_assignment(self, target, bits):
        """Some bits of a register or variable, or an element of an array."""
        register = target.parts[0]
        if register.kind == "name" and register.value in self.arrays:
            cast = self.arrays[register.value]
            return [f"{self.local(register.value)}[{self.expression(target.parts[1])}] = static_cast<{self.cpp_type(cast)}>({bits});"]
        if register.kind == "member" and register.parts[0].kind == "name":
            register = register.parts[0]
        if register.kind != "name":
            raise Untranslatable(f"assignment to a part of {register.kind}")
        name = register.value
        if name == "D0":
            self.reads_destination = True
        if name in ("D0", *STATE):
            self.note_state(name, write=True)
        else:
            self.ensure_bits(name)
        local = name if name in ("D0", *STATE) else self.local(name)
        if target.kind == "index":
            return [f"set_slice(&{local}, {self.expression(target.parts[1])}, {self.expression(target.parts[1])}, to_bits({bits}));"]
        if target.kind != "slice":
            raise Untranslatable(target.kind)
        high, low = (self.expression(p) for p in target.parts[1:])
        return [f"set_slice(&{local}, {high}, {low}, to_bits({bits}));"]

    def typed_bits(self, type_name, text):
        if not TYPE.match(type_name):
            raise Untranslatable(f"type {type_name}")
        return f"bits_as_{type_name}({text})" if type_name[0] == "f" or type_name[:2] == "bf" else (
            f"bits_as_int<{type_width(type_name)}>({text})")

    # Expressions.

    def expression(self, node):
        return getattr(self, "expression_" + node.kind)(node)

    def expression_number(self, node):
        return node.value

    def expression_sized(self, node):
        width, _, literal = node.value.partition("'")
        if int(width) > 64:
            raise Untranslatable(node.value)
        return literal

    def expression_group(self, node):
        return "(" + self.expression(node.parts[0]) + ")"

    def expression_cast(self, node):
        width, _, kind = node.value.partition("'")
        inner = node.parts[0]
        if kind == "F":
            if inner.kind == "number" and inner.value.startswith("0x"):
                return f"as_f{width}({self.expression(inner)})"
            return f"to_f{width}({self.expression(inner)})"
        if kind == "BF":
            return f"to_bf{width}({self.expression(inner)})"
        if int(width) > 65:
            raise Untranslatable(node.value)
        return f"to_{'int' if kind == 'I' else 'uint'}<{width}>({self.expression(inner)})"

    def expression_name(self, node):
        name = node.value
        if name in SOURCES or name == "D0" or (name in STATE and self.scalar):
            self.note_state(name)
            return name
        if name == "EXEC":
            return "c.wave->exec()"
        if name == "M0":
            return "c.wave->sgpr[k_m0]"
        if name in READ_ONLY:
            return READ_ONLY[name]
        if name in self.variables or name in self.arrays:
            return self.local(name)
        if name in CONSTANTS:
            return "constant_" + name.lower()
        raise Untranslatable(f"name {name}")

    def expression_member(self, node):
        (inner,) = node.parts
        if inner.kind == "name" and inner.value == "WAVE_MODE" and node.value == "IEEE":
            return "c.ieee"
        if not TYPE.match(node.value):
            raise Untranslatable(f"member {node.value}")
        if inner.kind == "name" and inner.value in ("INF", "NAN"):
            return f"constant_{inner.value.lower()}_{node.value}"
        kind, width = type_kind(node.value), type_width(node.value)
        text = self.expression(inner)
        if kind in ("f", "bf"):
            return f"as_{node.value}({text})"
        return f"as_{'int' if kind == 'i' else 'uint'}<{width}>({text})"

    def expression_index(self, node):
        register, index = node.parts
        if self.is_mask(node):
            if register.parts[0].value != "VCC":
                raise Untranslatable("a mask is read")
            return "c.carry(lane)"
        if register.kind == "name" and register.value in self.arrays:
            return f"{self.local(register.value)}[{self.expression(index)}]"
        return f"slice({self.expression(register)}, {self.expression(index)}, {self.expression(index)})"

    def expression_slice(self, node):
        register, high, low = (self.expression(p) for p in node.parts)
        return f"slice({register}, {high}, {low})"

    def expression_slice_up(self, node):
        register, low, count = (self.expression(p) for p in node.parts)
        return f"slice({register}, ({low}) + ({count}) - 1, {low})"

    def expression_call(self, node):
        if node.value not in FUNCTIONS and node.value not in self.lambdas:
            raise Untranslatable(f"function {node.value}")
        if node.value in ("isNAN", "isSignalNAN", "isQuietNAN", "cvtToQuietNAN"):
            # The widening would make a signalling NaN quiet.
            (argument,) = node.parts
            if argument.kind == "cast" and argument.value.endswith("'F"):
                argument = argument.parts[0]
            return f"{CPP_NAMES[node.value]}({self.expression(argument)})"
        return CPP_NAMES.get(node.value, node.value) + "(" + ", ".join(self.expression(p) for p in node.parts) + ")"

    def expression_unary(self, node):
        (inner,) = node.parts
        if node.value == "+":
            return self.expression(inner)
        if node.value == "~":
            return f"complement({self.expression(inner)})"
        if node.value == "-":
            return f"negative({self.expression(inner)})"
        return f"!({self.expression(inner)})"

    def expression_binary(self, node):
        left, right = (self.expression(p) for p in node.parts)
        names = {"<<": "shift_left", ">>": "shift_right", "**": "power"}
        if node.value in names:
            return f"{names[node.value]}({left}, {right})"
        if node.value == "<>":
            return f"less_or_greater({left}, {right})"
        return f"({left} {node.value} {right})"

    def expression_choose(self, node):
        condition, yes, no = (self.expression(p) for p in node.parts)
        if all(p.kind in ("number", "sized") for p in node.parts[1:]):
            return f"({condition} ? {yes} : {no})"
        return f"chosen({condition}, {yes}, {no})"

    def expression_concat(self, node):
        text = ""
        for part in node.parts:
            width = self.width(part)
            bits = f"to_bits({self.expression(part)})"
            text = f"concatenate({text}, {bits}, {width})" if text else bits
        return text

    def width(self, node):
        if node.kind == "member" and TYPE.match(node.value):
            return type_width(node.value)
        if node.kind == "sized":
            return int(node.value.partition("'")[0])
        if node.kind == "slice" and all(p.kind == "number" for p in node.parts[1:]):
            return int(node.parts[1].value) - int(node.parts[2].value) + 1
        if node.kind == "index":
            return 1
        raise Untranslatable(f"width of {node.kind}")

    # Names.

    def note_state(self, name, write=False):
        (self.assigned if write else self.used).add(name)
        if name == "D0" and not write:
            self.reads_destination = True

    def check_name(self, name):
        if name.isupper() and name not in ("A", "B", "C", "A8", "B8", "A4", "B4", "ROUND_MODE"):
            raise Untranslatable(f"assignment to {name}")
        if name == "ROUND_MODE":
            raise Untranslatable("rounding of its own")

    @staticmethod
    def local(name):
        return "l_" + name

    @staticmethod
    def cpp_type(cast):
        width, _, kind = cast.partition("'")
        if kind == "F":
            return {"16": "F16", "32": "float", "64": "double"}[width]
        if int(width) > 64:
            raise Untranslatable(f"{cast}")
        base = "std::int" if kind == "I" else "std::uint"
        return base + ("32_t" if int(width) <= 32 else "64_t")


@dataclass
class Function:
    body: list              # lines of C++
    reads_destination: bool


def translate(text, scalar):
    """The statements of one lane, or of the wave. Raises Untranslatable."""
    program = Parser(text).program()
    printer = Printer(scalar)
    body = printer.block(program, 0, 0)
    lines = []
    for number, source in enumerate(SOURCES):
        if source in printer.used:
            lines.append(f"const std::uint64_t {source} = c.source[{number}][lane];")
    if "D0" in printer.used | printer.assigned:
        lines.append("std::uint64_t D0 = c.destination[lane];")
    for name, cpp in STATE.items():
        if name in printer.used | printer.assigned and scalar:
            lines.append(f"{cpp} {name} = {state_read(name)};")
    lines += printer.hoisted + body
    if "D0" in printer.assigned:
        lines.append("c.destination[lane] = D0;")
    if scalar:
        lines += [state_write(name) for name in STATE if name in printer.assigned]
    # An assignment under a condition leaves the destination as it was.
    conditional = any(s.kind in ("if", "for") for s in program.parts)
    return Function(lines, printer.reads_destination or ("D0" in printer.assigned and conditional))


def state_read(name):
    return {"SCC": "c.wave->scc", "EXEC": "c.wave->exec()", "VCC": "c.wave->vcc()", "M0": "c.wave->sgpr[k_m0]",
            "PC": "static_cast<std::int64_t>(c.wave->pc)"}[name]


def state_write(name):
    return {"SCC": "c.wave->scc = SCC;", "EXEC": "c.wave->set_exec(EXEC);", "VCC": "c.wave->set_vcc(VCC);",
            "M0": "c.wave->sgpr[k_m0] = static_cast<std::uint32_t>(M0);", "PC": "c.wave->pc = static_cast<std::uint64_t>(PC);"}[name]
