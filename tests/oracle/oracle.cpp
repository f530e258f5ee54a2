#include "tests/oracle/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace danno::oracle {
namespace {

std::size_t many(const std::string& dice, char face) {
  return static_cast<std::size_t>(std::count(dice.begin(), dice.end(), face));
}

bool all_equal(const std::string& dice) { return many(dice, dice[0]) == dice.size(); }

using Bound = std::map<char, char>;  // letters of a pattern, and the faces that they stand for

bool is_face(const House& house, char c) { return house.faces.find(c) != std::string::npos; }

/// Takes the dice of a pattern one by one; `bound` is then how the letters were read.
bool matches(const House& house, const std::string& pattern, std::size_t at,
             const std::string& dice, Bound& bound) {
  if (at == pattern.size()) return dice.empty();
  const char c = pattern[at];
  for (const char die : std::string(dice)) {
    std::string rest = dice;
    rest.erase(rest.find(die), 1);
    Bound with = bound;
    if (is_face(house, c)) {
      if (die != c) continue;
    } else if (bound.count(c) != 0) {
      if (die != bound[c]) continue;
    } else {
      const bool named = pattern.find(die) != std::string::npos;
      const bool taken = std::any_of(bound.begin(), bound.end(),
                                     [&](const auto& one) { return one.second == die; });
      if (named || taken) continue;
      with[c] = die;
    }
    if (!matches(house, pattern, at + 1, rest, with)) continue;
    bound = with;
    return true;
  }
  return false;
}

std::vector<std::string> split(const std::string& text, char mark) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == mark)
      parts.emplace_back();
    else if (c != ' ')
      parts.back() += c;
  }
  return parts;
}

Points parse_points(const House& house, const std::string& points, const Bound& bound) {
  if (points.find('.') != std::string::npos) return std::lround(2 * std::stod(points));
  Points sum = 0;
  for (const std::string& term : split(points, '+')) {
    Points product = house.unit;
    for (const std::string& factor : split(term, '*')) {
      const bool letter = factor[0] >= 'a';
      product *= letter ? static_cast<Points>(house.faces.find(bound.at(factor[0]))) + 1
                        : std::stol(factor);
    }
    sum += product;
  }
  return sum;
}

std::optional<Points> house_entry(const House& house, const std::string& dice) {
  for (const bool with_faces : {true, false}) {
    for (const auto& [pattern, points] : house.scores) {
      const bool has_faces =
          std::any_of(pattern.begin(), pattern.end(), [&](char c) { return is_face(house, c); });
      Bound bound;
      if (has_faces == with_faces && pattern.size() == dice.size() &&
          matches(house, pattern, 0, dice, bound))
        return parse_points(house, points, bound);
    }
  }
  return std::nullopt;
}

/// Whether some of `dice`, or just all of them, are dice of one of the patterns.
bool shows(const House& house, const std::vector<std::string>& patterns, const std::string& dice,
           bool all) {
  for (const std::string& pattern : patterns) {
    for (unsigned mask = 1; mask < (1U << dice.size()); ++mask) {
      std::string part;
      for (std::size_t i = 0; i < dice.size(); ++i) {
        if ((mask >> i) & 1U) part += dice[i];
      }
      Bound bound;
      if (part.size() == pattern.size() && (!all || part == dice) &&
          matches(house, pattern, 0, part, bound))
        return true;
    }
  }
  return false;
}

bool wins_at_once(const Settings& settings, const std::string& roll) {
  if (settings.house) return shows(*settings.house, settings.house->wins, roll, true);
  return settings.id == "true-greed" && roll.size() == 6 && all_equal(roll);
}

bool is_attempt(const Settings& settings) {
  return settings.house ? settings.house->offer == "attempt" : settings.id == "official";
}

