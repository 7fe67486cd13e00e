package latent

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/matrix"

	"gonum.org/v1/gonum/mat"
)

// HasGroups reports whether a result has factors on columns of several tables.
func HasGroups(s *subject.Subject) bool {
	f := factor.StateOf(s.Snapshot)
	if f == nil || f.Side == inference.OnRows {
		return false
	}
	_, ok := s.Data.Groups()
	return ok
}

// largestShare is the largest side of a cell of the variance by table: there are few tables, and they fill the card.
const largestShare = 260

// ByGroupState holds the choices for the variance by table.
type ByGroupState struct {
	Minor bool // minor factors too, see [FactorSubject.Folded]
}

// ByGroup shows the share of the variance of each table that each factor explains, tables × factors. The summary must
// be there.
func ByGroup(s FactorSubject, st ByGroupState, marks Marks) matrix.Matrix {
	s = s.Folded(st.Minor)
	m := matrix.Matrix{Title: subject.JoinTitle(s.Title(0), "variance by table"), Subtitle: s.subtitle(),
		Empty: noFactors,
		Sides: [2]string{"tables", "factors"}, Selection: plotting.NoSelection, Window: plotting.All,
		Style: plotting.Light}
	sum := s.Summary
	if sum.Count() == 0 || sum.ByGroup == nil {
		return m
	}
	b := sum.ByGroup
	x := mat.NewDense(len(b.Names), sum.Count(), nil)
	names := make([]string, sum.Count())
	for k := range names {
		names[k] = sum.Name(k)
		for g := range b.Names {
			x.Set(g, k, 100*b.Explained[k][g].Mean)
		}
	}
	for g := range b.Names {
		m.Rows = append(m.Rows, TableWords(b, g))
	}
	m.Heat = &beside.Heat{X: x, Columns: names, Order: inference.UpTo(len(names)), Title: "variance explained",
		Unit:    "%",
		Scale:   ink.Scale{Map: ink.Ink, Low: 0, High: max(math.Ceil(mat.Max(x)), 1)},
		Words:   func(g, k int) string { return plotting.FormatPercent(x.At(g, k) / 100) },
		Written: true}
	m.Largest = largestShare
	m.ColumnKeys = sum.Factors.IDs
	m.Selection.Columns = sum.Factors.Places(marks.Factors)
	m.Details = func(g, k int) [][2]string {
		return [][2]string{{"of the variance of " + b.Names[g], beside.WithInterval(b.Explained[k][g])},
			{"of that of all", beside.WithInterval(sum.Explained[k])}}
	}
	return m
}

// TableWords names a table with the share of its variance that the factors explain: "genes, 54 %".
func TableWords(b *factors.ByGroup, group int) string {
	return fmt.Sprintf("%s, %s", b.Names[group], plotting.FormatPercent(b.Total(group)))
}
