#include "leagues/files/json_lines.hpp"

#include <fstream>
#include <string>

namespace danno::leagues::files {

void visit_json_lines(const std::filesystem::path& file,
                      const std::function<void(const Json&)>& visit) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    const auto json = Json::try_parse(line);
    if (json && json->is_object()) visit(*json);
  }
}

}  // namespace danno::leagues::files
