package inspect

import (
	"context"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	pooled "example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"

	"example.org/espalier/plotting/depict/latent"
	drawn "example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/selected"
	"example.org/espalier/views/factors"
	"example.org/espalier/views/trees"
	"example.org/espalier/views/viewstest"
)

func smallPosterior(t *testing.T) *factors.Posterior {
	t.Helper()
	data, f := viewstest.FakeFactors()
	s := &inference.Snapshot{Parts: []inference.Part{&factor.Factors{State: f}}}
	sum, err := pooled.Summarise(context.Background(), data, s, pooled.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &factors.Posterior{Result: 0,
		FactorSubject: latent.FactorSubject{Subject: viewstest.SubjectOf(data, s), Summary: sum}}
}

func lineOf(m selected.Summary, label string) string {
	for _, l := range m.Lines {
		if l[0] == label {
			return l[1]
		}
	}
	return ""
}

// The selection of a factor model is described by what its factors say of it.
func TestDescribeFactors(t *testing.T) {
	p := smallPosterior(t)
	f := p.Summary.Factors
	first := f.IDs[0]
	k := 0
	describe := func(x study.Selection) selected.Summary {
		return selected.Factors(p.FactorSubject, p.Result, drawn.State{Selection: x})
	}
	m := describe(viewstest.Chosen(nil, nil, []int{first}))
	n := 0
	greatest := 0
	for i := range 5 {
		if f.Inclusion.At(i, k) == 1 {
			n++
		}
		if f.Loadings.At(i, k) > f.Loadings.At(greatest, k) {
			greatest = i
		}
	}
	if m.Title != "factor 1" || lineOf(m, "loads on") != plotting.FormatCount(n)+" of 5" ||
		!strings.HasSuffix(lineOf(m, "explains"), "% of the variance") ||
		!strings.HasSuffix(lineOf(m, "most active in"), "(kind)") || m.Highest[0].Name != p.Data.Columns[greatest] ||
		m.Heads[0] != "Largest loadings" {
		t.Errorf("a factor is %+v", m)
	}
	m = describe(viewstest.Chosen([]int{4}, []int{greatest}, []int{first}))
	if lineOf(m, "loading on "+p.Data.Columns[greatest]) == "" || lineOf(m, "activity in case 4") == "" {
		t.Errorf("a cell is %+v", m)
	}
	m = describe(viewstest.Chosen(nil, nil, f.IDs))
	if m.Title != "2 factors" || lineOf(m, "all load on") != "1" {
		t.Errorf("two factors are %+v", m)
	}
	m = describe(viewstest.Chosen(nil, []int{2}, nil))
	if m.Title != "item 2" || lineOf(m, "in factors") != "2 of 2" || len(m.Highest) != 2 || m.Highest[0].Difference != 1 {
		t.Errorf("an item is %+v", m)
	}
	m = describe(viewstest.Chosen([]int{3}, nil, nil))
	if m.Title != "case 3" || lineOf(m, "kind") != "a" || len(m.Lowest) != 1 || m.Lowest[0].Difference != -1 {
		t.Errorf("a case is %+v", m)
	}
	// Observed, fitted and residual of a cell, and what each factor adds to it.
	m = describe(viewstest.Chosen([]int{2}, []int{1}, nil))
	if lineOf(m, "observed") != "missing" || lineOf(m, "residual") != "" || lineOf(m, "fitted") == "" {
		t.Errorf("a missing cell is %+v", m)
	}
	m = describe(viewstest.Chosen([]int{4}, []int{2}, nil))
	if lineOf(m, "residual") != "0" || len(m.Highest)+len(m.Lowest) != 1 {
		t.Errorf("a cell is %+v", m)
	}
	if m = describe(study.Selection{}); !m.Empty {
		t.Errorf("nothing is %+v", m)
	}
}

// The inspector shows it, and a click on a bar continues from there.
func TestInspectorOfFactors(t *testing.T) {
	s := viewstest.NewStage(t)
	p := smallPosterior(t)
	v := trees.New(s.Post, plotting.Light)
	v.Keeper = viewstest.NewKeeper(v.SetState)
	defer v.Close()
	v.SetData(p.Data)
	n := NewInspector(TreeWishes(v), trees.NewGroupList(v.Groups.Wishes()), s.Post, plotting.Light)
	defer n.Close()
	v.OnState = func(drawn.State) { n.Follow(v.Source()) }
	n.SetFactors(p)
	s.Show(n, 250, 700)
	v.Pick(viewstest.Chosen(nil, []int{2}, nil))
	described(s, n)
	if n.title.Left != "item 2" || !n.copy.Visible() || n.collapse.Visible() || n.copy.Text != "Copy name" {
		t.Fatalf("the inspector says %q", n.title.Left)
	}
	var copied string
	v.OnCopy = func(names []string) { copied = strings.Join(names, "\n") + "\n" }
	if n.copy.Do(); copied != "item 2\n" {
		t.Errorf("copied is %q", copied)
	}
	viewstest.Tap(n.bars,
		viewstest.MarkAt(t, n.bars, func(m plotting.Mark) bool { return m.Kind == "bar" && m.Index == 1 }))
	described(s, n)
	if got := v.State().Selection; len(got.Factors(0)) != 1 || len(got.Columns) != 0 ||
		!strings.HasPrefix(n.title.Left, "factor ") {
		t.Errorf("after a click on a bar, %v is selected and %q described", got, n.title.Left)
	}
	s.Keep("inspector-factor")
	n.SetFactors(nil)
	v.Select([]int{0, 2})
	described(s, n)
	if n.title.Left != "Selection of 2 rows" {
		t.Errorf("without factors two rows are %q", n.title.Left)
	}
}
