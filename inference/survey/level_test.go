package survey

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// cells makes a table of n rows and d columns; the rows have the names that name gives.
func cells(n, d int, name func(i int) string, cell func(i, j int) float64) *inference.Table {
	t := &inference.Table{Name: "t"}
	x := mat.NewDense(n, d, nil)
	for i := range n {
		t.Rows = append(t.Rows, name(i))
		for j := range d {
			x.Set(i, j, cell(i, j))
		}
	}
	for j := range d {
		t.Columns = append(t.Columns, "c"+strconv.Itoa(j+1))
	}
	t.X, t.Kind = x, inference.KindOf(x)
	return t
}

func plainName(i int) string { return "r" + strconv.Itoa(i) }

func geneName(i int) string { return fmt.Sprintf("ENSG%011d", i) }

// TestLevel: rows of genes that differ in level are told, with the steps that help; rows of observations are not.
func TestLevel(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	noise := func(s float64) float64 { return s * r.NormFloat64() }
	profile := func(spread float64) func(i, j int) float64 {
		levels := map[int]float64{}
		return func(i, j int) float64 {
			if j == 0 {
				levels[i] = 8 + noise(2)
			}
			return levels[i] + spread*math.Sin(float64(i%4)+float64(j)/3) + noise(0.2)
		}
	}
	sizes := func(i, j int) float64 { // lengths of animals: columns differ in their means
		return math.Exp(0.3*math.Sin(float64(i*i))) * float64(10*(j+1))
	}
	for _, c := range []struct {
		name  string
		table *inference.Table
		p     inference.Preprocessing
		want  string // part of the remedy; "" for no doubt
	}{
		{"profiles", cells(1000, 20, plainName, profile(1)),
			inference.Preprocessing{Centre: true, ScaleAll: true}, `"centre-rows"`},
		{"each column scaled", cells(1000, 20, plainName, profile(1)),
			inference.Preprocessing{Centre: true, Scale: true}, `"centre-rows"`},
		{"after logarithms", cells(1000, 20, plainName, profile(1)), inference.Preprocessing{Recipe: "log2(x+3)"},
			`"log2(x+3),centre-rows"`},
		{"after the logarithm", cells(1000, 20, plainName, profile(1)), inference.Preprocessing{Log2p1: true},
			`"log2(x+1),centre-rows"`},
		{"few genes by name", cells(80, 8, geneName, profile(1)), inference.Preprocessing{}, `"centre-rows"`},
		{"few rows without such names", cells(80, 8, plainName, profile(1)), inference.Preprocessing{}, ""},
		{"centred already", cells(1000, 20, plainName, profile(1)),
			inference.Preprocessing{Recipe: "centre-rows", Centre: true}, ""},
		{"turned", cells(1000, 20, plainName, profile(1)), inference.Preprocessing{Transpose: true}, ""},
		{"profiles wider than levels", cells(1000, 20, plainName, profile(6)), inference.Preprocessing{}, ""},
		{"animals of all sizes", cells(1000, 6, plainName, sizes), inference.Preprocessing{Centre: true, Scale: true}, ""},
		{"noise", cells(1000, 5, plainName, func(int, int) float64 { return noise(1) }), inference.Preprocessing{}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var found []Doubt
			for _, d := range Doubts(prepared(t, c.table, c.p), false) {
				if d.Turn {
					found = append(found, d)
				}
			}
			switch {
			case c.want == "" && len(found) > 0:
				t.Errorf("told %v", found)
			case c.want != "" &&
				(len(found) != 1 || !strings.Contains(found[0].Remedy, c.want) || found[0].Steps != "centre-rows"):
				t.Errorf("told %v, want %s", found, c.want)
			}
		})
	}
}

// TestLevelIsFound: the findings on a table say it too, before a fit.
func TestLevelIsFound(t *testing.T) {
	level := 0.0
	r := rand.New(rand.NewPCG(9, 9))
	table := cells(5000, 10, plainName, func(_, j int) float64 {
		if j == 0 {
			level = 8 + 2*r.NormFloat64()
		}
		return level + 0.5*r.NormFloat64()
	})
	said := func() (found bool) {
		for _, f := range Of(table).Findings {
			found = found || strings.HasPrefix(f.Text, "Rows differ mostly in level")
		}
		return found
	}
	if !said() {
		t.Error("the levels are not told")
	}
	for i := range table.Rows {
		for j := range 10 {
			table.X.(*mat.Dense).Set(i, j, r.NormFloat64())
		}
	}
	if said() {
		t.Error("noise is said to have levels")
	}
}

