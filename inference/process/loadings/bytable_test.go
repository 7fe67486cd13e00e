package loadings

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// byTable are options of a finite model with one factor, so that α/K is not small, and groups of two and four items.
func byTable() world {
	w := world{o: free(), d: 6, n: 3}
	w.o.support, w.o.groups, w.o.factors = Finite, []int{0, 1, 1, 0, 1, 1}, 2
	return w
}

// TestAWrongCountIsFoundByTheJointTest visits items with the odds of all tables together, as if there were one.
func TestAWrongCountIsFoundByTheJointTest(t *testing.T) {
	w := byTable()
	w.check(t, 1500, 4, sweepOnce)
	wrong := func(s *State, rng *rand.Rand) {
		groups := s.group
		s.group = nil
		s.rows.oddsTable()
		s.rows.freshen()
		for d := range s.obs.d {
			s.rows.visitItem(d, rng)
		}
		s.group = groups
		s.afterItems(rng)
	}
	if z := inferencetest.Greatest(w.check(&inferencetest.Recorder{TB: t}, 2000, 8, wrong)); !(z >= 6) {
		t.Errorf("visits with the odds of all tables pass, at |z| = %.1f", z)
	}
}

// TestRegularsByTable has shares ρ of BFRM by table. A wrong sampler draws that of the second as if no item with a
// share were without the factor.
func TestRegularsByTable(t *testing.T) {
	w := byTable()
	w.o.support = Regulars
	w.check(t, 1500, 4, sweepOnce)
	wrong := func(s *State, rng *rand.Rand) {
		sweepOnce(s, rng)
		size, counts := inGroups(s)
		a, b := regularPrior(s, size[1])
		for k, on := range counts[1][:s.k()] {
			s.rhos[0][k] = beta(a+float64(on), b+size[1]-float64(on), rng)
		}
	}
	if z := inferencetest.Greatest(w.check(&inferencetest.Recorder{TB: t}, 2000, 8, wrong)); !(z >= 6) {
		t.Errorf("shares that count no item of probability 0 pass, at |z| = %.1f", z)
	}
}

// A saved state of several tables has their shares, and one of other tables is refused.
func TestRegularsAreSaved(t *testing.T) {
	w := byTable()
	w.o.support = Regulars
	s := w.state()
	s.drawPrior(rand.New(rand.NewPCG(3, 2)))
	var f Frozen
	s.Freeze(&f)
	again := w.state()
	if err := f.Fits(again); err != nil {
		t.Fatal(err)
	}
	again.Thaw(&f)
	if k := s.k(); len(s.rhos) != 1 || !slices.Equal(again.rhos[0][:k], s.rhos[0][:k]) ||
		!(math.Abs(again.LogPrior()-s.LogPrior()) <= 1e-9) {
		t.Errorf("shares %v are read as %v", s.rhos, again.rhos)
	}
	w.o.groups = nil
	if err := f.Fits(w.state()); err == nil {
		t.Error("shares of two tables are taken for one")
	}
}

// TestSharesOfTables sums the probability of Z over all matrices of one factor, in closed form by products of the odds.
func TestSharesOfTables(t *testing.T) {
	w := byTable()
	w.o.factors = 1
	s := w.state()
	s.drawPrior(rand.New(rand.NewPCG(1, 2)))
	total := 0.0
	for code := range 1 << w.d {
		chain := 0.0 // the items one after the other: (m + a)/(i + 1 + a)
		seen, on := [2]float64{}, [2]float64{}
		for d := range w.d {
			g := w.o.groups[d]
			p := (on[g] + s.hyper.alpha) / (seen[g] + 1 + s.hyper.alpha)
			if is := code>>d&1 == 1; is != s.z[d*s.size] {
				s.set(d, 0, is, 0)
			}
			if code>>d&1 == 1 {
				chain += math.Log(p)
				on[g]++
			} else {
				chain += math.Log(1 - p)
			}
			seen[g]++
		}
		if got := s.hyper.logFinite(s.hyper.alpha); !(math.Abs(got-chain) <= 1e-9) {
			t.Fatalf("log P(Z) is %v, not %v", got, chain)
		}
		total += math.Exp(s.hyper.logFinite(s.hyper.alpha))
		for d := range w.d { // a visit sees the others of its table
			leaveGroup(s, d)
			want := 0
			for i := range w.d {
				if i != d && w.o.groups[i] == w.o.groups[d] && s.z[i*s.size] {
					want++
				}
			}
			if s.rows.ahead[0] != want || s.rows.visited != []int{2, 4}[w.o.groups[d]] {
				t.Fatalf("item %d sees %d of %d, not %d", d, s.rows.ahead[0], s.rows.visited, want)
			}
			joinGroup(s, d)
		}
	}
	if !(math.Abs(total-1) <= 1e-9) {
		t.Errorf("the probabilities of all Z add up to %v", total)
	}
	if slices.Max(s.group) != 1 {
		t.Error("there are not two groups")
	}
}
