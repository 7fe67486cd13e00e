package inference

import "fmt"

// Plural returns "1 row" or "12 rows".
func Plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