/// The table's entry for exactly these dice, sorted.
std::optional<Points> entry(const Settings& settings, const std::string& dice) {
  if (settings.house) {
    const auto known = settings.entries->find(dice);
    if (known != settings.entries->end()) return known->second;
    return settings.entries->emplace(dice, house_entry(*settings.house, dice)).first->second;
  }
  const std::string& id = settings.id;
  const std::size_t n = dice.size();
  const char face = dice[0];
  if (id == "dollar") {
    if (dice == "D") return 100;
    if (dice == "G") return 50;
    if (dice == "$$$") return 600;
    if (dice == "GGG") return 500;
    if (dice == "RRR") return 400;
    if (dice == "EEE" || dice == "eee") return 300;
    if (dice == "DDDD") return 1000;
    if (dice == "$GREeD") return 1000;
    if (n == 6 && all_equal(dice)) return 5000;
    return std::nullopt;
  }
  const Points value = face - '0';
  if (id == "true-greed") {
    if (dice == "1") return 2;
    if (dice == "5") return 1;
    if (dice == "123456") return 20;
    if (!all_equal(dice)) return std::nullopt;
    if (n == 6) return 100;
    if (n == 3) return face == '1' ? 6 : 2 * value;
    if (settings.spare_dice_score && (n == 4 || n == 5) && face != '1' && face != '5')
      return 2 * value;
    return std::nullopt;
  }
  if (dice == "1") return 100;
  if (dice == "5") return 50;
  if (id == "tyghe") {
    if (dice == "12345" || dice == "23456") return 1000;
    if (dice == "123456") return 2000;
  }
  if (id == "official") {
    if (dice == "1234" || dice == "2345") return 750;
    if (dice == "12345" || dice == "23456") return 1500;
  }
  if (n < 3 || !all_equal(dice)) return std::nullopt;
  const Points triple = face == '1' ? 1000 : value * 100;
  if (n == 3) return triple;
  if (id == "koans") return std::nullopt;
  if (n == 4) return 2 * triple;
  if (n == 5) return 4 * triple;
  if (n == 6 && id == "tyghe") return 8 * triple;
  return std::nullopt;
}

std::string pick(const std::string& dice, unsigned mask) {
  std::string picked;
  for (std::size_t i = 0; i < dice.size(); ++i) {
    if ((mask >> i) & 1U) picked += dice[i];
  }
  return picked;
}

/// Every way of giving the first die to an entry, then the rest.
std::optional<Points> best_split(const Settings& settings, const std::string& dice) {
  if (dice.empty()) return 0;
  std::optional<Points> best;
  for (unsigned mask = 1; mask < (1U << dice.size()); mask += 2) {
    const auto first = entry(settings, pick(dice, mask));
    if (!first) continue;
    const auto rest = best_split(settings, pick(dice, ~mask));
    if (rest && (!best || *first + *rest > *best)) best = *first + *rest;
  }
  return best;
}

/// A die that scores by itself: where it is asked for, a 1 or a 5 in the bundled sets.
bool has_one_or_five(const Settings& settings, const std::string& dice) {
  if (!settings.house) return many(dice, '1') + many(dice, '5') > 0;
  return std::any_of(dice.begin(), dice.end(),
                     [&](char die) { return entry(settings, {die}).has_value(); });
}

bool holds_due_face(const Settings& settings, const std::string& dice) {
  const std::string& due = settings.house->every_keep;
  return due.empty() || dice.find_first_of(due) != std::string::npos;
}

bool duty_met(const Settings& settings, const std::string& roll, const std::string& keep) {
  if (settings.house) {
    for (const char face : settings.house->faces) {
      const bool single = entry(settings, {face}).has_value();
      const std::size_t kept = many(keep, face);
      if (!settings.break_triples && single && many(roll, face) >= 3 && kept > 0 && kept < 3)
        return false;
    }
    return holds_due_face(settings, keep);
  }
  if (settings.id == "true-greed") {
    if (roll.size() == 6 && all_equal(roll)) return keep == roll;
    return has_one_or_five(settings, keep);
  }
  if (settings.id == "tyghe" && !settings.break_triples) {
    for (const char face : {'1', '5'}) {
      if (many(roll, face) >= 3 && (many(keep, face) == 1 || many(keep, face) == 2)) return false;
    }
  }
  return true;
}

std::optional<Points> worth_with_dead(const Settings& settings, const std::string& keep) {
  std::optional<Points> best;
  for (unsigned mask = 1; mask < (1U << keep.size()); ++mask) {
    const std::string part = pick(keep, mask);
    if (settings.house && !holds_due_face(settings, part)) continue;
    const auto value = best_split(settings, part);
    if (value && (!best || *value > *best)) best = value;
  }
  return best;
}

