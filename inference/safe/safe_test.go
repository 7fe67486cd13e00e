package safe

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestLine(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"été, 日本, \u05d0\u05d1, नि\u200dक, 🌳, a b", "été, 日本, \u05d0\u05d1, नि\u200dक, 🌳, a b"},
		{"a\x1b[2Jb", `a\u001b[2Jb`},
		{"a\nespalier: done\r\t", `a\nespalier: done\r\t`},
		{"\u202egnp.exe\u2066\u200f\u200b\ufeff\u2028", `\u202egnp.exe\u2066\u200f\u200b\ufeff\u2028`},
		{"\u009b31m\x7f\x00", `\u009b31m\u007f\u0000`},
		{"\xff\xc3.csv", `\xff\xc3.csv`},
		{"a\U000e0041", `a\U000e0041`},
	} {
		if got := Line(c.in); got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}

func TestTextIndentsWhatFollows(t *testing.T) {
	if got, want := Text("one\ntask 9: done\r\n\tmore\x1b\n\n"), "one\n  task 9: done\n  \tmore\\u001b"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

type named string

func (n named) String() string { return string(n) }

func TestWords(t *testing.T) {
	got := fmt.Sprintf("%s %v %s %q %d", Words([]any{"a\n", errors.New("b\x1b"), named("c\r"), []string{"d\u202e"}, 5})...)
	if want := `a\n b\u001b c\r ["d\\u202e"] 5`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func FuzzSafe(f *testing.F) {
	f.Add("a\x1b\n\u202e\xff\U000e0041")
	f.Fuzz(func(t *testing.T, text string) {
		if line := Line(text); !utf8.ValidString(line) || strings.ContainsFunc(line, Steers) {
			t.Errorf("%q gives %q", text, line)
		}
		if !utf8.ValidString(text) {
			return
		}
		whole, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		var back string
		if out := JSON(whole); strings.ContainsFunc(string(out), Steers) || json.Unmarshal(out, &back) != nil ||
			back != text {
			t.Errorf("%q gives %s, read as %q", text, out, back)
		}
	})
}
