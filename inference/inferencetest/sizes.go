package inferencetest

import (
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// A Size is a table of random numbers, the settings of a model, and the expected result of its Check.
type Size struct {
	Rows, Columns int
	Set           map[string]string
	Error         string // part of the error; "" where the table is accepted
	Note          string // part of a note
	Without       string // part of no note
}

// Sizes checks the answers of a model's Check for tables at its limits of size.
func Sizes(t testing.TB, m inference.Model, sizes ...Size) {
	t.Helper()
	for _, z := range sizes {
		rng := rand.New(rand.NewPCG(uint64(z.Rows), uint64(z.Columns)))
		x := mat.NewDense(z.Rows, z.Columns, nil)
		for i := range z.Rows {
			for j := range z.Columns {
				x.Set(i, j, rng.NormFloat64())
			}
		}
		s := m.Info().Defaults()
		for name, value := range z.Set {
			if err := s.Set(name, value); err != nil {
				t.Fatal(err)
			}
		}
		notes, err := m.Check(DatasetOf(x), s)
		if (err != nil) != (z.Error != "") || err != nil && !strings.Contains(err.Error(), z.Error) {
			t.Errorf("%s, %d × %d, %v: %v, want %q", m.Info().Name, z.Rows, z.Columns, z.Set, err, z.Error)
		}
		all := strings.Join(notes, "\n")
		for _, word := range []string{"only one value", "issing", "no values"} {
			if strings.Contains(all, word) {
				t.Errorf("%s, %d × %d: of a table without such a thing a note says %q", m.Info().Name, z.Rows, z.Columns, word)
			}
		}
		if z.Note != "" && !strings.Contains(all, z.Note) {
			t.Errorf("%s, %d × %d, %v: no note says %q: %q", m.Info().Name, z.Rows, z.Columns, z.Set, z.Note, all)
		}
		if z.Without != "" && strings.Contains(all, z.Without) {
			t.Errorf("%s, %d × %d, %v: a note says %q", m.Info().Name, z.Rows, z.Columns, z.Set, z.Without)
		}
	}
}
