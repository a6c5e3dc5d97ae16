// The text of a profile.
#include "profile/profile_report.h"

#include "catch_all.h"

using namespace clc;
using namespace clc::clrun;

TEST_CASE("a profile rounds percentages down, as a report does") {
  KernelFigures kernel;
  kernel.kernel = "turn";
  AccessFigures access;
  access.at.kind = "load";
  access.at.space = "global";
  access.waves = access.ideal = 1;
  access.cost = 32;  // 3.125 %
  kernel.accesses.push_back(access);
  access.at.space = "local";
  access.ideal = 7;
  access.cost = 96;  // 89 lost: 92.708 %; efficiency 7.291 %
  kernel.accesses.push_back(access);
  BranchFigures branch;
  branch.kind = "divergent";
  branch.waves = branch.divergent_waves = 1;
  branch.lanes = 3;
  branch.lanes_on_rarer_side = 2;  // 66.67 %
  kernel.branches.push_back(branch);

  const std::string text = profile_text({kernel}, {"nvptx:sm_90", {}});
  INFO(text);
  for (const char* const percent :
       {" 3.12 %", "would do: 3.12 %", " 7.29 %", "conflicts: 92.7 %", " 66.66 % of their"}) {
    CHECK(text.find(percent) != std::string::npos);
  }
}
