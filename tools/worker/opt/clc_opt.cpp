// LLVM's `opt`, which knows clc's passes by the names of passes/PassRegistry.def, and the pipelines of its targets:
//   clc-opt -passes=align-aggregates -S kernel.ll
//   clc-opt -passes='clc-pipeline<nvptx:sm_90;3>' -S kernel.ll
// The machine code of IR, and one pass over machine code in LLVM's MIR:
//   clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes=print-assembly -disable-output kernel.ll
//   clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -run-machine-passes=amdgpu-keep-loop-waits code.mir
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/CodeGen/CommandFlags.h>
#include <llvm/CodeGen/MIRParser/MIRParser.h>
#include <llvm/CodeGen/MachineFunctionPass.h>
#include <llvm/CodeGen/MachineModuleInfo.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/InitializePasses.h>
#include <llvm/PassRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "worker/ir/code_generation.h"
#include "worker/ir/machine.h"
#include "worker/passes/pass_list.h"
#include "worker/passes/registry.h"
#include "worker/targets/amdgpu/codegen_pipeline.h"
#include "worker/targets/back_ends.h"
#include "worker/targets/llvm_options.h"
#include "worker/targets/pipeline.h"

// LLVM's library OptDriver defines it and has no header.
extern "C" int optMain(int argc, char** argv, llvm::ArrayRef<std::function<void(llvm::PassBuilder&)>> callbacks);

namespace {

llvm::cl::opt<int> g_codegen_level("clc-codegen-level", llvm::cl::init(2),
                                   llvm::cl::desc("Level of the code generator, 0 to 3"));
llvm::cl::list<std::string> g_left_out("disable-clc-pass", llvm::cl::CommaSeparated,
                                       llvm::cl::desc("Passes of clc that code generators leave out"));
llvm::cl::list<std::string> g_machine_passes("run-machine-passes", llvm::cl::CommaSeparated,
                                             llvm::cl::desc("Passes that run on a file of MIR"));

// The target of -passes=clc-pipeline<TARGET…>, if any.
const clc::worker::BackEnd* g_back_end = nullptr;
clc::Target g_target;

std::string given_triple() {
  const auto* option = static_cast<llvm::cl::opt<std::string>*>(llvm::cl::getRegisteredOptions().lookup("mtriple"));
  return option != nullptr && !option->getValue().empty() ? option->getValue() : "spirv64-unknown-unknown";
}

// The machine of the pipeline's target, else that of -mtriple, -mcpu and -mattr, as `opt` itself makes it.
llvm::TargetMachine& machine() {
  static const std::unique_ptr<llvm::TargetMachine> made = [] {
    std::string error;
    if (g_back_end != nullptr)
      return clc::worker::make_target_machine(g_back_end->machine(g_target, {}), g_codegen_level, error);
    const auto level = static_cast<llvm::CodeGenOptLevel>(g_codegen_level.getValue());
    auto machine = llvm::codegen::createTargetMachineForTriple(given_triple(), level);
    if (!machine) llvm::report_fatal_error(machine.takeError());
    return std::move(*machine);
  }();
  return *made;
}

// Prints what clc's code generator for AMD writes of the module.
class PrintAssembly : public clc::worker::RequiredPass<PrintAssembly> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
    const std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module);
    auto generator = std::make_unique<clc::worker::AmdgpuCodeGenerator>(machine(), g_left_out);
    llvm::outs() << clc::worker::emit(*copy, machine(), llvm::CodeGenFileType::AssemblyFile, std::move(generator));
    return llvm::PreservedAnalyses::all();
  }
};