std::vector<Keep> find_keeps(const Settings& settings, const std::string& roll) {
  if (settings.house && wins_at_once(settings, roll)) {
    const auto exact = best_split(settings, roll);
    const auto part = worth_with_dead(settings, roll);
    return {{roll, exact ? *exact : part.value_or(0), exact.has_value()}};
  }
  std::map<std::string, Keep> found;
  for (unsigned mask = 1; mask < (1U << roll.size()); ++mask) {
    const std::string dice = pick(roll, mask);
    if (found.count(dice) != 0) continue;
    auto exact = best_split(settings, dice);
    if (settings.house && !holds_due_face(settings, dice)) exact.reset();
    auto points = exact;
    if (!points && settings.dead_dice) points = worth_with_dead(settings, dice);
    if (points && duty_met(settings, roll, dice))
      found[dice] = {dice, *points, exact.has_value() && dice == roll};
  }
  std::vector<Keep> keeps;
  for (const auto& item : found)
    keeps.push_back(item.second);
  const std::string faces = face_names(settings);
  const auto by_faces = [&](char a, char b) { return faces.find(a) < faces.find(b); };
  std::sort(keeps.begin(), keeps.end(), [&](const Keep& a, const Keep& b) {
    if (a.points != b.points) return a.points > b.points;
    return std::lexicographical_compare(a.dice.begin(), a.dice.end(), b.dice.begin(), b.dice.end(),
                                        by_faces);
  });
  // All scoring dice leave by themselves: the keep that is worth most and holds most.
  if (settings.house && settings.house->keeps_all && !keeps.empty()) {
    Keep all = keeps[0];
    for (const Keep& keep : keeps) {
      if (keep.points == all.points && keep.dice.size() < all.dice.size()) all = keep;
    }
    return {all};
  }
  if (settings.id == "koans" && !keeps.empty()) {
    Keep all = keeps[0];
    for (const Keep& keep : keeps) {
      if (keep.dice.size() > all.dice.size()) all = keep;
    }
    if (all.points != keeps[0].points) throw std::logic_error("all scoring dice are not the best");
    keeps = {all};
  }
  return keeps;
}

}  // namespace

std::string face_names(const Settings& settings) {
  if (settings.house) return settings.house->faces;
  return settings.id == "dollar" ? "$GREeD" : "123456";
}

int dice_count(const Settings& settings) {
  if (settings.house) return settings.house->dice;
  return settings.id == "official" || settings.id == "koans" ? 5 : 6;
}

std::string sorted(const Settings& settings, std::string dice) {
  const std::string faces = face_names(settings);
  std::sort(dice.begin(), dice.end(),
            [&](char a, char b) { return faces.find(a) < faces.find(b); });
  return dice;
}

std::optional<Points> worth(const Settings& settings, const std::string& dice) {
  return best_split(settings, sorted(settings, dice));
}

const std::vector<Keep>& legal_keeps(const Settings& settings, const std::string& roll_as_thrown) {
  const std::string roll = sorted(settings, roll_as_thrown);
  const auto seen = settings.seen->find(roll);
  if (seen != settings.seen->end()) return seen->second;
  return settings.seen->emplace(roll, find_keeps(settings, roll)).first->second;
}

Game::Game(Settings settings, int seats, int first)
    : mover(first),
      players(static_cast<std::size_t>(seats)),
      to_throw(dice_count(settings)),
      settings_(std::move(settings)) {}

void Game::set_score(int seat, Points total, bool in) {
  players[static_cast<std::size_t>(seat)].total = total;
  players[static_cast<std::size_t>(seat)].in = in;
}

