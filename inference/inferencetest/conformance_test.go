package inferencetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"espalier/inference"
	"espalier/inference/saved"
	"espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// walker is a model whose chain is a random walk started at the mean of the data,
// with a star of the rows as its tree. fault names what it does wrong.
type walker struct{ fault string }

func (w walker) Info() inference.Info {
	i := inference.Info{
		Name: "walker", Title: "Random walk", Summary: "Walks.", Reference: "None.", Iteration: "sweep", Iterations: 10,
		Parameters: []inference.Parameter{
			{Name: "length", Title: "Length of a step", Type: inference.Real, Default: "0.5", Min: 0, OpenMin: true, Max: math.Inf(1), Help: "How far a step goes."},
			{Name: "kind", Title: "Kind", Type: inference.Choice, Default: "normal", Choices: []string{"normal", "uniform"}, Help: "How steps are drawn."},
		},
		Scalars: []string{"log_joint", "place"}, Objective: "log_joint", ObjectiveTitle: "log joint, nats",
	}
	switch w.fault {
	case "help":
		i.Parameters[0].Help = ""
	case "default":
		i.Parameters[0].Default = "-1"
	case "objective":
		i.Objective = "evidence"
	case "title":
		i.ObjectiveTitle = ""
	case "twice":
		i.Parameters[1].Name = "length"
	case "reference":
		i.Reference = ""
	}
	return i
}

func (w walker) Check(data *inference.Dataset, _ inference.Settings) ([]string, error) {
	if w.fault == "refuses" {
		return nil, errors.New("walker: no")
	}
	return nil, nil
}

func (w walker) Estimate(*inference.Dataset, inference.Settings) inference.Estimate {
	if w.fault == "estimate" {
		return inference.Estimate{}
	}
	return inference.Estimate{Bytes: 1000}
}

func (w walker) New(data *inference.Dataset, s inference.Settings, streams inference.Streams, threads int) (inference.Stepper, error) {
	p := &walk{walker: w, data: data, length: s.Real("length"), source: streams.Source(0), threads: threads, iteration: -1}
	if w.fault == "no saver" {
		return struct{ inference.Stepper }{p}, nil
	}
	return p, nil
}

type walk struct {
	walker
	data      *inference.Dataset
	length    float64
	source    *rand.PCG
	threads   int
	part      int // thirds of an iteration done
	iteration int
	place     float64
	path      []float64
}

func (p *walk) Step(ctx context.Context) (inference.Report, error) {
	rng := rand.New(p.source)
	if p.fault == "impatient" {
		p.place += 0.1 * rng.NormFloat64() // work that a cancelled step repeats
	}
	for range 10 {
		if err := ctx.Err(); err != nil {
			if p.fault == "other error" {
				err = errors.New("stopped")
			}
			return inference.Report{}, err
		}
	}
	r := inference.Report{Fraction: 1, Phase: "walking"}
	if p.part++; p.part < 3 {
		return r, nil
	}
	p.part = 0
	p.iteration++
	p.place += p.length * rng.NormFloat64()
	p.path = append(p.path, p.place)
	switch p.fault {
	case "threads":
		p.place += float64(p.threads) * 1e-12
	case "unseeded":
		p.place += rand.Float64()
	case "data":
		p.data.X.Set(0, 0, p.place)
	case "slow":
		time.Sleep(1100 * time.Millisecond)
	case "breaks":
		return r, errors.New("walker: broken")
	case "fraction":
		r.Fraction = 2
	}
	r.Scalars = []float64{-p.place * p.place / 2, p.place}
	if p.fault == "scalars" {
		r.Scalars = r.Scalars[:1]
	}
	return r, nil
}

