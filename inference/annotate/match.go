package annotate

import (
	"strings"
	"unicode"
)

// A Guess is two names that are joined although they differ.
type Guess struct {
	Table, File string
	Why         string // how they differ: "case or spaces"
}

// A Match says which line of a file belongs to which name of a table.
type Match struct {
	To      []int // line of each name of the table, from 0; −1 for none
	Guesses []Guess
	Without []string // names of the table that the file lacks
	Surplus []string // names of the file that the table lacks
	Twice   []string // names that stand in several lines of the file, of which the first counts
}

// Matched returns how many names of the table have a line.
func (m *Match) Matched() int { return len(m.To) - len(m.Without) }

// guesses are the ways in which names may differ, the most certain first. Two names that a way makes
// equal are taken for the same where no third is.
var guesses = []struct {
	why string
	of  func(string) string
}{
	{"case or spaces", fold},
	{"spaces and punctuation", joints},
	{"an X in front", withoutX},
}

// fold ignores case, spaces at the ends and how many spaces there are.
func fold(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// joints also takes all that is no letter or digit for the same joint.
func joints(s string) string {
	parts := strings.FieldsFunc(fold(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(parts, ".")
}

// withoutX also leaves out the X that R puts before a name that begins with a digit or a joint.
func withoutX(s string) string {
	s = joints(s)
	rest, ok := strings.CutPrefix(s, "x")
	if ok && rest != "" && (rest[0] >= '0' && rest[0] <= '9' || rest[0] == '.') {
		return strings.TrimPrefix(rest, ".")
	}
	return s
}

// MatchNames finds the line of each name of a table: the first of the same name or, if guess is set,
// of one that can only be meant. Empty names of lines are none.
func MatchNames(table, lines []string, guess bool) *Match {
	m := &Match{To: make([]int, len(table))}
	at, twice := make(map[string]int, len(lines)), map[string]bool{}
	for i, name := range lines {
		switch _, known := at[name]; {
		case name == "":
		case !known:
			at[name] = i
		case !twice[name]:
			twice[name] = true
			m.Twice = append(m.Twice, name)
		}
	}
	used := map[string]bool{}
	for k, name := range table {
		m.To[k] = -1
		if i, ok := at[name]; ok && name != "" {
			m.To[k], used[name] = i, true
		}
	}
	if guess {
		for _, g := range guesses {
			m.guess(table, lines, at, used, g.why, g.of)
		}
	}
	for k, name := range table {
		if m.To[k] < 0 {
			m.Without = append(m.Without, name)
		}
	}
	seen := map[string]bool{}
	for _, name := range lines {
		if name != "" && !used[name] && !seen[name] {
			m.Surplus = append(m.Surplus, name)
		}
		seen[name] = true
	}
	return m
}

// guess joins names that are left if exactly one on each side has a form.
func (m *Match) guess(table, lines []string, at map[string]int, used map[string]bool, why string,
	of func(string) string) {
	const several = -2
	left := map[string]int{} // line of each form
	for i, name := range lines {
		if name == "" || used[name] || at[name] != i {
			continue
		}
		form := of(name)
		if _, known := left[form]; known {
			i = several
		}
		left[form] = i
	}
	asks := map[string]int{} // how many names of the table have a form
	for k, name := range table {
		if m.To[k] < 0 {
			asks[of(name)]++
		}
	}
	for k, name := range table {
		if m.To[k] >= 0 {
			continue
		}
		form := of(name)
		i, ok := left[form]
		if !ok || i == several || asks[form] > 1 || form == "" {
			continue
		}
		m.To[k], used[lines[i]] = i, true
		m.Guesses = append(m.Guesses, Guess{name, lines[i], why})
	}
}
