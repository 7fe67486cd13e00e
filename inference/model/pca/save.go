package pca

import (
	"fmt"

	"example.org/espalier/inference"
	screes "example.org/espalier/inference/kind/scree"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

var (
	_ inference.CellPredictor = (*fit)(nil)
	_ inference.Saver         = (*fit)(nil)
)

// layout is the version of the saved state.
const layout = 1

// state is the saved form: the parameters at the start of the present or last E-step. Work since
// then is repeated, to the same bits. Before the first E-step there is nothing to save.
type state struct {
	Begun, Finished bool
	Again           bool // the E-step was complete and its objective reported
	Now             *savedParameters
	Floor           float64
	Cycles          int
	Iteration       int
	Last            float64
	Scalars         []float64

	Path          []float64
	Penalty       float64
	Best          *savedParameters
	Score, Chosen float64

	Scree *savedScree // nil in states of before it was kept

	Shown *savedParameters
	Means []float64 // N×K, as shown
	Learn []inference.Scalar

	Latent []float64 // means of latent numbers, NaN where a cell is missing; nil without them
}

type savedScree struct {
	Values, Band  []float64
	Number, Shown int
}

type savedParameters struct {
	K         int
	G, Offset []float64
	Psi       float64
}

func (p *parameters) save() *savedParameters {
	if p == nil {
		return nil
	}
	return &savedParameters{p.k, p.g, p.offset, p.psi}
}

// restore returns the parameters; nil for nil.
func (s *savedParameters) restore() *parameters {
	if s == nil {
		return nil
	}
	return &parameters{s.K, s.G, s.Offset, s.Psi}
}

// fits reports whether the parameters match a table.
func (s *savedParameters) fits(t *table) bool {
	return s == nil || s.K >= 1 && s.K <= t.most() && len(s.G) == t.d*s.K && len(s.Offset) == t.d && s.Psi > 0
}

// MarshalBinary implements inference.Saver.
func (f *fit) MarshalBinary() ([]byte, error) {
	var s state
	if f.stage != correlating && f.stage != decomposing && f.stage != permuting && f.stage != rotating {
		s = state{Begun: true, Finished: f.stage == finished, Again: f.again || f.stage == maximising,
			Now: f.start.save(), Floor: f.floor,
			Cycles: f.cycles, Iteration: f.iteration, Last: f.last, Scalars: f.scalars,
			Path: f.path, Penalty: f.penalty, Best: f.best.save(), Score: f.score, Chosen: f.chosen, Learn: f.learn}
		if f.kinds.latent() {
			s.Latent = f.kinds.means.RawMatrix().Data
		}
		if v := f.scree; v != nil {
			s.Scree = &savedScree{v.Values, v.Band, v.Number, v.Shown}
		}
		if v := f.shown; v != nil {
			s.Shown = &savedParameters{len(v.IDs), v.Loadings.RawMatrix().Data, v.Offset, v.Noise[0]}
			s.Means = v.Activities.RawMatrix().Data
		}
	}
	return saved.Seal(f.name, layout, s)
}

// UnmarshalBinary implements inference.Saver.
func (f *fit) UnmarshalBinary(data []byte) error {
	var s state
	if err := saved.Open(f.name, layout, data, &s); err != nil {
		return err
	}
	if !s.Begun {
		return nil
	}
	t := f.table
	if f.kinds.latent() {
		if len(s.Latent) != t.n*t.d {
			return fmt.Errorf("%s: the saved state belongs to another table; start the run again", f.name)
		}
		f.kinds.means = mat.NewDense(t.n, t.d, s.Latent)
		f.table = newTable(f.kinds.means, f.settings)
		t = f.table
	}
	ok := s.Now != nil && s.Now.fits(t) && s.Best.fits(t) && s.Shown.fits(t) && (s.Shown == nil ||
		len(s.Means) == t.n*s.Shown.K) &&
		(s.Shown != nil || !s.Finished && !s.Again) && (s.Path == nil || f.sparse)
	if !ok {
		return fmt.Errorf("%s: the saved state belongs to another table; start the run again", f.name)
	}
	f.floor, f.cycles, f.iteration, f.last, f.scalars = s.Floor, s.Cycles, s.Iteration, s.Last, s.Scalars
	f.path, f.penalty, f.best, f.score, f.chosen = s.Path, s.Penalty, s.Best.restore(), s.Score, s.Chosen
	if v := s.Scree; v != nil {
		f.scree = &screes.Scree{Values: v.Values, Band: v.Band, Number: v.Number, Shown: v.Shown}
		if err := f.scree.Check(nil); err != nil || len(v.Values) != min(t.d, t.n) {
			return fmt.Errorf("%s: the saved state belongs to another table; start the run again", f.name)
		}
	}
	if s.Shown != nil {
		f.show(s.Shown.restore(), s.Means)
	}
	f.learn = s.Learn
	f.now = s.Now.restore()
	if s.Finished {
		f.start, f.stage = f.now, finished
		return nil
	}
	f.expect()
	f.again = s.Again
	return nil
}
