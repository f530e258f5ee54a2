// Files of results, written game by game.
#pragma once

#include <algorithm>
#include <cstddef>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "leagues/ratings/results_file.hpp"

namespace danno::leagues::ratings {

inline Results read(const std::string& text) {
  std::istringstream in(text);
  return make_results(read_results(in, "games"));
}

inline std::string games(int count, const std::string& game) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += game + "\n";
  }
  return text;
}

inline std::string won(const std::string& first, const std::string& second, int count = 1) {
  return games(count, R"({"players":[")" + first + R"(",")" + second + R"("],"places":[1,2]})");
}

inline std::string tied(const std::string& first, const std::string& second, int count = 1) {
  return games(count, R"({"players":[")" + first + R"(",")" + second + R"("],"places":[1,1]})");
}

/// Deals at tables of 2, 3 and 4, from a generator that the standard fixes.
inline std::vector<std::string> mixed_league(int deals = 40) {
  std::minstd_rand random(7);
  std::vector<std::string> lines;
  for (int deal = 0; deal < deals; ++deal) {
    const std::size_t size = 2 + random() % 3;
    std::vector<int> players{0, 1, 2, 3, 4, 5};
    for (std::size_t i = players.size() - 1; i > 0; --i) {
      std::swap(players[i], players[random() % (i + 1)]);
    }
    for (std::size_t game = 0; game < size; ++game) {
      std::vector<std::size_t> score;
      for (std::size_t i = 0; i < size; ++i) {
        score.push_back(static_cast<std::size_t>(players[i]) + random() % 8);
      }
      std::string names;
      std::string places;
      for (std::size_t i = 0; i < size; ++i) {
        const auto better =
            std::ranges::count_if(score, [&](std::size_t s) { return s > score[i]; });
        names += (i == 0 ? "\"p" : ",\"p") + std::to_string(players[i]) + "\"";
        places += (i == 0 ? "" : ",") + std::to_string(better + 1);
      }
      lines.push_back("{\"deal\":\"" + std::to_string(deal) + "\",\"players\":[" + names +
                      "],\"places\":[" + places + "]}");
    }
  }
  return lines;
}

inline std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    text += line + "\n";
  }
  return text;
}

/// Deals in which both won once.
inline std::string split(const std::string& a, const std::string& b, int deals) {
  std::string text;
  for (int deal = 0; deal < deals; ++deal) {
    const std::string key = R"({"deal":")" + a + b + std::to_string(deal) + R"(","players":[")";
    const std::string players = a + R"(",")" + b + R"("],"places":[)";
    text += key + players + "1,2]}\n" + key + players + "2,1]}\n";
  }
  return text;
}

}  // namespace danno::leagues::ratings
