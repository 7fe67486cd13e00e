package factors

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"

	"gonum.org/v1/gonum/mat"
)

// planted is a truth of sparse factors and what draws of it are like.
type planted struct {
	loadings, activities *mat.Dense
	rng                  *rand.Rand
}

func plant(items, cases, k int, share float64) planted {
	p := planted{mat.NewDense(items, k, nil), mat.NewDense(cases, k, nil), rand.New(rand.NewPCG(3, uint64(items)))}
	for j := range k {
		for i := range items {
			if p.rng.Float64() < share {
				p.loadings.Set(i, j, (1+p.rng.Float64())*float64(1+j%3))
			}
		}
		for n := range cases {
			p.activities.Set(n, j, p.rng.NormFloat64())
		}
	}
	return p
}

// draw returns the factors listed, in any order and either way round, each value changed by
// noise of the given deviation.
func (p planted) draw(noise float64, which ...int) *factor.Sparse {
	items, _ := p.loadings.Dims()
	cases, _ := p.activities.Dims()
	d := &factor.Sparse{Noise: make([]float32, items)}
	for i := range d.Noise {
		d.Noise[i] = 0.5
	}
	for _, at := range p.rng.Perm(len(which)) {
		j, sign := which[at], 1.0
		if p.rng.IntN(2) == 0 {
			sign = -1
		}
		var list []int32
		var values, activities []float32
		for i := range items {
			if v := p.loadings.At(i, j); v != 0 {
				list, values = append(list, int32(i)), append(values, float32(sign*(v+noise*p.rng.NormFloat64())))
			}
		}
		for n := range cases {
			activities = append(activities, float32(sign*(p.activities.At(n, j)+noise*p.rng.NormFloat64())))
		}
		d.Items, d.Values, d.Activities = append(d.Items, list), append(d.Values, values), append(d.Activities, activities)
	}
	return d
}

func (p planted) data() *inference.Dataset {
	var y mat.Dense
	y.Mul(p.activities, p.loadings.T())
	n, d := y.Dims()
	for i := range n {
		for j := range d {
			y.Set(i, j, y.At(i, j)+p.rng.NormFloat64())
		}
	}
	return &inference.Dataset{X: &y}
}

func upTo(k int) (list []int) {
	for j := range k {
		list = append(list, j)
	}
	return list
}

// check compares a summary with the truth that was planted, whose factors are all there.
func (p planted) check(s *Summary, within float64) error {
	items, k := p.loadings.Dims()
	if s.Count() != k {
		return fmt.Errorf("%d factors, not %d", s.Count(), k)
	}
	f := s.Factors
	used := make([]bool, k)
	for j := range k {
		best, where := math.Inf(1), -1
		for b := range k {
			if d := distance(f.Loadings, j, p.loadings, b); d < best {
				best, where = d, b
			}
		}
		if best > within || used[where] || distance(f.Activities, j, p.activities, where) > within {
			return fmt.Errorf("factor %d is %v from the nearest that was planted, %d", j, best, where)
		}
		used[where] = true
		if j > 0 && s.Explained[j].Mean > s.Explained[j-1].Mean {
			return fmt.Errorf("factor %d explains more than the one before", j)
		}
		for i := range items {
			want := 0.0
			if p.loadings.At(i, where) != 0 {
				want = 1
			}
			if f.Inclusion != nil && f.Inclusion.At(i, j) != want || f.Inclusion == nil && want == 0 {
				return fmt.Errorf("item %d of factor %d is not in as it was planted", i, j)
			}
		}
	}
	return nil
}

func distance(a *mat.Dense, i int, b *mat.Dense, j int) (most float64) {
	n, _ := a.Dims()
	for r := range n {
		most = max(most, math.Abs(a.At(r, i)-b.At(r, j)))
	}
	return most
}

// add adds a draw to a snapshot.
func add(s *inference.Snapshot, d factor.Draw) {
	f, _ := inference.Of[*factor.Factors](s)
	f.Draws = append(f.Draws, d)
}

