package survey

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/inference"
	kindlist "example.org/espalier/inference/column"
	"example.org/espalier/inference/relation"

	"gonum.org/v1/gonum/mat"
)

// filled makes a table of n rows whose columns are given by functions.
func filled(n int, columns map[string]func(i int) float64, order ...string) *inference.Table {
	t := &inference.Table{Name: "t", Columns: order, X: mat.NewDense(n, len(order), nil)}
	for i := range n {
		t.Rows = append(t.Rows, "r"+strconv.Itoa(i))
		for j, name := range order {
			t.X.(*mat.Dense).Set(i, j, columns[name](i))
		}
	}
	t.Kind = inference.KindOf(t.X)
	return t
}

func prepared(t *testing.T, table *inference.Table, p inference.Preprocessing) *inference.Dataset {
	t.Helper()
	d, err := table.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Many equal rows are told of where numbers are read as such.
func TestEqualCells(t *testing.T) {
	for _, c := range []struct {
		n, every int // rows, of which so many follow each other with the same numbers
		says     bool
	}{{60, 2, true}, {60, 1, false}, {18, 2, false}} {
		r := rand.New(rand.NewPCG(6, 2))
		var u, v float64
		table := filled(c.n, map[string]func(int) float64{"u": func(i int) float64 {
			if i%c.every == 0 {
				u, v = r.NormFloat64(), r.NormFloat64()
			}
			return u
		}, "v": func(int) float64 { return v }}, "u", "v")
		d := prepared(t, table, inference.Preprocessing{Centre: true})
		said := false
		for _, doubt := range Doubts(d, false) {
			said = said || strings.HasPrefix(doubt.Text, "30 of 60 rows equal an earlier one")
		}
		if said != c.says {
			t.Errorf("%d rows, each %d times: %v", c.n, c.every, Doubts(d, false))
		}
	}
}

// Of columns that are taken for what they are, nothing is said, and no logarithm of all is offered beside them.
func TestNothingIsSaidOfKinds(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	names := []string{"a", "b", "c", "d", "e", "few", "many", "mass"}
	table := &inference.Table{Name: "counted", Columns: names, Kind: inference.Continuous}
	x := mat.NewDense(60, len(names), nil)
	for i := range 60 {
		table.Rows = append(table.Rows, fmt.Sprint("r", i))
		for j := range 7 {
			x.Set(i, j, math.Trunc(math.Exp(3+2*r.NormFloat64())))
		}
		x.Set(i, 7, 70+r.NormFloat64())
	}
	table.X = x
	for _, kinds := range []string{"a=count\nb=count\nc=count\nd=count\ne=count",
		"a=count\nb=count\nc=count\nd=count\ne=count\nfew=count\nmany=count"} {
		list, err := kindlist.ListOf(), error(nil)
		for _, line := range strings.Split(kinds, "\n") {
			e, problem := kindlist.ParseEntry(line)
			if list = list.With(e); problem != nil {
				err = problem
			}
		}
		p := inference.Preprocessing{Kinds: list}
		kinded, problem := table.Kinded(p)
		d, other := table.Prepare(p)
		if err = errors.Join(err, problem, other); err != nil {
			t.Fatal(err)
		}
		numbers := strings.Count(kinds, "=") < 7
		for _, f := range FindingsOf(kinded, Orient(table)) {
			if !numbers || strings.Contains(f.Text, `"a"`) {
				t.Errorf("%s: %s", kinds, f)
			}
		}
		for _, doubt := range Doubts(d, false) {
			if !numbers || doubt.Cure == TakeLog || strings.Contains(doubt.Text, `"a"`) {
				t.Errorf("%s: %v", kinds, doubt)
			}
		}
	}
	d, err := table.Prepare(inference.Preprocessing{})
	if err != nil || len(Doubts(d, false)) == 0 {
		t.Errorf("nothing is said of the table itself: %v", err)
	}
}

func TestDoubts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	columns := map[string]func(int) float64{
		"height":  func(int) float64 { return 170 + 10*r.NormFloat64() },
		"weight":  func(int) float64 { return 70 + 10*r.NormFloat64() },
		"reads":   func(int) float64 { return math.Trunc(math.Exp(2 + 2*r.NormFloat64())) },
		"more":    func(int) float64 { return math.Trunc(math.Exp(3 + 2*r.NormFloat64())) },
		"times":   func(i int) float64 { return float64(i % 4) },
		"rare":    func(i int) float64 { return float64(i % 3) },
		"grade":   func(i int) float64 { return float64(i%3 + 1) },
		"rank":    func(i int) float64 { return float64(i % 10) },
		"smoker":  func(i int) float64 { return float64(i % 2) },
		"age":     func(i int) float64 { return 20 + math.Trunc(60*r.Float64()) },
		"pounds":  func(int) float64 { return 80 + math.Trunc(2000*r.Float64()) },
		"cotinin": func(i int) float64 { return map[bool]float64{true: -999, false: 5 + r.Float64()}[i%9 == 0] },
		"allele":  func(i int) float64 { return map[bool]float64{true: 9, false: float64(i % 3)}[i%11 == 0] },
		"locus":   func(i int) float64 { return map[bool]float64{true: 9, false: float64(i % 2)}[i%13 == 0] },
		"marker":  func(i int) float64 { return map[bool]float64{true: 9, false: float64((i + 1) % 3)}[i%14 == 0] },
		"judge":   func(i int) float64 { return float64(1 + i*7%30) },
		"jury":    func(i int) float64 { return float64(1 + i*11%30) },
		"spread":  func(i int) float64 { return math.Exp(3 * r.NormFloat64()) },
	}
	for _, c := range []struct {
		name    string
		columns string
		p       inference.Preprocessing
		exact   bool
		want    []string // the start of each text
		cure    []Cure
	}{
		{"measurements", "height weight age", inference.Preprocessing{}, false, nil, nil},
		{"whole yields", "age", inference.Preprocessing{}, false, nil, nil},
		{"whole measurements beside codes", "age pounds smoker grade times", inference.Preprocessing{}, false,
			[]string{`2 columns of few whole numbers (0 to 3), taken as numbers: "grade", "times".`,
				"1 column of zeros and ones among others"},
			[]Cure{LeaveOut, LeaveOut}},
		{"a long tail", "height weight age spread", inference.Preprocessing{}, false,
			[]string{"1 column reaches over orders of magnitude: spread ("}, []Cure{AddSteps}},
		{"its logarithm", "height weight age spread", inference.Preprocessing{Recipe: "log2(x):spread"}, false, nil, nil},
		{"counts", "reads more", inference.Preprocessing{}, false,
			[]string{"2 columns of counts, taken as numbers."}, []Cure{TakeLog}},
		{"logarithms of counts", "reads more", inference.Preprocessing{Log2p1: true}, false, nil, nil},
		{"counts among others", "height reads", inference.Preprocessing{}, false,
			[]string{`1 column of counts among measurements, taken as numbers: "reads".`}, []Cure{LeaveOut}},
		{"counts among the rare", "reads rank times rare", inference.Preprocessing{}, false,
			[]string{"4 columns of counts, taken as numbers."}, []Cure{TakeLog}},
		{"scaled codes", "height weight grade", inference.Preprocessing{Centre: true, Scale: true}, false,
			[]string{`1 column of few whole numbers (1 to 3), taken as numbers: "grade".`}, []Cure{LeaveOut}},
		{"codes", "height weight grade", inference.Preprocessing{}, false,
			[]string{`1 column of few whole numbers (1 to 3), taken as numbers: "grade".`}, []Cure{LeaveOut}},
		{"zeros and ones", "height smoker", inference.Preprocessing{}, false,
			[]string{`1 column of zeros and ones among others, taken as numbers: "smoker".`}, []Cure{LeaveOut}},
		{"read as such", "height smoker", inference.Preprocessing{}, true, nil, nil},
		{"only zeros and ones", "smoker", inference.Preprocessing{}, false,
			[]string{"1 column of zeros and ones, taken as numbers."}, []Cure{NoCure}},
		{"only grades", "grade rank", inference.Preprocessing{Centre: true}, false,
			[]string{"2 columns of few whole numbers (0 to 9), taken as numbers."}, []Cure{NoCure}},
		{"grades, one of two", "grade rank smoker", inference.Preprocessing{}, false,
			[]string{"3 columns of few whole numbers (0 to 9), taken as numbers."}, []Cure{NoCure}},
		{"ranks of the rows", "judge jury", inference.Preprocessing{}, false,
			[]string{"2 columns of ranks (1 to 30), taken as numbers."}, []Cure{NoCure}},
		{"nines for missing", "allele locus marker rare", inference.Preprocessing{}, false,
			[]string{`9 stands in 9 cells far from all other values and is taken as a number: "allele", "locus", "marker".`,
				"4 columns of few", "17 of 30 rows equal"}, []Cure{Reopen, NoCure, NoCure}},
		{"grades to 9", "allele locus marker rank", inference.Preprocessing{}, false,
			[]string{"4 columns of few whole numbers (0 to 9)"}, []Cure{NoCure}},
		{"a code for missing", "height cotinin", inference.Preprocessing{}, false,
			[]string{`−999 stands in 4 cells far from all other values and is taken as a number: "cotinin".`}, []Cure{Reopen}},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := Doubts(prepared(t, filled(30, columns, strings.Fields(c.columns)...), c.p), c.exact)
			if len(found) != len(c.want) {
				t.Fatalf("%d doubts, want %d: %v", len(found), len(c.want), found)
			}
			for i, d := range found {
				if !strings.HasPrefix(d.Text, c.want[i]) || d.Cure != c.cure[i] {
					t.Errorf("%q, cure %d; want %q, cure %d", d.Text, d.Cure, c.want[i], c.cure[i])
				}
			}
		})
	}
}

