package factors

import (
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/latent"
	"example.org/espalier/plotting/space"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"gonum.org/v1/gonum/mat"
)

// fakeDraws is a run of two chains on fakeFactors: every draw has its factors; in the second
// chain their signs are flipped.
func fakeDraws() (*inference.Dataset, *inference.Snapshot) {
	data, f := viewstest.FakeFactors()
	found := &factor.Factors{State: f}
	s := &inference.Snapshot{Parts: []inference.Part{found}}
	for chain := range 2 {
		sign := float32(1 - 2*chain)
		t := inference.Trace{Names: []string{factors.Features}, Values: [][]float64{nil}}
		for i := range 8 {
			t.Iteration, t.Seconds = append(t.Iteration, i), append(t.Seconds, float64(i))
			t.Values[0] = append(t.Values[0], 2)
			d := &factor.Sparse{Noise: []float32{1, 1, 1, 1, 1}}
			for k := range 2 {
				var items []int32
				var values, activities []float32
				for item := range 5 {
					if v := f.Loadings.At(item, k); v != 0 {
						items, values = append(items, int32(item)), append(values, sign*float32(v)*(1+0.01*float32(i)))
					}
				}
				for n := range 6 {
					activities = append(activities, sign*float32(f.Activities.At(n, k)))
				}
				d.Items, d.Values, d.Activities = append(d.Items, items), append(d.Values, values), append(d.Activities, activities)
			}
			found.Draws = append(found.Draws, factor.Draw{Chain: chain, Iteration: i, State: d})
		}
		s.Chains = append(s.Chains, t)
	}
	return data, s
}

