package outtree

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A regression is the linear conditional: a Normal-Gamma for each column, with one matrix V for all.
//
//	V⁻¹ = V₀⁻¹ + Σ W_uv z_v z_vᵀ,   m̂_d = V Σ W_uv z_v x_ud,   a = a₀ + edges/2,
//	b_d = b₀ + ½ (Σ W_uv x_ud² − m̂_dᵀ V⁻¹ m̂_d),   z = (x, 1)
type regression struct {
	prior prior
	k     int        // D+1
	v     *mat.Dense // K×K
	m     *mat.Dense // K×D
	a     float64    //
	b     []float64  // D

	inverse *mat.SymDense // V⁻¹ in the making, then complete
	cross   *mat.Dense    // K×D: Σ W_uv z_v x_ud
	squares []float64     // Σ W_uv x_ud²
	parent  []float64     // T: Σ_u W_uv

	mean []float64 // T×D: m̂_dᵀz_v, made by prepare
	lift []float64 // z_vᵀVz_v
	log  float64   // Σ_d of the terms that do not depend on the rows
}

// newRegression begins at the identity, with V as if every row were a parent once.
func newRegression(t *table, p prior, start float64) *regression {
	k := t.d + 1
	r := &regression{prior: p, k: k, v: mat.NewDense(k, k, nil), m: mat.NewDense(k, t.d, nil), b: make([]float64, t.d),
		inverse: mat.NewSymDense(k, nil), cross: mat.NewDense(k, t.d, nil), squares: make([]float64, t.d)}
	r.clear()
	for v := range t.t {
		r.addParent(t, v, 1)
	}
	r.invert()
	for j := range t.d {
		r.m.Set(j, j, 1)
	}
	r.a = p.shape + float64(t.t-1)/2
	rest := 1 / start
	if start == 0 {
		rest = t.nearest() / float64(t.d)
	}
	for j := range r.b {
		r.b[j] = r.a * rest
	}
	return r
}

func (r *regression) clear() {
	r.inverse.Zero()
	for k := range r.k {
		r.inverse.SetSym(k, k, 1/r.prior.slope)
	}
	r.cross.Zero()
	clear(r.squares)
}

// z returns (x_v, 1).
func (r *regression) z(t *table, v int) []float64 {
	return append(append(make([]float64, 0, r.k), t.row(v)...), 1)
}

// addParent adds w zzᵀ of row v to V⁻¹.
func (r *regression) addParent(t *table, v int, w float64) {
	r.inverse.SymRankOne(r.inverse, w, mat.NewVecDense(r.k, r.z(t, v)))
}

func (r *regression) invert() {
	var c mat.Cholesky
	if !c.Factorize(r.inverse) {
		panic("outtree: the precision of slopes is not positive definite")
	}
	var v mat.SymDense
	if err := c.InverseTo(&v); err != nil {
		if _, weak := err.(mat.Condition); !weak {
			panic("outtree: " + err.Error())
		}
	}
	r.v = mat.DenseCopyOf(&v)
}

func (r *regression) prepare(t *table) {
	r.mean, r.lift = make([]float64, t.t*t.d), make([]float64, t.t)
	for v := range t.t {
		z := mat.NewVecDense(r.k, r.z(t, v))
		var m mat.VecDense
		m.MulVec(r.m.T(), z)
		copy(r.mean[v*t.d:], m.RawVector().Data)
		r.lift[v] = mat.Inner(z, r.v, z)
	}
	r.log = 0
	for _, b := range r.b {
		r.log += 0.5 * (gamma{r.a, b}.meanLog() - math.Log(2*math.Pi))
	}
}

func (r *regression) weigh(t *table, u int, parents []int, to []float64) {
	x := t.row(u)
	for k := range to {
		v := k
		if parents != nil {
			v = parents[k]
		}
		sum := 0.0
		for j, m := range r.mean[v*t.d : (v+1)*t.d] {
			sum += (x[j] - m) * (x[j] - m) / r.b[j]
		}
		to[k] = r.log - 0.5*(r.a*sum+float64(t.d)*r.lift[v])
	}
}

