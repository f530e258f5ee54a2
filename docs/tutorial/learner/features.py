"""The cell of the table for a position of koans: one position, or many with NumPy."""

# The numbers of an observation that count: total, total_1, turn_points, option_0_points, option_0_next_dice.
COLUMNS = 2, 5, 30, 43, 44
CELLS = 16 * 16 * 25 * 6


def at_most(value, most):
    return value - (value - most) * (value > most)


def cell(own, other, turn, points, dice):
    """All as danno.observe() has them: points are divided by the target, dice by five."""
    own = at_most((own * 15 + 0.01) // 1, 15)  # 200 points a cell
    other = at_most((other * 15 + 0.01) // 1, 15)
    turn = at_most(((turn + points) * 60 + 0.01) // 1, 24)  # 50 points a cell
    return ((own * 16 + other) * 25 + turn) * 6 + (dice * 5 + 0.5) // 1
