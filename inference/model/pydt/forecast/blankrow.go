package forecast

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/cellwise"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A blankRow predicts the missing cells of a row by what a tree of the other rows says of a new
// row whose other cells are as they are (math 11.5). The places of the row are weighed by the
// density of these cells: the tree that the row is on was found with its missing cells filled in.
type blankRow struct {
	e       *seat
	out     *leftOut
	y       []float64  // the row, filled in, mapped
	filled  []float64  // its missing cells as they are filled in
	mapped  *mat.Dense // m×D: the rows of the map that belong to the missing cells
	along   []float64  // these times what is left out
	leave   float64    // by how much what is left out counts
	inverse []float64  // m×m, the covariance of the missing cells given the others, in units of a variance
	weights []float64  // of the components
	places  []float64  // the means of the missing cells, component by component
	spread  []float64  // variance of a component, and its square of the observed cells
	squares []float64
}

// rowOn prepares the missing columns of a row on the tree of e, from which the row is detached, with
// out what the posterior of Σ is to do without. w is the map of e, as a matrix. O(N·D·m).
func rowOn(e *seat, out *leftOut, w *mat.Dense, y, filled []float64, missing []int) *blankRow {
	m, d := len(missing), len(y)
	b := &blankRow{e: e, out: out, y: y, filled: filled, mapped: mat.NewDense(m, d, nil), along: make([]float64, m)}
	for a, j := range missing {
		b.mapped.SetRow(a, w.RawRowView(j))
	}
	precision := mat.NewSymDense(m, nil)
	precision.SymOuterK(1, b.mapped)
	if out != nil {
		b.leave = 1 / (e.total * (1 - out.square))
		b.times(b.along, out.u)
		precision.SymRankOne(precision, b.leave, mat.NewVecDense(m, b.along))
	}
	var chol mat.Cholesky
	if !chol.Factorize(precision) {
		panic("pydt: Σ is not positive definite")
	}
	var inverse mat.SymDense
	if err := chol.InverseTo(&inverse); err != nil {
		if _, ok := err.(mat.Condition); !ok {
			panic("pydt: " + err.Error())
		}
	}
	b.inverse = mat.DenseCopyOf(&inverse).RawMatrix().Data
	b.place(d - m)
	return b
}

// times writes the product of the mapped rows with z.
func (b *blankRow) times(dst, z []float64) {
	for a := range dst {
		sum := 0.0
		for j, w := range b.mapped.RawRowView(a) {
			sum += w * z[j]
		}
		dst[a] = sum
	}
}

// place weighs the components by this many observed cells, and finds the means of the missing ones.
func (b *blankRow) place(observed int) {
	s, m := b.e.P.S, len(b.along)
	z := make([]float64, len(b.y))
	toward := func(from []float64, t []float64) (square float64) {
		for j, v := range from {
			z[j] = b.y[j] - v
			square += z[j] * z[j]
		}
		b.times(t[:m], z)
		if b.out != nil {
			dot := 0.0
			for j, u := range b.out.u {
				dot += u * z[j]
			}
			for a, v := range b.along {
				t[a] += b.leave * v * dot
			}
			t[m] = dot
		}
		return square
	}
	count := len(b.e.P.Components)
	b.weights, b.places = make([]float64, 0, count), make([]float64, 0, count*m)
	b.spread, b.squares = make([]float64, 0, count), make([]float64, 0, count)
	cavity, message, at := make([]float64, m+1), make([]float64, m+1), make([]float64, m+1)
	var density covary.T
	if b.e.posterior != nil {
		fewer := 0
		if b.out != nil {
			fewer = 1
		}
		density = b.e.posterior.T(observed, 0, fewer) // up to a constant
	}
	toCavity, toMessage := 0.0, 0.0
	last := int32(-1)
	var sum special.LogSum
	for _, part := range b.e.P.Components {
		v := int(part.Node)
		if part.Node != last {
			last = part.Node
			toCavity, toMessage = toward(s.CavMeanOf(part.Node), cavity), toward(s.MeanOf(part.Node), message)
		}
		share, variance := between(b.e.P, part)
		q := share*toCavity + (1-share)*toMessage - share*(1-share)*b.e.P.Across[v]
		for a := range at {
			at[a] = share*cavity[a] + (1-share)*message[a]
		}
		q += b.leave * at[m] * at[m]
		for a := range m {
			moved := 0.0
			for i, c := range b.inverse[a*m : a*m+m] {
				moved += c * at[i]
			}
			q -= at[a] * moved
			b.places = append(b.places, b.filled[a]-moved)
		}
		q = math.Max(q, 0)
		log := part.LogMass - 0.5*(float64(observed)*math.Log(variance)+q/variance)
		if b.e.posterior != nil {
			log = part.LogMass + density.Log(variance, q/b.e.total)
		}
		sum.Add(log)
		b.weights = append(b.weights, log)
		b.spread, b.squares = append(b.spread, variance), append(b.squares, q)
	}
	total := sum.Value()
	for i := range b.weights {
		b.weights[i] -= total
	}
}

// leastPlace is the log weight of a place below which it says nothing of a cell.
const leastPlace = -40

// cell returns the log density of missing cell a at a value, and its mean.
func (b *blankRow) cell(a int, value float64) (logDensity, mean float64) {
	var sum special.LogSum
	m := len(b.along)
	spread := b.inverse[a*m+a]
	freedom := 0.0
	if b.e.posterior != nil {
		freedom = b.e.posterior.Freedom + float64(b.e.columns-len(b.along))
		if b.out != nil {
			freedom--
		}
	}
	for i, w := range b.weights {
		if w < leastPlace {
			continue
		}
		at := b.places[i*m+a]
		mean += math.Exp(w) * at
		variance := b.spread[i] * spread
		if b.e.posterior == nil {
			sum.Add(w + cellwise.NormalLog(value-at, variance))
			continue
		}
		scale := variance * (b.e.total + b.squares[i]/b.spread[i]) / freedom
		sum.Add(w + distuv.StudentsT{Mu: at, Sigma: math.Sqrt(scale), Nu: freedom}.LogProb(value))
	}
	return sum.Value(), mean
}