Fell Game::throw_dice(const std::string& dice) {
  roll_ = sorted(settings_, dice);
  ++throws_;
  if (throws_ == 255) return bust();
  if (wins_at_once(settings_, roll_)) {
    instant_winner_ = mover;
    book(turn_points + legal_keeps(settings_, roll_)[0].points, true);
    turn_points = locked = inherited = 0;
    to_throw = 0;
    waits = Waits::Nothing;
    return Fell::Win;
  }
  const auto& keeps = legal_keeps(settings_, roll_);
  const bool first_full = throws_ == 1 && static_cast<int>(roll_.size()) == dice_count(settings_);
  if (settings_.house && settings_.house->first_throw_bust > 0 && keeps.empty() && first_full) {
    turn_points = settings_.house->first_throw_bust;
    return Fell::Bonus;
  }
  if (keeps.empty()) return bust();
  if (attempting_) {
    // The keep that a house would take must show it, which may leave dice out.
    Keep kept = keeps[0];
    for (const Keep& keep : keeps) {
      if (keep.points == kept.points && keep.dice.size() < kept.dice.size()) kept = keep;
    }
    if (!has_one_or_five(settings_, settings_.house ? kept.dice : roll_)) return bust();
  }
  if (attempting_ && !settings_.choose_attempt) {
    // The best value of the roll; of its dice, those that score.
    Keep best = keeps[0];
    for (const Keep& keep : keeps) {
      if (keep.points == best.points && keep.dice.size() < best.dice.size()) best = keep;
    }
    turn_points += best.points;
    if (settings_.house && shows(*settings_.house, settings_.house->locks, best.dice, false))
      locked = turn_points;
    to_throw -= static_cast<int>(best.dice.size());
    if (to_throw == 0) to_throw = dice_count(settings_);
    attempting_ = false;
    must_show_ = true;
    return Fell::Attempt;
  }
  waits = Waits::Choice;
  return Fell::Choice;
}

Fell Game::bust() {
  const House none;
  const House& house = settings_.house ? *settings_.house : none;
  const Points counted = is_attempt(settings_) ? locked - inherited : locked;
  const bool entered = now().in || counted >= settings_.entry;
  const bool too_much = house.exact && entered && now().total + locked > settings_.target;
  if (locked > 0 && !too_much) book(locked, counted >= settings_.entry);
  if (house.in_a_row > 0 && ++now().busts == house.in_a_row) {
    now().busts = 0;
    Points left = now().total - house.penalty;
    // A total that is below 0 already cannot be: only penalties take it there.
    if (left < 0 && !house.below_zero) left = 0;
    if (left != now().total) now().reached = time_ + 1;
    now().total = left;
  }
  end_turn(0, 0);
  return Fell::Bust;
}

bool Game::bank_is_legal(const Keep& keep) const {
  const std::string& id = settings_.id;
  const Points points = turn_points + keep.points;
  if (!settings_.house && id == "koans") return true;
  if (settings_.house && settings_.house->hot == "ends" && keep.hot) return takes_all(keep);
  if (attempting_) return false;
  if (must_show_ && !has_one_or_five(settings_, keep.dice)) return false;
  if (!now().in && !settings_.bank_below_entry) {
    const Points counted = is_attempt(settings_) ? points - inherited : points;
    if (counted < settings_.entry) return false;
  }
  if (settings_.house) return house_bank_is_legal(keep);
  if (id != "dollar") return true;
  // The bank takes every scoring die: one that is part of some keep.
  std::string scoring;
  const auto& keeps = legal_keeps(settings_, roll_);
  for (const char face : face_names(settings_)) {
    std::size_t most = 0;
    for (const Keep& other : keeps)
      most = std::max(most, many(other.dice, face));
    scoring += std::string(most, face);
  }
  if (keep.dice != scoring) return false;
  if (scoring == roll_ && !(settings_.six_alike_ends_turn && roll_.size() == 6 && all_equal(roll_)))
    return false;
  if (!last_turns_) return true;
  Points highest = 0;
  for (const Player& player : players) {
    if (!player.out) highest = std::max(highest, player.total);
  }
  const bool records = now().in || points >= settings_.entry;
  return now().total + (records ? points : 0) != highest;
}

/// Whether a bank of the keep takes every scoring die, where it must.
bool Game::takes_all(const Keep& keep) const {
  if (!settings_.house->bank_all) return true;
  Keep all = legal_keeps(settings_, roll_)[0];
  for (const Keep& other : legal_keeps(settings_, roll_)) {
    if (other.points == all.points && other.dice.size() < all.dice.size()) all = other;
  }
  return keep.dice == all.dice;
}

