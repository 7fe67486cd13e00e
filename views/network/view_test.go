package network

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/kind/scales"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/choice"
	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/plotting/matrix"
	"example.org/espalier/plotting/network"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// cliques is a graph over the columns of iris, or over twelve of its rows: two cliques and a bridge.
func cliques(t *testing.T, over string) pane.Result {
	t.Helper()
	data, _ := viewstest.Sample(t, "iris")
	g := &graph.Graph{Over: over, Nodes: data.Rows, Measure: graph.Probability, Weighted: graph.Partial}
	n := 12
	if over == graph.Columns {
		g.Nodes, n = data.Columns, 4
	}
	for b := range n {
		for a := range b {
			switch {
			case a*2/n == b*2/n:
				g.Edges = append(g.Edges, graph.Edge{From: a, To: b, Strength: 0.9, Weight: 0.4})
			case a == 0 && b == n-1:
				g.Edges = append(g.Edges, graph.Edge{From: a, To: b, Strength: 0.6, Weight: -0.2})
			case a == 0 || b == n-1:
				g.Edges = append(g.Edges, graph.Edge{From: a, To: b, Strength: 0.3, Weight: -0.1})
			}
		}
	}
	g.Edges[0].Strength = 0.95
	s := viewstest.SubjectOf(data, &inference.Snapshot{Parts: []inference.Part{g}})
	if err := g.Check(data); err != nil {
		t.Fatal(err)
	}
	return pane.Result{Subject: s, ID: 3, Rests: true}
}

// told is what a pane wished for.
type told struct {
	selection study.Selection
	states    []any
}

// stage shows a pane with a result.
func stage(t *testing.T, k int, over string) (*viewstest.Stage, pane.Pane, *told) {
	t.Helper()
	s := viewstest.NewStage(t)
	panes := Panes(s.Post, plotting.Light)
	for _, p := range panes {
		t.Cleanup(p.Close)
		p.View().Modifiers = func() fyne.KeyModifier { return 0 }
	}
	p, w := panes[k], &told{}
	p.Connect(pane.Wishes{Pick: func(q study.Selection) { w.selection = q },
		Keep: func(_ string, state any) { w.states = append(w.states, state) }})
	r := cliques(t, over)
	if !p.Offers(r.Subject) {
		t.Fatal("the pane has nothing to show")
	}
	s.Show(p.Object(), 900, 600)
	p.SetResult(r)
	s.Settle(p.View())
	return s, p, w
}

// press presses keys and waits for the picture.
func press(s *viewstest.Stage, p pane.Pane, keys ...string) {
	for _, k := range keys {
		viewstest.Press(p.View(), k)
		s.Settle(p.View())
	}
}

func figure(p pane.Pane) *network.Network { return p.Figure().(*network.Network) }

// A click on a node selects its row, one on an edge both ends, and a double click what it is joined
// to; of columns the same.
func TestClick(t *testing.T) {
	for _, over := range []string{graph.Rows, graph.Columns} {
		s, p, w := stage(t, 0, over)
		own := func() []int {
			if over == graph.Columns {
				return w.selection.Columns
			}
			return w.selection.Rows
		}
		m := viewstest.TapMark(t, p.View(), func(m plotting.Mark) bool { return m.Kind == "node" })
		s.Settle(p.View())
		if !slices.Equal(own(), []int{m.Index}) || len(w.selection.Rows)+len(w.selection.Columns) != 1 {
			t.Errorf("%s: a node selects %+v", over, w.selection)
		}
		if f := figure(p); !slices.Equal(f.Selection.Rows, w.selection.Rows) ||
			!slices.Equal(f.Selection.Columns, w.selection.Columns) {
			t.Errorf("%s: marked is %+v", over, f.Selection)
		}
		m = viewstest.TapMark(t, p.View(), func(m plotting.Mark) bool { return m.Kind == "edge" })
		s.Settle(p.View())
		e := figure(p).Edges[m.Index]
		if !slices.Equal(own(), []int{e.From, e.To}) {
			t.Errorf("%s: edge %+v selects %v", over, e, own())
		}
		if !slices.ContainsFunc(m.Lines, func(l [2]string) bool { return l[0] == graph.Partial }) {
			t.Errorf("an edge says %v", m.Lines)
		}
		viewstest.Tap(p.View(), fyne.NewPos(2, 560))
		s.Settle(p.View())
		if !w.selection.Empty() {
			t.Errorf("%s: a click beside all selects %+v", over, w.selection)
		}
	}
	s, p, w := stage(t, 0, graph.Rows)
	p.View().OnOpen(plotting.Mark{Kind: "node", Index: 11, Row: 11}, true)
	s.Settle(p.View())
	if !slices.Equal(w.selection.Rows, []int{0, 6, 7, 8, 9, 10, 11}) {
		t.Errorf("a double click selects %v", w.selection.Rows)
	}
}

