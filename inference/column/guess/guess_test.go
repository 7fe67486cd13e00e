package guess

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"

	"gonum.org/v1/gonum/mat"
)

const rows = 60

// columnOf makes a column of 60 numbers.
func columnOf(f func(i int) float64) []float64 {
	c := make([]float64, rows)
	for i := range c {
		c[i] = f(i)
	}
	return c
}

func textOf(levels ...string) []string {
	c := make([]string, rows)
	for i := range c {
		c[i] = levels[i*7%len(levels)]
	}
	return c
}

func tableOf(numbers map[string][]float64, text map[string][]string) *inference.Table {
	t := &inference.Table{Name: "guessed"}
	for name := range numbers {
		t.Columns = append(t.Columns, name)
	}
	slices.Sort(t.Columns)
	x := mat.NewDense(rows, len(t.Columns), nil)
	for i := range rows {
		t.Rows = append(t.Rows, fmt.Sprint("row ", i))
		for j, name := range t.Columns {
			x.Set(i, j, numbers[name][i])
		}
	}
	t.X = x
	for _, name := range slices.Sorted(maps.Keys(text)) {
		t.Annotations = append(t.Annotations, inference.NewAnnotation(name, text[name]))
	}
	return t
}

func TestGuesses(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	ids := make([]string, rows)
	for i := range ids {
		ids[i] = fmt.Sprint("plant ", i)
	}
	limited := textOf("0.5", "0.7", "1.2", "3")
	limited[3] = "<0.05"
	table := tableOf(map[string][]float64{
		"height":      columnOf(func(int) float64 { return 170 + 8*rng.NormFloat64() }),
		"income":      columnOf(func(int) float64 { return math.Exp(1.2 * rng.NormFloat64()) }),
		"flag":        columnOf(func(i int) float64 { return float64(i % 2) }),
		"grade":       columnOf(func(i int) float64 { return float64(1 + i%5) }),
		"rs1042":      columnOf(func(i int) float64 { return float64(i % 3) }),
		"visits":      columnOf(func(i int) float64 { return math.Floor(math.Exp(1.5 * rng.NormFloat64())) }),
		"cyl":         columnOf(func(i int) float64 { return float64(4 + 2*(i%3)) }),
		"weight (kg)": columnOf(func(int) float64 { return math.Round(70 + 12*rng.NormFloat64()) }),
		"pressure":    columnOf(func(int) float64 { return math.Round(120 + 15*rng.NormFloat64()) }),
		"flat":        columnOf(func(int) float64 { return 3 }),
		"debt":        columnOf(func(int) float64 { return -math.Exp(rng.NormFloat64()) }),
		"none":        columnOf(func(int) float64 { return math.NaN() }),
	}, map[string][]string{
		"smoker": textOf("yes", "no"), "size": textOf("large", "small", "medium"), "tumour": textOf("T1b", "T1a", "T2", "T3"),
		"colour": textOf("red", "blue", "white", "pink"),
		"label":  ids, "lead": limited, "one": textOf("x"), "stage": textOf("Stage II", "Stage I", "Stage IV"),
		"smear": textOf("++", "-", "+"),
	})
	want := map[string]string{"height": "number", "income": "skewed", "flag": "yes/no:0,1", "grade": "ordered:1,2,3,4,5",
		"rs1042": "ordered:0,1,2", "visits": "count", "cyl": "number", "weight (kg)": "number", "pressure": "number",
		"flat": "number", "debt": "number", "none": "number", "smoker": "yes/no:no,yes", "size": "ordered:small,medium,large",
		"tumour": "ordered:T1a,T1b,T2,T3", "colour": "category:red,white,pink,blue", "label": "annotation",
		"lead": "censored", "one": "annotation", "stage": "ordered:Stage I,Stage II,Stage IV", "smear": "ordered:-,+,++"}
	for _, turned := range []bool{false, true} {
		with := table
		if turned {
			with = table.Turned()
		}
		guesses := Of(with, turned)
		if len(guesses) != len(want) {
			t.Errorf("%d guesses", len(guesses))
		}
		for _, g := range guesses {
			got := g.Kind.String()
			if g.Name == "colour" {
				slices.Sort(g.Kind.Levels)
				got, want["colour"] = g.Kind.String(), "category:blue,pink,red,white"
			}
			if got != want[g.Name] || g.Why == "" {
				t.Errorf("turned %v: %s looks like %s (%s), want %s", turned, g.Name, got, g.Why, want[g.Name])
			}
			if !slices.Contains(g.Can, g.Kind.Sort) {
				t.Errorf("%s looks like %s, but can be %v", g.Name, g.Kind, g.Can)
			}
			for _, s := range g.Can {
				name := g.Name
				if s == column.Composition { // is of several
					name += ",height,grade"
				}
				kinds := column.ListOf(column.Entry{Name: name, Kind: column.Kind{Sort: s}})
				if _, err := with.Prepare(inference.Preprocessing{Transpose: turned, Kinds: kinds}); err != nil {
					t.Errorf("%s cannot be %s: %v", g.Name, s, err)
				}
			}
			if sum := total(g.Counts); g.Counts != nil && sum != rows-g.Missing {
				t.Errorf("%s: %d of %d rows are in its distribution", g.Name, sum, rows)
			}
		}
		list := List(guesses, []string{"smoker"})
		if strings.Contains(string(list), "smoker") || strings.Contains(string(list), "label") ||
			!strings.Contains(string(list), "size=ordered:small,medium,large") {
			t.Errorf("%s", list)
		}
		if d, err := with.Prepare(inference.Preprocessing{Transpose: turned, Centre: true, Scale: true, Kinds: list}); err !=
			nil || len(d.Kinds) != 11+6 {
			t.Errorf("turned %v: the guesses do not fit the table: %v", turned, err)
		}
	}
}

