// Names the reader of TOML without the parser, for headers that only refer to it.
#pragma once

namespace danno::leagues::base {

class TomlReader;

}  // namespace danno::leagues::base
