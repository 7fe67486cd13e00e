package inference

import "strconv"

// Plural returns "1 row" or "1,240 rows".
func Plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return Grouped(n) + " " + word + "s"
}

// Grouped returns a whole number with groups of thousands: "1,240".
func Grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
