package together

import (
	"context"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/kind/decision"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/search"
	"example.org/espalier/inference/parallel"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/process/sequel"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/stat/reading"

	"gonum.org/v1/gonum/mat"
)

// A RivalFit is a fit of method em of a table of many rows for its columns. It searches for the tree of independent
// columns first, then for the one under their covariance, and goes on with the one whose groups are clearer: that
// with the deepest gap, see [reading.Tree.Depth]. The trees of either are those of a fit that was asked for it, bit for
// bit.
type RivalFit struct {
	own   *SequelFit
	begin func() (*Together, error) // a search under the covariance

	other   *Together // nil before it begins, and where it was not chosen
	held    []float64 // the scalars of iteration 0 of own, then those of other
	judging *parallel.Errand
	depths  [2]float64 // of the tree of own and of that of other, once they are compared
	stage   rivalStage
}

type rivalStage int

const (
	ownSearch rivalStage = iota // of independent columns, up to iteration 0
	otherSearch
	comparison
	ownGoesOn
	otherGoesOn
)

// clearer is how much deeper the deepest gap of the tree under the covariance must be: at equal depths the trees part
// the rows alike, and the simpler one is kept.
const clearer = 1.05

// NewRival begins with the search of independent columns. open are the forms of Σ that may be learnt on its tree.
func NewRival(data *inference.Dataset, plan search.Plan, open []string, over hyper.Given,
	streams inference.Streams, threads int) (*RivalFit, error) {
	own, err := NewSequel(data, plan, open, streams, threads)
	if err != nil {
		return nil, err
	}
	return &RivalFit{own: own, begin: func() (*Together, error) {
		return New(data, plan, correlated.AnyCovariance, over, streams, threads)
	}}, nil
}

// now returns the fit that goes on, or that of independent columns as long as that is open.
func (f *RivalFit) now() sequel.Fit {
	if f.stage == otherGoesOn {
		return f.other
	}
	return f.own
}

// Step implements inference.Stepper.
func (f *RivalFit) Step(ctx context.Context) (inference.Report, error) {
	switch f.stage {
	case ownSearch:
		r, err := f.own.Fit.Step(ctx)
		r.Fraction *= 0.4
		if err != nil || r.Scalars == nil {
			return r, err
		}
		f.held, r.Scalars, r.Changed = r.Scalars, nil, true
		if f.other, err = f.begin(); err != nil {
			f.other = nil
			f.goOnAlone()
			return r, nil
		}
		f.stage = otherSearch
		return r, nil
	case otherSearch:
		r, err := f.other.Step(ctx)
		r.Phase, r.Fraction, r.Changed = f.phase(), 0.4+0.5*r.Fraction, false
		switch {
		case ctx.Err() != nil:
			return r, err
		case err != nil: // there is no such covariance
			f.goOnAlone()
			return r, nil
		case r.Scalars != nil:
			f.stage = comparison
			f.judging = parallel.NewErrand(f.judge(r.Scalars))
			r.Scalars = nil
		}
		return r, nil
	case comparison:
		r := inference.Report{Phase: f.phase(), Fraction: 0.9}
		if f.judging.Wait(ctx, problem.StepTime) == parallel.Unfinished {
			return r, ctx.Err()
		}
		f.judging = nil
		if !(f.depths[1] > clearer*f.depths[0]) {
			f.goOnAlone()
			return r, nil
		}
		f.choose()
		r.Scalars, r.Changed, r.Fraction, f.held = f.held, true, 1, nil
		return r, nil
	}
	return f.now().Step(ctx)
}

// judge returns what compares the two trees. It keeps the scalars of the second search where its tree is the clearer
// one.
func (f *RivalFit) judge(scalars []float64) func() bool {
	x, rows := f.own.Data.X, f.own.Data.Rows
	own, other := f.own.Current.Publish(rows), f.other.Inner.Current.Publish(rows)
	return func() bool {
		f.depths = [2]float64{reading.Of(own, x).Depth(), reading.Within(other, x).Depth()}
		if f.depths[1] > clearer*f.depths[0] {
			f.held = scalars
		}
		return true
	}
}

