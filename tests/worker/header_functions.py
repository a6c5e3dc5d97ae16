"""One small kernel for each overload of some functions, as Clang's opencl-c.h declares them: halves() for all that take or
give `half`, in every width, address space and rounding mode; sub_groups() for those of sub-groups; intel_sub_groups() for
those of Intel's extensions.

A case is (name, kernel parameters, body).
"""
import re

PROTOTYPE = re.compile(r"^([\w\s]+?)\b(\w+)\s*\(([^()]*)\)$")
QUALIFIERS = {"__ovld", "__cnfn", "__purefn", "__conv", "const", "volatile"}
SPACES = ("__global", "__local", "__constant", "__private")
# Optional in OpenCL C, with macros of their own: announced_macros.py.
OF_OTHER_EXTENSIONS = re.compile(r"^(atomic_|intel_|sub_group_|work_group_)")


def prototypes(header, pattern):
    """(result, name, [argument type]) of every function whose declaration has something like `pattern`."""
    with open(header, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/|//[^\n]*|^#[^\n]*$", "", file.read(), flags=re.DOTALL | re.MULTILINE)
    for statement in text.split(";"):
        match = PROTOTYPE.match(" ".join(statement.split()))
        if match and re.search(pattern, match[0]):
            words = [word for word in match[1].split() if word not in QUALIFIERS]
            yield " ".join(words), match[2], [argument.strip() for argument in match[3].split(",")]


def argument_of(number, declared):
    """(kernel parameters, statements, expression) for an argument."""
    words = [word for word in declared.replace("*", " * ").split() if word not in QUALIFIERS]
    if "image" in declared or words == ["sampler_t"]:
        return [f"{declared} a{number}"], "", f"a{number}"
    if words == ["event_t"]:
        return [], "", "(event_t)0"
    if "*" not in words:
        kind = "ulong" if words[0] == "size_t" else words[0]  # size_t is no type of a kernel's argument
        return [f"global {kind}* a{number}"], "", f"a{number}[0]"
    space = next((word for word in words if word in SPACES), "")
    kind = next(word for word in words if word not in SPACES)
    if space in ("", "__private"):  # without a space: generic, which the address of a variable becomes
        return [f"global {kind}* a{number}"], f"{kind} p{number}[64]; for (int i = 0; i < 64; ++i) p{number}[i] = a{number}[i]; ", f"p{number}"
    return [f"{space.strip('_')} {kind}* a{number}"], "", f"a{number}"


def case(what, result, name, arguments):
    parameters, before, expressions, after = [], "", [], ""
    for number, declared in enumerate(arguments):
        if declared == "void":
            continue
        if "_clustered_" in name and number == len(arguments) - 1:
            expressions.append("4")  # a cluster's size is a constant
            continue
        more, statements, expression = argument_of(number, declared)
        parameters += more
        before += statements
        expressions.append(expression)
        if statements and "const" not in declared.split():
            after += f" for (int i = 0; i < 64; ++i) a{number}[i] = p{number}[i];"
    call = f"{name}({', '.join(expressions)})"
    if result == "event_t":
        call = f"event_t e = {call}; wait_group_events(1, &e)"
    elif result != "void":
        parameters.append(f"global {result}* o")
        call = f"o[0] = {call}"
    # Names of what is declared once for private and once for generic pointers differ by the pointer's words alone.
    return (f"{what}: {name}({', '.join(arguments)})", ", ".join(parameters), f"{before}{call};{after}")


def cases(what, found_prototypes):
    seen = set()
    for result, name, arguments in found_prototypes:
        found = case(what, result, name, arguments)
        if found[0] not in seen:
            seen.add(found[0])
            yield found


def halves(header):
    return cases("half", (prototype for prototype in prototypes(header, r"\bhalf(2|3|4|8|16)?\b")
                          if not OF_OTHER_EXTENSIONS.match(prototype[1]) and "read_write" not in prototype[2][0]))


def sub_groups(header):
    return cases("sub-group", (prototype for prototype in prototypes(header, r"\b(get_)?sub_group_")
                               if not prototype[1].startswith("intel_") and
                               not prototype[2][0].startswith("cl_mem_fence_flags")))


def intel_sub_groups(header):
    # Clang declares blocks that are written to a `read_only` image, for those of a `write_only` one.
    return cases("Intel's sub-group", (prototype for prototype in prototypes(header, r"\bintel_sub_group_")
                                       if not re.search("_avc_|_prefetch_", prototype[1]) and
                                       not ("_write" in prototype[1] and prototype[2][0].startswith("read_only"))))
