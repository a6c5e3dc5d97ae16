#include "offline/offline_command.h"
#include "support/command_table.h"

int main(int argc, char** argv) {
  return clc::run_program(clc::offline_command, {argv + 1, argv + argc});
}