func fakePosterior(t *testing.T) *Posterior {
	t.Helper()
	data, s := fakeDraws()
	sum, err := factors.Summarise(t.Context(), data, s, factors.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return posteriorOf(data, s, (&factors.Follower{}).Follow(sum, factor.StateOf(s)))
}

// The summary of a run comes to the window; its factors have the IDs of the state.
func TestFactorSummariser(t *testing.T) {
	s := viewstest.NewStage(t)
	z := NewSummariser(s.Post)
	defer z.Close()
	got := make(chan *Posterior, 9)
	z.OnPosterior = func(p *Posterior) { got <- p }
	data, first := fakeDraws()
	z.Offer(1, viewstest.SubjectOf(data, first), true)
	wait := func() *Posterior {
		s.Run(func() bool { return len(got) > 0 })
		return <-got
	}
	p := wait()
	ids := slices.Sorted(slices.Values(p.Summary.Factors.IDs))
	if p.Snapshot != first || p.Summary.Draws != 12 || !slices.Equal(ids, []int{7, 9}) ||
		p.Summary.Matches[0].Presence != 1 {
		t.Errorf("%d draws of factors %v", p.Summary.Draws, ids)
	}
	next := *first
	next.Parts = []inference.Part{&factor.Factors{State: factor.StateOf(first), Draws: factor.DrawsOf(first)[:10]}}
	z.Offer(1, viewstest.SubjectOf(data, &next), true)
	if p := wait(); p.Snapshot != &next {
		t.Error("the next summary is of another snapshot")
	}
	z.Offer(2, viewstest.SubjectOf(data, &inference.Snapshot{}), true) // without factors
	z.Offer(2, viewstest.SubjectOf(data, first), true)
	if p := wait(); p.Snapshot != first {
		t.Error("the summary of another run does not come")
	}
}

func TestFactorLoadingsView(t *testing.T) {
	s := viewstest.NewStage(t)
	v := newPage("Factors", s.Post, plotting.Light)
	defer v.Close()
	v.View().Modifiers = func() fyne.KeyModifier { return 0 }
	s.Show(v, 700, 500)
	if v.Figure() != nil {
		t.Error("a figure of nothing")
	}
	p := fakePosterior(t)
	v.SetPosterior(p)
	s.Settle(v.View())
	shown := func() cells.Hinton { return v.Figure().(cells.Hinton) }
	if f := shown(); len(f.Rows) != 5 || len(f.Blocks[0].Columns) != 2 || f.Blocks[0].Columns[0].Quality < 0.99 {
		t.Fatalf("columns %+v of rows %v", f.Blocks, f.Rows)
	}
	var told study.Selection
	v.Connect(pane.Wishes{Pick: func(p study.Selection) { told = p }})
	viewstest.Tap(v.View(),
		viewstest.MarkAt(t, v.View(), func(m plotting.Mark) bool { return m.Kind == "head" && m.Node == 1 }))
	if !slices.Equal(told.Factors(0), p.Summary.Factors.IDs[1:]) || len(told.Columns) != 0 ||
		!shown().Blocks[0].Columns[1].Selected {
		t.Errorf("a click on a head selects %+v", told)
	}
	s.Settle(v.View())
	viewstest.Tap(v.View(),
		viewstest.MarkAt(t, v.View(), func(m plotting.Mark) bool { return m.Kind == "cell" && m.Node == 0 && m.Column == 4 }))
	if f := shown(); !slices.Equal(told.Columns, []int{4}) || len(f.SelectedRows) != 1 || f.Items[f.SelectedRows[0]] != 4 {
		t.Errorf("a click on a cell selects %+v", told)
	}
	v.View().TypedRune('.')
	if !slices.Equal(told.Factors(0), p.Summary.Factors.IDs[1:]) {
		t.Errorf("the next factor is %v", told.Factors(0))
	}
	s.Settle(v.View())
	if v.View().TypedRune('s'); !shown().Signs || !shown().Blocks[0].Columns[1].Selected {
		t.Error("S does not show signs only, with the selection")
	}
	if kept, ok := v.States()["Factors"].(latent.LoadingsState); !ok || !kept.Signs {
		t.Errorf("a study keeps %+v", v.States())
	}
	if v.View().TypedRune('s'); shown().Signs {
		t.Error("S again does not show magnitudes")
	}
	before := slices.Clone(shown().Items)
	v.View().TypedRune('o')
	v.View().TypedRune('o')
	if f := shown(); !slices.IsSorted(f.Items) || slices.IsSorted(before) {
		t.Errorf("in file order items stand as %v, by factor as %v", f.Items, before)
	}
	empty := *p.Summary
	empty.Factors = &factor.State{}
	v.SetPosterior(posteriorOf(p.Data, p.Snapshot, &empty))
	s.Settle(v.View())
	if v.Figure() != nil {
		t.Error("a figure of no factors")
	}
}

// Of thousands of items the leading ones are shown; all of them scroll.
func TestFactorLoadingsOfThousands(t *testing.T) {
	s := viewstest.NewStage(t)
	v := newPage("Factors", s.Post, plotting.Light)
	defer v.Close()
	s.Show(v, 700, 500)
	f := &factor.State{IDs: []int{1}, Loadings: mat.NewDense(3000, 1, nil),
		Activities: mat.NewDense(4, 1, []float64{1, -1, 1, 1})}
	d := &inference.Dataset{X: mat.NewDense(4, 3000, nil), Columns: make([]string, 3000), Rows: make([]string, 4)}
	for i := range 3000 {
		f.Loadings.Set(i, 0, float64(i))
	}
	sum, err := factors.Summarise(t.Context(), d,
		&inference.Snapshot{Parts: []inference.Part{&factor.Factors{State: f}}}, factors.Options{})
	if err != nil {
		t.Fatal(err)
	}
	v.SetPosterior(posteriorOf(d, &inference.Snapshot{Parts: []inference.Part{&factor.Factors{State: f}}}, sum))
	s.Settle(v.View())
	if h := v.Figure().(cells.Hinton); len(h.Rows) != 50 || h.Items[0] != 2999 {
		t.Errorf("%d rows, the first %v", len(h.Rows), h.Items[:1])
	}
	for range 3 {
		v.View().TypedRune('i')
	}
	s.Settle(v.View())
	s.Settle(v.View())
	if h := v.Figure().(cells.Hinton); len(h.Rows) != 3000 || h.Window.Y1 > 0.05 {
		t.Errorf("%d rows in the window %v", len(h.Rows), h.Window)
	}
}

func TestFactorRankingView(t *testing.T) {
	s := viewstest.NewStage(t)
	v := newPage("Ranking", s.Post, plotting.Light)
	defer v.Close()
	v.View().Modifiers = func() fyne.KeyModifier { return 0 }
	s.Show(v, 700, 500)
	p := fakePosterior(t)
	v.SetPosterior(p)
	s.Settle(v.View())
	shown := func() chart.Ranking { return v.Figure().(chart.Ranking) }
	first := shown()
	if !strings.HasSuffix(first.Title, "factor 1") || len(first.Entries) != 3 && len(first.Entries) != 2 {
		t.Errorf("%q lists %v", first.Title, first.Names)
	}
	var copied string
	v.Connect(pane.Wishes{Copy: func(text string) { copied = text }})
	v.View().TypedRune('c')
	if lines := strings.Split(strings.TrimSpace(copied), "\n"); len(lines) != 1+len(first.Entries) ||
		!strings.HasPrefix(lines[1], "1\t"+first.Names[0]+"\t1\t") {
		t.Errorf("the copy is %q", copied)
	}
	v.View().TypedRune('.')
	if f := shown(); !strings.HasSuffix(f.Title, "factor 2") {
		t.Errorf("the next is %q", f.Title)
	}
	var told study.Selection
	v.Connect(pane.Wishes{Pick: func(p study.Selection) { told = p }})
	s.Settle(v.View())
	viewstest.Tap(v.View(), viewstest.MarkAt(t, v.View(), func(m plotting.Mark) bool { return m.Index == 1 }))
	if f := shown(); len(told.Columns) != 1 || told.Columns[0] != f.Entries[1].Item ||
		!slices.Equal(f.Selected, []int{1}) || !strings.HasSuffix(f.Title, "factor 2") {
		t.Errorf("a click selects %+v and marks %v of %q", told, f.Selected, f.Title)
	}
	v.Select(viewstest.Chosen(nil, nil, p.Summary.Factors.IDs[:1]))
	if f := shown(); !strings.HasSuffix(f.Title, "factor 1") {
		t.Errorf("another view's choice shows %q", f.Title)
	}
}

func TestFactorGroupsView(t *testing.T) {
	s := viewstest.NewStage(t)
	v := newPage("By group", s.Post, plotting.Light)
	defer v.Close()
	v.View().Modifiers = func() fyne.KeyModifier { return 0 }
	s.Show(v, 700, 500)
	p := fakePosterior(t)
	v.SetPosterior(p)
	s.Settle(v.View())
	shown := func() chart.Boxes { return v.Figure().(chart.Boxes) }
	f := shown()
	if len(f.Panels) != 2 || !slices.Equal(f.Groups, []string{"b", "a"}) || !strings.Contains(f.Subtitle,
		"Kruskal–Wallis tests, adjusted for 2 factors") || !strings.HasPrefix(f.Panels[0].Notes[0], "p = ") {
		t.Errorf("%q has groups %v and panels %+v", f.Subtitle, f.Groups, f.Panels)
	}
	var told study.Selection
	v.Connect(pane.Wishes{Pick: func(p study.Selection) { told = p }})
	viewstest.Tap(v.View(), viewstest.MarkAt(t, v.View(),
		func(m plotting.Mark) bool { return m.Kind == "group" && m.Column == 1 && m.Index == 1 }))
	if !slices.Equal(told.Rows, []int{1, 3, 5}) || !slices.Equal(told.Factors(0), p.Summary.Factors.IDs[1:]) ||
		!shown().Panels[1].Selected {
		t.Errorf("a click on a group selects %+v", told)
	}
	viewstest.Choose(t, v, "order", "p")
	tests := factors.Associations(p.Summary, p.Data.Annotations[0])
	if a, b := shown().Panels[0].ID, shown().Panels[1].ID; tests[a].P > tests[b].P {
		t.Errorf("factor %d stands before %d", a, b)
	}
	bare := *p.Data
	bare.Annotations = nil
	v.SetPosterior(posteriorOf(&bare, p.Snapshot, p.Summary))
	if v.Figure() != nil || len(latent.GroupAnnotations((&depict.Subject{Data: &bare}))) != 0 {
		t.Error("groups without an annotation")
	}
}

func TestFactorCountsView(t *testing.T) {
	s := viewstest.NewStage(t)
	v := newPage("Number", s.Post, plotting.Light)
	defer v.Close()
	v.View().Modifiers = func() fyne.KeyModifier { return 0 }
	s.Show(v, 700, 500)
	if v.Figure() != nil {
		t.Error("a figure of nothing")
	}
	p := fakePosterior(t)
	v.SetSubject(0, latent.FactorSubject{Subject: p.Subject}) // the trace is there before the summary is
	if f := v.Figure().(chart.Counts); len(f.Trace.Series) != 2 || len(f.Explained) != 0 ||
		!strings.HasPrefix(f.Posterior(), "K = 2 in 100 %") {
		t.Errorf("%d chains, %q", len(f.Trace.Series), f.Posterior())
	}
	v.SetPosterior(p)
	s.Settle(v.View())
	var told study.Selection
	v.Connect(pane.Wishes{Pick: func(p study.Selection) { told = p }})
	viewstest.Tap(v.View(),
		viewstest.MarkAt(t, v.View(), func(m plotting.Mark) bool { return m.Kind == "factor" && m.Node == 1 }))
	if f := v.Figure().(chart.Counts); !slices.Equal(told.Factors(0), p.Summary.Factors.IDs[1:]) || f.Selected != 1 {
		t.Errorf("a click on a bar selects %+v, chosen is %d", told, f.Selected)
	}
	chain, iteration := -1, -1
	v.Connect(pane.Wishes{Draw: func(c, i int) { chain, iteration = c, i }})
	viewstest.Tap(v.View(),
		viewstest.MarkAt(t, v.View(), func(m plotting.Mark) bool { return m.Kind == "draw" && m.Index == 5 }))
	if chain < 0 || iteration != 5 {
		t.Errorf("a click on the trace goes to %d of chain %d", iteration, chain)
	}
}

// TestSelectionAwaitsTheSummary: what is selected before the draws are summarised is marked when they are. Other data
// begin with nothing selected.
func TestSelectionAwaitsTheSummary(t *testing.T) {
	s := viewstest.NewStage(t)
	of := NewSummaries(s.Post)
	defer of.Close()
	v := pane.NewEntry(depict.ByTab("Scatter"), of, s.Post, plotting.Light)
	defer v.Close()
	var picked study.Selection
	v.Connect(pane.Wishes{Pick: func(p study.Selection) { picked = p }})
	s.Show(v, 700, 500)
	for i, rows := range [][]int{{2, 4}, nil} {
		id := study.ResultID(i + 1)
		data, draws := fakeDraws()
		v.SetResult(pane.Result{Subject: viewstest.SubjectOf(data, draws), ID: id, Rests: true})
		if rows != nil {
			v.Select(study.Selection{Rows: rows})
		}
		s.Run(func() bool { return of.Current(id) != nil && v.Figure() != nil })
		s.Settle(v.View())
		got := v.Figure().(*space.Clusters).Selection.Rows
		if !slices.Equal(got, rows) {
			t.Errorf("result %d: rows %v are selected, not %v", id, got, rows)
		}
		if picked.Rows != nil {
			t.Errorf("result %d: %v was selected", id, picked)
		}
	}
}
