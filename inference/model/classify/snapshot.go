package classify

import (
	"context"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/classes"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/kind/partition"

	"gonum.org/v1/gonum/mat"
)

// rests is the growth factor of a sampler's iteration number from one classification to the next:
// averages over all draws take longer than an iteration.
const rests = 1.25

// Snapshot joins the classes: the components of all, weighted by the share of their class, and the
// classification of the rows held out.
func (f *fit) Snapshot() *inference.Snapshot {
	s := &inference.Snapshot{Model: f.info.Name, Iteration: f.iteration, Phase: "one model for each " + f.model.Class}
	if !f.begun {
		return s
	}
	if !f.sampling && f.due() {
		f.classify()
	}
	var mixtures []*mixture.Mixture
	for _, p := range f.parts {
		if m := mixture.Of(p.Snapshot()); m != nil {
			mixtures = append(mixtures, m)
		}
	}
	if len(mixtures) == len(f.parts) {
		s.Parts = append(s.Parts, f.mix(mixtures))
	}
	s.Parts = append(s.Parts, &partition.Partition{Name: f.model.Class, Labels: f.labels()})
	if f.result != nil {
		s.Parts = append(s.Parts, f.result)
		right, all := f.score()
		if all > 0 {
			s.Scalars = append(s.Scalars, inference.Scalar{Name: "accuracy", Mean: right / all})
		}
	}
	return s
}

// labels returns the class of each row: the predicted one if it was classified, otherwise its own.
func (f *fit) labels() []int {
	labels := append([]int(nil), f.truth...)
	if f.result != nil {
		for i, c := range f.result.Predicted() {
			if c >= 0 {
				labels[i] = c
			}
		}
	}
	return labels
}

// score counts the classified rows of a known class, and how many of them are correct.
func (f *fit) score() (right, all float64) {
	for i, c := range f.result.Predicted() {
		if c >= 0 && f.truth[i] >= 0 {
			all++
			if c == f.truth[i] {
				right++
			}
		}
	}
	return right, all
}

// due reports whether to classify again. A sampler classifies at fixed iterations, whether or not
// anybody looks.
func (f *fit) due() bool {
	if !f.sampling {
		return f.classified != f.iteration
	}
	return f.classified < 0 || float64(f.iteration) >= rests*float64(f.classified) && f.iteration > f.classified
}

// classify classifies by the present fits.
func (f *fit) classify() {
	n, d := f.data.Dims()
	x := mat.NewDense(len(f.test), d, nil)
	for k, i := range f.test {
		copy(x.RawRowView(k), f.data.X.RawRowView(i))
	}
	joint, err := f.ClassLogJoint(context.Background(), x)
	if err != nil {
		return // some class has nothing fitted yet
	}
	posterior := Posterior(joint)
	r := f.classification(mat.NewDense(n, len(f.levels), nil), f.iteration)
	for i := range n {
		for c := range f.levels {
			r.Probabilities.Set(i, c, math.NaN())
		}
	}
	for k, i := range f.test {
		r.Probabilities.SetRow(i, posterior.RawRowView(k))
	}
	f.result, f.classified = r, f.iteration
}

// classification wraps the given probabilities, rows × classes.
func (f *fit) classification(p *mat.Dense, iteration int) *classes.Classification {
	return &classes.Classification{Class: f.model.Class, Levels: f.levels, Truth: f.truth, Fitted: f.fitted,
		Probabilities: p, Iteration: iteration}
}

// mix makes one mixture of those of the classes. Fitted rows belong to the components of their
// class, others to those of all classes.
func (f *fit) mix(parts []*mixture.Mixture) *mixture.Mixture {
	m := &mixture.Mixture{}
	first := make([]int, len(parts))
	for c, p := range parts {
		first[c] = len(m.Components)
		for _, k := range p.Components {
			k.Noise = p.NoiseOf(k)
			k.Weight *= float64(len(f.parts[c].rows)) / f.total
			k.ID = k.ID*len(parts) + c
			k.Class = f.levels[c]
			m.Components = append(m.Components, k)
		}
	}
	n, d := f.data.Dims()
	m.Responsibilities = mat.NewDense(n, len(m.Components), nil)
	for c, p := range parts {
		for k, i := range f.parts[c].rows {
			if p.Responsibilities == nil {
				continue
			}
			for s, r := range p.Responsibilities.RawRowView(k) {
				m.Responsibilities.Set(i, first[c]+s, r)
			}
		}
	}
	var others []int
	for i, fitted := range f.fitted {
		if !fitted {
			others = append(others, i)
		}
	}
	if len(others) == 0 {
		return m
	}
	x := mat.NewDense(len(others), d, nil)
	for k, i := range others {
		copy(x.RawRowView(k), f.data.X.RawRowView(i))
	}
	r := Posterior(m.LogJoint(x))
	for k, i := range others {
		m.Responsibilities.SetRow(i, r.RawRowView(k))
	}
	return m
}
