//===- Svg.h - Pictures of results ------------------------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef BENCH_COMMON_SVG_H
#define BENCH_COMMON_SVG_H

#include "common/Contest.h"

#include <cstddef>
#include <iosfwd>
#include <string>

namespace bench {

/// Draws on a white page; everything is in pixels.
class Svg {
public:
  static constexpr const char *Ink = "#24292f", *Faint = "#d5d9de",
                              *Dark = "#6b727b";

  Svg(std::ostream &Out, double Width, double Height);
  ~Svg();
  Svg(const Svg &) = delete;
  Svg &operator=(const Svg &) = delete;

  /// \param Attributes of the element, as SVG writes them.
  void text(double X, double Y, const std::string &Text,
            const std::string &Attributes = {});

  /// \param Path as SVG writes it.
  void path(const std::string &Path, const char *Colour,
            const std::string &Attributes = {});

  void horizontal(double X1, double X2, double Y, const char *Colour,
                  const std::string &Attributes = {});
  void vertical(double X, double Y1, double Y2, const char *Colour,
                const std::string &Attributes = {});

  /// \param Title what is seen when the mouse is over it, if anything.
  void dot(double X, double Y, double Radius, const char *Colour,
           const std::string &Title = {});

  /// What the colours mean, at the height \p Y. \returns where it ends.
  double legend(double X, double Y, const std::vector<Contestant> &Contestants,
                std::size_t Subject);

  /// A contestant's colour. The first is the hand-written program.
  static const char *colourOf(std::size_t Contestant, std::size_t Subject);

private:
  std::ostream &Out;
};

} // namespace bench

#endif // BENCH_COMMON_SVG_H
