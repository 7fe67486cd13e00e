package mixture

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// joined is the density in the valley between two components, as a share of the lower of their modes, above
	// which they belong to one group. Two equal round ones are joined below 3.3 standard deviations.
	joined = 0.5
	// small is the share of the rows below which components that stand apart are no group: stray rows.
	small = 0.02
	// mostWork limits the multiply-adds for all pairs of components.
	mostWork = 1 << 28
)

// Groups returns the group of each component, numbered from 0 in the order of their first components, and the number of
// groups that hold at least 2 % of the rows or half of a component's mean share if that is less. A cluster that
// is not Gaussian takes several components; a valley of the density separates a group from all others. Two components
// belong together if along the ridgeline
//
//	x(a) = [(1−a)Σ₁⁻¹ + aΣ₂⁻¹]⁻¹ [(1−a)Σ₁⁻¹μ₁ + aΣ₂⁻¹μ₂],    0 ≤ a ≤ 1
//
// which holds all modes of the two (Ray and Lindsay 2005, The topography of multivariate normal mixtures, Annals of
// Statistics 33, 2042–2065), their joint density between the outer modes stays above half of that at the lower one.
// Groups are nil if there are too many columns and components to look at.
func (m *Mixture) Groups() (of []int, count int) {
	s := len(m.Components)
	of = make([]int, s)
	work, pairs := 0.0, float64(s*(s-1)/2)
	for k, c := range m.Components {
		of[k] = k
		r := float64(m.rank(c, c))
		work = max(work, pairs*r*r*(10*r+float64(len(c.Mean))))
	}
	if work > mostWork {
		return nil, 0
	}
	for a := range s {
		for b := range a {
			if of[a] != of[b] && m.valley(m.Components[a], m.Components[b]) > joined {
				from, to := max(of[a], of[b]), min(of[a], of[b])
				for k := range of {
					if of[k] == from {
						of[k] = to
					}
				}
			}
		}
	}
	names, weight := map[int]int{}, []float64(nil)
	for k, g := range of {
		name, ok := names[g]
		if !ok {
			name = len(names)
			names[g], weight = name, append(weight, 0)
		}
		of[k] = name
		weight[name] += m.Components[k].Weight
	}
	for _, w := range weight {
		if w >= min(small, 0.5/float64(s)) {
			count++
		}
	}
	return of, count
}

// GroupsSentence says how many separate groups the components form, "8 components form 6 separate groups"; it is ""
// where each is one, or where that is not known.
func (m *Mixture) GroupsSentence() string {
	if m == nil || len(m.Components) < 2 {
		return ""
	}
	of, count := m.Groups()
	switch n := len(m.Components); {
	case of == nil || count == n || count == 0:
		return ""
	case count == 1:
		return fmt.Sprintf("%d components form one group: no valley of the density separates them", n)
	default:
		return fmt.Sprintf("%d components form %d separate groups", n, count)
	}
}

// rank returns the number of directions in which two components can differ.
func (m *Mixture) rank(a, b Component) int {
	p := len(a.Mean)
	if a.Noise != nil || b.Noise != nil {
		return p
	}
	r := 1
	for _, c := range []Component{a, b} {
		if c.Loadings != nil {
			_, k := c.Loadings.Dims()
			r += k
		}
	}
	return min(r, p)
}

// valley returns the least density of two components between their outer modes along the ridgeline, as a share of
// that at the lower mode: 1 if there is one mode.
func (m *Mixture) valley(a, b Component) float64 {
	distance, variance, ok := m.aligned(a, b)
	if !ok || !(a.Weight > 0) || !(b.Weight > 0) {
		return 0
	}
	const steps, reach = 160, 14 // of the logit of a
	density := make([]float64, steps+1)
	for t := range density {
		u := 1 / (1 + math.Exp(reach*(1-2*float64(t)/steps)))
		switch t {
		case 0:
			u = 0
		case steps:
			u = 1
		}
		first, second := math.Log(a.Weight), math.Log(b.Weight)
		for j, d := range distance {
			x := u * d / ((1-u)*variance[j] + u)
			first -= 0.5 * x * x
			second -= 0.5 * ((x-d)*(x-d)/variance[j] + math.Log(variance[j]))
		}
		density[t] = floats.LogSumExp([]float64{first, second})
	}
	left, right := 0, steps
	for left < steps && density[left+1] >= density[left] {
		left++
	}
	for right > 0 && density[right-1] >= density[right] {
		right--
	}
	if left >= right {
		return 1
	}
	return math.Exp(floats.Min(density[left:right+1]) - math.Min(density[left], density[right]))
}

