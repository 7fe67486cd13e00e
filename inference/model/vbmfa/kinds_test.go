package vbmfa

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
)

var everyKind = []column.Kind{{}, {Sort: column.YesNo, Levels: []string{"no", "yes"}},
	{Sort: column.Ordered, Levels: []string{"low", "mid", "high"}},
	{Sort: column.Category, Levels: []string{"a", "b", "c", "d"}}, {Sort: column.Count}, {Sort: column.Censored}}

// ofEveryKind returns rows of two groups in two columns of each kind, with a tenth of the cells missing and limits
// below −1 in the censored columns, and the group of each row.
func ofEveryKind(n int, apart float64, rng *rand.Rand) (*inference.Dataset, []int) {
	x, group := mat.NewDense(n, 12, nil), make([]int, n)
	var kinds []column.Kind
	limits := inference.Limits{}
	for j := range 12 {
		kinds = append(kinds, everyKind[j/2])
	}
	for i := range n {
		group[i] = i % 2
		f := rng.NormFloat64()
		for j := range 12 {
			u := apart*(float64(group[i])-0.5) + 0.5*f + rng.NormFloat64()
			var y float64
			switch kinds[j].Sort {
			case column.Number:
				y = u
			case column.YesNo:
				if u > 0 {
					y = 1
				}
			case column.Ordered:
				y = min(2, max(0, math.Floor(u+1.5)))
			case column.Category:
				y = float64(rng.IntN(4))
				if u > 0 {
					y = 3 * float64(j%2)
				}
			case column.Count:
				y = math.Floor(math.Exp(1+u) + rng.Float64())
			case column.Censored:
				if y = u; u < -1 {
					y = math.NaN()
					limits[inference.Cell{Row: i, Column: j}] = column.Interval{Low: math.Inf(-1), High: -1}
				}
			}
			if rng.IntN(10) == 0 {
				y = math.NaN()
				delete(limits, inference.Cell{Row: i, Column: j})
			}
			x.Set(i, j, y)
		}
	}
	d := inferencetest.DatasetOf(x)
	d.Kinds, d.Limits = kinds, limits
	return d, group
}

// The bound never falls whatever the update, which the cycle checks after each of them; two groups are found;
// probabilities of a cell sum to 1; and a fit saved in the middle goes on with the same bits.
func TestEveryKind(t *testing.T) {
	data, group := ofEveryKind(120, 3, rand.New(rand.NewPCG(1, 2)))
	f := fitted(t, Model{}, data, 1, nil)
	if k := len(f.search.Mixture.Components); k != 2 {
		t.Errorf("%d components", k)
	}
	m := f.settled()
	wrong := 0
	for i, z := range m.clusters() {
		if (z == m.clusters()[0]) != (group[m.d.order[i]] == group[m.d.order[0]]) {
			wrong++
		}
	}
	if wrong > 4 {
		t.Errorf("%d rows of 120 in the wrong cluster", wrong)
	}
	for j, k := range data.Kinds {
		most := len(k.Levels)
		if k.Sort == column.Count {
			most = 2000
		}
		if most == 0 {
			continue
		}
		sum, expected, mean := 0.0, 0.0, 0.0
		row := append([]float64(nil), data.X.RawRowView(7)...)
		row[j] = math.NaN()
		without, err := f.LogDensity(context.Background(), mat.NewDense(1, 12, row))
		if err != nil {
			t.Fatal(err)
		}
		total := 0.0
		x := mat.NewDense(most, 12, nil)
		for y := range most {
			logs, means, err := mixed{f}.LogCells([]inference.Cell{{Row: 9, Column: j}}, []float64{float64(y)})
			if err != nil {
				t.Fatal(err)
			}
			sum += math.Exp(logs[0])
			expected += math.Exp(logs[0]) * float64(y)
			mean = means[0]
			row[j] = float64(y)
			x.SetRow(y, row)
		}
		with, err := f.LogDensity(context.Background(), x)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range with {
			total += math.Exp(v - without[0])
		}
		within := map[column.Sort]float64{column.Count: 1e-3}[k.Sort] + 1e-8
		if !(math.Abs(sum-1) <= within) || !(math.Abs(total-1) <= 0.02) {
			t.Errorf("%v: probabilities of a cell sum to %v, of rows to %v of those without it", k.Sort, sum, total)
		}
		if k.Sort != column.Category && !(math.Abs(expected-mean) <= 1e-3*(1+mean)) {
			t.Errorf("%v: mean %v, told %v", k.Sort, expected, mean)
		}
	}
}