// TestLevelShare: the share is that of the analysis of variance: for two rows at −1 and 1 with a deviation of a half in
// each cell, from the mean of a column, it is 1 of 1.25.
func TestLevelShare(t *testing.T) {
	table := cells(400, 4, plainName, func(i, j int) float64 {
		level := float64(i%2*2 - 1)
		return level + 0.5*float64((i/2+j)%2*2-1)
	})
	if got := levelOf(prepared(t, table, inference.Preprocessing{})).share; !(math.Abs(got-1/1.25) <= 1e-12) {
		t.Errorf("%g, want %g", got, 1/1.25)
	}
}

// TestCountsRunAlike: many rows of counts that rise and fall together in few columns are genes; cells with a few
// counted genes are observations.
func TestCountsRunAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	level := 0.0
	genes := func(_, j int) float64 {
		if j == 0 {
			level = math.Exp(3 + 2*r.NormFloat64())
		}
		return math.Floor(level * (1 + 0.2*float64(j)) * math.Exp(0.3*r.NormFloat64()))
	}
	single := func(_, j int) float64 { return math.Floor(math.Exp(float64(j%5) + r.NormFloat64())) }
	for _, c := range []struct {
		name   string
		table  *inference.Table
		turned bool
	}{
		{"genes", cells(2000, 8, plainName, genes), true},
		{"few genes", cells(300, 8, plainName, genes), false},
		{"cells", cells(2000, 8, plainName, single), false},
		{"papers", cells(2000, 5, plainName, func(i, j int) float64 {
			if j == 0 {
				return float64(1950 + i%60)
			}
			return genes(i, j-1)
		}), false},
	} {
		if got := Orient(c.table); got.Turned != c.turned {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
	channels := cells(2000, 8, plainName, genes)
	for j := range channels.Columns {
		channels.Columns[j] = strconv.Itoa(400 + 10*j)
	}
	if got := Orient(channels); got.Turned {
		t.Errorf("channels: %+v", got)
	}
	// Raw counts are brought to one depth first, on the side of the samples, also where the table is scaled.
	d := prepared(t, cells(2000, 8, plainName, genes), inference.Preprocessing{Centre: true, ScaleAll: true})
	if found := Doubts(d, false); len(found) == 1 &&
		(!found[0].Across || found[0].Steps != "counts:size-factors,log2(x+1)" &&
			found[0].Steps != "counts:poscounts,log2(x+1)") {
		t.Errorf("%v", found)
	} else if len(found) != 1 {
		t.Errorf("%v", found)
	}
}

// TestUnitsAreNoCounts: whole numbers in columns that state a unit are rounded measurements.
func TestUnitsAreNoCounts(t *testing.T) {
	table := cells(60, 3, plainName, func(i, j int) float64 { return float64(i * i * (j + 1) % 97) })
	if found := Doubts(prepared(t, table, inference.Preprocessing{}), false); len(found) != 1 ||
		!strings.Contains(found[0].Text, "counts") {
		t.Errorf("%v", found)
	}
	table.ColumnAnnotations = []inference.Annotation{
		inference.NewAnnotation(inference.UnitAnnotation, []string{"%", "%", "%"})}
	if found := Doubts(prepared(t, table, inference.Preprocessing{}), false); len(found) != 0 {
		t.Errorf("%v", found)
	}
}

// TestAlone: an age among genes is told, also where it is the last of few columns, and columns whose spreads form a
// range are not.
func TestAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, c := range []struct {
		what    string
		columns int
		spread  func(j int) float64
		want    string
	}{
		{"an age among genes", 201, func(j int) float64 {
			if j == 0 {
				return 18
			}
			return 1
		}, `"c1" has `},
		{"a count among ratios", 12, func(j int) float64 {
			if j == 11 {
				return 12
			}
			return 0.5
		}, `"c12" has `},
		{"genes", 200, func(int) float64 { return 1 }, ""},
		{"genes of a range of spreads", 200, func(j int) float64 { return math.Exp2(float64(j%7) - 3) }, ""},
		{"one that is lost among many", 3000, func(j int) float64 {
			if j == 0 {
				return 12
			}
			return 1
		}, ""},
		{"few columns", 5, func(j int) float64 { return math.Pow(3, float64(j)) }, ""},
		{"columns that do not vary", 20, func(j int) float64 { return float64(j / 19) }, ""},
	} {
		table := cells(60, c.columns, plainName, func(_, j int) float64 { return 7 + c.spread(j)*r.NormFloat64() })
		got := ""
		for _, f := range Of(table).Findings {
			if strings.Contains(f.Text, "of the variance of all") {
				got = f.String()
			}
		}
		if (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q", c.what, got)
		}
	}
}