// Factors that draws hold in any order and sign come out as they were planted, each with
// all draws; without matching they do not.
func TestFactorsArePutTogether(t *testing.T) {
	p := plant(60, 30, 7, 0.3)
	s := &inference.Snapshot{Parts: []inference.Part{&factor.Factors{State: &factor.State{}}}}
	for chain := range 3 {
		for i := range 12 {
			add(s, factor.Draw{Chain: chain, Iteration: i, State: p.draw(0, upTo(7)...)})
		}
	}
	data := p.data()
	got, err := Summarise(context.Background(), data, s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.check(got, 1e-6); err != nil {
		t.Error(err)
	}
	for j, m := range got.Matches {
		if m.Presence != 1 || m.Loadings < 0.999999 || m.Activities < 0.999999 || len(m.ByChain) != 3 ||
			!(math.Abs(m.ByChain[2]-1) <= 1e-9) {
			t.Errorf("factor %d matches as %+v", j, m)
		}
		if got.Explained[j].High-got.Explained[j].Low > 1e-6 {
			t.Errorf("factor %d explains %+v", j, got.Explained[j])
		}
	}
	if some, err := Summarise(context.Background(), data, s, Options{Draws: 9}); err != nil || some.Draws != 9 ||
		len(some.Counts[2]) != 3 || p.check(some, 1e-6) != nil {
		t.Errorf("of nine draws: %+v, %v", some, err)
	}
	if got.Draws != 36 || len(got.Counts) != 3 || got.Counts[1][3] != 7 {
		t.Errorf("%d draws, K %v", got.Draws, got.Counts)
	}

	broken := &matcher{items: 60, cases: 30}
	for _, d := range factor.DrawsOf(s) {
		var places []place
		for k := range d.State.Items {
			places = append(places, place{to: k, sign: 1})
		}
		broken.draws, broken.places = append(broken.draws, piecesOf(d.State)), append(broken.places, places)
	}
	for range 7 {
		broken.references = append(broken.references, newReference(60, 30))
	}
	broken.rebuildAll()
	bad, err := broken.summarise(context.Background(), data, factor.StateOf(s), inference.OnColumns, factor.DrawsOf(s))
	if err != nil {
		t.Fatal(err)
	}
	if p.check(bad, 0.2) == nil {
		t.Error("factors that were not matched are as they were planted")
	}
}

// rebuildAll makes the references of what is put to them, and nothing else.
func (m *matcher) rebuildAll() {
	for i, d := range m.draws {
		for k, at := range m.places[i] {
			m.references[at.to].add(d[k], at.sign)
		}
	}
}

// Factors that some draws lack are known by their share, of all and of each chain; what
// stands in one draw alone is left out, and so is the burn-in.
func TestPresence(t *testing.T) {
	p := plant(80, 40, 6, 0.25)
	s := &inference.Snapshot{Parts: []inference.Part{&factor.Factors{State: &factor.State{}}}}
	for chain := range 2 {
		for i := range 40 {
			which := []int{0, 1, 2}
			if chain == 0 {
				which = append(which, 3)
			}
			if i < 10 { // burn-in
				which = []int{4}
			}
			if i == 25 && chain == 0 {
				which = append(which, 5)
			}
			add(s, factor.Draw{Chain: chain, Iteration: i, State: p.draw(0.2, which...)})
		}
	}
	got, err := Summarise(context.Background(), p.data(), s, Options{BurnIn: inference.BurnIn})
	if err != nil {
		t.Fatal(err)
	}
	if got.Count() != 4 || got.Draws != 60 {
		t.Fatalf("%d factors of %d draws", got.Count(), got.Draws)
	}
	half := slices.IndexFunc(got.Matches, func(m Match) bool { return m.Presence < 1 })
	if half < 0 || got.Matches[half].Presence != 0.5 || got.Matches[half].ByChain[0] < 0.999 ||
		got.Matches[half].ByChain[1] != 0 {
		t.Fatalf("matches %+v", got.Matches)
	}
	if where := got.Place(&factor.State{IDs: []int{9, 8}, Loadings: columns(p.loadings, []int{3, 5}),
		Activities: columns(p.activities, []int{3, 5})}, Options{}); where[0] != half || where[1] != -1 {
		t.Errorf("factors of a state are at %v, not %d and none", where, half)
	}
	list := got.Ranking(half)
	for i, r := range list {
		if p.loadings.At(r.Item, 3) == 0 || r.Probability != 1 ||
			i > 0 && !(math.Abs(r.Loading.Mean) <= math.Abs(list[i-1].Loading.Mean)) {
			t.Errorf("%d of the list is %+v", i, r)
		}
		// 30 draws of a deviation of 0.2.
		if r.Loading.StandardDeviation < 0.1 || r.Loading.StandardDeviation > 0.32 || r.Loading.Low > r.Loading.Mean ||
			r.Loading.High < r.Loading.Mean {
			t.Errorf("spread %+v", r.Loading)
		}
	}
	var z Follower
	first := z.Follow(got, nil)
	some := func(order ...int) *factor.State {
		return &factor.State{Loadings: columns(got.Factors.Loadings, order),
			Activities: columns(got.Factors.Activities, order), IDs: upTo(len(order))}
	}
	turned := *got
	turned.Factors = some(2, 0, 3, 1)
	again := z.Follow(&turned, nil)
	if !slices.Equal(first.Factors.IDs, []int{-1, -2, -3, -4}) || !slices.Equal(again.Factors.IDs, []int{-3, -1, -4, -2}) {
		t.Errorf("IDs %v, then %v", first.Factors.IDs, again.Factors.IDs)
	}
	if third := z.Follow(got, some(3, 1)); !slices.Equal(third.Factors.IDs, []int{-1, 1, -3, 0}) {
		t.Errorf("IDs %v beside a state", third.Factors.IDs)
	}
}

// No factors, one, many; estimates without draws.
func TestSummariesOfLittle(t *testing.T) {
	p := plant(30, 20, 60, 0.3)
	data := p.data()
	for _, k := range []int{0, 1, 60} {
		s := &inference.Snapshot{Parts: []inference.Part{&factor.Factors{State: &factor.State{}}}}
		for i := range 3 {
			add(s, factor.Draw{Iteration: i, State: p.draw(0, upTo(k)...)})
		}
		got, err := Summarise(context.Background(), data, s, Options{})
		if err != nil || got.Count() != k || len(got.Matches) != k || k == 0 && got.Factors.Loadings != nil {
			t.Errorf("K = %d: %d factors, %v", k, got.Count(), err)
		}
	}
	got, err := Summarise(context.Background(), data, &inference.Snapshot{}, Options{})
	if got != nil || err != nil {
		t.Errorf("a summary of nothing: %v, %v", got, err)
	}
	f := &factor.State{Loadings: p.loadings, Activities: p.activities, IDs: upTo(60), Noise: make([]float64, 30)}
	got, err = Summarise(context.Background(), data,
		&inference.Snapshot{Parts: []inference.Part{&factor.Factors{State: f}}}, Options{})
	if err != nil || got.Count() != 60 || got.Draws != 0 || got.Explained[0].Mean < got.Explained[59].Mean ||
		!math.IsNaN(got.Explained[0].Low) || got.Noise.Mean != 0 {
		t.Errorf("the summary of an estimate is %+v, %v", got, err)
	}
	if r := got.Ranking(0); len(r) == 0 || r[0].Probability != 1 || !math.IsNaN(r[0].Loading.Low) {
		t.Errorf("ranking %+v", r)
	}
	got, err = Summarise(context.Background(), data,
		&inference.Snapshot{Parts: []inference.Part{&factor.Factors{State: &factor.State{}}}}, Options{})
	if err != nil || got.Count() != 0 {
		t.Errorf("the summary of no factors is %+v, %v", got, err)
	}
}

// The shares of variance are those of the data: about a known offset, whatever is missing.
func TestExplained(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{1, 5, -1, 5, 1, math.NaN(), -1, 5})
	data := &inference.Dataset{X: x}
	// Item 0 is ±1, wholly explained; item 1 is 5, 1 from its offset.
	f := &factor.State{IDs: []int{0}, Loadings: mat.NewDense(2, 1, []float64{2, 0}),
		Activities: mat.NewDense(4, 1, []float64{0.5, -0.5, 0.5, -0.5}),
		Offset:     []float64{0, 4}, Noise: []float64{0, 1}}
	got, err := Summarise(context.Background(), data,
		&inference.Snapshot{Parts: []inference.Part{&factor.Factors{State: f}}}, Options{})
	if err != nil || !(math.Abs(got.Explained[0].Mean-0.5) <= 1e-12) || !(math.Abs(got.Noise.Mean-0.5) <= 1e-12) {
		t.Errorf("%+v of noise %+v, %v", got.Explained, got.Noise, err)
	}
	f = &factor.State{Side: inference.OnRows, IDs: []int{0}, Loadings: mat.NewDense(4, 1, []float64{1, 1, 1, 1}),
		Activities: mat.NewDense(2, 1, []float64{1, 1})}
	got, err = Summarise(context.Background(), data,
		&inference.Snapshot{Parts: []inference.Part{&factor.Factors{State: f}}}, Options{})
	if want := 8.0 / (26 + 26 + 2 + 26); err != nil || !(math.Abs(got.Explained[0].Mean-want) <= 1e-12) {
		t.Errorf("%+v, not %v, %v", got.Explained, want, err)
	}
}

