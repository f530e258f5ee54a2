#include "leagues/archive/pseudonyms.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <vector>

namespace danno::leagues::archive {
namespace {

const std::string kSecret(64, '5');

std::vector<std::string> many_names() {
  std::vector<std::string> names;
  for (int i = 0; i < 10'000; ++i)
    names.push_back(fmt::format("bot{:05}", i));
  return names;
}

TEST(Pseudonyms, AreFixedByNameAndSecretAlone) {
  const std::vector<std::string> names{"ada", "bob"};
  // BLAKE2b-256 of the name under the key, e.g. Python's hashlib.blake2b(digest_size=32, key=…).
  EXPECT_EQ(pseudonyms(names, kSecret).at("ada"), "agent-e2bf5b");
  EXPECT_EQ(pseudonyms(std::vector<std::string>{"bob"}, kSecret).at("bob"),
            pseudonyms(names, kSecret).at("bob"));
  EXPECT_NE(pseudonyms(names, std::string(64, '6')).at("ada"),
            pseudonyms(names, kSecret).at("ada"));
}

TEST(Pseudonyms, OfTenThousandAgentsAreTenThousand) {
  std::set<std::string> different;
  for (const auto& [name, pseudonym] : pseudonyms(many_names(), kSecret))
    different.insert(pseudonym);
  EXPECT_EQ(different.size(), 10'000U);
}

TEST(Pseudonyms, OfTwoThatWouldShareOneTheLaterHasALongerOne) {
  const std::vector<std::string> names = many_names();
  const auto all = pseudonyms(names, kSecret);
  const auto longer = std::ranges::find_if(all, [](const auto& pair) {
    return pair.second.size() > std::string("agent-4f2a9c").size();
  });
  ASSERT_NE(longer, all.end());  // three in ten thousand, by the birthday paradox
  const std::string six = longer->second.substr(0, std::string("agent-4f2a9c").size());
  const auto shorter =
      std::ranges::find_if(all, [&](const auto& pair) { return pair.second == six; });
  ASSERT_NE(shorter, all.end());
  EXPECT_LT(shorter->first, longer->first);
  EXPECT_EQ(pseudonyms(std::vector{longer->first}, kSecret).at(longer->first), six);
}

TEST(Pseudonyms, StayWhenOthersCome) {
  const std::vector<std::string> names = many_names();
  const auto all = pseudonyms(names, kSecret);
  for (const auto& [name, pseudonym] : pseudonyms(std::span(names).first(5'000), kSecret))
    EXPECT_EQ(all.at(name), pseudonym);
}

TEST(Pseudonyms, DoNotStandInTheOrderOfTheNames) {
  std::vector<std::string> in_order;
  for (const auto& [name, pseudonym] : pseudonyms(many_names(), kSecret))
    in_order.push_back(pseudonym);
  std::size_t rising = 0;
  for (std::size_t i = 1; i < in_order.size(); ++i)
    rising += in_order[i - 1] < in_order[i] ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(rising), 5'000, 200);  // standard deviation 29
}

TEST(Pseudonyms, NeedASecretThatIsOne) {
  const std::vector<std::string> names{"ada"};
  for (const std::size_t size : {0, 15, 65})
    EXPECT_THROW((void)pseudonyms(names, std::string(size, 's')), std::invalid_argument);
}

}  // namespace
}  // namespace danno::leagues::archive
