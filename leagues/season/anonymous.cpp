#include "leagues/season/anonymous.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "leagues/archive/pseudonyms.hpp"
#include "leagues/entrants/intake.hpp"
#include "leagues/files/whole_file.hpp"
#include "leagues/season/status.hpp"
#include "referee/record/dice_stream.hpp"

namespace danno::leagues::season {
namespace {

namespace fs = std::filesystem;

std::string secret_of(const fs::path& league) {
  const fs::path file = league / kFolder / "secret";
  if (const auto secret = files::read_whole(file)) return *secret;
  std::string secret = referee::record::draw_seed().text;
  files::write_secret(file, secret);
  files::sync(file);
  return secret;
}

}  // namespace

store::Reader open_anonymous(const fs::path& league, const fs::path& intake,
                             const std::string& author) {
  store::Reader store = store::Reader::open_to_read(league);
  std::vector<std::string> names;  // by their first version, so that each keeps its pseudonym
  for (const store::StoredAgent& agent : store.all_agents()) {
    if (std::ranges::find(names, agent.name) == names.end()) names.push_back(agent.name);
  }
  auto pseudonyms = archive::pseudonyms(names, secret_of(league));
  const auto authors = entrants::intake_authors(intake);
  std::erase_if(pseudonyms, [&](const auto& one) {
    const auto found = authors.find(one.first);
    return found == authors.end() || found->second == author;
  });
  store.show_as(std::move(pseudonyms));
  return store;
}

}  // namespace danno::leagues::season