// The threshold shows more edges or fewer, says how many are false, and moves no node.
func TestThreshold(t *testing.T) {
	s, p, w := stage(t, 0, graph.Rows)
	v := p.(*View)
	before := figure(p)
	if len(before.Edges) != 31 || v.threshold.count.line.Left != "31 edges, about 3 false" {
		t.Fatalf("%d edges, %q", len(before.Edges), v.threshold.count.line.Left)
	}
	for range 5 {
		press(s, p, ",")
	}
	f := figure(p)
	if len(f.Edges) != 41 || v.threshold.count.line.Left != "41 edges, about 10 false" ||
		v.threshold.title.Left != "Probability from 25 %" {
		t.Errorf("%d edges, %q, %q", len(f.Edges), v.threshold.count.line.Left, v.threshold.title.Left)
	}
	if !slices.Equal(f.X, before.X) || !slices.Equal(f.Y, before.Y) {
		t.Error("nodes moved")
	}
	v.threshold.slider.Resize(fyne.NewSize(112, 22))
	v.threshold.slider.Tapped(viewstest.Point(111, 11))
	s.Settle(p.View())
	if f := figure(p); len(f.Edges) != 0 || !strings.HasPrefix(v.About(), "0 edges") {
		t.Errorf("%d edges of probability 1, %q", len(f.Edges), v.About())
	}
	if len(w.states) != 6 {
		t.Errorf("the document was told %d times", len(w.states))
	}
	press(s, p, "R")
	if f := figure(p); slices.Equal(f.X, before.X) {
		t.Error("nodes are not arranged again")
	}
}

// The slider of the resolution and its keys show fewer or more communities, and move no node.
func TestResolution(t *testing.T) {
	s, p, w := stage(t, 0, graph.Rows)
	v := p.(*View)
	if slices.ContainsFunc(v.Choices(), func(c choice.Choice) bool { return c.Name == "resolution" && !c.Needless }) {
		t.Error("a graph without scales has a resolution")
	}
	r := cliques(t, graph.Rows)
	graph.Of(r.Snapshot).Measure = graph.Neighbouring
	n := len(r.Data.Rows)
	one, two, each := make([]int, n), make([]int, n), make([]int, n)
	for i := range n {
		two[i], each[i] = i%2, i
	}
	of := &scales.Scales{Name: "resolution", Of: "community", Measure: "modularity", Asked: 1,
		At:     []float64{0.5, 1, 2},
		Labels: [][]int{one, two, each}, Quality: []float64{0.1, 0.2, 0.3}}
	r.Snapshot.Parts = append(r.Snapshot.Parts, &partition.Partition{Name: "community", Labels: two}, of)
	p.SetResult(r)
	s.Settle(p.View())
	before := figure(p)
	for _, step := range []struct {
		key    string
		groups int
		words  string
	}{{"", 2, "2 communities at resolution 1, modularity 0.2"}, {"[", 1, "1 community at resolution 0.5"},
		{"[", 1, "1 community at resolution 0.5"},
		{"]", 2, "2 communities at resolution 1"}, {"]", n, fmt.Sprint(n, " communities at resolution 2")}} {
		if step.key != "" {
			press(s, p, step.key)
		}
		f := figure(p)
		if len(f.Strip.Annotation.Levels) != step.groups || !strings.HasPrefix(f.Subtitle, step.words) {
			t.Errorf("%q: %d groups, %q", step.key, len(f.Strip.Annotation.Levels), f.Subtitle)
		}
		if !slices.Equal(f.X, before.X) || !slices.Equal(f.Y, before.Y) {
			t.Error("nodes moved")
		}
	}
	if len(w.states) < 3 {
		t.Errorf("the document was told %d times", len(w.states))
	}
}

