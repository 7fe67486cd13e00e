package unit_test

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/unit"

	"gonum.org/v1/gonum/mat"
)

// table returns 24 rows of three groups in 4 columns, times by, prepared as p says; some cells are missing.
func table(t *testing.T, by float64, p inference.Preprocessing) *inference.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 9))
	x := mat.NewDense(24, 4, nil)
	of := &inference.Table{Name: "t", X: x, Kind: inference.Continuous, Columns: []string{"a", "b", "c", "d"}}
	for i := range 24 {
		of.Rows = append(of.Rows, "row "+string(rune('a'+i)))
		for j := range 4 {
			v := 3*float64((i%3)*(j+1)%3) + rng.NormFloat64() + 2
			if i == 7 && j == 2 {
				v = math.NaN()
			}
			x.Set(i, j, by*v)
		}
	}
	d, err := of.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// run fits a model until it has made some iterations and returns the stepper and its last scalars.
func run(t *testing.T, name string, d *inference.Dataset, iterations int, set ...string) (inference.Stepper,
	[]float64) {
	t.Helper()
	m, err := catalog.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	s := m.Info().Defaults()
	for i := 0; i < len(set); i += 2 {
		if err := s.Set(set[i], set[i+1]); err != nil {
			t.Fatal(err)
		}
		if set[i] == "sigma2" || set[i] == "noise" {
			if err := s.Fix(set[i], true); err != nil {
				t.Fatal(err)
			}
		}
	}
	st, err := unit.In(m, d, s).New(inference.Streams{Seed: 3}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return st, advance(t, st, iterations)
}

func advance(t *testing.T, st inference.Stepper, iterations int) (last []float64) {
	t.Helper()
	for k := -1; k < iterations; {
		r, err := st.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			k, last = k+1, r.Scalars
		}
		if r.Done {
			break
		}
	}
	return last
}

// TestUnitIsTheRootOfTheMeanVariance compares with the factor that ScaleAll divides by.
func TestUnitIsTheRootOfTheMeanVariance(t *testing.T) {
	for _, by := range []float64{1, 1000, 1e-12, 1e58} {
		raw, scaled := table(t, by, inference.Preprocessing{}), table(t, by, inference.Preprocessing{ScaleAll: true})
		if got, want := unit.Of(raw), scaled.Scale[0]; !(math.Abs(got-want) <= 1e-12*want) {
			t.Errorf("times %g: %g, want %g", by, got, want)
		}
		if got := unit.Of(scaled); got != 1 {
			t.Errorf("a scaled table has the unit %g", got)
		}
	}
	if u, v := unit.Of(table(t, 1, inference.Preprocessing{})),
		unit.Of(table(t, 1024, inference.Preprocessing{Centre: true})); !(math.Abs(v-1024*u) <= 1e-9*v) {
		t.Errorf("centred: %g and %g", u, v)
	}
}

// TestUnitsDoNotMatter: a table in other units gives the same structures, and all values in the units of the table.
func TestUnitsDoNotMatter(t *testing.T) {
	for _, c := range []struct {
		model      string
		iterations int
		set        []string
		exact      bool // to the bit whatever the unit, otherwise for powers of two only
	}{
		{"ddt", 10, []string{"columns", "independent"}, true},
		{"ddt", 3, []string{"columns", "covariance"}, true},
		{"pydt", 30, []string{"method", "mcmc", "columns", "factors"}, true},
		{"vbmfa", 20, nil, false},
		{"nsfa", 20, nil, false},
	} {
		m, _ := catalog.Find(c.model)
		settings := m.Info().Defaults()
		for i := 0; i < len(c.set); i += 2 {
			if err := settings.Set(c.set[i], c.set[i+1]); err != nil {
				t.Fatal(err)
			}
		}
		info := inference.InfoFor(m, settings)
		plain := table(t, 1, inference.Preprocessing{})
		a, x := run(t, c.model, plain, c.iterations, c.set...)
		for _, by := range []float64{1024, 1000} {
			if by == 1000 && !c.exact {
				continue
			}
			d := table(t, by, inference.Preprocessing{})
			b, y := run(t, c.model, d, c.iterations, c.set...)
			cells := 24*4 - 1.0
			for i, name := range info.Scalars {
				want := x[i]
				switch name {
				case "sigma2", "noise":
					want *= by * by
				case "precision":
					want /= by * by
				case "evidence", "log_joint", "log_likelihood", "free_energy", "f_fit":
					want -= cells * math.Log(by)
				}
				if !(math.Abs(y[i]-want) <= 1e-9*(1+math.Abs(want))) {
					t.Errorf("%s times %g: %s is %g, want %g", c.model, by, name, y[i], want)
				}
			}
			p, q := forest.Best(a.Snapshot()), forest.Best(b.Snapshot())
			if p != nil && !bytes.Equal([]byte(p.Newick()), []byte(q.Newick())) {
				t.Errorf("%s times %g: another tree", c.model, by)
			}
			if s, z := covariance.Of(a.Snapshot()), covariance.Of(b.Snapshot()); s != nil && s.Dense != nil {
				if got, want := z.Dense.At(0, 1), s.Dense.At(0, 1)*by*by; !(math.Abs(got-want) <= 1e-9*math.Abs(want)) {
					t.Errorf("%s times %g: covariance %g, want %g", c.model, by, got, want)
				}
			}
			for _, part := range b.Snapshot().Parts {
				if err := part.Check(d); err != nil {
					t.Errorf("%s: %v", c.model, err)
				}
			}
			if rows, ok := a.(inference.Predictor); ok {
				new1, new2 := mat.DenseCopyOf(plain.X), mat.DenseCopyOf(d.X)
				u, err := rows.LogDensity(context.Background(), new1)
				if err != nil {
					t.Fatal(err)
				}
				v, err := b.(inference.Predictor).LogDensity(context.Background(), new2)
				if err != nil {
					t.Fatal(err)
				}
				for i := range u {
					seen := 4.0
					if i == 7 {
						seen = 3
					}
					if want := u[i] - seen*math.Log(by); !(math.Abs(v[i]-want) <= 1e-6*(1+math.Abs(want))) {
						t.Errorf("%s times %g: density %g of row %d, want %g", c.model, by, v[i], i, want)
						break
					}
				}
			}
			if e, ok := a.(inference.EvidenceEstimator); ok {
				var found [2]inference.EvidenceEstimate
				for k, e := range []inference.EvidenceEstimator{e, b.(inference.EvidenceEstimator)} {
					sampler, err := e.EvidenceSampler(inference.EvidenceOptions{Streams: inference.Streams{Seed: 1}})
					if err != nil {
						t.Fatal(err)
					}
					if err := sampler.Sample(context.Background(), 20); err != nil {
						t.Fatal(err)
					}
					found[k] = sampler.Estimate()
				}
				u, v, shift := found[0], found[1], -cells*math.Log(by)
				if !(math.Abs(v.Log-u.Log-shift) <= 1e-6) || !(math.Abs(v.Bound-u.Bound-shift) <= 1e-6) ||
					!(math.Abs(v.Gap()-u.Gap()) <= 1e-6) {
					t.Errorf("%s times %g: evidence %+v, then %+v", c.model, by, u, v)
				}
			}
			if one, ok := a.(inference.CellPredictor); ok {
				at := []inference.Cell{{Row: 7, Column: 2}}
				u, m1, err := one.LogCells(at, []float64{2})
				if err != nil {
					t.Fatal(err)
				}
				v, m2, err := b.(inference.CellPredictor).LogCells(at, []float64{2 * by})
				if err != nil {
					t.Fatal(err)
				}
				if !(math.Abs(v[0]-u[0]+math.Log(by)) <= 1e-6) || !(math.Abs(m2[0]-by*m1[0]) <= 1e-6*by*(1+math.Abs(m1[0]))) {
					t.Errorf("%s times %g: cell %g about %g, then %g about %g", c.model, by, u[0], m1[0], v[0], m2[0])
				}
			}
		}
	}
}

