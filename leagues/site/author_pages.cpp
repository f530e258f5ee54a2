#include "leagues/site/author_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "leagues/base/escape.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/report/game_view.hpp"
#include "leagues/site/deal.hpp"
#include "leagues/site/frame.hpp"
#include "leagues/site/markdown.hpp"
#include "leagues/site/page.hpp"
#include "leagues/site/pages.hpp"
#include "leagues/site/view.hpp"
#include "referee/record/written_game.hpp"

namespace danno::leagues::site {
namespace {

namespace fs = std::filesystem;

/// The most answers that index.html shows in full.
constexpr std::size_t kMostShown = 20;
constexpr std::uint64_t kLargestLetter = 1 << 20;
constexpr const char* kIndexPage = "index.html";
constexpr const char* kMarkdown = "README.md";
constexpr const char* kGamesFolder = "games";
/// The way from an author's folder to the season's site: it is shown as /mine/.
constexpr const char* kRoot = "../";

/// A page with links to the season and to the author's own pages.
class AuthorPage {
 public:
  AuthorPage(const std::string& title, std::string root) : root_(std::move(root)) {
    page_.title = title;
    Element head = page_.body.root().add("header");
    Element nav = head.add("nav");
    nav.set("aria-label", "Pages of this site");
    add_dice(nav, "5");
    const auto link = [&](const std::string& path, const char* words) {
      nav.add("a").link(root_ + path).text(words);
      nav.text(" ");
    };
    link("index.html", "The season");
    link(kHandInPage, "Hand in");
    link("mine/index.html", "Your answers");
    add_colour_switch(head);
  }

  Element add_main() { return page_.body.root().add("main"); }

  void write(const fs::path& file, const Assets& assets = kLeagueAssets) {
    base::write_whole(file, print_page(page_, root_, assets));
  }

 private:
  std::string root_;
  Page page_{};
};

std::string read_letter(const fs::path& file) {
  return base::read_whole(file, kLargestLetter).value_or("");
}

/// Returns whether a file is a letter: 000017-ITEM.md.
bool is_letter(const fs::path& file) {
  const std::string name = file.filename().string();
  return file.extension() == ".md" && !name.empty() &&
         std::isdigit(static_cast<unsigned char>(name.front())) != 0;
}

std::uint64_t letter_number(const fs::path& letter) {
  return std::strtoull(letter.filename().c_str(), nullptr, 10);
}

/// Returns the letters of a folder, newest first.
std::vector<fs::path> find_letters(const fs::path& folder) {
  std::vector<fs::path> letters;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.is_regular_file() && is_letter(entry.path())) letters.push_back(entry.path());
  }
  std::ranges::sort(letters, std::ranges::greater(), letter_number);
  return letters;
}

/// Returns the file beside a Markdown file that shows it.
fs::path page_beside(fs::path markdown) { return markdown.replace_extension(".html"); }

/// Leads from an agent's name in the table of standings to its report.
std::string report_path(const fs::path& folder, std::string_view name) {
  const std::string_view agent_name = name.substr(0, name.rfind('@'));
  // A folder has the name that its author gave, also where tables show AUTHOR/NAME.
  const std::string_view own = agent_name.substr(agent_name.find('/') + 1);
  for (const std::string_view agent : {name, agent_name, own}) {
    const std::string path = fmt::format("agents/{}/{}", base::to_file_name(agent), kIndexPage);
    if (fs::exists(folder / path)) return path;
  }
  return "";
}

/// Adds where the author's agents stand; `within` leads there from index.html.
void add_overview(Element main, const fs::path& folder, const std::string& within) {
  const MarkdownOptions options{
      .level = 2,
      .heading = within.empty() ? "Your agents" : "Your agents in the final",
      .link = [&](std::string_view word) {
        const std::string path = report_path(folder, word);
        return path.empty() ? path : within + path;
      }};
  std::string text = read_letter(folder / kMarkdown);
  const std::size_t table = text.find("\n|");
  const std::size_t end = text.find("\n\n", table);
  if (table != std::string::npos) add_markdown(main, text.substr(table + 1, end - table), options);
}

