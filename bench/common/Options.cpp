//===- Options.cpp - The command line of a comparison ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "common/Options.h"

#include <algorithm>
#include <stdexcept>

namespace bench {

const char OptionsHelp[] =
    R"(  --icd FILE        also the driver of this .icd file; may be given several
                    times
  --only TEXT       only the rows in whose name TEXT is; may be given several
                    times
  --repetitions N   of which the median is taken (7)
  --quick           few repetitions, small sizes: for checking
  --json FILE       write the results there as well
  --svg FILE        draw the results there
  --list            only tell the names of the rows
  --help            this text

The drivers are those of the .icd files in the folder OCL_ICD_VENDORS, or in
/etc/OpenCL/vendors if that is not set. Exits with 1 if a result was wrong or a
contestant failed.
)";

Options::Options(const std::vector<std::string> &Arguments) {
  for (std::size_t I = 0; I != Arguments.size(); ++I) {
    const std::string &Name = Arguments[I];
    auto value = [&] {
      if (I + 1 == Arguments.size())
        throw std::runtime_error(Name + " needs a value");
      return Arguments[++I];
    };
    if (Name == "--icd")
      icds.push_back(value());
    else if (Name == "--only")
      only.push_back(value());
    else if (Name == "--json")
      json = value();
    else if (Name == "--svg")
      svg = value();
    else if (Name == "--programs")
      programs = value();
    else if (Name == "--repetitions")
      repetitions = unsigned(std::stoul(value()));
    else if (Name == "--quick")
      quick = true;
    else if (Name == "--list")
      list = true;
    else if (Name == "--help" || Name == "-h")
      help = true;
    else
      throw std::runtime_error("unknown argument " + Name + " (see --help)");
  }
  if (repetitions == 0)
    repetitions = quick ? 1 : 7;
}

bool Options::wants(const std::string &RowName) const {
  return only.empty() ||
         std::any_of(only.begin(), only.end(), [&](const std::string &Text) {
           return RowName.find(Text) != RowName.npos;
         });
}

} // namespace bench
