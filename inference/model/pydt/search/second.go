package search

import (
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/witness"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/pilot"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/process/pitmanyor"
	supports "example.org/espalier/inference/stat/support"
	"example.org/espalier/inference/tree"
)

const (
	leastSecond = 80 // sweeps of a second chain after a search
	mostSecond  = 240
	fewSecond   = 40 // of more rows than a pilot takes
	slowly      = 4  // times as many where all cells are of levels, since trees then change with numbers that hide
)

// secondSweeps returns how many sweeps the second chain of a search makes: about as long for every table, within
// limits.
func secondSweeps(p *problem.Problem) int {
	if p.N > pilot.Whole {
		return fewSecond
	}
	times, most := 1, mostSecond
	if kinds := p.Kinds(); p.Binary() || kinds != nil && !kinds.Table().Scaled() {
		times, most = slowly, slowly*most
	}
	return min(max(pilot.CheapSweeps(p.N, p.D, times), leastSecond), most)
}

// A backing is what a second chain has told of a search.
type backing struct {
	wanted  bool
	second  *sampler.Chain // while it runs
	found   *witness.Witnesses
	bytes   []byte // its form
	support *supports.Set
}

// tell keeps what a second chain has found.
func (b *backing) tell(w *witness.Witnesses) (err error) {
	b.found, b.second, b.support = w, nil, supports.Of(w)
	b.bytes, err = w.MarshalBinary()
	return err
}

// restore reads what was saved of a second chain; there is nothing to read of a fit without one.
func (b *backing) restore(saved []byte, data *inference.Dataset) error {
	b.found, b.bytes, b.support, b.second = nil, nil, nil, nil
	if saved == nil {
		return nil
	}
	w := new(witness.Witnesses)
	err := w.UnmarshalBinary(saved)
	if err == nil {
		err = w.Check(data)
	}
	if err != nil {
		return fmt.Errorf("pydt: the saved supports: %w", err)
	}
	return b.tell(w)
}

// advance continues the second chain of a search and reports whether it is done.
func (b *backing) advance(f *Fit) bool {
	f.Phase = "finding how far clades are supported"
	if b.second == nil {
		b.second = sampler.NewSecond(f.Model, f.Data, f.Problem, f.Current, f.backed(), f.Streams.Source(sampler.SecondTask))
	}
	c, sweeps := b.second, secondSweeps(f.Problem)
	f.Fraction = 0.98 + 0.02*float64(c.Iteration)/float64(sweeps)
	if !c.Advance(c.VisitsPerLook()) || c.Iteration < sweeps {
		return false
	}
	if err := b.tell(c.Witnesses()); err != nil {
		panic("pydt: draws that cannot be written: " + err.Error()) // they are trees over the rows
	}
	f.Shown = map[*posterior.Sketch]*tree.Tree{}
	return true
}

// backed returns the hyperparameters that the second chain of a search begins with, which it draws where they are
// learnt.
func (f *Fit) backed() hyper.Hyper {
	h := f.Learned
	h.FixTheta, h.FixAlpha, h.FixC, h.FixSigma2 = f.start.FixTheta, f.start.FixAlpha, f.start.FixC, f.start.FixSigma2
	return h
}

// published returns a tree of the list with the supports that the second chain has found, where there is one.
func (b *backing) published(k *posterior.Sketch, rows []string) *tree.Tree {
	t := k.Publish(rows)
	if b.support != nil {
		t.Support = b.support.Exact(t)
	}
	return t
}

// sure returns the expected number of true branch points among those of a tree: by the second chain, where there is
// one.
func (b *backing) sure(k *posterior.Sketch, rows []string) float64 {
	if b.support == nil {
		return supportedOf(k)
	}
	sum := 0.0
	for _, p := range b.support.Exact(k.Publish(rows))[len(rows):] {
		sum += p
	}
	return sum
}

// points returns the posterior of the number of branch points: that of the second chain or, without one, of
// the pilot.
func (b *backing) points(piloted *pilot.Learning) pitmanyor.Moment {
	if w := b.found; w != nil {
		mean, deviation := w.Points()
		return pitmanyor.Moment{Mean: mean, Deviation: deviation}
	}
	return piloted.Points
}
