#include "leagues/archive/publish.hpp"

#include "leagues/files/whole_file.hpp"
#include "leagues/formats/formats.hpp"

namespace danno::leagues::archive {

plan::ShownTables publish_tables(store::Reader& store, const std::filesystem::path& folder,
                                 const solver::Watch& watch) {
  if (store.is_writable()) formats::format_of(store).prepare_tables(store, watch);
  const std::string stage = store.stage();
  plan::ShownTables tables = formats::format_of(store).tables(store, watch);
  if (store.stage() != stage) {  // a game was stored meanwhile
    const store::Reader then = store::Reader::open_at(folder, stage);
    tables = formats::format_of(then).tables(then, watch);
  }
  if (!store.is_writable()) return tables;
  store.publish(tables.digests, stage, [&] {
    for (const plan::TableFile& file : tables.files)
      files::write_whole(folder / file.name, file.content);
  });
  return tables;
}

}  // namespace danno::leagues::archive
