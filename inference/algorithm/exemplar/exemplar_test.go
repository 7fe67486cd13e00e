package exemplar

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// similar are minus squared distances of rows of a plane, with a preference.
func similar(rows [][2]float64, preference float64) *mat.Dense {
	n := len(rows)
	s := mat.NewDense(n, n, nil)
	for i, a := range rows {
		for k, b := range rows {
			s.Set(i, k, -(a[0]-b[0])*(a[0]-b[0])-(a[1]-b[1])*(a[1]-b[1]))
		}
		s.Set(i, i, preference)
	}
	return s
}

// six are rows whose messages and best exemplars are known.
var six = [][2]float64{{0, 0}, {.5, .2}, {3, 2.5}, {3.4, 2}, {-1, 4}, {.2, -.4}}

// net is the net similarity by its definition.
func net(s *mat.Dense, of []int) (sum float64) {
	n, _ := s.Dims()
	for i := range n {
		best := math.Inf(-1)
		for _, k := range of {
			best = math.Max(best, s.At(i, k))
		}
		if slices.Contains(of, i) {
			best = s.At(i, i)
		}
		sum += best
	}
	return sum
}

// optimum is the greatest net similarity of all sets of exemplars, or of those of one size.
func optimum(s *mat.Dense, size int) (best float64) {
	n, _ := s.Dims()
	best = math.Inf(-1)
	for set := 1; set < 1<<n; set++ {
		var of []int
		for k := range n {
			if set>>k&1 == 1 {
				of = append(of, k)
			}
		}
		if size == 0 || len(of) == size {
			best = math.Max(best, net(s, of))
		}
	}
	return best
}

func passed(s *mat.Dense, damping float64, most int) *Messages {
	m := NewMessages(s, damping)
	for m.Rounds < most && !m.Settled(50) {
		for !m.Advance() {
		}
	}
	return m
}

// The first messages of six rows are known, and their exemplars at three preferences, which are the best of all.
func TestSixRows(t *testing.T) {
	m := passed(similar(six, -3), 0.5, 1)
	for name, v := range map[string][2]float64{"r11": {m.r.At(0, 0), -1.4}, "r12": {m.r.At(0, 1), -.045},
		"a11": {m.a.At(0, 0), .1025}, "a12": {m.a.At(0, 1), -.6775}} {
		if !(math.Abs(v[0]-v[1]) <= 1e-6) {
			t.Errorf("%s is %v, want %v", name, v[0], v[1])
		}
	}
	for preference, want := range map[float64]float64{-15.56: -47.58, -3: -9.9, -1: -3.9} {
		s := similar(six, preference)
		m := passed(s, 0.5, 1000)
		of := m.Exemplars()
		if !m.Settled(50) || !(math.Abs(net(s, of)-want) <= 1e-9) || !(math.Abs(optimum(s, 0)-want) <= 1e-9) {
			t.Errorf("preference %v: exemplars %v of net similarity %v, want %v; the best is %v", preference,
				of, net(s, of),
				want, optimum(s, 0))
		}
	}
}

func table(n int, rng *rand.Rand) *mat.Dense {
	rows := make([][2]float64, n)
	for i := range rows {
		rows[i] = [2]float64{rng.NormFloat64(), rng.NormFloat64()}
	}
	return similar(rows, -0.2-3*rng.Float64())
}

// The net similarity that a choice keeps is that of the definition, it rises with every move, and the greedy search
// finds the best of all sets of ten rows mostly, with messages nearly always.
func TestImprove(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const tables = 60
	greedy, both, fixed := 0, 0, 0
	for range tables {
		s := table(10, rng)
		c := NewChoice(s, []int{Single(s)})
		for before := c.Net(); ; before = c.Net() {
			if !(math.Abs(before-net(s, c.Of)) <= 1e-9) {
				t.Fatalf("net similarity %v, want %v", before, net(s, c.Of))
			}
			if !c.Improve(false) {
				break
			}
			if c.Net() <= before {
				t.Fatalf("from %v to %v", before, c.Net())
			}
		}
		best := optimum(s, 0)
		found := c.Net()
		if found > best-1e-9 {
			greedy++
		}
		if of := passed(s, 0.9, 1000).Exemplars(); len(of) > 0 {
			d := NewChoice(s, of)
			for d.Improve(false) {
			}
			found = math.Max(found, d.Net())
		}
		if found > best-1e-9 {
			both++
		}
		k := NewChoice(s, []int{Single(s)})
		for range 2 {
			k.Add()
		}
		for k.Improve(true) {
		}
		for range 8 {
			other := NewChoice(s, rng.Perm(10)[:3])
			for other.Improve(true) {
			}
			if other.Net() > k.Net() {
				k = other
			}
		}
		if len(k.Of) != 3 {
			t.Errorf("%d exemplars, not 3", len(k.Of))
		}
		if k.Net() > optimum(s, 3)-1e-9 {
			fixed++
		}
		if found > best+1e-9 || k.Net() > optimum(s, 3)+1e-9 {
			t.Error("better than the best")
		}
	}
	if greedy < 40 || both < 55 || fixed < 55 {
		t.Errorf("of %d tables the best was found in %d, with messages in %d; of three exemplars in %d",
			tables, greedy, both,
			fixed)
	}
}

// Rows that cannot stand for others stand for themselves.
func TestApart(t *testing.T) {
	s := similar(six, -3)
	for k := range 5 {
		s.Set(5, k, math.Inf(-1))
		s.Set(k, 5, math.Inf(-1))
	}
	if of := passed(s, 0.7, 1000).Exemplars(); !slices.Contains(of, 5) || len(of) < 2 {
		t.Errorf("exemplars %v", of)
	}
}
