package ui

import (
	"context"
	"fmt"
	"math"
	"sync"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/study/opening"
	"example.org/espalier/inference/tree"
	"example.org/espalier/ui/workspace"

	"gonum.org/v1/gonum/mat"
)

// fakeModel fits nothing: it shows the Ward tree of the data and counts iterations.
type fakeModel struct {
	name   string
	target int
	fail   int           // iteration at which it panics; 0 for never
	ends   int           // iteration after which nothing is left to do; 0 for never
	hold   *hold         // nil holds nothing
	deaf   chan struct{} // where it is not nil a step ends when this is closed, whatever its context says
	shoot  *func()       // called for each snapshot; nil for nothing
	// oneFactor scales tables whose columns share a unit as a whole.
	oneFactor bool
}

// A hold keeps runs before an iteration until they are interrupted there, or the hold lets go. Its
// zero value holds nothing.
type hold struct {
	mu      sync.Mutex
	before  int
	reached chan struct{} // closed when a run has come to it
	gone    chan struct{}
}

// newHold returns a hold before an iteration above 0.
func newHold(before int) *hold {
	h := &hold{}
	h.set(before)
	return h
}

func (h *hold) set(before int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.before, h.reached, h.gone = before, make(chan struct{}), make(chan struct{})
}

func (h *hold) release() { close(h.gone) }

// meet waits until a run has come to the hold. One that is stopped before it would be held when it continues.
func (h *hold) meet() { <-h.reached }