// A threshold is of one measure: with another layout chosen, a result of another measure still begins at its own, and
// what was chosen for the first comes back with it.
func TestEachMeasureHasItsThreshold(t *testing.T) {
	s, p, _ := stage(t, 0, graph.Rows)
	v := p.(*View)
	of := func(measure string) {
		r := cliques(t, graph.Rows)
		graph.Of(r.Snapshot).Measure = measure
		p.SetResult(r)
		s.Settle(p.View())
	}
	press(s, p, "L")
	of(graph.Significance)
	if v.threshold.title.Left != "1 − q from 95 %" || v.Chosen("layout") == graphs.Force {
		t.Errorf("%q, layout %s", v.threshold.title.Left, v.Chosen("layout"))
	}
	press(s, p, ",")
	of(graph.Probability)
	if v.threshold.title.Left != "Probability from 50 %" {
		t.Errorf("%q", v.threshold.title.Left)
	}
	of(graph.Significance)
	if v.threshold.title.Left != "1 − q from 90 %" {
		t.Errorf("%q", v.threshold.title.Left)
	}
}

// Layouts, colours, sizes and the neighbourhood change by keys, and are restored.
func TestLook(t *testing.T) {
	s, p, w := stage(t, 0, graph.Rows)
	v := p.(*View)
	first := figure(p).X
	press(s, p, "L")
	if v.Chosen("layout") != graphs.Circle || slices.Equal(figure(p).X, first) {
		t.Errorf("layout %q", v.Chosen("layout"))
	}
	press(s, p, "L", "L")
	if f := figure(p); v.Chosen("layout") != graphs.OnPlane || f.Across == nil ||
		viewstest.Options(t, v, "across") == nil {
		t.Errorf("layout %q", v.Chosen("layout"))
	}
	names := viewstest.Options(t, v, "across")
	viewstest.Choose(t, v, "across", names[1]) // change places
	if s.Settle(p.View()); v.Chosen("across") != names[1] || v.Chosen("up") != names[0] {
		t.Errorf("over directions %s and %s", v.Chosen("across"), v.Chosen("up"))
	}
	press(s, p, "Z", "C")
	if f := figure(p); f.Sizes == nil || v.Chosen("size") != graphs.Joined ||
		v.Chosen("colour") != graphs.None || f.Strip != nil {
		t.Errorf("size %q, colour %q", v.Chosen("size"), v.Chosen("colour"))
	}
	v.Select(study.Selection{Rows: study.Set{1}})
	press(s, p, "B")
	if f := figure(p); f.Hidden == nil || f.Hidden[0] || !f.Hidden[9] {
		t.Error("what is far from the selection is shown")
	}
	kept, err := json.Marshal(w.states[len(w.states)-1])
	if err != nil {
		t.Fatal(err)
	}
	var panes study.Panes
	if err := json.Unmarshal([]byte(`{"Network":`+string(kept)+`}`), &panes); err != nil {
		t.Fatal(err)
	}
	p.Restore(nil)
	s.Settle(p.View())
	if v.Chosen("layout") != graphs.Force || figure(p).Sizes != nil || !slices.Equal(figure(p).X, first) {
		t.Errorf("after the undo %+v is shown", v.States())
	}
	p.Restore(panes)
	s.Settle(p.View())
	if v.Chosen("layout") != graphs.OnPlane || v.Chosen("around") != "1" || figure(p).Sizes == nil {
		t.Errorf("%s shows %+v", kept, v.States())
	}
	// What a file says beyond what there is shows something.
	for _, text := range []string{
		`{"Least":-4,"Arranged":1e9,"Layout":"spiral","Across":99,"Up":-3,"Around":1000,"Colour":"?","Size":"?","Moved":{"-1":[0,0],"900":[1,1]},"Of":3}`,
		`{}`} {
		var hostile study.Panes
		if err := json.Unmarshal([]byte(`{"Network":`+text+`}`), &hostile); err != nil {
			t.Fatal(err)
		}
		p.Restore(hostile)
		s.Settle(p.View())
		if f := figure(p); len(f.X) != 150 {
			t.Errorf("%s shows %d nodes", text, len(f.X))
		}
	}
}

