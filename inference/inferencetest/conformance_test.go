package inferencetest

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/classes"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// walker is a model whose chain is a random walk started at the mean of the data,
// with a star of the rows as its tree. fault names what it does wrong.
type walker struct{ fault string }

func (w walker) Info() inference.Info {
	i := inference.Info{
		Name: "walker", Title: "Random walk", Summary: "Walks.", Reference: "None.", Iteration: "sweep", Iterations: 10,
		Parameters: []inference.Parameter{
			{Name: "length", Title: "Length of a step", Type: inference.Real, Default: "0.5", Min: 0, OpenMin: true,
				Max: math.Inf(1), Help: "How far a step goes."},
			{Name: "kind", Title: "Kind", Type: inference.Choice, Default: "normal", Choices: []string{"normal", "uniform"},
				Help: "How steps are drawn."},
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

func (w walker) New(data *inference.Dataset, s inference.Settings, streams inference.Streams,
	threads int) (inference.Stepper, error) {
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
		for w := startWatch(); w.took() <= 1100*time.Millisecond; { // work, which a busy machine does not make longer
		}
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
	m := &mixture.Mixture{Components: []mixture.Component{{Weight: 1, Mean: []float64{p.place},
		Extinct: path}}, Noise: []float64{1},
		Epochs: []mixture.Epoch{{Last: 1, Accepted: true, Gain: 2}}}
	c := &classes.Classification{Class: "kind", Levels: []string{"a", "b"}, Truth: make([]int, n), Fitted: make([]bool, n),
		Probabilities: mat.NewDense(n, 2, nil)}
	for i := range n {
		c.Probabilities.SetRow(i, []float64{0.25, 0.75})
	}
	ones := mat.NewDense(n, 1, []float64{1, 0, 1})
	f := &factor.Factors{State: &factor.State{IDs: []int{4}, Loadings: mat.NewDense(1, 1, []float64{0.5}), Inclusion: ones,
		Activities: ones, Offset: []float64{3}, Binary: true},
		Draws: []factor.Draw{{State: &factor.Sparse{IDs: []int{4}, Items: [][]int32{{0}}, Values: [][]float32{{2}},
			Activities: [][]float32{{1, 0, 1}}, Offset: []float32{3}}}}}
	snap := &inference.Snapshot{Model: "walker", Iteration: max(p.iteration, 0), Parts: []inference.Part{
		&forest.Forest{Trees: []forest.Weighted{{Tree: r, Weight: 1}}, Draws: []forest.Draw{{Tree: r, Objective: 1}}},
		&partition.Partition{Name: "sign", Labels: make([]int, n)}, m, c, f}}
	if p.threads == 2 {
		switch p.fault {
		case "mixture":
			m.Components[0].Mean[0] += 1e-12
		case "epoch":
			m.Epochs[0].Gain = math.Nextafter(2, 3)
		case "classification":
			c.Probabilities.SetRow(1, []float64{0.75, 0.25})
		case "binary feature":
			f.State.Inclusion = mat.NewDense(n, 1, []float64{1, 1, 1})
			f.State.Activities = f.State.Inclusion
		case "binary":
			f.State.Binary = false
			f.State.Inclusion = nil
		case "offset":
			f.State.Offset[0] += 1e-12
		case "offset of a draw":
			f.Draws[0].State.Offset[0] = 4
		case "ID of a draw":
			f.Draws[0].State.IDs[0] = 5
		}
	}
	switch p.fault {
	case "shared":
		if len(p.path) > 0 {
			p.path[0] += 1e-3
			m.Components[0].Extinct = p.path[:1]
		}
	case "weights":
		forest.TreesOf(snap)[0].Weight = 0.5
	case "labels":
		partition.Of(snap).Labels = nil
	case "probabilities":
		c.Probabilities.Set(0, 0, 0.5)
	case "unknown":
		snap.Parts = append(snap.Parts, secret{})
	case "two":
		snap.Parts = append(snap.Parts, &mixture.Mixture{Components: m.Components, Noise: m.Noise})
	case "unreadable":
		snap.Parts = []inference.Part{loose{m}}
	case "iteration":
		snap.Iteration++
	case "model":
		snap.Model = "other"
	case "leaves":
		r.Names = make([]string, n)
	}
	return snap
}

// secret is a part of a kind that is in no list.
type secret struct{ inference.Part }

func (secret) Kind() string { return "secret" }

// loose is a mixture that writes what a mixture cannot read.
type loose struct{ *mixture.Mixture }

func (loose) MarshalBinary() ([]byte, error) { return []byte{0}, nil }

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
	if p.fault == "slips" && p.threads == 2 {
		defer p.source.Uint64()
	}
	return p.source.UnmarshalBinary(s.Generator)
}

func smallData() *inference.Dataset {
	return &inference.Dataset{
		Name: "small", Rows: []string{"a", "b", "c"}, Columns: []string{"x"},
		X: mat.NewDense(3, 1, []float64{1, 2, math.NaN()}),
	}
}

func TestConformanceOfRight(t *testing.T) {
	Conformance(t, walker{}, smallData())
	ConformanceWith(t, walker{}, Options{Iterations: 12, Set: map[string]string{"length": "2"}, Seed: 5}, smallData(),
		smallData())
}

func TestConformanceFindsFaults(t *testing.T) {
	for fault, want := range map[string]string{
		"help":             "lacks a name, title or help",
		"default":          "default: parameter length",
		"objective":        "is not the first of its scalars",
		"title":            "has the title",
		"twice":            "stands twice",
		"reference":        "no reference",
		"refuses":          "Check refuses",
		"estimate":         "estimate",
		"impatient":        "with steps interrupted, iteration 0",
		"other error":      "not that of its context",
		"threads":          "on two threads, iteration 0",
		"unseeded":         "again, saving between, iteration",
		"data":             "the data were changed",
		"slow":             "50 ms at most",
		"breaks":           "walker: broken",
		"fraction":         "fraction 2",
		"scalars":          "1 scalars reported, 2 named",
		"broken tree":      "iteration 0: forest: tree 0",
		"shared":           "changed after it was published",
		"weights":          "sum to 0.5",
		"labels":           "0 labels",
		"iteration":        "the snapshot says iteration",
		"model":            "of model \"other\"",
		"leaves":           "are not the rows",
		"probabilities":    "the probabilities of row 1 sum to 1.25",
		"unknown":          "does not know the kind of result \"secret\"",
		"two":              "two parts of kind mixture",
		"unreadable":       "what was written cannot be read",
		"mixture":          "on two threads, the last snapshot differs",
		"epoch":            "on two threads, the last snapshot differs",
		"classification":   "on two threads, the last snapshot differs",
		"binary feature":   "on two threads, the last snapshot differs",
		"binary":           "on two threads, the last snapshot differs",
		"offset":           "on two threads, the last snapshot differs",
		"offset of a draw": "on two threads, the last snapshot differs",
		"ID of a draw":     "on two threads, the last snapshot differs",
		"forgets":          "saved and restored at step 1, iteration 0",
		"slips":            "saved and restored at steps [0 1",
		"no saver":         "is no Saver",
		"panics":           "panics: ",
		"trusts":           "is restored without an error",
	} {
		r := &Recorder{TB: t}
		Conformance(r, walker{fault}, smallData())
		if text := strings.Join(r.Failures, "\n"); !strings.Contains(text, want) {
			t.Errorf("fault %q was reported as %q, want %q", fault, text, want)
		}
	}
	want := Fingerprint(t, walker{}, Options{}, smallData())
	for _, fault := range []string{"", "forgets", "slips"} {
		if got := TakenOver(t, walker{fault}, Options{}, smallData()); (got == want) != (fault == "") {
			t.Errorf("fault %q: taken over, the fingerprint is %x, without %x", fault, got, want)
		}
	}
	for _, o := range []Options{{Set: map[string]string{"width": "1"}}, {Fixed: []string{"kind"}}} {
		r := &Recorder{TB: t}
		ConformanceWith(r, walker{}, o, smallData())
		if len(r.Failures) == 0 {
			t.Errorf("%+v were set", o)
		}
	}
}
