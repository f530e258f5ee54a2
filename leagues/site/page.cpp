#include "leagues/site/page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "leagues/base/escape.hpp"
#include "leagues/site/playground.hpp"
#include "referee/record/sha256.hpp"

namespace danno::leagues::site {
namespace {

/// Sources of style, script and pictures in the policy, the title, previews, style and
/// script, the body.
constexpr std::string_view kFrame =
    "<!doctype html>\n"
    "<html lang=\"en\">\n"
    "<head>\n"
    "<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src {}; "
    "script-src {}; img-src {}; base-uri 'none'; form-action 'none'\">\n"
    "<meta name=\"referrer\" content=\"no-referrer\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n"
    "<title>{}</title>\n"
    "{}"
    "{}"
    "</head>\n"
    "{}\n"
    "</html>\n";

/// The sources of script for a page that runs danno.wasm. Workers are made of the page's own text.
constexpr std::string_view kProgramSources = " 'wasm-unsafe-eval'; worker-src blob:";
/// Returns the sources of script. Workers are made of the page's own text.
std::string script_sources(const Assets& assets) {
  std::string sources = "'self'";
  if (!assets.frame_script.empty())
    sources +=
        fmt::format(" 'sha256-{}' blob:", referee::record::sha256_base64(assets.frame_script));
  return assets.runs_program ? sources.append(kProgramSources) : sources;
}

/// Links the program, its script and its values.
std::string link_program(std::string_view root) {
  std::string links;
  for (const std::string_view file : {kDannoWasmFile, kDannoValuesFile, kApiFile})
    links += fmt::format("<script src=\"{}{}\"></script>\n", root, file);
  return links;
}

std::string preview(const Page& page) {
  std::string lines;
  if (!page.description.empty())
    lines += fmt::format(
        "<meta property=\"og:title\" content=\"{}\">\n"
        "<meta property=\"og:description\" content=\"{}\">\n",
        base::escape_xml(page.title), base::escape_xml(page.description));
  if (!page.feed.empty())
    lines += fmt::format("<link rel=\"alternate\" type=\"application/atom+xml\" href=\"{}\">\n",
                         base::escape_xml(page.feed));
  if (!page.image.empty())
    lines += fmt::format(
        "<meta property=\"og:image\" content=\"{}\">\n"
        "<meta name=\"twitter:card\" content=\"summary_large_image\">\n",
        base::escape_xml(page.image));
  if (!page.address.empty())
    lines += fmt::format(
        "<link rel=\"canonical\" href=\"{0}\">\n<meta property=\"og:url\" content=\"{0}\">\n",
        base::escape_xml(page.address));
  return lines;
}

/// Returns the links to style and script.
std::string links(std::string_view root, const Assets& assets) {
  return (assets.before == nullptr ? "" : links(root, *assets.before)) +
         fmt::format(
             "<script src=\"{0}{1}\"></script>\n<link rel=\"stylesheet\" href=\"{0}{2}\">\n", root,
             assets.script_file, assets.style_file);
}

/// Style and scripts inside a page, and their sources for the policy.
struct Inlined {
  std::vector<std::string> style_sources;
  std::vector<std::string> script_sources;
  std::string elements;
};

std::string source_of_policy(std::string_view text) {
  return fmt::format("'sha256-{}'", referee::record::sha256_base64(text));
}

void add_script(std::string_view script, Inlined& inlined) {
  inlined.script_sources.push_back(source_of_policy(script));
  inlined.elements += fmt::format("<script>{}</script>\n", script);
}

/// Adds what print_page() links.
void add_inlined(const Assets& assets, Inlined& inlined) {
  if (assets.before != nullptr) add_inlined(*assets.before, inlined);
  if (assets.runs_program) {
    add_script(kDannoWasm, inlined);
    add_script(kApiScript, inlined);
  }
  inlined.style_sources.push_back(source_of_policy(assets.style));
  inlined.elements += fmt::format("<style>{}</style>\n", assets.style);
  add_script(assets.script, inlined);
}

}  // namespace

void add_colour_switch(Element parent) {
  Element colours = parent.add("label", "colours").text("Colours ").add("select");
  colours.add("option").text("system");
  for (const char* const own : {"light", "dark"})
    colours.add("option", own).text(own);
}

std::string print_page(const Page& page, std::string_view root, const Assets& assets) {
  return fmt::format(fmt::runtime(kFrame), "'self'",
                     script_sources(assets) + (page.sends ? "; connect-src 'self'" : ""), "'self'",
                     base::escape_xml(page.title), preview(page),
                     (assets.runs_program ? link_program(root) : "") + links(root, assets) +
                         fmt::format("<link rel=\"icon\" href=\"{}icon.svg\">\n", root),
                     page.body.print());
}

std::string print_single_file(const Page& page) {
  Inlined inlined;
  add_inlined(*page.assets, inlined);
  const std::string_view program = page.assets->runs_program ? kProgramSources : "";
  return fmt::format(fmt::runtime(kFrame), fmt::join(inlined.style_sources, " "),
                     fmt::format("{}{}", fmt::join(inlined.script_sources, " "), program), "'none'",
                     base::escape_xml(page.title), preview(page), inlined.elements,
                     page.body.print());
}

}  // namespace danno::leagues::site
