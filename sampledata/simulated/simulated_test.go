package simulated

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/inference/tree"
)

func parse(t *testing.T, text []string) (out []float64) {
	t.Helper()
	for _, s := range text {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	return out
}

// truthOf returns the lines of a file of the truth by their first cell, and again by the first two.
func truthOf(t *testing.T, d Drawn, name string) map[string][]string {
	t.Helper()
	i := slices.IndexFunc(d.Files(), func(f File) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("there is no %s", name)
	}
	out := map[string][]string{}
	for _, l := range d.Files()[i].Lines {
		out[l[0]], out[l[0]+" "+l[1]] = l[1:], l[2:]
	}
	return out
}

// Each table has rows of one length, distinct names and a truth; a new seed gives a new table, the same one the same.
func TestDrawn(t *testing.T) {
	for _, name := range Names() {
		seeded := func(seed uint64) string {
			d, ok := Draw(name, rand.New(rand.NewPCG(seed, 1)))
			if !ok {
				t.Fatalf("%s is not drawn", name)
			}
			names := map[string]bool{}
			for _, r := range d.Rows {
				names[r.Name] = true
				if len(r.Labels) != len(d.Labels) || len(r.Values) != len(d.Columns) {
					t.Fatalf("%s: %+v", name, r)
				}
			}
			if len(names) != len(d.Rows) || len(d.Files()) == 0 {
				t.Errorf("%s: %d names of %d rows, %d files of truth", name, len(names), len(d.Rows), len(d.Files()))
			}
			for _, f := range d.Files() {
				for _, l := range f.Lines {
					if f.Header != nil && len(l) != len(f.Header) {
						t.Errorf("%s: %s has %d columns and a line of %d", name, f.Name, len(f.Header), len(l))
					}
				}
			}
			if lines := strings.Split(strings.TrimSpace(d.Numbers()), "\n"); len(lines) != len(d.Rows)+1 ||
				strings.Count(lines[1], ",") != len(d.Columns) {
				t.Errorf("%s: %q and %d lines", name, lines[1], len(lines))
			}
			return d.Whole()
		}
		if a, b := seeded(1), seeded(2); (a != b) != Random(name) || a != seeded(1) {
			t.Errorf("%s: two seeds give the same table: %v", name, a == b)
		}
	}
	if _, ok := Draw("iris", nil); ok {
		t.Error("irises are drawn")
	}
	if _, ok := Stored("iris"); ok {
		t.Error("irises are drawn")
	}
}

// The truth of each table explains it but for the noise that it is said to have, in variance.
func TestTruthExplains(t *testing.T) {
	for name, c := range map[string]struct {
		noise float64
		mean  func(t *testing.T, d Drawn) func(r Row) []float64
	}{
		"square": {1. / 8, byCluster}, "eighteen_clusters": {1, byCluster},
		"spiral": {0.5, func(t *testing.T, d Drawn) func(r Row) []float64 {
			at := truthOf(t, d, "centres.csv")
			return func(r Row) []float64 { return parse(t, at[r.Name][1:]) }
		}},
		"shapes": {0.25, func(t *testing.T, d Drawn) func(r Row) []float64 {
			shape := truthOf(t, d, "loadings.csv")
			return func(r Row) []float64 {
				sum := make([]float64, 36)
				for k, s := range d.Labels {
					if r.Labels[k] == "yes" {
						for i, v := range parse(t, shape[s]) {
							sum[i] += v
						}
					}
				}
				return sum
			}
		}},
	} {
		d, _ := Stored(name)
		mean := c.mean(t, d)
		sum, n := 0.0, 0.0
		for _, r := range d.Rows {
			m := mean(r)
			for i, v := range parse(t, r.Values) {
				sum += (v - m[i]) * (v - m[i])
				n++
			}
		}
		if got := sum / n; !(math.Abs(got/c.noise-1) <= 4*math.Sqrt(2/n)) {
			t.Errorf("%s: what the truth leaves has a variance of %v, want %v", name, got, c.noise)
		}
	}
}

func byCluster(t *testing.T, d Drawn) func(r Row) []float64 {
	centres := truthOf(t, d, "centres.csv")
	return func(r Row) []float64 { return parse(t, centres[r.Labels[0]]) }
}

// The product of loadings and activities leaves a tenth of the signal, and labels say which loadings are not 0.
func TestTruthOfSparseFactors(t *testing.T) {
	d, _ := Stored("sparse_factors")
	g, x := truthOf(t, d, "loadings.csv"), truthOf(t, d, "activities.csv")
	signal, left := 0.0, 0.0
	for _, r := range d.Rows {
		loading := parse(t, g[r.Name])
		for k, v := range loading {
			if (v != 0) != (r.Labels[k] == "yes") {
				t.Errorf("%s has a loading of %v on factor %d, and the label says %s", r.Name, v, k+1, r.Labels[k])
			}
		}
		for n, y := range parse(t, r.Values) {
			m := 0.0
			for k, a := range parse(t, x[d.Columns[n]]) {
				m += a * loading[k]
			}
			signal += m * m
			left += (y - m) * (y - m)
		}
	}
	if got := signal / left; !(math.Abs(got/10-1) <= 0.05) {
		t.Errorf("the signal is %v times the noise", got)
	}
}

// A point less its centre and its projection on the loadings of its cluster has noise of variance 0.01 along the
// dimensions that are left, 10 less those of the cluster.
func TestTruthOfDimensions(t *testing.T) {
	d, _ := Stored("six_dimensions")
	centres, loadings, sizes := truthOf(t, d, "centres.csv"), truthOf(t, d, "loadings.csv"),
		truthOf(t, d, "dimensions.csv")
	sum, n := 0.0, 0.0
	for _, r := range d.Rows {
		x, c := parse(t, r.Values), parse(t, centres[r.Labels[0]])
		for i := range x {
			x[i] -= c[i]
		}
		size := int(parse(t, sizes[r.Labels[0]][:1])[0])
		for l := range size {
			v, along := parse(t, loadings[r.Labels[0]+" "+strconv.Itoa(l+1)]), 0.0
			for i := range x {
				along += v[i] * x[i]
			}
			for i := range x {
				x[i] -= along * v[i]
			}
		}
		for _, v := range x {
			sum += v * v
		}
		n += float64(10 - size)
	}
	if got := sum / n; !(math.Abs(got/0.01-1) <= 4*math.Sqrt(2/n)) {
		t.Errorf("what is left has a variance of %v, want 0.01", got)
	}
}

// The tree of the fractal has its 63 tips, and halves and quarters and eighths are clades.
func TestTruthOfFractal(t *testing.T) {
	d, _ := Stored("fractal")
	text := d.Files()[1].Text()
	read, err := tree.ParseNewick([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range d.Rows {
		names = append(names, r.Name)
	}
	slices.Sort(names)
	if got := slices.Sorted(slices.Values(read.Names)); !slices.Equal(got, names) {
		t.Errorf("the tree has %v", got)
	}
	for _, c := range []string{"tip01:0.07776,tip02:0.07776", "tip63:0.07776"} { // 0.6⁵
		if !strings.Contains(text, c) {
			t.Errorf("the tree has no %s", c)
		}
	}
}