bool Game::house_bank_is_legal(const Keep& keep) const {
  const House& house = *settings_.house;
  const Points points = turn_points + keep.points;
  if (points < house.minimum_bank) return false;
  if (house.hot == "must-roll" && keep.hot) return false;
  if (!takes_all(keep)) return false;
  if (house.tie_banks || !last_turns_) return true;
  Points highest = 0;
  bool any = false;
  for (const Player& player : players) {
    if (player.out) continue;
    highest = any ? std::max(highest, player.total) : player.total;
    any = true;
  }
  const Points counted = is_attempt(settings_) ? points - inherited : points;
  const bool records = now().in || counted >= settings_.entry;
  return now().total + (records ? points : 0) != highest;
}

std::vector<Choice> Game::choices() const {
  std::vector<Choice> list;
  for (const Keep& keep : legal_keeps(settings_, roll_)) {
    Choice choice;
    choice.keep = keep.dice;
    choice.points = keep.points;
    choice.next_dice = static_cast<int>(roll_.size() - keep.dice.size());
    if (keep.hot) choice.next_dice = dice_count(settings_);
    choice.may_roll = choice.next_dice > 0;
    if (settings_.house && settings_.house->hot == "ends" && keep.hot) choice.may_roll = false;
    choice.may_bank = bank_is_legal(keep);
    if (choice.may_roll || choice.may_bank) list.push_back(choice);
  }
  return list;
}

void Game::roll_on(const Choice& choice) {
  turn_points += choice.points;
  to_throw = choice.next_dice;
  if (settings_.house) {
    if (shows(*settings_.house, settings_.house->locks, choice.keep, false)) locked = turn_points;
  } else if (settings_.id == "true-greed" && choice.keep == "123456") {
    locked = turn_points;
  }
  if (attempting_)
    must_show_ = true;
  else if (has_one_or_five(settings_, choice.keep))
    must_show_ = false;
  attempting_ = false;
  waits = Waits::Throw;
}

void Game::bank(const Choice& choice) {
  const Points points = turn_points + choice.points;
  const Points counted = is_attempt(settings_) ? points - inherited : points;
  const bool entry_met = now().in || counted >= settings_.entry;
  if (settings_.house) {
    const bool counts = points >= settings_.house->minimum_bank;
    if (settings_.house->exact && entry_met && counts && now().total + points > settings_.target) {
      bust();
      return;
    }
    now().busts = 0;
    if (counts && points > 0) book(points, entry_met);
  } else {
    book(points, entry_met);
  }
  const int left = static_cast<int>(roll_.size() - choice.keep.size());
  const bool passes = settings_.house ? settings_.house->offer != "none"
                                      : settings_.id == "tyghe" || settings_.id == "official";
  end_turn(points, passes ? left : 0);
}

void Game::book(Points points, bool entry_met) {
  if (!now().in && !entry_met) return;
  now().in = true;
  now().total += points;
  now().reached = time_ + 1;
}

void Game::owe_all_others() {
  owed_.clear();
  const int seats = static_cast<int>(players.size());
  for (int i = 1; i < seats; ++i)
    owed_.push_back((mover + i) % seats);
}

void Game::end_turn(Points offered, int dice) {
  ++time_;
  ++now().turns;
  const Points total = now().total;
  const bool escalates =
      settings_.house ? settings_.house->ending == "until-none-beats" : settings_.id == "official";
  const bool reaches = settings_.over_target ? total > settings_.target : total >= settings_.target;
  if (!last_turns_ && reaches) {
    if (settings_.house ? settings_.house->ending == "at-once" : settings_.id == "true-greed") {
      waits = Waits::Nothing;
      turn_points = locked = inherited = 0;
      return;
    }
    last_turns_ = true;
    to_beat_ = total;
    owe_all_others();
  } else if (last_turns_ && escalates && total > to_beat_) {
    to_beat_ = total;
    owe_all_others();
  }
  next_turn(offered, dice);
}

