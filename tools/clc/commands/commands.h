// The commands of clc. Each gives the exit code; an Error is shown and gives its own.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"
#include "support/sink.h"

namespace clc {

Result<int> audit_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> cache_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> check_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> compile_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> new_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> layer_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> link_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> pack_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> unpack_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> diff_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> disasm_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> embed_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> explain_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> header_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> inspect_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> report_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> record_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> serve_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> run_with_packages_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> sign_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> targets_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> verify_command(const std::vector<std::string>& arguments, Sink& sink);
Result<int> warm_command(const std::vector<std::string>& arguments, Sink& sink);

}  // namespace clc