func total(counts []int) (sum int) {
	for _, c := range counts {
		sum += c
	}
	return sum
}

// Limits that were read as missing are guessed, and are not missing where they are taken.
func TestGuessOfStatedLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	table := tableOf(map[string][]float64{"lead": columnOf(func(i int) float64 {
		if i < 4 {
			return math.NaN()
		}
		return 1 + rng.Float64()
	}), "mass": columnOf(func(int) float64 { return rng.NormFloat64() })}, nil)
	for i, limit := range []float64{.5, .25, .5} {
		if err := table.State(inference.Cell{Row: i}, math.Inf(-1), limit); err != nil {
			t.Fatal(err)
		}
	}
	for _, turned := range []bool{false, true} {
		with := table
		if turned {
			with = table.Turned()
		}
		g := Of(with, turned)[0]
		if g.Kind.Sort != column.Censored || g.Missing != 1 || g.Why != "3 cells with limits such as <0.25" ||
			!slices.Contains(g.Can, column.Censored) || slices.Contains(Of(with, turned)[1].Can, column.Censored) {
			t.Errorf("turned %v: %+v", turned, g)
		}
		if list := List(Of(with, turned), nil); list != "lead=censored" {
			t.Errorf("%q", list)
		}
	}
}

// Logarithms of expression in samples have long tails and are not skewed columns; what they are logarithms of is.
// Whole numbers of which none stands twice are no grades, and distances are of no kind.
func TestWhatIsNotGuessed(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	levels := columnOf(func(int) float64 { return 3 - 3*math.Log(rng.Float64()) })
	logs, raw, few, apart := map[string][]float64{}, map[string][]float64{}, map[string][]float64{},
		map[string][]float64{}
	for j := range 6 {
		name := fmt.Sprint("s", j)
		logs[name] = columnOf(func(i int) float64 { return math.Abs(levels[i] + .2*rng.NormFloat64()) })
		raw[name] = columnOf(func(i int) float64 { return math.Exp2(logs[name][i]) })
	}
	few["years"] = columnOf(func(i int) float64 { return float64(42 + i%8) })
	few["height"] = columnOf(func(int) float64 { return rng.NormFloat64() })
	for i := range rows {
		apart[fmt.Sprint("row ", i)] = columnOf(func(k int) float64 { return math.Abs(float64(i - k)) })
	}
	for _, c := range []struct {
		name    string
		columns map[string][]float64
		rows    int
		want    column.Sort
	}{{"logarithms", logs, rows, column.Number}, {"intensities", raw, rows, column.Skewed},
		{"few whole numbers", few, 8, column.Number}} {
		table := tableOf(c.columns, nil)
		if c.rows < rows {
			table = table.SelectRows([]int{0, 1, 2, 3, 4, 5, 6, 7})
		}
		for _, g := range Of(table, false) {
			if g.Kind.Sort != c.want {
				t.Errorf("%s: %s looks like %s (%s)", c.name, g.Name, g.Kind, g.Why)
			}
		}
	}
	table := tableOf(apart, nil)
	table.Rows = slices.Clone(table.Columns)
	if _, is := table.Relation(); is {
		for _, g := range Of(table, false) {
			if g.Kind.Sort != column.Number {
				t.Errorf("distances: %s looks like %s", g.Name, g.Kind)
			}
		}
	}
}