// aligned returns the distance of the means of two components along axes on which the first has covariance I, and the
// variances of the second along them. Only the directions of rank matter: where noise is shared, the two have the
// same density in all others.
func (m *Mixture) aligned(a, b Component) (distance, variance []float64, ok bool) {
	p := len(a.Mean)
	basis := mat.NewDense(p, p, nil)
	scale := make([]float64, p)
	for q, v := range m.NoiseOf(a) {
		scale[q] = 1 / math.Sqrt(v)
		if a.Noise != nil || b.Noise != nil {
			scale[q] = 1
		}
		if !(v > 0) {
			return nil, nil, false
		}
		basis.Set(q, q, 1)
	}
	gap := mat.NewDense(p, 1, nil)
	for q := range p {
		gap.Set(q, 0, scale[q]*(b.Mean[q]-a.Mean[q]))
	}
	loads := [2]*mat.Dense{scaled(a.Loadings, scale), scaled(b.Loadings, scale)}
	if r := m.rank(a, b); r < p {
		basis = spanned(gap, loads[0], loads[1])
	}
	var cov [2]*mat.SymDense
	for i, c := range []Component{a, b} {
		cov[i] = covarianceIn(basis, scale, m.NoiseOf(c), loads[i])
	}
	var root mat.Cholesky
	if !root.Factorize(cov[0]) {
		return nil, nil, false
	}
	var lower mat.TriDense
	root.LTo(&lower)
	// z = Qᵀ L⁻¹ x, for L⁻¹ Σ₂ L⁻ᵀ = Q D Qᵀ.
	var within, half, turned mat.Dense
	within.Mul(basis.T(), gap)
	if half.Solve(&lower, cov[1]) != nil || turned.Solve(&lower, half.T()) != nil {
		return nil, nil, false
	}
	r, _ := turned.Dims()
	symmetric := mat.NewSymDense(r, nil)
	for i := range r {
		for j := range i + 1 {
			symmetric.SetSym(i, j, (turned.At(i, j)+turned.At(j, i))/2)
		}
	}
	var eigen mat.EigenSym
	var vectors, whitened, along mat.Dense
	if !eigen.Factorize(symmetric, true) || whitened.Solve(&lower, &within) != nil {
		return nil, nil, false
	}
	eigen.VectorsTo(&vectors)
	along.Mul(vectors.T(), &whitened)
	variance = eigen.Values(nil)
	return mat.Col(nil, 0, &along), variance, variance[0] > 0
}

// scaled multiplies the rows of a matrix, which may be nil.
func scaled(x *mat.Dense, by []float64) *mat.Dense {
	if x == nil {
		return nil
	}
	o := mat.DenseCopyOf(x)
	for q, f := range by {
		floats.Scale(f, o.RawRowView(q))
	}
	return o
}

// spanned returns an orthonormal basis of the span of the columns of matrices, as columns.
func spanned(of ...*mat.Dense) *mat.Dense {
	p, _ := of[0].Dims()
	var kept [][]float64
	for _, x := range of {
		if x == nil {
			continue
		}
		_, k := x.Dims()
		for l := range k {
			v := mat.Col(nil, l, x)
			before := floats.Norm(v, 2)
			for range 2 {
				for _, u := range kept {
					floats.AddScaled(v, -floats.Dot(u, v), u)
				}
			}
			if length := floats.Norm(v, 2); length > 1e-9*before && length > 0 {
				floats.Scale(1/length, v)
				kept = append(kept, v)
			}
		}
	}
	if kept == nil { // equal means and no factors
		kept = [][]float64{make([]float64, p)}
		kept[0][0] = 1
	}
	basis := mat.NewDense(p, len(kept), nil)
	for l, v := range kept {
		basis.SetCol(l, v)
	}
	return basis
}

// covarianceIn returns the covariance of a component in a basis of scaled columns.
func covarianceIn(basis *mat.Dense, scale, noise []float64, loads *mat.Dense) *mat.SymDense {
	_, r := basis.Dims()
	out := mat.NewSymDense(r, nil)
	for q, v := range noise {
		out.SymRankOne(out, v*scale[q]*scale[q], basis.RowView(q))
	}
	if loads != nil {
		var inside mat.Dense
		inside.Mul(basis.T(), loads)
		out.SymRankK(out, 1, &inside)
	}
	return out
}
