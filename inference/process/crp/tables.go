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
