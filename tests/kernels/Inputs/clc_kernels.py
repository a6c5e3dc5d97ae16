# Prints the JSON text clc_kernels of the PTX on standard input.
import re
import sys

numbers = re.search(r"clc_kernels\[\d+\] = \{([^}]*)\}", sys.stdin.read())[1]
print(bytes(int(number) for number in numbers.split(",")).rstrip(b"\0").decode())