void add_answers(Element main, const std::vector<fs::path>& letters) {
  main.add("h2").text("Answers");
  if (letters.empty()) main.add("p").text("You have not handed in anything yet.");
  for (std::size_t i = 0; i < std::min(letters.size(), kMostShown); ++i)
    add_markdown(main.add("section", "letter"), read_letter(letters[i]), {.level = 3});
  if (letters.size() <= kMostShown) return;
  main.add("h2").text("Older answers");
  Element list = main.add("ul");
  for (std::size_t i = kMostShown; i < letters.size(); ++i) {
    list.add("li")
        .add("a")
        .link(page_beside(letters[i]).filename().string())
        .bot(letters[i].stem().string());
  }
}

/// Writes the pages of all games below a report's folder, whose files this program wrote.
void write_game_pages(const fs::path& folder, const std::string& root, const solver::Watch& watch) {
  std::shared_ptr<const rules::RuleSet> rules;
  std::optional<report::Chances> chances;  // of these rules; folders have those of a rule set
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder / kGamesFolder)) {
    if (entry.path().extension() != ".txt") continue;
    const auto game = referee::record::parse_written_game(read_letter(entry.path()));
    const auto& written = std::get<referee::record::WrittenGame>(game);
    const bool are_same = rules && &rules->definition() == written.definition &&
                          std::cmp_equal(rules->seats(), written.players.size()) &&
                          rules->parameters() == written.parameters;
    if (!are_same) {
      rules = report::written_rules(written);
      chances.emplace(*rules, watch);
    }
    PageDeal deal =
        make_page_deal(std::get<report::GameView>(report::view_game(written, rules, *chances)));
    deal.written.push_back(entry.path().filename().string());
    AuthorPage page(deal_title(deal),
                    root + way_up(entry.path().lexically_relative(folder).string()));
    add_deal(page.add_main(), deal);
    page.write(page_beside(entry.path()), kDealAssets);
  }
}

}  // namespace

void write_report_pages(const fs::path& folder, const std::string& root,
                        const solver::Watch& watch) {
  if (fs::exists(folder / kGamesFolder)) write_game_pages(folder, root, watch);
  AuthorPage page("Report", root);
  // Games and reports of faults are files beside it.
  const MarkdownOptions options{.link = [&](std::string_view word) {
    const bool is_file =
        word.starts_with("games/") || word.starts_with("faults/") || word == "games.ndjson";
    if (!is_file || word.find("..") != word.npos) return std::string();
    const fs::path shown = page_beside(word);
    if (fs::exists(folder / shown)) return shown.string();
    return std::string(fs::exists(folder / word) ? word : "");
  }};
  add_markdown(page.add_main(), read_letter(folder / kMarkdown), options);
  page.write(folder / kIndexPage);
}

void write_letter_page(const fs::path& letter, const std::string& author) {
  AuthorPage page("Answer", kRoot);
  add_markdown(page.add_main(), read_letter(letter), {});
  page.write(page_beside(letter));
  write_author_page(letter.parent_path(), author);
}

void write_author_page(const fs::path& folder, const std::string& author) {
  // A letter may come while reports are written: whoever is later must know both.
  static std::mutex mutex;
  const std::scoped_lock lock(mutex);
  AuthorPage page(author, kRoot);
  Element main = page.add_main();
  main.add("h1").bot(author);
  add_overview(main, folder, "");
  if (fs::exists(folder / "final" / kMarkdown)) {
    main.add("h2").text("The final");
    add_overview(main, folder / "final", "final/");
  }
  add_answers(main, find_letters(folder));
  page.write(folder / kIndexPage);
}

}  // namespace danno::leagues::site