// A node that is dragged stays, and with it the others that are selected.
func TestDrag(t *testing.T) {
	s, p, w := stage(t, 0, graph.Rows)
	v := p.(*View)
	before := figure(p)
	from := viewstest.MarkAt(t, p.View(), func(m plotting.Mark) bool { return m.Kind == "node" && m.Index < 6 })
	m, _ := p.View().MarkAt(from)
	other := (m.Index + 1) % 6
	v.Select(study.Selection{Rows: study.SetOf([]int{m.Index, other})})
	s.Settle(p.View())
	p.View().MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: from}})
	for _, by := range []float32{20, 20} {
		from = from.AddXY(by, 10)
		p.View().Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: from}, Dragged: fyne.NewDelta(by, 10)})
		s.Settle(p.View())
	}
	p.View().DragEnd()
	s.Settle(p.View())
	f := figure(p)
	dx, dy := f.X[m.Index]-before.X[m.Index], f.Y[m.Index]-before.Y[m.Index]
	if dx <= 0 || dy >= 0 || !near(f.X[other]-before.X[other], dx) || !near(f.Y[other]-before.Y[other], dy) {
		t.Errorf("moved by %v, %v, the other by %v", dx, dy, f.X[other]-before.X[other])
	}
	var kept struct{ Moved map[int][2]float64 }
	if text, err := json.Marshal(w.states); err != nil ||
		json.Unmarshal(text[1:len(text)-1], &kept) != nil || len(kept.Moved) != 2 {
		t.Fatalf("kept %v", w.states)
	}
	for u := range f.X {
		if u != m.Index && u != other && f.X[u] != before.X[u] {
			t.Fatalf("node %d moved", u)
		}
	}
	r := cliques(t, graph.Rows)
	r.ID = 4 // of another result the places mean nothing
	p.SetResult(r)
	s.Settle(p.View())
	if f := figure(p); f.X[other] != before.X[other] {
		t.Error("the node is moved in another result")
	}
}

func near(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }

// Without a mouse: walk from node to node, grow the selection, take hubs and communities.
func TestKeys(t *testing.T) {
	s, p, w := stage(t, 0, graph.Rows)
	press(s, p, "N")
	if !slices.Equal(w.selection.Rows, []int{0}) {
		t.Errorf("first of all comes %v", w.selection.Rows)
	}
	press(s, p, "N")
	if !slices.Equal(w.selection.Rows, []int{11}) {
		t.Errorf("then %v", w.selection.Rows)
	}
	press(s, p, "P", "J")
	if !slices.Equal(w.selection.Rows, []int{0, 1, 2, 3, 4, 5, 11}) {
		t.Errorf("grown to %v", w.selection.Rows)
	}
	press(s, p, "P", "N", "N", "G")
	if len(w.selection.Rows) != 6 {
		t.Errorf("a community of %v", w.selection.Rows)
	}
	press(s, p, "H")
	if len(w.selection.Rows) == 0 || !slices.Contains(w.selection.Rows, 0) {
		t.Errorf("hubs %v", w.selection.Rows)
	}
}

// While a run is live the nodes stay near their places; at rest the same graph has the same ones.
func TestLive(t *testing.T) {
	s, p, _ := stage(t, 0, graph.Rows)
	r := cliques(t, graph.Rows)
	g := graph.Of(r.Snapshot)
	g.Edges = slices.DeleteFunc(g.Edges, func(e graph.Edge) bool { return e.From == 2 && e.To == 5 })
	before := figure(p)
	counts := func(when string) { // what is beside the threshold is of the picture on the screen
		t.Helper()
		if got, f := p.(*View).threshold.count.line.Left,
			p.(*View).network(); !strings.HasPrefix(got, plotting.Plural(f.All, "edge")+",") {
			t.Errorf("%s: %q of %d edges", when, got, f.All)
		}
	}
	r.Rests = false
	p.SetResult(r)
	counts("before the picture")
	s.Settle(p.View())
	counts("with it")
	f := figure(p)
	if len(f.Edges) != 30 {
		t.Fatalf("%d edges", len(f.Edges))
	}
	for u := range f.X {
		if d := max(f.X[u]-before.X[u], before.X[u]-f.X[u], f.Y[u]-before.Y[u], before.Y[u]-f.Y[u]); d > 0.8 {
			t.Errorf("node %d went %v", u, d)
		}
	}
	p.SetResult(cliques(t, graph.Rows))
	s.Settle(p.View())
	if f := figure(p); !slices.Equal(f.X, before.X) || !slices.Equal(f.Y, before.Y) {
		t.Error("the same graph at rest has other places")
	}
}