func (r *regression) begin(t *table) {
	r.clear()
	r.parent = make([]float64, t.t)
}

// gather adds the terms of row u as a child: Σ_v W_uv z_v x_uᵀ and its squares.
func (r *regression) gather(t *table, u int, parents []float64) {
	sum := make([]float64, r.k)
	total := 0.0
	for v, w := range parents {
		if w > 0 {
			floats.AddScaled(sum[:t.d], w, t.row(v))
			total += w
			r.parent[v] += w
		}
	}
	sum[t.d] = total
	x := t.row(u)
	for k, p := range sum {
		floats.AddScaled(r.cross.RawRowView(k), p, x)
	}
	for j, y := range x {
		r.squares[j] += total * y * y
	}
}

func (r *regression) learn(t *table, edges float64) {
	for v, w := range r.parent {
		r.addParent(t, v, w)
	}
	r.invert()
	r.m.Mul(r.v, r.cross)
	r.a = r.prior.shape + edges/2
	for j := range r.b {
		explained := 0.0
		for k := range r.k {
			explained += r.m.At(k, j) * r.cross.At(k, j) // m̂ᵀV⁻¹m̂
		}
		r.b[j] = r.prior.rate + math.Max(0, r.squares[j]-explained)/2
	}
}

// divergence needs V⁻¹ as V was made from it.
func (r *regression) divergence() float64 {
	var c mat.Cholesky
	if !c.Factorize(r.inverse) {
		panic("outtree: the precision of slopes is not positive definite")
	}
	trace := mat.Trace(r.v) / r.prior.slope
	common := trace - float64(r.k) + float64(r.k)*math.Log(r.prior.slope) + c.LogDet()
	sum := 0.0
	for j, b := range r.b {
		length := 0.0
		for k := range r.k {
			length += r.m.At(k, j) * r.m.At(k, j)
		}
		sum += 0.5*(common+r.a/b*length/r.prior.slope) + gamma{r.a, b}.divergence(gamma{r.prior.shape, r.prior.rate})
	}
	return sum
}

func (r *regression) precision() float64 {
	sum := 0.0
	for _, b := range r.b {
		sum += r.a / b
	}
	return sum / float64(len(r.b))
}

// deviation adds up variances, because the columns are independent under q.
func (r *regression) deviation() float64 {
	sum := 0.0
	for _, b := range r.b {
		sum += r.a / (b * b)
	}
	return math.Sqrt(sum) / float64(len(r.b))
}

// predict has for each parent and column a Student t of 2a degrees of freedom with scale
// (b_d/a)(1 + zᵀVz).
func (r *regression) predict(t *table, x []float64, to []float64) {
	for v := range to {
		sum := 0.0
		for j, m := range r.mean[v*t.d : (v+1)*t.d] {
			if !math.IsNaN(x[j]) {
				scale := r.b[j] / r.a * (1 + r.lift[v])
				sum += student(2*r.a, 1, math.Log(scale), (x[j]-m)*(x[j]-m)/scale)
			}
		}
		to[v] = sum
	}
}

func (r *regression) numbers() []float64 {
	out := append([]float64{r.a}, r.b...)
	for i := range r.k {
		for j := i; j < r.k; j++ {
			out = append(out, r.inverse.At(i, j))
		}
	}
	return append(out, r.m.RawMatrix().Data...)
}

func (r *regression) set(t *table, x []float64) bool {
	if len(x) != 1+t.d+r.k*(r.k+1)/2+r.k*t.d {
		return false
	}
	for _, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	for _, v := range x[:1+t.d] {
		if !(v > 0) {
			return false
		}
	}
	r.a = x[0]
	copy(r.b, x[1:])
	x = x[1+t.d:]
	for i := range r.k {
		for j := i; j < r.k; j++ {
			r.inverse.SetSym(i, j, x[0])
			x = x[1:]
		}
	}
	copy(r.m.RawMatrix().Data, x)
	var c mat.Cholesky
	if !c.Factorize(r.inverse) {
		return false
	}
	r.invert()
	return true
}
