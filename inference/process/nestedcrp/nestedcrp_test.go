package nestedcrp

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

var names = []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"}

func TestExactProbabilitiesAreThoseOfDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const draws = 20000
	for _, p := range []Parameters{
		{Levels: 4, C: 1}, {Levels: 25, C: 2},
		{Levels: 4, C: 1, Multifurcating: true, Theta: 1}, {Levels: 30, C: 0.7, Multifurcating: true, Theta: 0.5, Alpha: 0.3},
	} {
		stars, sum := 0.0, 0.0
		for range draws {
			q := New(p)
			for range 3 {
				q.Add(rng)
			}
			tr := q.Tree(names)
			top := tr.Top
			if len(tr.Children[top]) == 3 && tr.LogTime[top] <= -math.Log1p(-p.Time(p.Levels))+1e-9 {
				stars++
			}
			v := tr.CommonAncestor(0, 1)
			if tr.LogTime[v] > -math.Log1p(-p.Time(p.Levels))+1e-9 {
				sum++ // never parted
			} else {
				sum += tr.Time(v)
			}
		}
		want := p.Star()
		if se := math.Sqrt(want * (1 - want) / draws); !(math.Abs(stars/draws-want) <= 4*se) {
			t.Errorf("%+v: share of stars %v, not %v ± %v", p, stars/draws, want, se)
		}
		mean, deviation := p.Parting()
		if se := deviation / math.Sqrt(draws); !(math.Abs(sum/draws-mean) <= 4*se) {
			t.Errorf("%+v: parting at %v, not %v ± %v", p, sum/draws, mean, se)
		}
	}
}

// TestLimits holds theorems 2 and 3 for three customers: the star dies out like 1/S in the
// plain construction, and tends to (θ+2α)/(3+θ−α) in the other.
func TestLimits(t *testing.T) {
	plain := func(s int) float64 { return Parameters{Levels: s, C: 1.3}.Star() }
	if a, b := plain(1000)*1000, plain(4000)*4000; !(math.Abs(a/b-1) <= 0.35) || plain(4000) > 0.01 {
		t.Errorf("S times the share of stars goes from %v to %v", a, b)
	}
	for _, q := range [][2]float64{{1, 0}, {0.5, 0.3}, {2.3, 0.23}} {
		p := Parameters{Levels: 200000, C: 6, Multifurcating: true, Theta: q[0], Alpha: q[1]}
		want := (q[0] + 2*q[1]) / (3 + q[0] - q[1])
		if got := p.Star(); !(math.Abs(got-want) <= 0.002) {
			t.Errorf("θ = %v, α = %v: star %v, limit %v", q[0], q[1], got, want)
		}
		// The time at which two customers part is that of the diffusion tree, 1/(1+c·h₁).
		mean, _ := p.Parting()
		if limit := 1 / (1 + 6*p.scale(1)); !(math.Abs(mean-limit) <= 0.002) {
			t.Errorf("θ = %v, α = %v: parting at %v, limit %v", q[0], q[1], mean, limit)
		}
	}
}

func TestTreesAndCopies(t *testing.T) {
	for seed := range uint64(30) {
		source := rand.NewPCG(seed, 7)
		p := New(Parameters{Levels: 1 + int(seed), C: 1, Multifurcating: seed%2 == 0, Theta: 1, Alpha: 0.2})
		rng := rand.New(source)
		for k := range names {
			p.Add(rng)
			if k == 5 {
				state := *source
				other := rand.New(&state)
				q := p.Clone()
				for range len(names) - 6 {
					q.Add(other)
				}
				defer func() {
					if !reflect.DeepEqual(p.Tree(names), q.Tree(names)) {
						t.Error("a copy continues to another tree")
					}
				}()
			}
		}
		tr := p.Tree(names)
		seen := 0
		for v := range tr.Parent {
			if u := tr.Parent[v]; u >= 0 && !(tr.LogTime[u] < tr.LogTime[v]) {
				t.Fatalf("node %d at %v below %v", v, tr.LogTime[v], tr.LogTime[u])
			}
			if tr.IsLeaf(v) {
				seen++
			} else if len(tr.Children[v]) < 2 {
				t.Fatalf("a branch point of %d branches", len(tr.Children[v]))
			}
		}
		if seen != len(names) || len(tr.LeavesBelow(tr.Top)) != len(names) {
			t.Fatalf("%d leaves", seen)
		}
	}
	for _, p := range []Parameters{{Levels: 0, C: 1}, {Levels: 2}, {Levels: 2, C: 1, Multifurcating: true, Alpha: 1}} {
		if p.Check() == nil {
			t.Errorf("%+v passes", p)
		}
	}
}

func TestLimitsOfParameters(t *testing.T) {
	for _, c := range []struct {
		theta, alpha float64
		valid        bool
	}{{0.1, 0.3, true}, {-0.5, 0.3, true}, {-0.6, 0.3, true}, {-0.7, 0.3, false}, {1, -0.1, false}, {1, 1, false},
		{0, 0, true}} {
		if err := (Parameters{Levels: 3, C: 1, Multifurcating: true, Theta: c.theta,
			Alpha: c.alpha}).Check(); (err == nil) != c.valid {
			t.Errorf("θ = %v with α = %v: %v", c.theta, c.alpha, err)
		}
	}
}
