package guess

import (
	"slices"

	"example.org/espalier/inference/column"
)

// agree puts the levels of columns of text in the order of the first column that has them all, so that the same words
// mean the same in every column.
func agree(guesses []Guess) {
	levels := func(g Guess) []string {
		if !g.Text {
			return nil
		}
		return g.Kind.Levels
	}
	for i := range guesses {
		g := &guesses[i]
		if len(levels(*g)) == 0 || g.Kind.Sort == column.Ordered {
			continue
		}
		in := func(list []string) bool {
			return !slices.ContainsFunc(g.Kind.Levels, func(l string) bool { return !slices.Contains(list, l) })
		}
		from := slices.IndexFunc(guesses, func(o Guess) bool { return o.Kind.Sort == column.Ordered && in(levels(o)) })
		if from < 0 {
			from = slices.IndexFunc(guesses, func(o Guess) bool { return in(levels(o)) })
		}
		var ordered []string
		var counts []int
		for _, l := range guesses[from].Kind.Levels {
			if at := slices.Index(g.Kind.Levels, l); at >= 0 {
				ordered, counts = append(ordered, l), append(counts, g.Counts[at])
			}
		}
		g.Kind.Levels, g.Counts = ordered, counts
	}
}
