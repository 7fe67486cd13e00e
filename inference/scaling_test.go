package inference

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference/column"

	"gonum.org/v1/gonum/mat"
)

// of different spreads returns a table of 30 rows whose columns have these standard deviations, times unit.
func spreadTable(unit float64, deviations ...float64) *Table {
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(30, len(deviations), nil)
	t := &Table{Name: "t", X: x, Kind: Continuous}
	for i := range 30 {
		t.Rows = append(t.Rows, "r"+string(rune('a'+i)))
		for j, s := range deviations {
			x.Set(i, j, unit*(5+s*rng.NormFloat64()))
		}
	}
	for j := range deviations {
		t.Columns = append(t.Columns, "c"+string(rune('a'+j)))
	}
	return t
}

func TestSpreadIsThatOfTheLogarithms(t *testing.T) {
	var logs []float64
	table := spreadTable(1, 1, 3, 0.2, 8)
	for j := range 4 {
		mean, square := 0.0, 0.0
		for i := range 30 {
			mean += table.X.At(i, j) / 30
		}
		for i := range 30 {
			square += math.Pow(table.X.At(i, j)-mean, 2)
		}
		logs = append(logs, math.Log(square)/2) // any divisor gives the same spread
	}
	mean, square := (logs[0]+logs[1]+logs[2]+logs[3])/4, 0.0
	for _, l := range logs {
		square += (l - mean) * (l - mean) / 4
	}
	for _, unit := range []float64{1, 1e-12, 1e6} {
		if got := spreadTable(unit, 1, 3, 0.2, 8).Spread(Preprocessing{}); !(math.Abs(got-math.Sqrt(square)) <= 1e-9) {
			t.Errorf("unit %g: %g, want %g", unit, got, math.Sqrt(square))
		}
	}
	constant := spreadTable(1, 1, 0, 1e-12, 1, 1)
	if got := constant.Spread(Preprocessing{}); !(got < 0.3) {
		t.Errorf("constant columns count: %g", got)
	}
}

func TestOneFactorWhereColumnsShareAUnit(t *testing.T) {
	own := Info{Preprocessing: Preprocessing{Centre: true, Scale: true}, OneFactor: true}
	whole, each := Preprocessing{Centre: true, ScaleAll: true}, Preprocessing{Centre: true, Scale: true}
	alike, different := spreadTable(1, 1, 1.5, 0.8, 2), spreadTable(1, 1, 100, 0.1, 2)
	if got := own.PreprocessingOf(alike, Preprocessing{}); got != whole {
		t.Errorf("alike: %v", got)
	}
	if got := own.PreprocessingOf(different, Preprocessing{}); got != each {
		t.Errorf("different: %v", got)
	}
	if got := (Info{Preprocessing: each}).PreprocessingOf(alike, Preprocessing{}); got != each {
		t.Errorf("a model that does not ask for it: %v", got)
	}
	// What is chosen of the table decides, and stays.
	without := Preprocessing{Leave: LeaveOut{Columns: NamesOf("cb", "cc")}, TopRows: 20}
	if got, want := own.PreprocessingOf(different, without), whole.Using(without); got != want {
		t.Errorf("without the columns of another unit: %v, want %v", got, want)
	}
	few := Preprocessing{TopColumns: 1}
	if got, want := own.PreprocessingOf(different, few), whole.Using(few); got != want {
		t.Errorf("one column: %v, want %v", got, want)
	}
	if got, want := own.PreprocessingOf(different, Preprocessing{Transpose: true}),
		own.Preprocessing; got.Transpose != true || got.Centre != want.Centre {
		t.Errorf("turned: %v", got)
	}
	counts, x := spreadTable(1, 1, 1, 1), mat.NewDense(30, 3, nil)
	for i := range 30 {
		for j := range 3 {
			x.Set(i, j, math.Exp2(float64(i%5)+5*float64(j))-1)
		}
	}
	counts.X = x
	log := Preprocessing{Log2p1: true}
	if got := own.PreprocessingOf(counts, log); got != (Preprocessing{Log2p1: true, Centre: true, ScaleAll: true}) {
		t.Errorf("logarithms are alike: %v", got)
	}
	if got := own.PreprocessingOf(counts, Preprocessing{}); got != each {
		t.Errorf("counts are not: %v", got)
	}
	binary := spreadTable(1, 1, 1)
	binary.Kind = Binary
	if got := own.PreprocessingOf(binary, Preprocessing{}); got != (Preprocessing{}) {
		t.Errorf("zeros and ones: %v", got)
	}
	if note := own.ScalingNote(alike, whole); !strings.Contains(note, "share a unit") {
		t.Errorf("no note: %q", note)
	}
	for _, p := range []Preprocessing{each, {ScaleAll: true}, {}} {
		if note := own.ScalingNote(alike, p); note != "" {
			t.Errorf("%v was chosen by the user, but: %q", p, note)
		}
	}
}

