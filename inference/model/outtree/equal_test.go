package outtree

import (
	"strings"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// Before a fit of many rows that are alike, a note says that it may take long.
func TestRowsAlikeAreNoted(t *testing.T) {
	for every, noted := range map[int]bool{10: true, 300: false} {
		data := &inference.Dataset{X: mat.NewDense(300, 2, nil)}
		for i := range 300 {
			data.X.SetRow(i, []float64{float64(i % every), float64(i % 3)})
		}
		notes, err := (Model{}).Check(data, Model{}.Info().Defaults())
		if err != nil || strings.Contains(strings.Join(notes, "\n"), "rows equal others") != noted {
			t.Errorf("%d kinds of rows: the notes are %q, %v", every, notes, err)
		}
	}
}
