package correlations

import (
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/covariance"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Direction is an eigenvector of Σ, or a factor.
type Direction struct {
	// Weights are the D weights of the columns in the score of a row: for an eigenvector, the
	// eigenvector itself, of length 1 and with its weight of greatest size positive.
	Weights []float64
	// Loads say how much each column moves along it: the eigenvector again, or the loadings.
	Loads    []float64
	Variance float64 // that it gives to all columns together, in working units²
	Share    float64 // of the trace of Σ, in [0, 1]
	// Deviation is the standard deviation of the change in the score of an eigenvector from time 0
	// to 1; 0 for factors, for which it is 1.
	Deviation float64
}

// mostWhole is the greatest number of columns for which all eigenvectors are computed.
const mostWhole = 512

// Directions returns the eigenvectors of Σ with the greatest eigenvalues, at most this many, in
// descending order. It takes O(D³) up to 512 columns. For more columns and a Σ by factors they are
// found by subspace iteration (Golub and Van Loan 2013, section 8.2.4), in O(D·K) per round and
// vector.
func Directions(c *covariance.Covariance, most int) []Direction {
	d := len(c.Columns)
	total := 0.0
	for i := range d {
		total += c.At(i, i)
	}
	most = min(most, d)
	if !(total > 0) || most < 1 {
		return nil
	}
	var values []float64
	var vectors *mat.Dense
	if c.Dense != nil || d <= mostWhole {
		values, vectors = whole(c)
	} else {
		values, vectors = leading(c, most)
	}
	if values == nil {
		return nil
	}
	list := make([]Direction, most)
	for k := range list {
		w := mat.Col(nil, k, vectors)
		turn(w)
		list[k] = Direction{Weights: w, Loads: w, Variance: math.Max(values[k], 0), Share: math.Max(values[k], 0) / total,
			Deviation: math.Sqrt(math.Max(values[k], 0))}
	}
	return list
}

// ByFactor returns the factors of Λ as directions, in their order; none if Σ has no loadings, or if
// a column has no variance of its own. Scores are the means of the factors given a row (Thomson
// 1951), Weights = Ψ⁻¹Λ(I + ΛᵀΨ⁻¹Λ)⁻¹. O(D·K²).
func ByFactor(c *covariance.Covariance) []Direction {
	if c.Loadings == nil || slices.Min(c.Specific) <= 0 {
		return nil
	}
	d, k := c.Loadings.Dims()
	scaled := mat.DenseCopyOf(c.Loadings) // Ψ⁻¹Λ
	total := 0.0
	for i, v := range c.Specific {
		row := scaled.RawRowView(i)
		floats.Scale(1/v, row)
		total += v + floats.Dot(c.Loadings.RawRowView(i), c.Loadings.RawRowView(i))
	}
	var product, weights mat.Dense
	product.Mul(c.Loadings.T(), scaled)
	inner := mat.NewSymDense(k, nil)
	for a := range k {
		for b := range a + 1 {
			inner.SetSym(a, b, (product.At(a, b)+product.At(b, a))/2)
		}
		inner.SetSym(a, a, inner.At(a, a)+1)
	}
	var root mat.Cholesky
	if !root.Factorize(inner) {
		return nil
	}
	var solved mat.Dense
	if err := root.SolveTo(&solved, scaled.T()); err != nil {
		return nil
	}
	weights.CloneFrom(solved.T())
	list := make([]Direction, k)
	for j := range list {
		loads := mat.Col(make([]float64, d), j, c.Loadings)
		variance := floats.Dot(loads, loads)
		list[j] = Direction{Weights: mat.Col(nil, j, &weights), Loads: loads, Variance: variance, Share: variance / total}
	}
	return list
}

// turn makes the weight of greatest size positive.
func turn(w []float64) {
	if low, high := slices.Min(w), slices.Max(w); -low > high {
		for i := range w {
			w[i] = -w[i]
		}
	}
}

// whole returns all eigenvalues, descending, and their vectors as columns; nil if they are not
// found.
func whole(c *covariance.Covariance) ([]float64, *mat.Dense) {
	d := len(c.Columns)
	return descending(c.Select(inference.UpTo(d)))
}

// descending returns the eigenvalues of a matrix from the greatest, and their vectors.
func descending(m mat.Symmetric) ([]float64, *mat.Dense) {
	var e mat.EigenSym
	if !e.Factorize(m, true) {
		return nil, nil
	}
	var v mat.Dense
	e.VectorsTo(&v)
	values := e.Values(nil)
	slices.Reverse(values)
	n := len(values)
	out := mat.NewDense(n, n, nil)
	for k := range n {
		out.SetCol(k, mat.Col(nil, n-1-k, &v))
	}
	return values, out
}

// The rounds of leading, the vectors it carries beyond those asked for, and the relative change
// of eigenvalues at which it ends.
const (
	mostRounds = 500
	spare      = 8
	settled    = 1e-12
)

// leading returns the first eigenvalues of ΛΛᵀ + Ψ and their vectors, starting from Λ and the axes
// of the columns with the greatest variance.
func leading(c *covariance.Covariance, most int) ([]float64, *mat.Dense) {
	d, k := len(c.Columns), 0
	if c.Loadings != nil {
		_, k = c.Loadings.Dims()
	}
	m := min(max(most, k)+spare, d)
	q := mat.NewDense(d, m, nil)
	for j := range min(k, m) {
		q.SetCol(j, mat.Col(nil, j, c.Loadings))
	}
	axes := inference.UpTo(d)
	stable.Sort(axes, func(a, b int) int {
		switch x, y := c.Specific[a], c.Specific[b]; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	for j := k; j < m; j++ {
		q.Set(axes[j-k], j, 1)
	}
	orthonormalise(q)
	var values []float64
	for range mostRounds {
		y := times(c, q)
		small := mat.NewSymDense(m, nil)
		var product mat.Dense
		product.Mul(q.T(), y)
		for i := range m {
			for j := range i + 1 {
				small.SetSym(i, j, (product.At(i, j)+product.At(j, i))/2)
			}
		}
		now, turned := descending(small)
		if now == nil {
			return nil, nil
		}
		change := 0.0
		for j := range most {
			if values == nil {
				change = math.Inf(1)
				break
			}
			change = math.Max(change, math.Abs(now[j]-values[j])/now[0])
		}
		values = now
		next := mat.NewDense(d, m, nil)
		if change < settled {
			next.Mul(q, turned)
			return values, next
		}
		next.Mul(y, turned)
		q = next
		orthonormalise(q)
	}
	return values, q
}

// times returns (ΛΛᵀ + Ψ)q.
func times(c *covariance.Covariance, q *mat.Dense) *mat.Dense {
	d, m := q.Dims()
	y := mat.NewDense(d, m, nil)
	if c.Loadings != nil {
		var inner mat.Dense
		inner.Mul(c.Loadings.T(), q)
		y.Mul(c.Loadings, &inner)
	}
	for i, v := range c.Specific {
		row := y.RawRowView(i)
		for j, x := range q.RawRowView(i) {
			row[j] += v * x
		}
	}
	return y
}

// orthonormalise makes the columns of q orthonormal by the Gram-Schmidt method, applied twice to
// each. A column that depends on earlier ones becomes 0.
func orthonormalise(q *mat.Dense) {
	t := mat.DenseCopyOf(q.T())
	m, _ := t.Dims()
	for j := range m {
		v := t.RawRowView(j)
		before := floats.Norm(v, 2)
		for range 2 {
			for i := range j {
				u := t.RawRowView(i)
				floats.AddScaled(v, -floats.Dot(u, v), u)
			}
		}
		if length := floats.Norm(v, 2); length > 1e-12*before {
			floats.Scale(1/length, v)
		} else {
			clear(v)
		}
	}
	q.Copy(t.T())
}
