package pilot

import (
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/process/pitmanyor"
)

// A diffusion tree over some of its rows is again one of the same prior, with the same θ, α, c, σ²
// and noise: rows come one after the other, and a later row changes nothing about those before. So
// the pilot of a large table takes a sample of its rows. The number of branch points that it learns
// is that of the sample, and is extended to all rows (math 5.3).

const (
	Whole = 1000 // up to this many rows a pilot takes all
	Some  = 400  // rows that it takes of larger tables
)

// SomeRows draws the rows of a pilot of a table of n rows, in ascending order.
func SomeRows(n int, rng *rand.Rand) []int { return someOf(n, Some, rng) }

// someOf draws this many of n rows, in ascending order.
func someOf(n, some int, rng *rand.Rand) []int {
	rows := rng.Perm(n)[:some]
	slices.Sort(rows)
	return rows
}

// Extended returns what was learnt from a sample of the rows, extended to n rows. Each tree drawn,
// restricted to every other row, shows how the number of branch points grows with the rows; that
// growth is extrapolated. The draws themselves lack rows and are dropped.
func (l Learning) Extended(n int) Learning {
	whole, half, rows, halfRows := 0.0, 0.0, 0.0, 0.0
	for i := range l.Draws {
		t := l.Draws[i].Tree()
		some := everyOther(t.Leaves())
		whole += float64(t.Nodes() - t.Leaves())
		half += float64(t.Restrict(some).Nodes() - len(some))
		rows, halfRows = rows+float64(t.Leaves()), halfRows+float64(len(some))
	}
	each := float64(len(l.Draws))
	growth := (whole - half) / (rows - halfRows)
	factor := 1 + growth*(float64(n)-rows/each)/(whole/each)
	grow := func(m pitmanyor.Moment) pitmanyor.Moment {
		return pitmanyor.Moment{Mean: m.Mean * factor, Deviation: m.Deviation * factor}
	}
	l.Points = grow(l.Points)
	l.Each = slices.Clone(l.Each)
	for i := range l.Each {
		l.Each[i] *= factor
	}
	l.Draws = nil
	return l
}

// everyOther returns 0, 2, 4 … below n.
func everyOther(n int) (list []int) {
	for i := 0; i < n; i += 2 {
		list = append(list, i)
	}
	return list
}
