/* Uses a package where there may be no OpenCL loader: this program links none.
 *
 * usage: probe PACKAGE [LOADER]
 */
#include <stdio.h>

#include "clc_runtime.h"

static void tell(const char* what, clc_status status) {
  printf("%s: %s%s%s\n", what, clc_status_name(status), status == CLC_SUCCESS ? "" : ": ",
         status == CLC_SUCCESS ? "" : clc_error_message());
}

int main(int argc, char** argv) {
  clc_package* package = NULL;
  const clc_contents* contents = NULL;
  struct _cl_device_id* device = NULL;
  const clc_choice* choice = NULL;
  if (argc < 2) return 2;
  if (argc > 2) tell("use", clc_use_opencl(argv[2]));
  tell("open", clc_package_open(argv[1], &package));
  tell("verify", clc_package_verify(package));
  tell("contents", clc_package_contents(package, &contents));
  if (contents != NULL) printf("module %s\n", contents->modules[0]->name);
  tell("need", clc_need_opencl());
  tell("select", clc_select_device("", NULL, &device));
  if (device != NULL) {
    tell("choose", clc_choose(package, contents->modules[0]->name, device, &choice));
    if (choice != NULL) printf("%lu fit\n", (unsigned long)choice->fitting_count);
    clc_choice_close(choice);
  }
  clc_package_close(package);
  return 0;
}