// A cell of the matrix selects the ends of its edge; communities stand together.
func TestMatrix(t *testing.T) {
	for _, over := range []string{graph.Rows, graph.Columns} {
		s, p, w := stage(t, 1, over)
		m := viewstest.TapMark(t, p.View(), func(m plotting.Mark) bool { return m.Kind == "cell" && m.Row != m.Column })
		s.Settle(p.View())
		got, want := w.selection.Rows, study.SetOf([]int{m.Row, m.Column})
		if over == graph.Columns {
			got = w.selection.Columns
		}
		f := p.Figure().(matrix.Matrix)
		if !slices.Equal(got, want) || !slices.Equal(f.Selection.Rows, want) {
			t.Errorf("%s: cell %d, %d selects %+v and marks %v", over, m.Row, m.Column, w.selection, f.Selection.Rows)
		}
		if over == graph.Rows {
			first := slices.Clone(f.Order[:6])
			slices.Sort(first)
			if text := fmt.Sprint(first); text != "[0 1 2 3 4 5]" && text != "[6 7 8 9 10 11]" {
				t.Errorf("first stand %v", first)
			}
		}
	}
}

// TestArrowsOfAClass goes through what the arrows of a Bayesian network may be: of its class, lines have
// none; of the best network, all have one; nodes stay where they are.
func TestArrowsOfAClass(t *testing.T) {
	r := cliques(t, graph.Columns)
	g := *graph.Of(r.Snapshot)
	g.Directed, g.Weighted = true, ""
	g.Class = &graph.Class{
		Bonds: []graph.Bond{{From: 0, To: 1, Directed: true}, {From: 2, To: 1, Directed: true}, {From: 2, To: 3}}}
	r.Subject = viewstest.SubjectOf(r.Data, &inference.Snapshot{Parts: []inference.Part{&g}})
	v := NewView(viewstest.NewStage(t).Post, plotting.Light)
	defer v.Close()
	v.Resize(fyne.NewSize(900, 600))
	v.SetResult(r)
	if viewstest.Options(t, v, "arrows") == nil || v.threshold.needless {
		t.Fatal("there is nothing to choose")
	}
	before := v.Figure().(*network.Network)
	v.View().OnRune('a')
	class := v.Figure().(*network.Network)
	lines := 0
	for _, e := range class.Edges {
		if e.Either {
			lines++
		}
	}
	if v.Chosen("arrows") != "class" || len(class.Edges) != 3 || lines != 1 || !v.threshold.needless {
		t.Errorf("the class has %d edges, %d of them lines", len(class.Edges), lines)
	}
	if !slices.Equal(class.X, before.X) || !slices.Equal(class.Y, before.Y) {
		t.Error("the nodes move")
	}
	if !strings.Contains(class.Subtitle, "equivalence class") {
		t.Errorf("it is called %q", class.Subtitle)
	}
	v.View().OnRune('a')
	for _, e := range v.Figure().(*network.Network).Edges {
		if e.Either {
			t.Error("an edge of the best network has no arrow")
		}
	}
	v.View().OnRune('a')
	if v.Chosen("arrows") != "probability" || len(v.Figure().(*network.Network).Edges) != len(before.Edges) {
		t.Error("the probabilities do not come back")
	}
	v.SetResult(cliques(t, graph.Columns))
	if viewstest.Options(t, v, "arrows") != nil {
		t.Error("a graph without a class has arrows to choose")
	}
}

// TestColumnsAreAnnotated colours and sizes the nodes of a graph of columns by annotations of these.
func TestColumnsAreAnnotated(t *testing.T) {
	r := cliques(t, graph.Columns)
	data := *r.Data
	data.ColumnAnnotations = []inference.Annotation{
		inference.NewAnnotation("part", []string{"sepal", "sepal", "petal", "petal"}),
		inference.NewAnnotation("weight", []string{"1", "2", "3", "8"}),
	}
	r.Subject = viewstest.SubjectOf(&data, r.Snapshot)
	if got := graphs.Colours(r.Subject); !slices.Contains(got, "weight") || graphs.UsualColour(r.Subject) != "part" {
		t.Fatalf("nodes can be coloured by %v", got)
	}
	st := graphs.UsualState(graph.Of(r.Snapshot))
	st.Size = "weight"
	f := (&graphs.Maker{}).Figure(r.Subject, st, plotting.NoSelection, false)
	if f.Strip == nil || f.Strip.Annotation.Name != "part" || len(f.Sizes) != 4 || f.Sizes[0] != 0 || f.Sizes[3] != 1 {
		t.Errorf("%+v, sizes %v", f.Strip, f.Sizes)
	}
}
