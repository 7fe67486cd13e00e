package crp

import "math"

// A TableCount is the distribution of the number of tables, updated as customers come. The zero
// value with Parameters set describes the empty restaurant.
type TableCount struct {
	Parameters
	p []float64 // p[k] is the probability of k tables
	n int
}

// Advance adds one customer. O(customers).
func (t *TableCount) Advance() {
	if t.n == 0 {
		t.p, t.n = []float64{0, 1}, 1
		return
	}
	t.p = append(t.p, 0)
	all := float64(t.n) + t.Concentration
	for k := len(t.p) - 1; k > 0; k-- {
		stay := (float64(t.n) - float64(k)*t.Discount) / all
		open := (t.Concentration + t.Discount*float64(k-1)) / all
		if k == 1 {
			open = 0 // every customer has a table
		}
		t.p[k] = t.p[k]*stay + t.p[k-1]*open
	}
	t.n++
}

// Moments returns the mean and standard deviation of the number of tables.
func (t *TableCount) Moments() (mean, deviation float64) {
	square := 0.0
	for k, p := range t.p {
		mean += p * float64(k)
		square += p * float64(k) * float64(k)
	}
	return mean, math.Sqrt(max(square-mean*mean, 0))
}

// Probability returns the probability of k tables.
func (t *TableCount) Probability(k int) float64 {
	if k < 0 || k >= len(t.p) {
		return 0
	}
	return t.p[k]
}

// Clone returns an independent copy.
func (t *TableCount) Clone() *TableCount {
	return &TableCount{t.Parameters, append([]float64(nil), t.p...), t.n}
}

// ExpectedTables returns the mean number of tables of n customers in closed form:
// Σ_{i<n} θ/(θ+i) without discount, and {Γ(θ+n+d)Γ(θ+1)/(Γ(θ+d)Γ(θ+n)) − θ}/d with one.
func ExpectedTables(n int, p Parameters) float64 {
	t, d := p.Concentration, p.Discount
	if n < 1 {
		return 0
	}
	if d == 0 {
		sum := 1.0 // the first customer always opens a table
		for i := 1; i < n; i++ {
			sum += t / (t + float64(i))
		}
		return sum
	}
	// Γ(θ+1)/Γ(θ+d), written to avoid a sign for θ between −d and 0.
	lg := func(x float64) float64 { v, _ := math.Lgamma(x); return v }
	ratio := math.Exp(lg(t+float64(n)+d) - lg(t+float64(n)) + lg(t+1) - lg(t+d+1))
	return (ratio*(t+d) - t) / d
}
