package lloyd

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// draw returns rows about three centres, a share of whose cells is missing.
func draw(n, p int, missing float64, rng *rand.Rand) Rows {
	d := Rows{N: n, P: p, Y: make([]float64, n*p), Seen: make([][]int, n)}
	for i := range n {
		for q := range p {
			d.Y[i*p+q] = 2*float64(i%3) + rng.NormFloat64()
			if rng.Float64() >= missing {
				d.Seen[i] = append(d.Seen[i], q)
			} else {
				d.Y[i*p+q] = 2
			}
		}
		if len(d.Seen[i]) == p {
			d.Seen[i] = nil
		} else if d.Seen[i] == nil {
			d.Seen[i] = []int{}
		}
	}
	return d
}

// optimum returns the least sum of squares of any assignment to count centres, by looking
// at all of them.
func optimum(d Rows, count int) float64 {
	least := math.Inf(1)
	label := make([]int, d.N)
	for {
		c := &Clusters{Nearest: label, Centres: make([]float64, count*d.P), Size: make([]int, count), d: d, count: count,
			seen: make([]float64, count*d.P)}
		c.means()
		c.total()
		least = min(least, c.Sum)
		i := 0
		for ; i < d.N && label[i] == count-1; i++ {
			label[i] = 0
		}
		if i == d.N {
			return least
		}
		label[i]++
	}
}

// On tables small enough to look at every assignment the best of some starts is the best
// there is, with missing cells and without.
func TestExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for trial := range 8 {
		d := draw(8, 2, 0.15*float64(trial%2), rng)
		want := optimum(d, 3)
		got := math.Inf(1)
		for range 60 {
			c := New(d, Seeds(d, 3, rng), 3)
			c.Single = trial%4 > 1
			c.Settle()
			got = min(got, c.Sum)
		}
		if !(math.Abs(got-want) <= 1e-9*(1+want)) {
			t.Errorf("table %d: the best sum is %v, enumeration finds %v", trial, got, want)
		}
	}
}

// The sum never rises from round to round, and where the work is cut does not matter.
func TestRounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	d := draw(200, 3, 0.1, rng)
	start := Seeds(d, 6, rng)
	whole, parts := New(d, slices.Clone(start), 6), New(d, slices.Clone(start), 6)
	plain := New(d, slices.Clone(start), 6)
	plain.Settle()
	whole.Single, parts.Single = true, true
	before := math.Inf(1)
	for !whole.Advance(d.N * d.P * 6) {
		if whole.Sum > before*(1+1e-12) {
			t.Fatalf("the sum rises from %v to %v", before, whole.Sum)
		}
		before = whole.Sum
	}
	for !parts.Advance(100) {
	}
	if !slices.Equal(whole.Nearest, parts.Nearest) || !slices.Equal(whole.Centres, parts.Centres) ||
		whole.Sum != parts.Sum {
		t.Error("the result depends on where the work is cut")
	}
	if whole.Sum >= plain.Sum {
		t.Errorf("moving single rows leaves the sum at %v, without it is %v", whole.Sum, plain.Sum)
	}
	sum := whole.Sum
	whole.total()
	if !(math.Abs(sum-whole.Sum) <= 1e-9*sum) {
		t.Errorf("the sum is %v, said to be %v", whole.Sum, sum)
	}
}

// A centre without rows gets one, as long as there are different rows.
func TestEmptyCentres(t *testing.T) {
	d := Rows{N: 4, P: 1, Y: []float64{0, 0, 5, 9}}
	c := New(d, []int{0, 0, 0, 0}, 3)
	c.Settle()
	if c.Sum != 0 || slices.Contains(c.Size, 0) {
		t.Errorf("sizes %v, sum %v", c.Size, c.Sum)
	}
	c = New(Rows{N: 3, P: 1, Y: []float64{1, 1, 1}}, []int{0, 0, 0}, 2)
	c.Settle()
	if c.Sum != 0 || c.Size[0] != 3 {
		t.Errorf("equal rows: sizes %v, sum %v", c.Size, c.Sum)
	}
}

func BenchmarkRound(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 1))
	d := draw(2000, 64, 0, rng)
	start := Seeds(d, 10, rng)
	b.ResetTimer()
	for range b.N {
		New(d, slices.Clone(start), 10).Advance(d.N * d.P * 10)
	}
}

// While single rows move, every centre stays the mean of its rows, column by column over the cells observed.
func TestMovesKeepMeans(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	const n, p, count = 30, 3, 4
	for _, missing := range []float64{0, 0.3} {
		d := draw(n, p, missing, rng)
		nearest := make([]int, n)
		for i := range nearest {
			nearest[i] = i % count
		}
		c, moves := New(d, nearest, count), 0
		for i := range n {
			before := c.Nearest[i]
			c.move(i)
			if c.Nearest[i] == before {
				continue
			}
			moves++
			for s := range count {
				size := 0
				sum, seen := make([]float64, p), make([]float64, p)
				for r, of := range c.Nearest {
					if of != s {
						continue
					}
					size++
					for q := range p {
						if d.Seen[r] == nil || slices.Contains(d.Seen[r], q) {
							sum[q], seen[q] = sum[q]+d.Y[r*p+q], seen[q]+1
						}
					}
				}
				if c.Size[s] != size {
					t.Fatalf("missing %v: centre %d has %d rows, said to be %d", missing, s, size, c.Size[s])
				}
				for q := range p {
					if seen[q] > 0 && !(math.Abs(c.at(s)[q]-sum[q]/seen[q]) <= 1e-9) {
						t.Fatalf("missing %v: centre %d has the mean %v in column %d, want %v", missing, s, c.at(s)[q], q, sum[q]/seen[q])
					}
				}
			}
		}
		if moves < 5 {
			t.Errorf("missing %v: only %d rows moved", missing, moves)
		}
	}
}
