package runs

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/stamp"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

var samplerInfo = inference.Info{Name: "sampler", Scalars: []string{"log_joint", "c"}, Objective: "log_joint",
	ObjectiveTitle: "log joint, nats", Iteration: "sweep", Samples: true, Chains: 2}

// samplerRun is a snapshot of two chains that keep every tenth tree.
func samplerRun(t testing.TB, n int) *inference.Snapshot {
	r := rand.New(rand.NewPCG(3, 3))
	trees := []*tree.Tree{}
	for _, text := range []string{"(((a:0.2,b:0.2):0.3,c:0.5):0.3,d:0.8):0.2;", "(((a:0.2,c:0.2):0.3,b:0.5):0.3,d:0.8):0.2;"} {
		x, err := tree.ParseNewick([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if x, err = tree.MatchLeaves(x, []string{"a", "b", "c", "d"}); err != nil {
			t.Fatal(err)
		}
		trees = append(trees, x)
	}
	found := &forest.Forest{}
	s := &inference.Snapshot{Iteration: n, Parts: []inference.Part{found}}
	for k := range 2 {
		trace := inference.Trace{Names: samplerInfo.Scalars, Values: make([][]float64, 2)}
		for i := range n {
			trace.Iteration, trace.Seconds = append(trace.Iteration, i), append(trace.Seconds, float64(i))
			trace.Values[0] = append(trace.Values[0], r.NormFloat64()-100*math.Exp(-float64(i)/20))
			trace.Values[1] = append(trace.Values[1], math.Exp(r.NormFloat64()))
			if i%10 == 0 {
				found.Draws = append(found.Draws, forest.Draw{Chain: k, Iteration: i, Tree: trees[r.IntN(2)]})
			}
		}
		s.Chains = append(s.Chains, trace)
	}
	s.Trace = s.Chains[0]
	return s
}

// judged has a snapshot judged and waits for it.
func judged(st *viewstest.Stage, s *inference.Snapshot) Judged {
	j := NewJudge(st.Post)
	defer j.Close()
	var got Judged
	j.OnJudged = func(d Judged) { got = d }
	j.Offer(stamp.Stamp{Result: 1}, s, samplerInfo, true, nil)
	st.Run(func() bool { return got.Report != nil })
	return got
}

func TestDiagnosticsView(t *testing.T) {
	s := viewstest.NewStage(t)
	v := NewDiagnosticsView(s.Post, plotting.Light)
	defer v.Close()
	v.view.Modifiers = func() fyne.KeyModifier { return 0 }
	s.Show(v, 1000, 560)
	s.Settle(v.view)
	if v.Figure() != nil {
		t.Error("a figure without diagnostics")
	}
	snap := samplerRun(t, 1001)
	v.Set(judged(s, snap))
	s.Settle(v.view)
	s.Keep("diagnostics_view")
	type draw struct{ chain, iteration int }
	var told []draw
	var rows []int
	v.Connect(pane.Wishes{Draw: func(chain, iteration int) { told = append(told, draw{chain, iteration}) },
		Pick: func(s study.Selection) { rows = s.Rows }})

	// Every place of the view, until a draw and a clade were met.
	var clicked draw
	for y := float32(40); y < 560 && (len(told) == 0 || rows == nil); y += 3 {
		for x := float32(100); x < 700; x += 5 {
			m, ok := v.view.MarkAt(fyne.NewPos(x, y))
			if !ok || m.Kind == "draw" && len(told) > 0 || m.Kind != "draw" && m.Kind != "clade" {
				continue
			}
			if m.Kind == "draw" {
				clicked = draw{m.Column, m.Index}
			}
			v.view.MouseOut() // clicks of a test are no double clicks
			test.TapCanvas(s.Win.Canvas(), fyne.NewPos(x, y))
		}
	}
	if len(told) != 1 || told[0] != clicked || rows == nil {
		t.Fatalf("told %v and %v, clicked %v", told, rows, clicked)
	}
	f := v.Figure().(*chart.Diagnostics)
	if !f.HasCursor || f.Chain != clicked.chain || f.Cursor != clicked.iteration {
		t.Errorf("the cursor stands at %d, %d", f.Chain, f.Cursor)
	}
	// The arrows go to the neighbours whose tree is kept.
	v.view.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	want := clicked.iteration - clicked.iteration%10 + 10
	if got := told[len(told)-1]; got != (draw{clicked.chain, want}) {
		t.Errorf("right of %v is %v", clicked, got)
	}
	v.view.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
	if got := told[len(told)-1]; got != (draw{clicked.chain, want - 10}) {
		t.Errorf("left of it is %v", got)
	}
	v.view.TypedRune('2')
	if got := told[len(told)-1]; got != (draw{1, want - 10}) {
		t.Errorf("the second chain: %v", got)
	}
	v.view.TypedRune('3') // there is none
	n := len(told)
	v.SetCursor(0, 500)
	if len(told) != n || v.Figure().(*chart.Diagnostics).Cursor != 500 {
		t.Error("a cursor that was set from elsewhere")
	}
	v.Clear()
	s.Settle(v.view)
	if v.Figure() != nil {
		t.Error("a figure after Clear")
	}
}

// In a low view rows scroll; F shows all.
func TestDiagnosticsViewScrolls(t *testing.T) {
	s := viewstest.NewStage(t)
	v := NewDiagnosticsView(s.Post, plotting.Dark)
	defer v.Close()
	v.view.Modifiers = func() fyne.KeyModifier { return 0 }
	s.Show(v, 800, 220)
	v.Set(judged(s, samplerRun(t, 301)))
	s.Settle(v.view)
	first := v.view.Window()
	if first.IsAll() || first.Y0 != 0 {
		t.Fatalf("shown: %+v", first)
	}
	v.view.Scrolled(&fyne.ScrollEvent{PointEvent: *viewstest.Point(400, 150), Scrolled: fyne.NewDelta(0, -25)})
	s.Settle(v.view)
	if w := v.view.Window(); w.Y0 <= 0 {
		t.Errorf("scrolled: %+v", w)
	}
	v.view.TypedRune('f')
	s.Settle(v.view)
	if w := v.view.Window(); !w.IsAll() {
		t.Errorf("all: %+v", w)
	}
}

// A judge looks at the first snapshot at once, at the last one when the run rests, and
// seldom in between.
func TestJudgeRests(t *testing.T) {
	s := viewstest.NewStage(t)
	j := NewJudge(s.Post)
	defer j.Close()
	clock := viewstest.NewFakeClock()
	clock.Look = time.Millisecond // what a judgement takes; the rest after it never ends
	j.digester.SetClock(clock.Clock())
	var seen []int
	j.OnJudged = func(d Judged) { seen = append(seen, d.Snapshot.Iteration) }
	j.Offer(stamp.Stamp{Result: 1}, samplerRun(t, 2001), samplerInfo, false, nil)
	s.Run(func() bool { return len(seen) == 1 })
	for _, n := range []int{2002, 2003, 2004} {
		j.Offer(stamp.Stamp{Result: 1}, samplerRun(t, n), samplerInfo, false, nil)
	}
	j.Offer(stamp.Stamp{Result: 1}, samplerRun(t, 2005), samplerInfo, true, nil)
	s.Run(func() bool { return len(seen) == 2 })
	if seen[1] != 2005 { // and none before it
		t.Errorf("judged %v", seen)
	}
	// Another run is judged at once, and what is no sampler not at all.
	j.Offer(stamp.Stamp{Result: 2}, samplerRun(t, 100), samplerInfo, false, nil)
	s.Run(func() bool { return len(seen) == 3 })
	j.Offer(stamp.Stamp{Result: 3}, samplerRun(t, 200), inference.Info{}, true, nil)
	j.Offer(stamp.Stamp{Result: 4}, samplerRun(t, 300), samplerInfo, true, nil)
	s.Run(func() bool { return len(seen) == 4 })
	if seen[3] != 300 {
		t.Errorf("judged %v", seen)
	}
}

// The trace shows all chains, and tells the draw that was clicked.
func TestTraceOfChains(t *testing.T) {
	s := viewstest.NewStage(t)
	v := NewTraceView(s.Post, plotting.Light)
	defer v.Close()
	v.View().Modifiers = func() fyne.KeyModifier { return 0 }
	s.Show(v.Object(), 700, 160)
	v.show(samplerRun(t, 500), samplerInfo)
	v.SetCursor(0, 320)
	s.Settle(v.View())
	s.Keep("trace_chains")
	f, _ := v.View().Shown()
	if shown := f.(chart.Trace); len(shown.Series) != 2 || shown.BurnIn != inference.BurnIn ||
		!shown.HasCursor || shown.Cursor != 320 {
		t.Errorf("%+v", shown)
	}
	chain, iteration := -1, -1
	v.Connect(pane.Wishes{Draw: func(c, i int) { chain, iteration = c, i }})
	m, _ := v.View().MarkAt(fyne.NewPos(450, 80))
	test.TapCanvas(s.Win.Canvas(), fyne.NewPos(450, 80))
	if chain != m.Column || iteration != m.Index || chain < 0 {
		t.Errorf("told %d, %d; clicked %+v", chain, iteration, m)
	}
	v.SetCursor(-1, -1)
	s.Settle(v.View())
	if f, _ := v.View().Shown(); f.(chart.Trace).HasCursor {
		t.Error("the cursor stays")
	}
}
