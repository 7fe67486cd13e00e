package inferencetest

import (
	"context"
	"encoding/binary"
	"hash"
	"hash/fnv"
	"math"
	"sync"

	"espalier/inference"
	"espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// digest hashes values bit by bit, each with its length.
type digest struct{ hash.Hash64 }

func (d digest) integer(x int) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(x))
	d.Write(b[:])
}

func (d digest) reals(xs ...float64) {
	d.integer(len(xs))
	for _, x := range xs {
		d.integer(int(math.Float64bits(x)))
	}
}

func (d digest) integers(xs []int) {
	d.integer(len(xs))
	for _, x := range xs {
		d.integer(x)
	}
}

func (d digest) text(s string) {
	d.integer(len(s))
	d.Write([]byte(s))
}

func (d digest) matrix(x *mat.Dense) {
	r, c := x.Dims()
	d.integer(r)
	d.integer(c)
	for i := range r {
		d.reals(x.RawRowView(i)...)
	}
}

func (d digest) tree(t *tree.Tree) {
	d.integer(len(t.Names))
	for _, n := range t.Names {
		d.text(n)
	}
	d.integer(t.Top)
	d.integers(t.Parent)
	d.integer(len(t.Children))
	for _, c := range t.Children {
		d.integers(c)
	}
	d.reals(t.LogTime...)
	d.reals(t.Support...)
}

func (d digest) factors(f *inference.Factors) {
	if f == nil {
		return
	}
	d.integer(int(f.Side))
	d.integers(f.IDs)
	for _, m := range []*mat.Dense{f.Loadings, f.Inclusion, f.Activities} {
		if m != nil {
			d.matrix(m)
		}
	}
	d.reals(f.Noise...)
	d.reals(f.Offset...)
}

func (d digest) factorDraw(f *inference.FactorDraw) {
	if f == nil {
		return
	}
	for k, items := range f.Items {
		d.integer(len(items))
		for _, i := range items {
			d.integer(int(i))
		}
		d.singles(f.Values[k])
		d.singles(f.Activities[k])
	}
	d.singles(f.Noise)
}

func (d digest) singles(xs []float32) {
	d.integer(len(xs))
	for _, x := range xs {
		d.integer(int(math.Float32bits(x)))
	}
}

// hashSnapshot hashes everything that a model puts into a snapshot, except the words of its phase,
// which may depend on time.
func hashSnapshot(s *inference.Snapshot) uint64 {
	d := digest{fnv.New64a()}
	d.text(s.Model)
	d.integer(s.Iteration)
	d.integer(len(s.Trees))
	for _, w := range s.Trees {
		d.reals(w.Objective, w.Weight)
		d.tree(w.Tree)
	}
	d.integer(len(s.Samples))
	for _, x := range s.Samples {
		d.integer(x.Chain)
		d.integer(x.Iteration)
		d.reals(x.Objective)
		if x.Tree != nil {
			d.tree(x.Tree)
		}
		d.factorDraw(x.Factors)
	}
	d.factors(s.Factors)
	d.integer(len(s.Matrices))
	for _, m := range s.Matrices {
		d.text(m.Name)
		d.matrix(m.Value)
	}
	d.integer(len(s.Labels))
	for _, l := range s.Labels {
		d.text(l.Name)
		d.integers(l.Value)
	}
	d.integer(len(s.Scalars))
	for _, x := range s.Scalars {
		d.text(x.Name)
		d.reals(x.Mean, x.StandardDeviation)
	}
	return d.Sum64()
}

func hashDataset(data *inference.Dataset) uint64 {
	d := digest{fnv.New64a()}
	d.matrix(data.X)
	for _, names := range [][]string{data.Rows, data.Columns} {
		d.integer(len(names))
		for _, n := range names {
			d.text(n)
		}
	}
	return d.Sum64()
}

func sameBits(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if math.Float64bits(a[i]) != math.Float64bits(b[i]) {
			return false
		}
	}
	return true
}

// countdown is a context that is cancelled after the given number of looks.
type countdown struct {
	context.Context
	mu   sync.Mutex
	left int
	done chan struct{}
}

func newCountdown(looks int) *countdown {
	return &countdown{Context: context.Background(), left: looks, done: make(chan struct{})}
}

func (c *countdown) look() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left--; c.left == 0 {
		close(c.done)
	}
}

// Done counts as a look, and may cancel.
func (c *countdown) Done() <-chan struct{} {
	c.look()
	return c.done
}

// Err counts as a look, and may cancel.
func (c *countdown) Err() error {
	c.look()
	select {
	case <-c.done:
		return context.Canceled
	default:
		return nil
	}
}
