#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "leagues/ratings/results.hpp"
#include "leagues/ratings/results_file.hpp"

namespace danno::leagues::ratings {
namespace {

/// Reads one object event by event: no document is built, for files have millions of lines.
class ObjectReader : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit ObjectReader(WrittenResult& game) : game_(game) {}

  void read(const std::string& line) {
    size_ = line.size();
    // Every misuse throws out of a callback, so the result of the parser says nothing more.
    nlohmann::json::sax_parse(line.begin(), line.end(), this);
    require(seen_players_, "no \"players\"; expected {\"players\":[\"a\",\"b\"],\"places\":[1,2]}");
    require(seen_places_, "no \"places\"; expected {\"players\":[\"a\",\"b\"],\"places\":[1,2]}");
    if (key_of_places_ == Key::PlacesByName) sort_places();
  }

  /// Returns whether the line that was read is only the beginning of an object.
  [[nodiscard]] bool ends_early() const { return ends_early_; }

  bool start_object(std::size_t) override {
    // Places may also be an object from names to places.
    if (key_ == Key::Places && depth_ == 1) {
      key_ = key_of_places_ = Key::PlacesByName;
    } else {
      value("an object");
    }
    ++depth_;
    return true;
  }
  bool end_object() override {
    --depth_;
    return true;
  }
  bool start_array(std::size_t) override {
    require(depth_ > 0, "a list; expected an object a line");
    require(key_ != Key::Deal, "deal is a list; expected a string or a whole number");
    require(depth_ == 1 || key_ == Key::Other, "a list in a list of players or places");
    ++depth_;
    return true;
  }
  bool end_array() override {
    --depth_;
    return true;
  }
  bool key(std::string& name) override {
    // Keys of deeper objects belong to values that nobody reads.
    if (depth_ == 2 && key_ == Key::PlacesByName) names_.push_back(name);
    if (depth_ > 1) return true;
    key_ = Key::Other;
    if (name == "deal") {
      require(!game_.deal, "\"deal\" is given twice");
      key_ = Key::Deal;
    } else if (name == "players") {
      require(!std::exchange(seen_players_, true), "\"players\" is given twice");
      key_ = Key::Players;
    } else if (name == "places") {
      require(!std::exchange(seen_places_, true), "\"places\" is given twice");
      key_ = Key::Places;
    }
    return true;
  }
  bool string(std::string& text) override {
    if (key_ == Key::Deal && depth_ == 1) {
      game_.deal = text;
    } else if (key_ == Key::Players && depth_ == 2) {
      game_.players.push_back(text);
    } else {
      value("a string");
    }
    return true;
  }
  bool number_integer(std::int64_t number) override { return whole(number); }
  bool number_unsigned(std::uint64_t number) override {
    return whole(static_cast<std::int64_t>(std::min<std::uint64_t>(number, INT64_MAX)));
  }
  bool number_float(double, const std::string& text) override { return value(text); }
  bool boolean(bool) override { return value("true or false"); }
  bool null() override { return value("null"); }
  bool binary(nlohmann::json::binary_t&) override { return value("bytes"); }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception&) override {
    ends_early_ = depth_ > 0 && position > size_;
    throw std::invalid_argument(
        fmt::format("not JSON from byte {} on; expected one object a line", position));
  }

 private:
  enum class Key { Other, Deal, Players, Places, PlacesByName };

  static void require(bool holds, const std::string& what) {
    if (!holds) throw std::invalid_argument(what);
  }

  bool whole(std::int64_t number) {
    if (key_ == Key::Deal && depth_ == 1) {
      game_.deal = std::to_string(number);
    } else if ((key_ == Key::Places || key_ == Key::PlacesByName) && depth_ == 2) {
      require(1 <= number && number <= kMaxTable,
              fmt::format("place {}; expected 1 to {}", number, kMaxTable));
      game_.places.push_back(static_cast<int>(number));
    } else {
      value("a whole number");
    }
    return true;
  }

  /// Handles a value whose type fits no key.
  bool value(std::string_view what) {
    if (depth_ == 0 && what != "an object") {
      require(false, fmt::format("{}; expected an object a line", what));
    }
    require(key_ == Key::Other || depth_ == 0,
            key_ == Key::Deal ? fmt::format("deal is {}; expected a string or a whole number", what)
            : key_ == Key::Players
                ? fmt::format("players has {}; expected a list of names", what)
                : fmt::format("places has {}; expected a list of whole numbers", what));
    return true;
  }

  /// Sorts places that were given by name into the order of the players.
  void sort_places() {
    require(game_.players.size() == names_.size(),
            fmt::format("{} players and {} places; expected a place for each player",
                        game_.players.size(), names_.size()));
    std::vector<int> sorted;
    for (const std::string& player : game_.players) {
      const auto name = std::ranges::find(names_, player);
      require(name != names_.end(), fmt::format("places has no place of '{}'", player));
      sorted.push_back(game_.places[static_cast<std::size_t>(name - names_.begin())]);
    }
    game_.places = std::move(sorted);
  }

  WrittenResult& game_;
  std::vector<std::string> names_;  // in places, as they stand there
  Key key_of_places_ = Key::Places;
  bool seen_players_ = false;
  bool seen_places_ = false;
  bool ends_early_ = false;
  std::size_t size_ = 0;  // of the line
  int depth_ = 0;
  Key key_ = Key::Other;
};

class JsonResults : public ResultForm {
 public:
  bool next(Lines& lines, WrittenResult& game) override {
    do {
      if (!lines.next()) return false;
    } while (lines.is_blank());
    ObjectReader reader(game);
    try {
      reader.read(lines.text());
    } catch (const std::invalid_argument&) {
      // A kill or a full disk leaves half an object without a line end. Any other fault is an
      // error.
      skipped_torn_line_ = lines.lacks_line_end() && reader.ends_early();
      if (skipped_torn_line_) return false;
      throw;
    }
    return true;
  }
  [[nodiscard]] bool skipped_torn_line() const override { return skipped_torn_line_; }

 private:
  bool skipped_torn_line_ = false;
};

}  // namespace

std::unique_ptr<ResultForm> json_results() { return std::make_unique<JsonResults>(); }

}  // namespace danno::leagues::ratings
