// A league.