// describe gives what sorting gives.
func TestDescribe(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		v := make([]float32, 1+rng.IntN(40))
		for i := range v {
			if rng.IntN(3) > 0 {
				v[i] = float32(math.Round(4 * rng.NormFloat64()))
			}
		}
		sorted := slices.Clone(v)
		slices.Sort(sorted)
		want := func(p float64) float64 {
			place := p * float64(len(v)-1)
			i := min(int(place), max(0, len(v)-2))
			if len(v) == 1 {
				return float64(v[0])
			}
			return float64(sorted[i]) + (place-float64(i))*float64(sorted[i+1]-sorted[i])
		}
		if d := describe(v); !(math.Abs(d.Low-want(0.05)) <= 1e-6) || !(math.Abs(d.High-want(0.95)) <= 1e-6) {
			t.Fatalf("%+v of %v", d, sorted)
		}
	}
	if d := describe([]float32{1, 2, 3, 4}); d.Mean != 2.5 || !(math.Abs(d.StandardDeviation-math.Sqrt(5.0/3)) <= 1e-12) {
		t.Errorf("%+v", d)
	}
}

// A glance is a context that ends after this many looks at it, and counts them.
type glance struct {
	context.Context
	looks, end int
}

func (g *glance) Err() error {
	if g.looks++; g.looks > g.end {
		return context.Canceled
	}
	return nil
}