// TestFixedVariancesKeepTheirUnit: what the user fixes is in the units of the data.
func TestFixedVariancesKeepTheirUnit(t *testing.T) {
	_, x := run(t, "ddt", table(t, 10, inference.Preprocessing{}), 3, "columns", "independent", "sigma2", "250", "noise",
		"0.5")
	m, _ := catalog.Find("ddt")
	for i, name := range m.Info().Scalars {
		if want := map[string]float64{"sigma2": 250, "noise": 0.5}[name]; want != 0 && !(math.Abs(x[i]-want) <= 1e-12*want) {
			t.Errorf("%s is %g, want %g", name, x[i], want)
		}
	}
}

// TestSavedFitsGoOn: a saved fit continues to the same bits, one of before tables had units goes on without, and one of
// another table is refused.
func TestSavedFitsGoOn(t *testing.T) {
	raw := inference.Preprocessing{}
	set := []string{"method", "mcmc", "columns", "independent"}
	st, _ := run(t, "ddt", table(t, 8, raw), 4, set...)
	state, err := st.(inference.Saver).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	want := advance(t, st, 4)
	fresh, _ := run(t, "ddt", table(t, 8, raw), 0, set...)
	if err := fresh.(inference.Saver).UnmarshalBinary(state); err != nil {
		t.Fatal(err)
	}
	got := advance(t, fresh, 4)
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%v, want %v", got, want)
		}
	}
	other, _ := run(t, "ddt", table(t, 9, raw), 0, set...)
	if err := other.(inference.Saver).UnmarshalBinary(state); err == nil {
		t.Error("the state of another table was accepted")
	}
	m, _ := catalog.Find("ddt")
	s := m.Info().Defaults()
	for i := 0; i < len(set); i += 2 {
		if err := s.Set(set[i], set[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	old, err := m.New(table(t, 8, raw), s, inference.Streams{Seed: 3}, 1)
	if err != nil {
		t.Fatal(err)
	}
	advance(t, old, 4)
	if state, err = old.(inference.Saver).MarshalBinary(); err != nil {
		t.Fatal(err)
	}
	want = advance(t, old, 4)
	fresh, _ = run(t, "ddt", table(t, 8, raw), 0, set...)
	if err := fresh.(inference.Saver).UnmarshalBinary(state); err != nil {
		t.Fatal(err)
	}
	got = advance(t, fresh, 4)
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("a state of before goes on to %v, want %v", got, want)
		}
	}
	if again, err := fresh.(inference.Saver).MarshalBinary(); err != nil || len(again) == 0 {
		t.Error(err)
	}
}

// Levels and counts are seen as they are, even where the table was not scaled.
func TestKindsKeepTheirCells(t *testing.T) {
	table := &inference.Table{Name: "kinds", Rows: []string{"a", "b", "c", "d"}, Columns: []string{"number", "count"},
		Kind: inference.Continuous, X: mat.NewDense(4, 2, []float64{10, 3, 40, 0, 20, 12, 90, 1})}
	d, err := table.Prepare(inference.Preprocessing{Kinds: "count=count"})
	if err != nil {
		t.Fatal(err)
	}
	if u := unit.Of(d); u != 1 {
		t.Errorf("a table with counts is divided by %v", u)
	}
	if d, err = table.Prepare(inference.Preprocessing{}); err != nil || unit.Of(d) == 1 {
		t.Errorf("the same table of numbers is not divided, %v", err)
	}
}
