package diffusion

import (
	"math"
	"math/rand/v2"

	"example.org/espalier/inference/algorithm/vector"

	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// extra is the number of directions that the subspace of [Principal] has beyond those asked for.
const extra = 10

// Principal returns the first k principal components of data, or as many as there are: directions
// of length 1 in falling order of variance, and the share of the total variance of each. Missing
// cells count as the mean of their column. The largest weight of a direction is positive. It uses
// subspace iteration (Halko, Martinsson and Tropp 2011, algorithm 4.4) in O(N·D·k), which is exact
// if there are no more than k + 10 components.
func Principal(data *mat.Dense, k int) (directions [][]float64, shares []float64) {
	n, d := data.Dims()
	x := mat.DenseCopyOf(data)
	vector.Centre(x)
	total := 0.0
	for _, v := range x.RawMatrix().Data {
		total += v * v
	}
	width := min(k+extra, min(n-1, d))
	if width < 1 || total == 0 {
		return nil, nil
	}
	rng := rand.New(rand.NewPCG(1, 1)) // any start will do; this one never changes
	q := mat.NewDense(d, width, nil)
	for i := range q.RawMatrix().Data {
		q.RawMatrix().Data[i] = rng.NormFloat64()
	}
	rounds := 30
	if width == min(n-1, d) {
		rounds = 1
	}
	var y mat.Dense
	for range rounds {
		y.Mul(x, q)
		orthonormal(&y)
		q.Mul(x.T(), &y)
		orthonormal(q)
	}
	y.Mul(x, q)
	var svd mat.SVD
	if !svd.Factorize(&y, mat.SVDThin) {
		return nil, nil
	}
	var v mat.Dense
	svd.VTo(&v)
	values := svd.Values(nil)
	for a := range min(k, width) {
		if values[a] <= 1e-9*values[0] {
			break
		}
		direction := make([]float64, d)
		largest := 0.0
		for i := range direction {
			for b := range width {
				direction[i] += q.At(i, b) * v.At(b, a)
			}
			if math.Abs(direction[i]) > math.Abs(largest)*(1+1e-9) {
				largest = direction[i]
			}
		}
		for i := range direction {
			direction[i] = math.Copysign(1, largest) * direction[i]
		}
		directions = append(directions, direction)
		shares = append(shares, values[a]*values[a]/total)
	}
	return directions, shares
}

// orthonormal replaces the columns of a, which are no more than its rows, by an orthonormal basis of
// their span. Unlike mat.QR it makes no more of Q than these columns: O(rows · columns²).
func orthonormal(a *mat.Dense) {
	raw := a.RawMatrix()
	tau, size := make([]float64, raw.Cols), make([]float64, 1)
	lapack64.Geqrf(raw, tau, size, -1)
	work := make([]float64, int(size[0]))
	lapack64.Geqrf(raw, tau, work, len(work))
	lapack64.Orgqr(raw, tau, size, -1)
	work = make([]float64, max(len(work), int(size[0])))
	lapack64.Orgqr(raw, tau, work, len(work))
}