// Adds the pipeline of "TARGET;LEVEL;OPTION;…": "nvptx:sm_90;2;-cl-mad-enable". False where that is none. It has a
// builder of its own: LLVM parses names twice, and passes at extension points of `opt`'s builder would run twice.
// Analyses of that builder are missing: inline_large_functions() has no effect.
bool add_pipeline(llvm::StringRef parameters, llvm::ModulePassManager& passes) {
  llvm::SmallVector<llvm::StringRef> parts;
  parameters.split(parts, ';');
  clc::worker::Language language;
  if (g_back_end == nullptr || parts.size() < 2 || parts[1].getAsInteger(10, language.optimization)) return false;
  std::vector<std::string> options;
  for (llvm::StringRef option : llvm::drop_begin(parts, 2)) options.push_back(option.str());
  const llvm::Triple& triple = machine().getTargetTriple();
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = triple.isNVPTX() || triple.isAMDGCN();
  llvm::PassBuilder builder(&machine(), tuning);
  clc::worker::PassList list(builder);
  clc::worker::add_passes_of_all_targets(list, g_target, language);
  g_back_end->add_all_passes(list, g_target, language, clc::read_options(options), machine());
  for (llvm::ModulePassManager& part : list.parts()) passes.addPass(std::move(part));
  return true;
}

void register_all(llvm::PassBuilder& builder) {
  clc::worker::register_passes(builder, machine());
  builder.registerPipelineParsingCallback(
      [](llvm::StringRef name, llvm::ModulePassManager& passes, llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (name == "print-assembly") {
          passes.addPass(PrintAssembly());
          return true;
        }
        return name.consume_front("clc-pipeline<") && name.consume_back(">") && add_pipeline(name, passes);
      });
}

llvm::Pass* machine_pass(llvm::StringRef name) {
  if (llvm::Pass* own = clc::worker::make_machine_pass(name, machine())) return own;
  const llvm::PassInfo* info = llvm::PassRegistry::getPassRegistry()->getPassInfo(name);
  if (info == nullptr) llvm::report_fatal_error("there is no machine pass of this name: " + name);
  return info->createPass();
}

// Runs machine passes on a file of MIR, and prints what it becomes.
int run_machine_passes(llvm::StringRef file) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  const auto parser = llvm::createMIRParserFromFile(file, error, context);
  if (!parser) return error.print("clc-opt", llvm::errs()), 1;
  const std::unique_ptr<llvm::Module> module = parser->parseIRModule([](llvm::StringRef, llvm::StringRef) {
    return std::optional(machine().createDataLayout().getStringRepresentation());
  });
  if (!module) return 1;
  module->setTargetTriple(machine().getTargetTriple());
  auto* functions = new llvm::MachineModuleInfoWrapperPass(&machine());
  llvm::legacy::PassManager passes;
  passes.add(machine().createPassConfig(passes));
  passes.add(functions);
  if (parser->parseMachineFunctions(*module, functions->getMMI())) return 1;
  for (const std::string& name : g_machine_passes) passes.add(machine_pass(name));
  passes.add(llvm::createMachineVerifierPass("after the passes"));
  passes.add(llvm::createPrintMIRPass(llvm::outs()));
  passes.run(*module);
  return 0;
}

void read_target(llvm::ArrayRef<char*> arguments) {
  for (llvm::StringRef argument : arguments) {
    const llvm::StringRef behind = argument.split("clc-pipeline<").second;
    const auto target = clc::parse_target(behind.take_until([](char c) { return c == ';' || c == '>'; }).str());
    if (!target) continue;
    g_target = *target;
    g_back_end = clc::worker::back_end_of(target->family);
  }
}

bool asks_for_machine_passes(llvm::ArrayRef<char*> arguments) {
  return llvm::any_of(arguments, [](llvm::StringRef one) { return one.starts_with("-run-machine-passes="); });
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<char*> arguments(argv, argv + argc);
  if (!asks_for_machine_passes(arguments)) {
    read_target(arguments);
    std::vector<std::string> options;
    if (g_back_end != nullptr) options = clc::worker::llvm_options(g_target);
    for (std::string& option : options) arguments.push_back(option.data());
    return optMain(static_cast<int>(arguments.size()), arguments.data(), {register_all});
  }
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmPrinters();
  llvm::initializeCodeGen(*llvm::PassRegistry::getPassRegistry());
  llvm::cl::ParseCommandLineOptions(argc, argv);
  return run_machine_passes(argv[argc - 1]);
}
