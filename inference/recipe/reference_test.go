package recipe

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// A reference holds the numbers of testdata/reference.R.
type reference struct {
	Counts, Sparse, CPM, VST           [][]float64
	Logs, Quantile, Polish             [][]float64
	Ties                               [][]*float64
	QuantileTies                       [][]*float64 `json:"quantile_ties"`
	Removed, Combat                    [][]float64
	CombatKeep                         [][]float64 `json:"combat_keep"`
	Skewed                             [][]float64
	YeoJohnson                         [][]float64 `json:"yeo_johnson"`
	RankNormal                         [][]float64 `json:"rank_normal"`
	SizeFactors                        []float64   `json:"size_factors"`
	Poscounts, TMM, Trend, Lambda, RIN []float64
	TMMSparse                          []float64 `json:"tmm_sparse"`
	UpperQuartile                      []float64 `json:"upper_quartile"`
	Batch, Treatment                   []string
}

func readReference(t *testing.T) (r reference) {
	t.Helper()
	text, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func tableOf(rows [][]float64) Table {
	x := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		x.SetRow(i, row)
	}
	return Table{Rows: numbered("s", len(rows)), Columns: numbered("g", len(rows[0])), X: x}
}

func numbered(stem string, n int) (list []string) {
	for i := range n {
		list = append(list, stem+number(float64(i+1)))
	}
	return list
}

func orMissing(rows [][]*float64) [][]float64 {
	out := make([][]float64, len(rows))
	for i, row := range rows {
		for _, x := range row {
			if x == nil {
				out[i] = append(out[i], math.NaN())
			} else {
				out[i] = append(out[i], *x)
			}
		}
	}
	return out
}

func fitted(t *testing.T, text Text, in Table) (Table, *Learnt) {
	t.Helper()
	out, l, err := Fit(text, in)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return out, l
}

// near compares tables within a relative or absolute error.
func near(t *testing.T, what string, got Table, want [][]float64, within float64) {
	t.Helper()
	n, d := got.X.Dims()
	if n != len(want) || d != len(want[0]) {
		t.Fatalf("%s: %d×%d, want %d×%d", what, n, d, len(want), len(want[0]))
	}
	for i := range n {
		for j := range d {
			g, w := got.X.At(i, j), want[i][j]
			if math.IsNaN(g) && math.IsNaN(w) {
				continue
			}
			if !(math.Abs(g-w) <= within*max(1, math.Abs(w))) {
				t.Fatalf("%s: cell %d, %d is %v, want %v", what, i, j, g, w)
			}
		}
	}
}

func numbersNear(t *testing.T, what string, got, want []float64, within float64) {
	t.Helper()
	near(t, what, tableOf([][]float64{got}), [][]float64{want}, within)
}

// TestSizeFactors compares with DESeq2 and edgeR.
func TestSizeFactors(t *testing.T) {
	r := readReference(t)
	for _, c := range []struct {
		method string
		counts [][]float64
		want   []float64
	}{
		{"size-factors", r.Counts, r.SizeFactors},
		{"poscounts", r.Sparse, r.Poscounts},
		{"size-factors", r.Sparse, r.Poscounts}, // every gene has a zero
		{"tmm", r.Counts, r.TMM}, {"tmm", r.Sparse, r.TMMSparse},
		{"upper-quartile", r.Counts, r.UpperQuartile},
	} {
		in := tableOf(c.counts)
		w, err := countsKind.make(c.method)
		if err != nil {
			t.Fatal(err)
		}
		_, have, err := w.fit(in)
		if err != nil {
			t.Fatal(err)
		}
		numbersNear(t, c.method, have.(sized).sizes, c.want, 1e-9)
		for _, side := range []string{"", across} {
			text := Text("counts:" + c.method + side)
			if side == across {
				in = in.turned()
			}
			out, l := fitted(t, text, in)
			again, err := l.Apply(in)
			if err != nil {
				t.Fatal(err)
			}
			if !mat.Equal(out.X, again.X) {
				t.Errorf("%s: the samples learnt from are prepared in another way when they are new", text)
			}
			if side == across {
				out = out.turned()
			}
			for i := range c.want {
				for j, y := range c.counts[i] {
					if got, want := out.X.At(i, j), y/c.want[i]; !(math.Abs(got-want) <= 1e-9*(1+want)) {
						t.Fatalf("%s: cell %d, %d is %v, want %v", text, i, j, got, want)
					}
				}
			}
		}
	}
	out, _ := fitted(t, "counts:cpm", tableOf(r.Counts))
	near(t, "cpm", out, r.CPM, 1e-9)
}