// Whole numbers that do not begin near 0 are measured: lengths in millimetres are no counts.
func TestRoundedMeasurementsAreNoCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	table :=
		tableOf(map[string][]float64{"wing": columnOf(func(int) float64 { return math.Round(190 + 20*rng.NormFloat64()) }),
			"mass": columnOf(func(int) float64 { return math.Round(4200 + 600*rng.NormFloat64()) }),
			"age":  columnOf(func(i int) float64 { return float64(20 + i%37) })}, nil)
	for _, g := range Of(table, false) {
		if g.Kind.Sort == column.Count {
			t.Errorf("%s looks like counts (%s)", g.Name, g.Why)
		}
	}
}

// In a table of whole numbers alone, all columns that vary more than their mean are counts.
func TestTableOfCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	table := tableOf(
		map[string][]float64{"a": columnOf(func(int) float64 { return math.Round(3000 * math.Exp(.3*rng.NormFloat64())) }),
			"b": columnOf(func(int) float64 { return math.Floor(4 * math.Exp(rng.NormFloat64())) }),
			"c": columnOf(func(i int) float64 { return float64(i % 40) })}, nil)
	for _, g := range Of(table, false) {
		if g.Kind.Sort != column.Count {
			t.Errorf("%s looks like %s", g.Name, g.Kind)
		}
	}
}

// In a table of sparse counts, columns that reach only 1 or 3 are counts too; answers from 0 to 3 beside one column of
// counts are grades.
func TestSparseCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	genes, answers := map[string][]float64{}, map[string][]float64{}
	for j := range 40 {
		rate := math.Exp(rng.NormFloat64() - 1)
		genes[fmt.Sprintf("gene%d", j)] = columnOf(func(int) float64 { return math.Floor(3 * rate * rng.ExpFloat64()) })
		answers[fmt.Sprintf("q%d", j)] = columnOf(func(int) float64 { return float64(rng.IntN(4)) })
	}
	answers["visits"] = columnOf(func(int) float64 { return math.Floor(4 * math.Exp(rng.NormFloat64())) })
	for what, c := range map[string]struct {
		columns map[string][]float64
		sort    column.Sort
	}{"genes": {genes, column.Count}, "answers": {answers, column.Ordered}} {
		other := 0
		for _, g := range Of(tableOf(c.columns, nil), false) {
			if g.Kind.Sort != c.sort && g.Low < g.High {
				other++
			}
		}
		if other > 1 {
			t.Errorf("%s: %d columns look like something else", what, other)
		}
	}
}

