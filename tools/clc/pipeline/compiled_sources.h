// Sources as commands look at them: compiled into a package that no file holds.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clc/package/package.h"
#include "lookup/source_folders.h"
#include "plan/compile_arguments.h"
#include "support/sink.h"

namespace clc {

// A package that no file holds.
struct PackageInMemory {
  std::shared_ptr<const Bytes> bytes;  // of its one-file form; `package` reads them
  std::shared_ptr<const Package> package;
};
Result<PackageInMemory> package_in_memory(const PackageContents& contents);

// A section of an artifact that was asked for.
struct CompiledSection {
  std::string module, target, name;
  Bytes bytes;
};

struct CompiledSources {
  int code = 0;           // as clc compile would end
  PackageInMemory built;  // where the code is 0
  std::vector<CompiledSection> sections;
  // The folders of the files that debug information names, by module.
  std::map<std::string, SourceFolders> source_folders;
};
// One call of Pipeline::compile, for commands that look at what was made and write no package.
Result<CompiledSources> compile_sources(const CompileArguments& arguments, Sink& sink);

}  // namespace clc
