package crp

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference/algorithm/special"

	"gonum.org/v1/gonum/stat/distuv"
)

// Parameters are those of a Pitman-Yor process.
type Parameters struct {
	Concentration float64 // θ > −d
	Discount      float64 // d, 0 ≤ d < 1
}

// Check returns an error that names a parameter out of range.
func (p Parameters) Check() error {
	if !(p.Discount >= 0 && p.Discount < 1) {
		return fmt.Errorf("crp: the discount is %v; it must be at least 0 and below 1", p.Discount)
	}
	if !(p.Concentration > -p.Discount) || math.IsInf(p.Concentration, 0) {
		return fmt.Errorf("crp: the concentration is %v; it must be above minus the discount, %v", p.Concentration,
			-p.Discount)
	}
	return nil
}

// A Process is a restaurant with the customers that have come so far. The zero value with
// Parameters set is an empty restaurant, ready for use.
type Process struct {
	Parameters
	sizes []int // of the tables, in order of appearance
	n     int
}

// Customers returns the number of customers so far.
func (p *Process) Customers() int { return p.n }

// Tables returns the number of tables.
func (p *Process) Tables() int { return len(p.sizes) }

// Sizes returns a copy of the sizes of the tables, in order of appearance.
func (p *Process) Sizes() []int { return slices.Clone(p.sizes) }

// Clone returns an independent copy.
func (p *Process) Clone() *Process { return &Process{p.Parameters, slices.Clone(p.sizes), p.n} }

// Probabilities returns the probability that the next customer joins each table and, last, opens a
// new one.
func (p *Process) Probabilities() []float64 {
	out := make([]float64, len(p.sizes)+1)
	if p.n == 0 {
		out[0] = 1
		return out
	}
	all := float64(p.n) + p.Concentration
	for k, m := range p.sizes {
		out[k] = (float64(m) - p.Discount) / all
	}
	out[len(p.sizes)] = (p.Concentration + p.Discount*float64(len(p.sizes))) / all
	return out
}

// Seat draws the table of the next customer, counted from 0, and seats the customer there. It draws
// one number. O(tables).
func (p *Process) Seat(rng *rand.Rand) int {
	u := rng.Float64() * (float64(p.n) + p.Concentration)
	k := 0
	for ; k < len(p.sizes); k++ {
		if u -= float64(p.sizes[k]) - p.Discount; u < 0 {
			break
		}
	}
	if k == len(p.sizes) {
		p.sizes = append(p.sizes, 0)
	}
	p.sizes[k]++
	p.n++
	return k
}

// Partition draws the table of each of n rows.
func Partition(n int, p Parameters, rng *rand.Rand) []int {
	r := Process{Parameters: p}
	z := make([]int, n)
	for i := range z {
		z[i] = r.Seat(rng)
	}
	return z
}

// LogPartition returns the log probability that customers sit together at tables of these sizes, in whatever order they
// came, without a discount: α^K Π Γ(n_k) Γ(α)/Γ(α+n).
func LogPartition(alpha float64, sizes []int) float64 {
	n, sum := 0, float64(len(sizes))*math.Log(alpha)
	for _, m := range sizes {
		n += m
		sum += special.LogGamma(float64(m))
	}
	return sum + special.LogGamma(alpha) - special.LogGamma(alpha+float64(n))
}

// Break draws the share of the next table as a proportion of the rest of the stick. k counts from 1.
func (p Parameters) Break(k int, rng *rand.Rand) float64 {
	return distuv.Beta{Alpha: 1 - p.Discount, Beta: p.Concentration + float64(k)*p.Discount, Src: rng}.Rand()
}

// StickMean returns the expected size of piece k ≥ 1 of the stick.
func (p Parameters) StickMean(k int) float64 {
	d, t := p.Discount, p.Concentration
	mean := 1.0
	for j := 1; j < k; j++ {
		mean *= (t + float64(j)*d) / (1 + t + float64(j-1)*d)
	}
	return mean * (1 - d) / (1 + t + float64(k-1)*d)
}