// TestCrossedMeasurements: a measurement for each combination of two annotations is no count.
func TestCrossedMeasurements(t *testing.T) {
	for text, height := range map[string]func(i int) float64{
		"":             func(i int) float64 { return 1.5 + float64(5*i) },
		"counts how o": func(i int) float64 { return float64(1 + 5*i) },
	} {
		table := filled(24, map[string]func(i int) float64{"height": height}, "height")
		age, seed := make([]string, 24), make([]string, 24)
		for i := range 24 {
			age[i], seed[i] = strconv.Itoa(i%6), strconv.Itoa(i/6)
		}
		table.Annotations = []inference.Annotation{inference.NewAnnotation("age", age), inference.NewAnnotation("seed", seed)}
		said := ""
		for _, d := range Doubts(prepared(t, table, inference.Preprocessing{Centre: true}), false) {
			said += d.Text
		}
		if is := strings.Contains(said, "counts how often"); is != (text != "") {
			t.Errorf("%q", said)
		}
	}
}

func TestDoubtsOfTurnedTable(t *testing.T) {
	x := mat.NewDense(2, 30, nil)
	table := &inference.Table{Rows: []string{"height", "grade"}, X: x, Kind: inference.Continuous}
	for i := range 30 {
		table.Columns = append(table.Columns, "s"+strconv.Itoa(i))
		x.Set(0, i, 170.5+float64(i*i%17))
		x.Set(1, i, float64(i%3))
	}
	found := Doubts(prepared(t, table, inference.Preprocessing{Transpose: true}), false)
	if len(found) != 1 || len(found[0].Columns) != 1 || found[0].Columns[0] != "grade" {
		t.Errorf("%v", found)
	}
}

