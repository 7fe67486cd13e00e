package inference

import (
	"fmt"
	"strconv"
)

// Plural returns "1 row" or "12 rows".
func Plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// Grouped returns a whole number from 0 with groups of thousands: "1,240".
func Grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