// The same words stand in the same order in every column, whichever comes first in it.
func TestLevelsAgree(t *testing.T) {
	table :=
		tableOf(map[string][]float64{"x": columnOf(func(i int) float64 { return float64(i) / 7 })}, map[string][]string{
			"a": textOf("blip", "blop", "blap"), "b": textOf("blop", "blip", "blap"), "c": textOf("blap", "blip"),
			"s": textOf("S", "M", "L"), "t": textOf("M", "L"), "u": textOf("L", "M")})
	for _, g := range Of(table, false) {
		want := map[string]string{"a": "category:blip,blop,blap", "b": "category:blip,blop,blap", "c": "yes/no:blip,blap",
			"s": "ordered:S,M,L", "t": "yes/no:M,L", "u": "yes/no:M,L"}[g.Name]
		if g.Text && g.Kind.String() != want {
			t.Errorf("%s looks like %s, not %s", g.Name, g.Kind, want)
		}
		if g.Text && total(g.Counts) != rows {
			t.Errorf("%s: levels occur %v times", g.Name, g.Counts)
		}
	}
}

// Columns that hold 1 to the number of rows, each once, are ranks.
func TestRanksOfRows(t *testing.T) {
	table := tableOf(map[string][]float64{"a": columnOf(func(i int) float64 { return float64(i + 1) }),
		"b": columnOf(func(i int) float64 { return float64(rows - i) })}, nil)
	for _, g := range Of(table, false) {
		if g.Kind.Sort != column.Rank {
			t.Errorf("%s looks like %s (%s)", g.Name, g.Kind, g.Why)
		}
	}
}

func TestLargeNumbers(t *testing.T) {
	table := tableOf(map[string][]float64{"a": columnOf(func(i int) float64 { return float64(i) * 1e300 * 1e5 })}, nil)
	if g := Of(table, false)[0]; total(g.Counts) != rows || math.IsNaN(g.High) {
		t.Errorf("large numbers: %+v", g)
	}
}

// Many columns of one kind are one line, and what differs from it is named.
func TestListOfManyColumns(t *testing.T) {
	counts := map[string][]float64{"flag": columnOf(func(i int) float64 { return float64(i % 2) }),
		"part": columnOf(func(i int) float64 { return float64(i%2) + float64(i%3) })}
	for j := range 30 {
		counts[fmt.Sprintf("gene%d", j)] = columnOf(func(i int) float64 { return float64(i * i % (50 + j)) })
	}
	table := tableOf(counts, map[string][]string{"tissue": textOf("liver", "lung", "heart"), "sex": textOf("f", "m")})
	list := List(Of(table, false), []string{"tissue"})
	if want := "*=count:library\nflag=yes/no:0,1\npart=ordered:0,1,2,3\nsex=yes/no:f,m"; string(list) != want {
		t.Errorf("%s", list)
	}
	d, err := table.Prepare(inference.Preprocessing{Kinds: list})
	if err != nil || len(d.Columns) != 33 || d.KindAt(1).Sort != column.Count {
		t.Errorf("%v", err)
	}
}

func TestAgainstItsLooks(t *testing.T) {
	table := tableOf(map[string][]float64{"height": columnOf(func(i int) float64 { return 1 + float64(i*i%23)/7 }),
		"grade": columnOf(func(i int) float64 { return float64(1 + i%5) }),
		"flag":  columnOf(func(i int) float64 { return float64(i % 2) })},
		map[string][]string{"size": textOf("large", "small", "medium")})
	for kinds, want := range map[column.List]string{
		"size=ordered\nflag=yes/no\ngrade=ordered":   "",
		"size=category\nflag=yes/no\ngrade=count":    `2 columns taken against their looks: "grade" as counts (the whole numbers from 1 to 5; looks like grades), "size" as categories (words of grades; looks like grades).`,
		"height=ordered\nflag=yes/no\ngrade=ordered": `Taken against its looks: "height" as grades`,
		"": "",
	} {
		d, err := table.Prepare(inference.Preprocessing{Kinds: kinds})
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(Against(table, d), "\n")
		if want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s", kinds, got)
		}
	}
}

// Numbers near the greatest that there are have a histogram too.
func TestGreatestNumbers(t *testing.T) {
	got := histogram([]float64{-1.7e308, 0, 1.7e308}, -1.7e308, 1.7e308)
	if got[0] != 1 || got[len(got)-1] != 1 {
		t.Errorf("%v", got)
	}
}
