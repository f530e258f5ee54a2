#include "leagues/site/picture.hpp"

#include <png.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unordered_map>

namespace danno::leagues::site {
namespace {

/// From '!' on: strokes separated by blanks, each a row of points "xy" on a grid of 5 by 9. The
/// base line is at y = 2, small letters end at 6, capitals at 8. Nothing: a box.
constexpr std::array<std::string_view, 94> kLetters{
    "2824 2222",                         // !
    "1816 3836",                         // "
    "1812 3832 0646 0444",               // #
    "473818070615354443321203 2921",     // $
    "0248 0808 4242",                    // %
    "",                                  // &
    "2826",                              // '
    "38262432",                          // (
    "18262412",                          // )
    "2824 0745 0547",                    // *
    "0545 2327",                         // +
    "2211",                              // ,
    "0545",                              // -
    "2222",                              // .
    "0248",                              // /
    "123243473818070312",                // 0
    "172822 1232",                       // 1
    "07183847460242",                    // 2
    "07183847463515 354443321203",       // 3
    "32380444",                          // 4
    "480805354443321203",                // 5
    "4738180703123243443505",            // 6
    "084812",                            // 7
    "15060718384746351504031232434435",  // 8
    "4515060718384743321203",            // 9
    "2222 2525",                         // :
    "2211 2525",                         // ;
    "460444",                            // <
    "0646 0444",                         // =
    "064544",                            // >
    "071838474625 2524 2222",            // ?
    "",                                  // @
    "022842 1434",                       // A
    "02083847463505 3544433202",         // B
    "4738180703123243",                  // C
    "02082846442202",                    // D
    "48080242 0535",                     // E
    "480802 0535",                       // F
    "47381807031232434525",              // G
    "0208 4248 0545",                    // H
    "1232 2228 1838",                    // I
    "4843321203",                        // J
    "0208 480542",                       // K
    "080242",                            // L
    "0208254842",                        // M
    "02084248",                          // N
    "123243473818070312",                // O
    "02083847463505",                    // P
    "123243473818070312 2442",           // Q
    "02083847463505 2542",               // R
    "473818070615354443321203",          // S
    "0848 2822",                         // T
    "080312324348",                      // U
    "082248",                            // V
    "0812253248",                        // W
    "0248 0842",                         // X
    "082548 2522",                       // Y
    "08480242",                          // Z
    "38282232",                          // [
    "0842",                              // backslash
    "18282212",                          // ]
    "062846",                            // ^
    "0141",                              // _
    "1827",                              // `
    "4642 4536160503123243",             // a
    "0802 0516364543321203",             // b
    "4536160503123243",                  // c
    "4842 4536160503123243",             // d
    "04444536160503123243",              // e
    "48382722 1646",                     // f
    "4641301001 4536160503123243",       // g
    "0802 0516364542",                   // h
    "2622 2828",                         // i
    "36312010 3838",                     // j
    "0802 460442",                       // k
    "282332",                            // l
    "0602 05162522 25364542",            // m
    "0602 0516364542",                   // n
    "123243453616050312",                // o
    "0600 0516364543321203",             // p
    "4640 4536160503123243",             // q
    "0602 05163645",                     // r
    "45361605143443321203",              // s
    "28233242 0646",                     // t
    "0603123243 4642",                   // u
    "062246",                            // v
    "0612243246",                        // w
    "0246 0642",                         // x
    "0622 4610",                         // y
    "06460242",                          // z
    "382825152232",                      // {
    "2822",                              // |
    "182825352212",                      // }
    "05163445",                          // ~
};
constexpr std::string_view kBox = "0206464202";
constexpr double kAdvance = 5.6;  // units of the grid a letter
constexpr double kCapital = 6;    // units of the grid
constexpr double kBase = 2;
constexpr double kShades = 4;  // of ink at an edge: few, for files are small then

/// By UTF-8 character: its strokes; nothing for a byte that continues one.
std::string_view strokes_of(char byte) {
  const auto code = static_cast<unsigned char>(byte);
  if ((code & 0xC0) == 0x80) return {};
  if (code <= ' ' || code > '~') return code == ' ' ? std::string_view() : kBox;
  const std::string_view strokes = kLetters.at(code - '!');
  return strokes.empty() ? kBox : strokes;
}

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

double distance(Point p, Point from, Point to) {
  const double dx = to.x - from.x;
  const double dy = to.y - from.y;
  const double squared = dx * dx + dy * dy;
  const double share =
      squared == 0 ? 0
                   : std::clamp(((p.x - from.x) * dx + (p.y - from.y) * dy) / squared, 0.0, 1.0);
  const double x = p.x - from.x - share * dx;
  const double y = p.y - from.y - share * dy;
  return std::sqrt(x * x + y * y);
}

/// A colour at a place is one of at most 256: files are a tenth as large as with all bytes of each.
struct Palette {
  std::vector<std::uint8_t> colours;  // three an entry
  std::vector<std::uint8_t> places;
};

/// Of more colours than it holds, the last ones become its last.
Palette palette_of(const std::vector<std::uint8_t>& bytes) {
  Palette palette;
  palette.places.reserve(bytes.size() / 3);
  std::unordered_map<std::uint32_t, std::uint8_t> known;
  std::uint32_t last = 0;
  std::uint8_t place = 0;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto channel = [&](std::size_t k) { return std::uint32_t{bytes[i + k]}; };
    const std::uint32_t colour = channel(0) << 16U | channel(1) << 8U | channel(2);
    if (colour != last || known.empty()) {
      const auto found = known.find(colour);
      if (found == known.end() && known.size() < 256) {
        place = static_cast<std::uint8_t>(known.size());
        known.emplace(colour, place);
        palette.colours.insert(palette.colours.end(),
                               bytes.begin() + static_cast<std::ptrdiff_t>(i),
                               bytes.begin() + static_cast<std::ptrdiff_t>(i + 3));
      } else {
        place = found == known.end() ? std::uint8_t{255} : found->second;
      }
      last = colour;
    }
    palette.places.push_back(place);
  }
  return palette;
}

}  // namespace