// TestStabilised compares the trend and the closed form with DESeq2.
func TestStabilised(t *testing.T) {
	r := readReference(t)
	in := tableOf(r.Counts)
	trend, err := trendOf(in.X, r.SizeFactors)
	if err != nil {
		t.Fatal(err)
	}
	// both searches end at a deviance within 1e-8
	numbersNear(t, "trend", []float64{trend.limit, trend.poisson}, r.Trend, 1e-4)
	out, _ := fitted(t, "counts:vst", in)
	near(t, "vst", out, r.VST, 1e-4)
}

// annotated is a table with the batches, treatments and integrities of the samples.
func (r reference) annotated(rows [][]float64) Table {
	t := tableOf(rows)
	t.RowAnnotations = []Annotation{{"batch", r.Batch, false}, {"treatment", r.Treatment, false},
		{Name: "rin", Numeric: true}}
	for _, x := range r.RIN {
		t.RowAnnotations[2].Values = append(t.RowAnnotations[2].Values, number(x))
	}
	return t
}

// TestOthers compares with limma, sva and R.
func TestOthers(t *testing.T) {
	r := readReference(t)
	logs := r.annotated(r.Logs)
	for _, c := range []struct {
		text   Text
		in     Table
		want   [][]float64
		within float64
	}{
		{"quantile", logs, r.Quantile, 1e-9},
		{"quantile", tableOf(orMissing(r.Ties)), orMissing(r.QuantileTies), 1e-9},
		{"median-polish", logs, r.Polish, 1e-9},
		{"remove:batch;rin:treatment", logs, r.Removed, 1e-9},
		// sva stops at a relative change of 1e-4.
		{"combat:batch", logs, r.Combat, 2e-4},
		{"combat:batch:treatment", logs, r.CombatKeep, 2e-4},
		{"yeo-johnson", tableOf(r.Skewed), r.YeoJohnson, 1e-5},
		{"rank-normal", tableOf(r.Skewed), r.RankNormal, 1e-12},
	} {
		out, l := fitted(t, c.text, c.in)
		near(t, string(c.text), out, c.want, c.within)
		again, err := l.Apply(c.in)
		if err != nil {
			t.Fatalf("%s of new rows: %v", c.text, err)
		}
		if c.text != "median-polish" { // its rows are fitted last, and by turns
			near(t, string(c.text)+" of new rows", again, c.want, c.within)
		}
		if c.text == "quantile" {
			turned, l := fitted(t, c.text+"@columns", c.in.turned())
			near(t, "turned", turned.turned(), c.want, c.within)
			again, err := l.Apply(c.in.turned())
			if err != nil {
				t.Fatal(err)
			}
			near(t, "new columns", again.turned(), c.want, c.within)
		}
		if k := c.text[:3]; k == "rem" || k == "com" {
			turned, _ := fitted(t, c.text, c.in.turned())
			near(t, string(c.text)+" turned", turned.turned(), c.want, c.within)
		}
	}
	for j := range r.Lambda {
		if got := lambdaOf(mat.Col(nil, j, tableOf(r.Skewed).X)); !(math.Abs(got-r.Lambda[j]) <= 1e-5) {
			t.Errorf("lambda %d is %v, want %v", j, got, r.Lambda[j])
		}
	}
}