// wait returns when an iteration may be done; the error is that of ctx.
func (h *hold) wait(ctx context.Context, iteration int) error {
	if h == nil {
		return nil
	}
	h.mu.Lock()
	before, gone := h.before, h.gone
	if before == 0 || iteration != before {
		h.mu.Unlock()
		return nil
	}
	select {
	case <-h.reached:
	default:
		close(h.reached)
	}
	h.mu.Unlock()
	select {
	case <-gone:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (m fakeModel) Info() inference.Info {
	return inference.Info{
		Name: m.name, Title: "Fake " + m.name, Summary: "Counts to " + fmt.Sprint(m.target) + ".",
		Iterations: m.target, Iteration: "count", Scalars: []string{"evidence", "c"},
		Objective: "evidence", ObjectiveTitle: "log evidence, nats",
		Preprocessing: inference.Preprocessing{Centre: true, Scale: true}, OneFactor: m.oneFactor,
		Parameters: []inference.Parameter{
			{Name: "method", Title: "Method", Type: inference.Choice, Default: "em", Choices: []string{"em", "mp", "mcmc"}, Help: "How."},
			{Name: "moves", Title: "Moves", Type: inference.Integer, Default: "2", Min: 1, Max: 9, Methods: []string{"mcmc"}, Help: "How many."},
			{Name: "c", Title: "c, divergence", Type: inference.Real, Default: "1", OpenMin: true, Max: math.Inf(1), Learnt: true, Help: "How early."},
			{Name: "alpha", Title: "α, discount", Type: inference.Real, Default: "0", Max: 1, OpenMax: true, Learnt: true, Help: "How bushy."},
			{Name: "starts", Title: "Starts", Type: inference.Integer, Default: "4", Min: 1, Max: 9, Help: "Orders."},
			{Name: "polish", Title: "Polish", Type: inference.Boolean, Default: "true", Help: "At the end.", Advanced: true},
		},
	}
}

// InfoFor makes method mcmc a sampler.
func (m fakeModel) InfoFor(s inference.Settings) inference.Info {
	i := m.Info()
	if s.Text("method") == "mcmc" {
		i.Samples, i.Chains, i.Iteration, i.Iterations = true, 3, "sweep", 2*m.target
	}
	return i
}

func (m fakeModel) Check(d *inference.Dataset, s inference.Settings) ([]string, error) {
	if n, _ := d.Dims(); n < 2 {
		return nil, fmt.Errorf("one row makes no tree: keep at least two")
	}
	return nil, nil
}

func (m fakeModel) Estimate(*inference.Dataset, inference.Settings) inference.Estimate {
	return inference.Estimate{Bytes: 1000}
}

func (m fakeModel) New(d *inference.Dataset, s inference.Settings, _ inference.Streams, _ int) (inference.Stepper, error) {
	return &fakeStepper{model: m, data: d, at: -1, c: s.Real("c"), keeps: s.Text("method") == "mcmc"}, nil
}

type fakeStepper struct {
	model fakeModel
	data  *inference.Dataset
	tree  *tree.Tree
	at    int
	c     float64
	keeps bool // draws: the tree at other times
	held  bool // a hold was left
	draws []forest.Draw
}

func (s *fakeStepper) Step(ctx context.Context) (inference.Report, error) {
	if err := ctx.Err(); err != nil {
		return inference.Report{}, err
	}
	if s.tree == nil {
		s.tree = linkage.Tree(linkage.Cluster(s.data.X, linkage.Ward), s.data.Rows)
	} else if !s.held {
		if err := s.model.hold.wait(ctx, s.at+1); err != nil {
			s.held = true
			return inference.Report{}, err
		}
	}
	if s.model.deaf != nil {
		<-s.model.deaf
	}
	s.at++
	if s.model.fail > 0 && s.at == s.model.fail {
		panic("the fake fails")
	}
	if s.keeps {
		t := s.tree.Clone()
		for v := range t.LogTime {
			t.LogTime[v] *= 1 + 0.3*float64(s.at%5)
		}
		s.draws = append(s.draws, forest.Draw{Iteration: s.at, Tree: t, Objective: float64(s.at % 7)})
	}
	return inference.Report{Scalars: []float64{-100 / float64(s.at+1), s.c}, Phase: "counting", Fraction: 1, Changed: true, Done: s.model.target == 0 || s.model.ends > 0 && s.at >= s.model.ends}, nil
}

func (s *fakeStepper) Snapshot() *inference.Snapshot {
	if s.model.shoot != nil {
		(*s.model.shoot)()
	}
	snap := &inference.Snapshot{Model: s.model.name, Iteration: max(0, s.at), Scalars: []inference.Scalar{{Name: "c", Mean: s.c}}}
	found := &forest.Forest{}
	if s.tree != nil {
		found.Trees = []forest.Weighted{{Tree: s.tree, Objective: -100 / float64(s.at+1), Weight: 0.6}, {Tree: s.tree, Objective: -200, Weight: 0.4}}
		snap.Parts = []inference.Part{found}
	}
	found.Draws = s.draws[:len(s.draws):len(s.draws)]
	return snap
}

// fakeModels returns models for a desk, the first of which a hold keeps from going on; nil for none.
func fakeModels(h *hold) []inference.Model {
	return []inference.Model{
		fakeModel{name: "slow", target: 40, hold: h},
		fakeModel{name: opening.FirstModel},
		fakeModel{name: "failing", target: 5, fail: 2},
	}
}

func testTable(name string, n int) *inference.Table {
	t := &inference.Table{Name: name, Source: name + ".csv", SHA256: "00", Kind: inference.Continuous, Columns: []string{"length", "width", "depth"}, X: mat.NewDense(n, 3, nil)}
	var kinds []string
	for i := range n {
		t.Rows = append(t.Rows, fmt.Sprintf("row %d", i+1))
		kinds = append(kinds, []string{"round", "long"}[i%2])
		for j := range 3 {
			t.X.(*mat.Dense).Set(i, j, float64((i*7+j*3)%11)+float64(i%2)*5+0.1*float64(j))
		}
	}
	t.Annotations = []inference.Annotation{inference.NewAnnotation("shape", kinds)}
	return t
}

// A desk is a workspace with a lock in place of the goroutine of a window.
type desk struct {
	door
	t  *testing.T
	ws *workspace.Workspace
}

// A door is that to the goroutine of a window: what comes back through it runs one at a time, and a
// test that waits for something looks after each.
type door struct {
	mu     *sync.Mutex
	wanted func() bool   // what a test waits for, nil for nothing
	came   chan struct{} // to be closed when it has come about
}

func (d *door) do(f func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f()
}

// post lets a worker in.
func (d *door) post(f func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f()
	if d.wanted != nil && d.wanted() {
		d.wanted = nil
		close(d.came)
	}
}

// until waits for something that is so, or comes about with what a worker brings, for as long as
// that takes. The first argument says what, for the reader.
func (d *door) until(_ string, so func() bool) {
	var came chan struct{}
	d.do(func() {
		if !so() {
			came = make(chan struct{})
			d.wanted, d.came = so, came
		}
	})
	if came != nil {
		<-came
	}
}

func newDesk(t *testing.T, models []inference.Model) *desk {
	d := &desk{door: door{mu: new(sync.Mutex)}, t: t}
	d.ws = workspace.NewWorkspace(models, 2, d.post)
	t.Cleanup(func() { d.do(d.ws.Close) })
	return d
}

func (d *desk) open(t *inference.Table) {
	d.t.Helper()
	d.do(func() { d.ws.Use(t) })
	d.until("opening "+t.Name, func() bool { return d.ws.Table() == t && d.ws.Busy() == "" })
}
