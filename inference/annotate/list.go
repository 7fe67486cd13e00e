package annotate

import (
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/words"
)

// A List is a list of names under a title that says why they are listed.
type List struct {
	Title string // "3 rows not in the file"
	Names []string
}

// Text lists the names, at most this many.
func (l List) Text(most int) string { return words.Some(l.Names, most) }

// Lists returns the names that matched nothing, then those matched by a guess, grouped by the guess.
func (j *Joined) Lists() []List {
	what := strings.TrimSuffix(string(j.Target), "s")
	all := []List{
		{inference.Plural(len(j.Without), what) + " not in the file", j.Without},
		{inference.Plural(len(j.Surplus), "name") + " of the file without a " + what, j.Surplus},
		{inference.Plural(len(j.Twice), "name") + " in several lines; the first is used", j.Twice},
		{inference.Plural(len(j.Empty), "column") + " without any value for these " + string(j.Target), j.Empty},
	}
	guessed := map[string][]string{}
	var whys []string
	for _, g := range j.Guesses {
		if guessed[g.Why] == nil {
			whys = append(whys, g.Why)
		}
		guessed[g.Why] = append(guessed[g.Why], g.File+" for "+g.Table)
	}
	for _, why := range whys {
		all = append(all, List{inference.Plural(len(guessed[why]), "name") + " matched by a guess (" + why + ")",
			guessed[why]})
	}
	var lists []List
	for _, l := range all {
		if len(l.Names) > 0 {
			lists = append(lists, List{l.Title, slices.Clone(l.Names)})
		}
	}
	return lists
}
