package inspect

import (
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/plotting"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/selected"
	"example.org/espalier/views/trees"
	"example.org/espalier/views/viewstest"

	"gonum.org/v1/gonum/mat"
)

// irisCovariance has the lengths and widths of iris go together in pairs.
func irisCovariance(columns []string) *covariance.Covariance {
	return &covariance.Covariance{Columns: columns, Form: covariance.Free, Estimate: covariance.PosteriorMean,
		Dense: mat.NewDense(4, 4, []float64{
			2, 0, 1.5, 0, 0, 1, 0, 0.5, 1.5, 0, 2, 0, 0, 0.5, 0, 1})}
}

// The inspector says along which directions a clade is set apart, and forgets them with the
// covariance.
func TestInspectorSaysDirections(t *testing.T) {
	s, v := inspectedStage(t, "iris")
	n := NewInspector(TreeWishes(v), trees.NewGroupList(v.Groups.Wishes()), s.Post, plotting.Light)
	defer n.Close()
	v.OnState = func(drawn.State) { n.Follow(v.Source()) }
	s.Settle(v.View())
	n.SetCovariance(&inference.Snapshot{Parts: []inference.Part{irisCovariance(v.Data().Columns)}})
	v.Clades.Ladderize()
	node := v.Tree().Children[v.Tree().Top][0]
	viewstest.Tap(v.View(),
		viewstest.MarkAt(t, v.View(), func(m plotting.Mark) bool { return m.Kind == "branch point" && m.Node == node }))
	s.Settle(v.View())
	described(s, n)
	rows := v.State().Selection.Rows
	if len(rows) < 2 || !n.directions.Visible() || n.directions.head != selected.DirectionsHead {
		t.Fatalf("%d rows, %q", len(rows), n.directions.text)
	}
	// The eigenvector (1, 0, 1, 0)/√2 has the eigenvalue 3.5 of 6.
	first := ""
	for _, line := range strings.Split(n.directions.text, "\n") {
		if strings.HasPrefix(line, "Direction 1, 58 % of the variance: ") && strings.Contains(line, " s.d., ") {
			first = line
		}
	}
	for _, j := range []int{0, 2} {
		if !strings.Contains(first, strings.ReplaceAll(v.Data().Columns[j], " ", "\u00a0")) {
			t.Errorf("%q does not name %s", first, v.Data().Columns[j])
		}
	}
	n.SetCovariance(nil)
	n.Follow(v.Source())
	described(s, n)
	if n.directions.Visible() {
		t.Error("directions are left without a covariance")
	}
}

// Factors that were drawn are named as such; fitted ones, which can be turned at will, are not.
func TestDirectionsOfFactors(t *testing.T) {
	s, v := inspectedStage(t, "iris")
	s.Settle(v.View())
	data := v.Data()
	c := &covariance.Covariance{Columns: data.Columns, Form: covariance.Factors, Estimate: covariance.Likelihood,
		Factors: 1, Loadings: mat.NewDense(4, 1, []float64{1, 0, 1, 0}), Specific: []float64{1, 1, 1, 1}}
	rows := make([]int, 50)
	for i := range rows {
		rows[i] = i
	}
	for draws, want := range map[int]string{0: "Direction 1, 50 %", 20: "Factor 1, 33 %"} {
		var l selected.Directions
		k := *c
		k.Draws = draws
		l.Follow(&k)
		if got := l.Describe(data, rows); !strings.Contains(got, want+" of the variance: −") ||
			!strings.Contains(got, "lower in "+data.Columns[0]+", "+data.Columns[2]) {
			t.Errorf("%d draws: %q", draws, got)
		}
		if got := l.Describe(data, nil); got != "" {
			t.Errorf("nothing is set apart by %q", got)
		}
	}
}
