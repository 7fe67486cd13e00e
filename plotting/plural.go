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

// Capital begins a text with a capital letter.
func Capital(text string) string {
	if text == "" {
		return ""
	}
	r := []rune(text)
	return strings.ToUpper(string(r[0])) + string(r[1:])
}