func (p *walk) Snapshot() *inference.Snapshot {
	n, _ := p.data.Dims()
	names, parent, times := p.data.Rows, make([]int, n+1), make([]float64, n+1)
	for i := range n {
		parent[i], times[i] = n, math.Inf(1)
	}
	parent[n], times[n] = -1, math.Exp(p.place)
	if p.fault == "broken tree" {
		times[n] = -1
	}
	r := &tree.Tree{Names: names, Top: n, Parent: parent, LogTime: times, Children: make([][]int, n+1)}
	for i := range n {
		r.Children[n] = append(r.Children[n], i)
	}
	path := append([]float64{0}, p.path...)
	snap := &inference.Snapshot{
		Model: "walker", Iteration: max(p.iteration, 0),
		Trees:    []inference.WeightedTree{{Tree: r, Weight: 1}},
		Matrices: []inference.Named[*mat.Dense]{{Name: "path", Value: mat.NewDense(len(path), 1, path)}},
		Labels:   []inference.Named[[]int]{{Name: "sign", Value: make([]int, n)}},
	}
	switch p.fault {
	case "shared":
		if len(p.path) > 0 {
			p.path[0] += 1e-3
			snap.Matrices[0].Value = mat.NewDense(1, 1, p.path[:1])
		}
	case "weights":
		snap.Trees[0].Weight = 0.5
	case "labels":
		snap.Labels[0].Value = nil
	case "iteration":
		snap.Iteration++
	case "model":
		snap.Model = "other"
	case "leaves":
		r.Names = make([]string, n)
	}
	return snap
}

// savedWalk is the saved form of a walk.
type savedWalk struct {
	Part, Iteration int
	Place           float64
	Path            []float64
	Generator       []byte
}

func (p *walk) MarshalBinary() ([]byte, error) {
	state, err := p.source.MarshalBinary()
	if p.fault == "forgets" {
		state, err = rand.NewPCG(1, 2).MarshalBinary()
	}
	if err != nil {
		return nil, err
	}
	s := savedWalk{p.part, p.iteration, p.place, p.path, state}
	if p.fault == "panics" || p.fault == "trusts" {
		return json.Marshal(s)
	}
	return saved.Seal("walker", 1, s)
}

func (p *walk) UnmarshalBinary(b []byte) error {
	var s savedWalk
	switch err := json.Unmarshal(b, &s); p.fault {
	case "panics":
		if err != nil {
			panic(err)
		}
	case "trusts": // reads what it can
	default:
		if err := saved.Open("walker", 1, b, &s); err != nil {
			return err
		}
	}
	p.part, p.iteration, p.place, p.path = s.Part, s.Iteration, s.Place, s.Path
	if p.fault == "trusts" && len(s.Generator) == 0 {
		return nil
	}
	return p.source.UnmarshalBinary(s.Generator)
}

// recorder takes failures in place of a test.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Helper()             {}
func (r *recorder) Logf(string, ...any) {}
func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

func smallData() *inference.Dataset {
	return &inference.Dataset{
		Name: "small", Rows: []string{"a", "b", "c"}, Columns: []string{"x"},
		X: mat.NewDense(3, 1, []float64{1, 2, math.NaN()}),
	}
}

func TestConformanceOfRight(t *testing.T) {
	Conformance(t, walker{}, smallData())
	ConformanceWith(t, walker{}, Options{Iterations: 12, Set: map[string]string{"length": "2"}, Seed: 5}, smallData(), smallData())
}

func TestConformanceFindsFaults(t *testing.T) {
	for fault, want := range map[string]string{
		"help":        "lacks a name, title or help",
		"default":     "default: parameter length",
		"objective":   "is not the first of its scalars",
		"title":       "has the title",
		"twice":       "stands twice",
		"reference":   "no reference",
		"refuses":     "Check refuses",
		"estimate":    "estimate",
		"impatient":   "with steps interrupted, iteration 0",
		"other error": "not that of its context",
		"threads":     "on two threads, iteration 0",
		"unseeded":    "again, iteration",
		"data":        "the data were changed",
		"slow":        "50 ms at most",
		"breaks":      "walker: broken",
		"fraction":    "fraction 2",
		"scalars":     "1 scalars reported, 2 named",
		"broken tree": "tree 0 of iteration 0",
		"shared":      "changed after it was published",
		"weights":     "sum to 0.5",
		"labels":      "0 labels",
		"iteration":   "the snapshot says iteration",
		"model":       "of model \"other\"",
		"leaves":      "are not the rows",
		"forgets":     "saved and restored at step",
		"no saver":    "is no Saver",
		"panics":      "panics: ",
		"trusts":      "is restored without an error",
	} {
		r := &recorder{TB: t}
		Conformance(r, walker{fault}, smallData())
		if text := strings.Join(r.failures, "\n"); !strings.Contains(text, want) {
			t.Errorf("fault %q was reported as %q, want %q", fault, text, want)
		}
	}
	r := &recorder{TB: t}
	ConformanceWith(r, walker{}, Options{Set: map[string]string{"width": "1"}}, smallData())
	if len(r.failures) == 0 {
		t.Error("an unknown parameter was set")
	}
}