func TestDoubtsOfDistances(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const n = 6
	x := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range i {
			v := r.Float64()
			x.Set(i, j, v)
			x.Set(j, i, v)
		}
	}
	table := &inference.Table{X: x, Kind: inference.Continuous}
	for i := range n {
		table.Rows, table.Columns = append(table.Rows, strconv.Itoa(i)), append(table.Columns, strconv.Itoa(i))
	}
	if found := Doubts(prepared(t, table, inference.Preprocessing{Centre: true, Scale: true}), true); len(found) != 1 ||
		!strings.Contains(found[0].Text, "distances") {
		t.Errorf("distances: %v", found)
	}
	for i := range n {
		x.Set(i, i, 1)
	}
	if found := Doubts(prepared(t, table, inference.Preprocessing{}), false); len(found) != 1 ||
		!strings.Contains(found[0].Text, "correlations") {
		t.Errorf("correlations: %v", found)
	}
	if found := Doubts(prepared(t, table, inference.Preprocessing{Distances: relation.None}), false); len(found) != 0 {
		t.Errorf("measurements, as was said: %v", found)
	}
	x.Set(2, 3, x.At(2, 3)+0.01)
	if found := Doubts(prepared(t, table, inference.Preprocessing{}), false); len(found) != 0 {
		t.Errorf("not symmetric: %v", found)
	}
	for i := range n {
		for j := range n {
			x.Set(i, j, float64((i+j)%3%2))
		}
		x.Set(i, i, 0)
	}
	table.Kind = inference.Binary
	if found := Doubts(prepared(t, table, inference.Preprocessing{}), true); len(found) != 1 ||
		!strings.Contains(found[0].Text, "network") || strings.Contains(found[0].Text, "distances") {
		t.Errorf("links: %v", found)
	}
}

// Links between the rows are no measurements, also beside columns that are.
func TestDoubtsOfRelations(t *testing.T) {
	nodes := []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}
	table := &inference.Table{Name: "net", Rows: nodes, Columns: append(append([]string{}, nodes...), "age", "member"),
		Kind: inference.Continuous}
	x := mat.NewDense(len(nodes), len(nodes)+2, nil)
	for i := range nodes {
		for j := range i {
			x.Set(i, j, float64((i+j)%2))
			x.Set(j, i, float64((i+j)%2))
		}
		x.Set(i, len(nodes), 20.5+float64(i*i%7))
		x.Set(i, len(nodes)+1, float64(i%2))
	}
	table.X = x
	list := Doubts(prepared(t, table, inference.Preprocessing{}), false)
	if len(list) != 1 || len(list[0].Columns) != 1 || list[0].Columns[0] != "member" {
		t.Errorf("%v", list)
	}
}

// Whole percentages are parts of a whole, and no counts beside other measurements.
func TestPartsAreNoCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	parts := make([][3]float64, 30)
	for i := range parts {
		a := float64(rng.IntN(60))
		b := float64(rng.IntN(40))
		parts[i] = [3]float64{a, b, 100 - a - b}
	}
	part := func(k int) func(i int) float64 { return func(i int) float64 { return parts[i][k] } }
	table := filled(30, map[string]func(i int) float64{"sand": part(0), "silt": part(1), "clay": part(2),
		"depth": func(i int) float64 { return 1.5 + float64(i*i%17)/3 }}, "sand", "silt", "clay", "depth")
	var said []string
	for _, f := range Of(table).Findings {
		said = append(said, f.Text)
	}
	text := strings.Join(said, "\n")
	if !strings.Contains(text, "3 columns sum to 100 in each row") || strings.Contains(text, "count") {
		t.Error(text)
	}
}
