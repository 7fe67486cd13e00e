package matrix

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"
)

// Entries of the legend stand for rows, those of strips above the columns for columns.
func TestLegendOfAMatrixIsHit(t *testing.T) {
	m := factorCases()["activities"]
	n, d := m.Heat.X.Dims()
	kinds := make([]string, d)
	for i := range kinds {
		kinds[i] = []string{"of one kind", "of another"}[i%2]
	}
	m.RowStrips, m.ColumnStrips = nil, []beside.Strip{{Annotation: inference.NewAnnotation("kind", kinds)}}
	if mark := plottingtest.CheckLegend(t, m.Layout(plottingtest.At(900, 700)),
		m.ColumnStrips[0].Annotation); mark.Index != ink.AcrossLegend {
		t.Errorf("the mark of a column is %+v", mark)
	}
	rows := make([]string, n)
	for i := range rows {
		rows[i] = []string{"a row", "an odd row"}[i%2]
	}
	m.RowStrips, m.ColumnStrips = []beside.Strip{{Annotation: inference.NewAnnotation("kind", rows)}}, nil
	if mark := plottingtest.CheckLegend(t, m.Layout(plottingtest.At(900, 700)),
		m.RowStrips[0].Annotation); mark.Index == ink.AcrossLegend {
		t.Errorf("the mark of a row is %+v", mark)
	}
}
