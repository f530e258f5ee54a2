#include "leagues/verify/verified.hpp"

#include "leagues/files/json.hpp"
#include "leagues/files/whole_file.hpp"

namespace danno::leagues::verify {
namespace {

namespace fs = std::filesystem;

fs::path file_of(const fs::path& folder) { return folder / "verified.json"; }

VerifiedDeals deals_of(const store::Reader& store) {
  VerifiedDeals verified;
  for (const store::StoredDivision& division : store.all_divisions()) {
    for (const store::StoredLineUp& line_up : store.all_line_ups(division)) {
      verified.deals[line_up.id] = line_up.played;
      verified.games += line_up.played * line_up.agents.size();
    }
  }
  return verified;
}

}  // namespace

VerifiedDeals verified_before(const fs::path& folder) {
  const auto json = files::Json::try_parse(files::read_whole(file_of(folder)).value_or(""));
  if (!json || !json->is_object()) return {};
  try {
    const store::Reader then =
        store::Reader::open_as_of(folder, json->at("stage").get<std::string>());
    if (store::whole_digest(then.digests()) != json->at("digest").get<std::string>()) return {};
    return deals_of(then);
  } catch (const std::runtime_error&) {  // no such stage, or no such file
    return {};
  }
}

void keep_verified(const fs::path& folder, const store::Reader& store, const std::string& stage) {
  const files::Json json{{"stage", stage}, {"digest", store::whole_digest(store.digests())}};
  files::write_whole(file_of(folder), json.dump() + "\n");
}

}  // namespace danno::leagues::verify
