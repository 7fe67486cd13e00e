package ibp

import (
	"math/rand/v2"
)

// A Process is a buffet at which customers arrive one by one. It can be stepped, copied and stepped
// again, so a view of it uses the code that draws it.
type Process struct {
	prior Prior
	z     Matrix
}

// A Visit records the dishes of one customer.
type Visit struct {
	Row int // the customer, from 0
	// Probability and Taken are, for each earlier dish, the probability m/(β+i−1) of taking it, and
	// whether it was taken.
	Probability []float64
	Taken       []bool
	// Rate is the mean αβ/(β+i−1) of the Poisson number of new dishes, and New the number drawn.
	// They are the last columns of the matrix.
	Rate float64
	New  int
}

// Count returns the number of dishes taken, old and new.
func (v Visit) Count() int {
	n := v.New
	for _, t := range v.Taken {
		if t {
			n++
		}
	}
	return n
}

// NewProcess opens a buffet. It panics unless the parameters are positive.
func NewProcess(p Prior) *Process {
	if err := p.Check(); err != nil {
		panic(err.Error())
	}
	return &Process{prior: p}
}

// Prior returns the parameters.
func (b *Process) Prior() Prior { return b.prior }

// Customers returns the number of customers so far.
func (b *Process) Customers() int { return b.z.Rows }

// Step lets the next customer pass the dishes in order. O(K).
func (b *Process) Step(rng *rand.Rand) Visit {
	i := b.z.Rows
	v := Visit{Row: i, Rate: b.prior.Singletons(i + 1),
		Probability: make([]float64, len(b.z.Columns)), Taken: make([]bool, len(b.z.Columns))}
	for k, c := range b.z.Columns {
		v.Probability[k] = float64(len(c)) / (b.prior.Beta + float64(i))
		if rng.Float64() < v.Probability[k] {
			v.Taken[k] = true
			b.z.Columns[k] = append(c, i)
		}
	}
	v.New = poisson(v.Rate, rng)
	for range v.New {
		b.z.Columns = append(b.z.Columns, []int{i})
	}
	b.z.Rows++
	return v
}

// Matrix returns a copy of Z so far, with columns in the order in which they were first taken.
func (b *Process) Matrix() Matrix { return b.z.Clone() }

// Clone returns an independent copy.
func (b *Process) Clone() *Process { return &Process{prior: b.prior, z: b.z.Clone()} }

// Counts returns how many customers took each dish.
func (b *Process) Counts() []int { return b.z.counts() }
