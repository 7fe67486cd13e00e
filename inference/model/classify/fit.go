package classify

import (
	"context"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/classes"
	"example.org/espalier/inference/parallel"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// part is the fit of one class.
type part struct {
	inference.Predictor
	rows    []int // rows of the data it is fitted to
	last    inference.Report
	scalars []float64 // of its last iteration
	fresh   bool      // it has completed the current iteration
	done    bool      // it has nothing left to do
}

// fit is a classifier in progress. An iteration is one iteration of each class that has any left.
type fit struct {
	model    Model
	data     *inference.Dataset
	info     inference.Info
	sampling bool
	levels   []string
	parts    []*part
	truth    []int  // class of each row, −1 for none
	fitted   []bool // rows
	total    float64
	threads  int

	test       []int // rows that are classified
	begun      bool  // iteration 0 is complete
	iteration  int
	classified int // iteration of the classification, −1 before there is one
	result     *classes.Classification
}

// choose lists the rows to classify: those held out and those without a class, or all if there are
// none.
func (f *fit) choose() {
	for i := range f.truth {
		if !f.fitted[i] {
			f.test = append(f.test, i)
		}
	}
	if len(f.test) == 0 {
		for i := range f.truth {
			f.test = append(f.test, i)
		}
	}
}

// Step takes one step of as many classes as there are threads.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	var open []*part
	for _, p := range f.parts {
		if !p.fresh && !p.done {
			open = append(open, p)
		}
	}
	open = open[:min(len(open), f.threads)]
	errs := make([]error, len(open))
	parallel.Do(len(open), f.threads, func(k int) {
		p := open[k]
		p.last, errs[k] = p.Step(ctx)
		if p.last.Scalars != nil {
			p.scalars, p.fresh = p.last.Scalars, true
		}
		p.done = p.done || errs[k] == nil && p.last.Done
	})
	var r inference.Report
	for k, p := range open {
		if errs[k] != nil {
			return r, errs[k]
		}
		r.Changed = r.Changed || p.last.Changed
	}
	f.report(&r)
	return r, nil
}

// report states the progress of all classes, and completes the iteration once every class has.
func (f *fit) report(r *inference.Report) {
	complete, done := true, true
	r.Fraction = 1
	for c, p := range f.parts {
		if !p.fresh && !p.done && complete {
			complete = false
			r.Phase = f.model.Class + " " + f.levels[c]
			if p.last.Phase != "" {
				r.Phase += ": " + p.last.Phase
			}
		}
		done = done && p.done
		if p.scalars == nil {
			r.Fraction = math.Min(r.Fraction, (float64(c)+p.last.Fraction)/float64(len(f.parts)))
		}
	}
	if !complete {
		return
	}
	r.Done = done
	if r.Phase == "" {
		r.Phase = "one model for each " + f.model.Class
	}
	fresh := false
	for _, p := range f.parts {
		fresh = fresh || p.fresh
		p.fresh = false
	}
	if !fresh {
		return
	}
	r.Scalars = make([]float64, len(f.info.Scalars))
	for _, p := range f.parts {
		for i := range r.Scalars {
			if i < len(p.scalars) {
				r.Scalars[i] += p.scalars[i]
			}
		}
	}
	if f.begun {
		f.iteration++
	}
	f.begun = true
	if f.sampling && f.due() {
		f.classify()
	}
}

// Classes implements inference.Classifier.
func (f *fit) Classes() (string, []string) { return f.model.Class, f.levels }

// ClassLogJoint implements inference.Classifier.
func (f *fit) ClassLogJoint(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	n, _ := x.Dims()
	out := mat.NewDense(n, len(f.parts), nil)
	for c, p := range f.parts {
		y, err := p.LogDensity(ctx, x)
		if err != nil {
			return nil, err
		}
		share := math.Log(float64(len(p.rows)) / f.total)
		for i, v := range y {
			out.Set(i, c, v+share)
		}
	}
	return out, nil
}

// LogDensity implements inference.Predictor: it mixes the classes by their shares.
func (f *fit) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	joint, err := f.ClassLogJoint(ctx, x)
	if err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	out := make([]float64, n)
	for i := range out {
		out[i] = floats.LogSumExp(joint.RawRowView(i))
	}
	return out, nil
}

// Posterior turns the logs of joint densities, rows × classes, into the probabilities of the
// classes, in place. A row that is impossible under every class gets equal probabilities.
func Posterior(joint *mat.Dense) *mat.Dense {
	n, k := joint.Dims()
	for i := range n {
		row := joint.RawRowView(i)
		total := floats.LogSumExp(row)
		for c, v := range row {
			row[c] = math.Exp(v - total)
			if math.IsInf(total, 0) || math.IsNaN(total) {
				row[c] = 1 / float64(k)
			}
		}
	}
	return joint
}
