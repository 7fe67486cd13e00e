package plotting

import "strings"

// Plural returns "1 row" or "1,240 rows". An irregular plural follows the word: "leaf|leaves".
func Plural(n int, word string) string {
	one, many, irregular := strings.Cut(word, "|")
	if n == 1 {
		return "1 " + one
	}
	if !irregular {
		many = one + "s"
		for _, end := range []string{"ch", "sh", "s", "x"} {
			if strings.HasSuffix(one, end) {
				many = one + "es"
			}
		}
	}
	return FormatCount(n) + " " + many
}