// With one component whose mean is nearly certain and without factors the bound is the log probability of the cells,
// and with two of them that of a mixture of two products, exactly where every row is certain of its own and from
// below elsewhere.
func TestExactWhereNothingIsLearnt(t *testing.T) {
	phi := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	data := inferencetest.DatasetOf(mat.NewDense(4, 2, []float64{1, 1, 0, 1, 1, 0, 0, 0}))
	data.Kinds = []column.Kind{everyKind[1], everyKind[1]}
	table, err := tableOf(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, means := range [][][]float64{{{0.3, -0.6}}, {{1.2, 0.4}, {-0.7, -0.9}}} {
		m := emptyMixture(newRowsOf(table, 1, 100))
		m.populate(make([]int, 4), 1, 0, nil)
		if len(means) == 2 {
			m = emptyMixture(newRowsOf(table, 1, 100))
			m.populate([]int{0, 1, 0, 1}, 2, 0, nil)
		}
		const certain = 1e-14
		for s, c := range m.Components {
			for q := range 2 {
				c.loading(q)[0], c.cov(q)[0] = means[s][q], certain
			}
		}
		m.Concentration = 1e9 // the weights are even
		y := cycle{Wide: true}
		y.begin(math.NaN())
		for y.Stage != loading {
			if err := y.advance(m); err != nil {
				t.Fatal(err)
			}
		}
		b := m.bound()
		got, want := b.Fit+b.Factors+b.Assignments, 0.0
		for i := range 4 {
			sum := 0.0
			for _, mean := range means {
				p := 1 / float64(len(means))
				for q := range 2 {
					if data.X.At(i, q) == 1 {
						p *= phi(mean[q])
					} else {
						p *= phi(-mean[q])
					}
				}
				sum += p
			}
			want += math.Log(sum)
		}
		if !(math.Abs(got-want) <= 1e-6) {
			t.Errorf("%d components: the rows bring %v, their log probability is %v", len(means), got, want)
		}
	}
}

// half takes the last two of four columns as yes/no.
func half(x *mat.Dense) *rows {
	data := inferencetest.DatasetOf(x)
	data.Kinds = []column.Kind{{}, {}, everyKind[1], everyKind[1]}
	n, _ := x.Dims()
	for i := range n {
		for j := 2; j < 4; j++ {
			if v := x.At(i, j); v > 0 {
				x.Set(i, j, 1)
			} else if v <= 0 {
				x.Set(i, j, 0)
			}
		}
	}
	t, err := tableOf(data)
	if err != nil {
		panic(err)
	}
	return newRowsOf(t, 1, 100)
}

// slotOf returns the place of a column among those of latent numbers, −1 for numbers.
func slotOf(d *rows, q int) int {
	if d.hidden == nil {
		return -1
	}
	return slices.Index(d.hidden.columns, q)
}

// truncatedEntropy returns the entropy of a normal number of variance 1 on the side of 0 where its mean u is: with λ
// = φ(m)/Φ(m) the mean is m + λ and the entropy ½ ln 2πe + ln Φ(m) − mλ/2.
func truncatedEntropy(u float64) float64 {
	u = math.Abs(u)
	low, high := -30.0, 30.0
	part := func(m float64) (phi, ratio float64) {
		phi = math.Erfc(-m/math.Sqrt2) / 2
		return phi, math.Exp(-0.5*m*m) / math.Sqrt(2*math.Pi) / phi
	}
	for range 200 {
		m := (low + high) / 2
		if _, ratio := part(m); m+ratio < u {
			low = m
		} else {
			high = m
		}
	}
	phi, ratio := part(low)
	return 0.5*(1+math.Log(2*math.Pi)) + math.Log(phi) - low*ratio/2
}

// Threads, saving and interruptions make no difference.
func TestKindsConform(t *testing.T) {
	data, _ := ofEveryKind(30, 3, rand.New(rand.NewPCG(3, 2)))
	inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Iterations: 6}, data)
}

// A limit is no missing cell, and a row of limits alone has values.
func TestNotesOnLimits(t *testing.T) {
	nan := math.NaN()
	d := inferencetest.DatasetOf(mat.NewDense(4, 2, []float64{nan, nan, 1, 2, 3, nan, nan, nan}))
	d.Kinds = []column.Kind{{Sort: column.Censored}, {Sort: column.Censored}}
	low := column.Interval{Low: math.Inf(-1), High: 0.5}
	d.Limits = inference.Limits{{Row: 0, Column: 0}: low, {Row: 0, Column: 1}: low, {Row: 2, Column: 1}: low}
	notes, err := examine(d)
	want := []string{"2 of 8 cells are missing: nothing is filled in for them",
		"1 of 4 rows has no values; it belongs to each component in proportion to its size"}
	if err != nil || !slices.Equal(notes, want) {
		t.Errorf("%q, %v", notes, err)
	}
}