// goOnAlone goes on with the fit of independent columns.
func (f *RivalFit) goOnAlone() {
	f.stage, f.other = ownGoesOn, nil
	f.own.follow(f.held)
	f.held = nil
}

func (f *RivalFit) phase() string {
	if f.stage == comparison {
		return "comparing how clear the groups of two trees are"
	}
	return "fitting another tree"
}

// Snapshot implements inference.Stepper.
func (f *RivalFit) Snapshot() *inference.Snapshot {
	if f.stage != otherGoesOn {
		snap := f.own.Snapshot()
		if f.stage == otherSearch || f.stage == comparison {
			snap.Phase = f.phase()
		}
		return snap
	}
	return f.other.Snapshot()
}

// manyRows is how many rows for each column are many: with fewer, too little tells their covariance within groups.
const manyRows = 8

// ManyRows reports whether a table has so many rows for its columns that their covariance within groups can be told.
func ManyRows(data *inference.Dataset) bool {
	n, d := data.Dims()
	return n >= manyRows*d
}

// unitsWithin says that rows of a tree under a covariance are compared in units of their covariance within groups.
func unitsWithin(data *inference.Dataset) decision.Decision {
	n, d := data.Dims()
	return decision.Decision{Parameter: decision.TreeBy, Chosen: decision.Within, Criterion: "rows for each column",
		Words: "Rows are compared in units of their covariance within groups, as the tree was built under the " +
			"covariance of the columns.",
		Options: []decision.Option{{Value: decision.Within, Score: float64(n) / float64(d)}}}
}

// choose goes on with the tree under the covariance.
func (f *RivalFit) choose() {
	f.stage = otherGoesOn
	f.other.chosen = &decision.Decisions{List: []decision.Decision{
		{Parameter: "columns", Chosen: correlated.AnyCovariance, Criterion: "depth of the deepest gap between groups",
			Words: "The tree is built under the covariance of the columns: its groups are clearer than those of the " +
				"tree of columns by themselves, which columns=independent gives.",
			Options: []decision.Option{{Value: correlated.Independent, Score: f.depths[0]},
				{Value: correlated.AnyCovariance, Score: f.depths[1]}}},
		unitsWithin(f.own.Data)}}
}

// LogDensity implements inference.Predictor, as the fit that goes on does.
func (f *RivalFit) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	return f.now().LogDensity(ctx, x)
}

// LogCells implements inference.CellPredictor, as the fit that goes on does.
func (f *RivalFit) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	return f.now().LogCells(cells, value)
}

// rivalLayout is that of fits that went on with the tree under the covariance; others are saved as those of independent
// columns.
const rivalLayout = sequelLayout + 1

// savedRival is what such a fit saves beside the state of its search.
type savedRival struct {
	Depths [2]float64
}

// MarshalBinary implements inference.Saver. Before a tree is chosen there is only the seed to save.
func (f *RivalFit) MarshalBinary() ([]byte, error) { return pieces.Whole(f.Pieces()) }

// Pieces returns the state in pieces.
func (f *RivalFit) Pieces() (*pieces.Bytes, error) {
	if f.stage != otherGoesOn {
		return pieces.From(f.own)
	}
	return saved.Around(f.own.Model, rivalLayout, savedRival{f.depths}, f.other)
}

// UnmarshalBinary implements inference.Saver.
func (f *RivalFit) UnmarshalBinary(data []byte) error {
	var z savedRival
	inner, err := saved.OpenOuter(f.own.Model, rivalLayout, data, &z)
	if err != nil || len(inner) != 1 || !vector.Finite(z.Depths[:]) {
		if err := f.own.UnmarshalBinary(data); err != nil {
			return err
		}
		if f.own.Sequel != nil {
			f.stage, f.other = ownGoesOn, nil
		}
		return nil
	}
	other, err := f.begin()
	if err != nil {
		return err
	}
	if err := other.UnmarshalBinary(inner[0]); err != nil {
		return err
	}
	f.other, f.depths, f.held = other, z.Depths, nil
	f.choose()
	return nil
}