// A summary looks at its context at each draw, and ends at the first look that says so.
func TestSummariseEnds(t *testing.T) {
	p := plant(300, 50, 10, 0.5)
	s := &inference.Snapshot{Parts: []inference.Part{&factor.Factors{State: &factor.State{}}}}
	for i := range 100 {
		add(s, factor.Draw{Iteration: i, State: p.draw(0.1, upTo(10)...)})
	}
	whole := &glance{t.Context(), 0, math.MaxInt}
	if _, err := Summarise(whole, p.data(), s, Options{}); err != nil {
		t.Fatal(err)
	}
	if whole.looks < 100+10 {
		t.Errorf("it looks %d times, of 100 draws of 10 factors", whole.looks)
	}
	for _, end := range []int{0, 1, 30, 100, whole.looks / 2, whole.looks - 1} {
		g := &glance{t.Context(), 0, end}
		if got, err := Summarise(g, p.data(), s, Options{}); !errors.Is(err, context.Canceled) || g.looks != end+1 {
			t.Errorf("ended at look %d it looked %d times: %d factors, %v", end+1, g.looks, got.Count(), err)
		}
	}
}

func BenchmarkSummarise(b *testing.B) {
	for _, share := range []float64{0.1, 1} {
		b.Run(fmt.Sprintf("200 draws of 12557×12, %.0f %% in", 100*share), func(b *testing.B) {
			p := plant(12557, 171, 12, share)
			s := &inference.Snapshot{Parts: []inference.Part{&factor.Factors{State: &factor.State{}}}}
			for i := range 200 {
				add(s, factor.Draw{Chain: i / 100, Iteration: i % 100, State: p.draw(0.3, upTo(12)...)})
			}
			data := p.data()
			for b.Loop() {
				if got, _ := Summarise(context.Background(), data, s, Options{}); got.Count() != 12 {
					b.Fatal(got.Count())
				}
			}
		})
	}
}

// Without references every factor stands for itself, as it is.
func TestPairWithNothing(t *testing.T) {
	for _, p := range pair([]piece{newPiece([]int32{0}, []float32{1}, []float32{1, 2}),
		newPiece([]int32{1}, []float32{2}, []float32{2, 1})}, nil, 0.3) {
		if p.to != -1 || p.sign != 1 {
			t.Errorf("%+v", p)
		}
	}
}

// More items than are described together have the means, shares and widths of the definition.
func TestManyItems(t *testing.T) {
	p := plant(block+88, 12, 3, 0.4)
	s := &inference.Snapshot{Parts: []inference.Part{&factor.Factors{State: &factor.State{}}}}
	for i := range 8 {
		add(s, factor.Draw{Iteration: i, State: p.draw(0, upTo(3)...)})
	}
	got, err := Summarise(context.Background(), p.data(), s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.check(got, 1e-6); err != nil {
		t.Error(err)
	}
	if w := got.Deviation.At(block+80, 0); w > 1e-6 {
		t.Errorf("draws that are the same differ by %v", w)
	}
}
