package words

import (
	"strings"
	"testing"
)

func TestSome(t *testing.T) {
	many := make([]string, 1242)
	many[0], many[1] = "a", "b"
	for _, c := range []struct{ got, want string }{
		{Some(nil, 3), ""},
		{Some([]string{"a", "b"}, 2), "a, b"},
		{Some(many, 2), "a, b and 1,240 more"},
		{QuoteSome([]string{"a\tb", "c", "d"}, 2), `"a\tb", "c" and 1 more`},
		{Shorten(strings.Repeat("é", 41)), strings.Repeat("é", 39) + "…"},
		{Shorten(strings.Repeat("é", 40)), strings.Repeat("é", 40)},
		{ByNumber(1, "is", "are") + ByNumber(0, "is", "are"), "isare"},
		{Plural(1, "row") + ", " + Plural(1240, "row"), "1 row, 1,240 rows"},
		{Grouped(-1234567), "-1,234,567"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// Of just as many names as are listed there are no more.
func TestQuoteSome(t *testing.T) {
	names := []string{"a", "b", "c"}
	for most, want := range map[int]string{1: `"a" and 2 more`, 2: `"a", "b" and 1 more`, 3: `"a", "b", "c"`,
		4: `"a", "b", "c"`} {
		if got := QuoteSome(names, most); got != want {
			t.Errorf("at most %d: %s, want %s", most, got, want)
		}
	}
}
