"""The drivers that the layer's tests know, by the names of their option --driver."""
import json
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from clc_testing import environment, output_of, skip_all  # noqa: E402

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../.."))
DRIVERS = {"pocl": "/etc/OpenCL/vendors/pocl.icd", "intel": os.path.join(ROOT, "build/il-driver/vendors")}


def first_device(clc, vendors):
    """What clc tells of the first device of these vendors."""
    return json.loads(output_of(clc, "targets", "--device", "--format", "json", env=environment(OCL_ICD_VENDORS=vendors)))["devices"][0]


def parse_options(parser, *programs):
    """The options with those of the parser, the paths of programs, and a driver, without which everything is skipped."""
    for name in programs:
        parser.add_argument(name, required=True, type=os.path.abspath)
    parser.add_argument("--driver", choices=sorted(DRIVERS), default="pocl")
    options = parser.parse_args()
    if not os.path.exists(DRIVERS[options.driver]):
        skip_all(f"{DRIVERS[options.driver]} is missing")
    return options