// Tables too large to look at whole are judged by some of their rows and columns, evenly spaced.
func TestSpreadOfLargeTables(t *testing.T) {
	if got := Spaced([]int{0, 1, 2, 3, 4, 5, 6}, 3); got[0] != 0 || got[1] != 2 || got[2] != 4 {
		t.Errorf("%v", got)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	x := mat.NewDense(500, 2500, nil)
	for i := range 500 {
		for j := range 2500 {
			x.Set(i, j, math.Exp(2*math.Sin(float64(j)))*rng.NormFloat64())
		}
	}
	table := &Table{X: x, Rows: make([]string, 500), Columns: make([]string, 2500), Kind: Continuous}
	if got := table.Spread(Preprocessing{}); !(math.Abs(got-math.Sqrt2) <= 0.02) {
		t.Errorf("%g, want √2", got)
	}
	if got := table.Spread(Preprocessing{TopColumns: 100}); !(got < 0.1) {
		t.Errorf("the 100 most variable are alike, but %g", got)
	}
}

// TestStatedUnits: columns that state different units are scaled each by its own factor, however alike they look.
func TestStatedUnits(t *testing.T) {
	own := Info{Preprocessing: Preprocessing{Centre: true, Scale: true}, OneFactor: true}
	for _, c := range []struct {
		names, about [3]string
		p            Preprocessing
		share        bool
	}{
		{names: [3]string{"a", "b", "c"}, share: true},
		{names: [3]string{"a (mg/L)", "b (mg/l)", "c"}, share: true},
		{names: [3]string{"a (mg/L)", "b (ng/mL)", "c"}},
		{names: [3]string{"a (mg/L)", "b", "c"}, about: [3]string{"", "%", ""}},
		{names: [3]string{"a", "b", "c"}, about: [3]string{"mg", "g", ""}},
		{names: [3]string{"a", "b", "c"}, about: [3]string{"mg", "mg", "mg"}, share: true},
		{names: [3]string{"a (mg)", "b (g)", "c"},
			p: Preprocessing{Leave: LeaveOut{Columns: NamesOf("a (mg)")}}, share: true},
		{names: [3]string{"a (mg)", "b (g)", "c"}, p: Preprocessing{Recipe: "rank-normal"}, share: true},
	} {
		table := spreadTable(1, 1, 1.5, 0.8)
		table.Columns = c.names[:]
		if c.about != [3]string{} {
			table.ColumnAnnotations = []Annotation{NewAnnotation(UnitAnnotation, c.about[:])}
		}
		if got := own.PreprocessingOf(table, c.p); got.ScaleAll != c.share {
			t.Errorf("%q, %q: %v", c.names, c.about, got)
		}
		if words := table.UnitWords(c.p); strings.Contains(words, "different units") == c.share {
			t.Errorf("%q, %q: %s", c.names, c.about, words)
		}
	}
}

// TestUnitsOfNumbers: of a table of several kinds the numbers decide whether there is one unit, and the words state
// their spread alone; it is never written as the limit that it is below.
func TestUnitsOfNumbers(t *testing.T) {
	own := Info{Preprocessing: Preprocessing{Centre: true, Scale: true}, OneFactor: true, Kinds: column.Sorts()}
	table := spreadTable(1, 1, 1, 400)
	for i := range 30 {
		table.X.(*mat.Dense).Set(i, 1, math.Exp(2*.6996)*table.X.At(i, 0))
	}
	table.Columns = []string{"a", "b", "c"}
	counts := column.Entry{Name: "c", Kind: column.Kind{Sort: column.Count}}
	p := own.PreprocessingOf(table, Preprocessing{Kinds: column.ListOf(counts)})
	if !p.ScaleAll {
		t.Fatalf("a and b share a unit: %v", p)
	}
	for _, words := range []string{own.ScalingNote(table, p), table.UnitWords(p)} {
		if !strings.Contains(words, "share a unit") || !strings.Contains(words, "within a factor of 2") {
			t.Error(words)
		}
	}
	p.Kinds = column.ListOf(column.Entry{Name: "*", Kind: column.Kind{Sort: column.Count}})
	if words := table.UnitWords(p); words != "" {
		t.Errorf("no numbers are left, but: %s", words)
	}
}
