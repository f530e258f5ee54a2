#include "leagues/site/publish.hpp"

#include "leagues/base/whole_file.hpp"
#include "leagues/schedule/formats.hpp"

namespace danno::leagues::site {

report::LeagueTables publish_tables(store::Reader& store, const std::filesystem::path& folder,
                                    const solver::Watch& watch) {
  if (store.is_writable()) schedule::stored_format(store).prepare_tables(store, watch);
  const std::string snapshot = store.snapshot();
  report::LeagueTables tables = schedule::stored_format(store).tables(store, watch);
  if (store.snapshot() != snapshot) {  // a game was stored meanwhile
    const store::Reader then = store::Reader::open_at(folder, snapshot);
    tables = schedule::stored_format(then).tables(then, watch);
  }
  if (!store.is_writable()) return tables;
  store.publish(tables.digests, snapshot, [&] {
    for (const report::TableFile& file : tables.files)
      base::write_whole(folder / file.name, file.content);
  });
  return tables;
}

}  // namespace danno::leagues::site
