#include "leagues/formats/knock_out/bracket.hpp"

#include <algorithm>

#include "leagues/formats/rounds_report.hpp"
#include "leagues/words/columns.hpp"

namespace danno::leagues::formats::knock_out {
namespace {

/// "ada 31.5", "-" for nobody; empty: not known yet.
std::string show_side(const Duel& duel, std::size_t side, const std::vector<std::string>& names) {
  const int entrant = duel.sides.at(side);
  if (entrant == kNobody) return "-";
  if (entrant == kUndecided) return "";
  std::string text = names[static_cast<std::size_t>(entrant)];
  if (duel.encounter) text += " " + show_half_points(duel.encounter->points_of(entrant));
  return text;
}

/// Cells, and the line at the right of each that leads to the next column.
struct Column {
  std::string heading;
  std::vector<std::string> cells;
  std::vector<std::string> joints;
};

/// The sides of a stage, `depth` after the first that is drawn, stand 2^(depth + 1) lines apart,
/// each where the duel is that it comes from.
Column column_of(const std::vector<Duel>& duels, std::size_t depth, std::size_t lines,
                 const std::vector<std::string>& names) {
  Column column{stage_name(duels.front()), std::vector<std::string>(lines),
                std::vector<std::string>(lines, "   ")};
  const std::size_t apart = std::size_t{2} << depth;
  std::size_t line = (std::size_t{1} << depth) - 1;
  for (const Duel& duel : duels) {
    column.cells[line] = show_side(duel, 0, names);
    column.cells[line + apart] = show_side(duel, 1, names);
    std::fill_n(column.joints.begin() + static_cast<std::ptrdiff_t>(line), apart, " │ ");
    column.joints[line] = " ┐ ";
    column.joints[line + apart / 2] = " ├ ";
    column.joints[line + apart] = " ┘ ";
    line += 2 * apart;
  }
  return column;
}

/// Who comes out of the last of them.
Column winner_column(const Duel& last, std::size_t lines, const std::vector<std::string>& names) {
  Column column{"", std::vector<std::string>(lines), std::vector<std::string>(lines, "")};
  if (last.winner >= 0) column.cells[lines / 2] = names[static_cast<std::size_t>(last.winner)];
  return column;
}

void append(const Column& column, std::vector<std::string>& lines) {
  std::size_t width = words::width(column.heading);
  for (const std::string& cell : column.cells)
    width = std::max(width, words::width(cell));
  const auto pad = [&](const std::string& cell) {
    return cell + std::string(width - words::width(cell), ' ');
  };
  lines.front() += pad(column.heading) + "   ";
  for (std::size_t i = 0; i < column.cells.size(); ++i)
    lines[i + 1] += pad(column.cells[i]) + column.joints[i];
}

}  // namespace

bool is_main(const Duel& duel) {
  return duel.part == Duel::Part::Main || duel.part == Duel::Part::Winners;
}

std::vector<std::string> draw_bracket(const KnockOut& knock_out,
                                      const std::vector<std::string>& names,
                                      std::size_t most_duels) {
  std::vector<std::vector<Duel>> stages;
  for (const Duel& duel : knock_out.duels) {
    if (!is_main(duel)) continue;
    if (static_cast<std::size_t>(duel.stage) == stages.size()) stages.emplace_back();
    stages.back().push_back(duel);
  }
  while (stages.front().size() > most_duels)
    stages.erase(stages.begin());
  const std::size_t rows = 4 * stages.front().size() - 1;
  std::vector<std::string> lines(rows + 1);
  for (std::size_t depth = 0; depth < stages.size(); ++depth)
    append(column_of(stages[depth], depth, rows, names), lines);
  append(winner_column(stages.back().front(), rows, names), lines);
  for (std::string& line : lines)
    line.erase(line.find_last_not_of(' ') + 1);
  return lines;
}

}  // namespace danno::leagues::formats::knock_out