void Game::next_turn(Points offered, int dice) {
  turn_points = locked = inherited = offer_points = 0;
  offer_dice = 0;
  throws_ = 0;
  attempting_ = must_show_ = false;
  waits = Waits::Throw;
  const int seats = static_cast<int>(players.size());
  if (last_turns_) {
    while (!owed_.empty() && players[static_cast<std::size_t>(owed_.front())].out)
      owed_.erase(owed_.begin());
    if (owed_.empty()) {
      waits = Waits::Nothing;
      return;
    }
    mover = owed_.front();
    owed_.erase(owed_.begin());
  } else {
    int next = (mover + 1) % seats;
    while (players[static_cast<std::size_t>(next)].out)
      next = (next + 1) % seats;
    if (players[static_cast<std::size_t>(next)].turns >= settings_.max_turns) {
      waits = Waits::Nothing;
      capped = true;
      return;
    }
    mover = next;
  }
  to_throw = dice_count(settings_);
  if (dice > 0 && (now().in || settings_.newcomer_accepts)) {
    waits = Waits::Answer;
    offer_points = offered;
    offer_dice = dice;
  }
}

std::string Game::state(Points most, Points lead) const {
  const Player& own = now();
  const Player& other = players[static_cast<std::size_t>(1 - mover)];
  const Points behind = other.total - own.total;
  std::string text(1, "atcn"[static_cast<int>(waits)]);
  const auto say = [&](Points value) { text.append(std::to_string(value)).append(" "); };
  say(mover);
  // Inherited points count only to the entry.
  const Points counted = most + (own.in ? 0 : inherited);
  if (last_turns_) {
    say(std::min(behind, lead));
    say(std::clamp(behind - turn_points - offer_points, -lead, lead));
    say(std::min(turn_points, counted));
    say(std::min(offer_points, most));
  } else {
    say(own.total);
    say(other.total);
    say(std::min(turn_points, std::max(counted, std::max<Points>(behind, 0) + lead)));
    say(offer_points);
  }
  for (const Player* player : {&own, &other}) {
    say(player->in ? 1 : 0);
    say(player->busts);
  }
  say(own.in ? 0 : inherited);
  for (const auto value : {locked, static_cast<Points>(to_throw), static_cast<Points>(offer_dice),
                           static_cast<Points>(owed_.size())})
    say(value);
  const bool first = settings_.house->first_to_reach && behind == 0 && own.reached < other.reached;
  for (const bool is : {last_turns_, throws_ == 0, attempting_, must_show_, first})
    say(is ? 1 : 0);
  return text;
}

void Game::accept() {
  turn_points = inherited = offer_points;
  to_throw = offer_dice;
  offer_points = 0;
  offer_dice = 0;
  attempting_ = is_attempt(settings_);
  waits = Waits::Throw;
}

void Game::decline() {
  offer_points = 0;
  offer_dice = 0;
  waits = Waits::Throw;
}

void Game::forfeit(int seat) {
  Player& player = players[static_cast<std::size_t>(seat)];
  player.out = true;
  player.went_out = ++gone_;
  if (static_cast<std::size_t>(gone_) + 1 == players.size()) {
    turn_points = locked = inherited = offer_points = 0;
    offer_dice = 0;
    waits = Waits::Nothing;
  } else if (seat == mover) {
    ++time_;
    next_turn(0, 0);
  }
}

std::vector<int> Game::places() const {
  const auto ahead = [&](int a, int b) {
    const Player& one = players[static_cast<std::size_t>(a)];
    const Player& two = players[static_cast<std::size_t>(b)];
    if (instant_winner_ == a) return true;
    if (instant_winner_ == b) return false;
    if (one.out && two.out) return one.went_out > two.went_out;
    if (one.out || two.out) return two.out;
    if (one.total != two.total) return one.total > two.total;
    const bool first =
        settings_.house ? settings_.house->first_to_reach : settings_.id == "official";
    return first && one.reached < two.reached;
  };
  const int seats = static_cast<int>(players.size());
  std::vector<int> places;
  for (int seat = 0; seat < seats; ++seat) {
    int place = 1;
    for (int other = 0; other < seats; ++other)
      place += other != seat && ahead(other, seat) ? 1 : 0;
    places.push_back(place);
  }
  return places;
}

}  // namespace danno::oracle
