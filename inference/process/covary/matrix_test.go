package covary

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// A matrixMessage is exp(logFactor + hᵀx − ½xᵀPx), what the observed cells below a place of the tree say of its
// location x. Cells that are missing leave P without full rank.
type matrixMessage struct {
	p         *mat.Dense
	h         *mat.VecDense
	logFactor float64
}

// matrixEvidence returns the log density of the observed cells by messages with a matrix of precisions (Hassler et al.
// 2020): exact for any pattern of missing cells, O(N·D³). The code takes another way, which has one variance for all
// columns of complete rows and fills the missing cells in; it shares nothing with this.
func matrixEvidence(t *tree.Tree, x *mat.Dense, s *mat.SymDense, noise float64) float64 {
	d := s.SymmetricDim()
	var up func(v int) matrixMessage
	up = func(v int) matrixMessage {
		m := matrixMessage{p: mat.NewDense(d, d, nil), h: mat.NewVecDense(d, nil)}
		if t.IsLeaf(v) {
			m.observe(x.RawRowView(v), s, noise)
		}
		for _, child := range t.Children[v] {
			below := up(child)
			m.p.Add(m.p, below.p)
			m.h.AddVec(m.h, below.h)
			m.logFactor += below.logFactor
		}
		above := 1.0
		if p := t.Parent[v]; p >= 0 {
			above = math.Exp(-t.LogTime[p])
		}
		return m.diffuse(above-math.Exp(-t.LogTime[v]), s)
	}
	return up(t.Top).logFactor // the location at time 0 is 0
}

// observe makes the message of a row from its observed cells, N(y_o; x_o, noise·Σ_oo).
func (m *matrixMessage) observe(row []float64, s *mat.SymDense, noise float64) {
	var at []int
	for j, v := range row {
		if !math.IsNaN(v) {
			at = append(at, j)
		}
	}
	if len(at) == 0 {
		return
	}
	some := mat.NewDense(len(at), len(at), nil)
	for a, i := range at {
		for b, j := range at {
			some.Set(a, b, noise*s.At(i, j))
		}
	}
	var inverse mat.Dense
	if err := inverse.Inverse(some); err != nil {
		panic(err)
	}
	m.logFactor = -0.5 * (float64(len(at))*math.Log(2*math.Pi) + math.Log(mat.Det(some)))
	for a, i := range at {
		for b, j := range at {
			v := inverse.At(a, b)
			m.p.Set(i, j, v)
			m.h.SetVec(i, m.h.AtVec(i)+v*row[j])
			m.logFactor -= 0.5 * row[i] * v * row[j]
		}
	}
}

// diffuse takes the message to the other end of a branch of this time: the location is integrated out.
func (m matrixMessage) diffuse(time float64, s *mat.SymDense) matrixMessage {
	d := s.SymmetricDim()
	step, right, left := mat.NewDense(d, d, nil), mat.NewDense(d, d, nil), mat.NewDense(d, d, nil)
	step.Scale(time, s)
	right.Mul(step, m.p)
	left.Mul(m.p, step)
	for j := range d {
		right.Set(j, j, right.At(j, j)+1) // I + δΣP
		left.Set(j, j, left.At(j, j)+1)   // I + δPΣ
	}
	var inverse, spread mat.Dense
	out := matrixMessage{p: mat.NewDense(d, d, nil), h: mat.NewVecDense(d, nil)}
	if err := inverse.Inverse(right); err != nil {
		panic(err)
	}
	out.p.Mul(m.p, &inverse)
	if err := out.h.SolveVec(left, m.h); err != nil {
		panic(err)
	}
	spread.Mul(&inverse, step)
	out.logFactor = m.logFactor - 0.5*math.Log(mat.Det(right)) + 0.5*mat.Inner(m.h, &spread, m.h)
	return out
}

// Messages with matrices equal the dense normal of the observed cells, a row without any among them. The bound by
// filling cells in is below them and near, and equals them where one row is incomplete, in tables too large for the
// dense normal.
func TestMatrixMessages(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 3))
	hide := func(x *mat.Dense, rows int, share float64) *mat.Dense {
		x = mat.DenseCopyOf(x)
		_, d := x.Dims()
		for i := range rows {
			for j := range d {
				if rng.Float64() < share {
					x.Set(i, j, math.NaN())
				}
			}
		}
		return x
	}
	for _, share := range []float64{0, 0.1, 0.4} {
		tr, s := randomTree(8, rng), randomSigma(4, 2, rng).Dense()
		x := hide(randomTable(8, 4, rng), 8, share)
		if share > 0 {
			for j := range 4 {
				x.Set(5, j, math.NaN())
			}
		}
		near(t, "messages with matrices", matrixEvidence(tr, x, s, 0.3), evidence(x, kronecker(sharedTimes(tr, 0.3), s)),
			1e-9)
	}
	const n, d, noise = 120, 6, 0.15
	tr, s := randomTree(n, rng), randomSigma(d, 2, rng)
	full := drawTable(tr, s, noise, rng)
	bound := func(x *mat.Dense) float64 {
		filled := mat.DenseCopyOf(x)
		blanks := NewBlanks(x)
		blanks.Put(filled, make([]float64, blanks.Cells))
		c := NewConditioner(blanks, s.Map())
		variances := c.Settle(NewPasser(tr, filled, noise), 1000)
		return NewContrasts(tr, filled, noise).LogLikelihood(s) + c.Gain(variances)
	}
	one := mat.DenseCopyOf(full)
	for j := range d / 2 {
		one.Set(17, 2*j, math.NaN())
	}
	near(t, "one incomplete row", bound(one), matrixEvidence(tr, one, s.Dense(), noise), 1e-9)
	last := -1.0
	for _, share := range []float64{0.02, 0.1, 0.3} {
		x := hide(full, n, share)
		gap := matrixEvidence(tr, x, s.Dense(), noise) - bound(x)
		t.Logf("%.0f %% of the cells missing: the bound is %.3f nats below", 100*share, gap)
		if gap < 0 || gap > 40*share || gap <= last { // as the note on columns has them, growing with the square of the share
			t.Errorf("%g of the cells missing: the bound is %g nats below the evidence", share, gap)
		}
		last = gap
	}
}

// drawTable draws a table on a tree: locations from the top down, each row with noise.
func drawTable(tr *tree.Tree, s *Sigma, noise float64, rng *rand.Rand) *mat.Dense {
	d := s.Columns()
	at := mat.NewDense(tr.Nodes(), d, nil)
	for _, v := range tr.PreOrder() {
		time := 1.0
		if p := tr.Parent[v]; p >= 0 {
			copy(at.RawRowView(v), at.RawRowView(p))
			time = math.Exp(-tr.LogTime[p])
		}
		time -= math.Exp(-tr.LogTime[v])
		if tr.IsLeaf(v) {
			time += noise
		}
		step := drawRows(s, 1, rng).RawRowView(0)
		for j, z := range step {
			at.Set(v, j, at.At(v, j)+math.Sqrt(time)*z)
		}
	}
	return mat.DenseCopyOf(at.Slice(0, tr.Leaves(), 0, d))
}