Picture::Picture(int width, int height, Colour paper) : width_(width), height_(height) {
  bytes_.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3);
  for (int i = 0; i < width * height; ++i)
    bytes_.insert(bytes_.end(), paper.begin(), paper.end());
}

void Picture::draw(Point from, Point to, double width, Colour ink) {
  const double reach = width / 2 + 1;
  const auto bounded = [](double at, int most) {
    return std::clamp(static_cast<int>(std::floor(at)), 0, most);
  };
  const int left = bounded(std::min(from.x, to.x) - reach, width_);
  const int right = bounded(std::max(from.x, to.x) + reach + 1, width_);
  const int bottom = bounded(std::max(from.y, to.y) + reach + 1, height_);
  for (int y = bounded(std::min(from.y, to.y) - reach, height_); y < bottom; ++y) {
    for (int x = left; x < right; ++x) {
      const double away = distance({x + 0.5, y + 0.5}, from, to);
      const double share = std::clamp(width / 2 + 0.5 - away, 0.0, 1.0);
      const double cover = std::round(share * kShades) / kShades;
      if (cover == 0) continue;
      std::uint8_t* const pixel = &bytes_[3 * static_cast<std::size_t>(y * width_ + x)];
      for (std::size_t i = 0; i < 3; ++i)
        pixel[i] =
            static_cast<std::uint8_t>(std::lround(pixel[i] + cover * (ink.at(i) - pixel[i])));
    }
  }
}

double Picture::write(std::string_view words, Point at, double height, Colour ink) {
  const double unit = height / kCapital;
  for (const char byte : words) {
    if (!begins_character(byte)) continue;
    std::vector<Point> line;
    const std::string_view strokes = strokes_of(byte);
    for (std::size_t i = 0; i + 1 < strokes.size();) {
      if (strokes[i] == ' ') {
        line.clear();
        ++i;
        continue;
      }
      const Point next{at.x + (strokes[i] - '0') * unit,
                       at.y - (strokes[i + 1] - '0' - kBase) * unit};
      draw(line.empty() ? next : line.back(), next, height / 7, ink);
      line.push_back(next);
      i += 2;
    }
    at.x += kAdvance * unit;
  }
  return at.x;
}

double width_of(std::string_view words, double height) {
  const auto letters = std::ranges::count_if(words, begins_character);
  return kAdvance * height / kCapital * static_cast<double>(letters);
}

std::string Picture::png() const {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width_);
  image.height = static_cast<png_uint_32>(height_);
  image.format = PNG_FORMAT_RGB_COLORMAP;
  const Palette palette = palette_of(bytes_);
  image.colormap_entries = static_cast<png_uint_32>(palette.colours.size() / 3);
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string file(size, '\0');
  if (png_image_write_to_memory(&image, file.data(), &size, 0, palette.places.data(), 0,
                                palette.colours.data()) == 0)
    throw std::runtime_error(std::string("no picture can be made: ") + &image.message[0]);
  file.resize(size);
  return file;
}

}  // namespace danno::leagues::site
