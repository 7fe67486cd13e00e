package inference

import "example.org/espalier/inference/words"

// Plural returns "1 row" or "1,240 rows".
func Plural(n int, word string) string { return words.Plural(n, word) }

// Grouped returns a whole number with groups of thousands: "1,240".
func Grouped(n int) string { return words.Grouped(n) }
