package survey

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

func table(rows, columns []string, at func(i, j int) float64) *inference.Table {
	x := mat.NewDense(len(rows), len(columns), nil)
	for i := range rows {
		for j := range columns {
			x.Set(i, j, at(i, j))
		}
	}
	return &inference.Table{Name: "t", Rows: rows, Columns: columns, X: x, Kind: inference.KindOf(x)}
}

func numbered(form string, n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf(form, i+1))
	}
	return list
}

// symbols are real gene symbols.
var symbols = strings.Fields(
	"TP53 BRCA1 EGFR MYC KRAS PTEN AKT1 VEGFA CDKN2A HLA-DRA MAML1 LHPP SEPT10 SOX12 C21orf62 PER3 HOXA10 ZIM2 GAPDH ACTB")

// TestOrientation: the way of tables that people have.
func ending(names []string, with string) []string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = name + with
	}
	return list
}

func TestOrientation(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	normal := func(int, int) float64 { return rng.NormFloat64() }
	samples := numbered("patient_%d", 12)
	with := func(u *inference.Table, name string, values ...string) *inference.Table {
		list := make([]string, len(u.Rows))
		for i := range list {
			list[i] = values[i%len(values)]
		}
		return u.WithAnnotation(inference.NewAnnotation(name, list))
	}
	for name, c := range map[string]struct {
		t             *inference.Table
		turned, known bool
		why           string
	}{
		"genes by patients": {table(symbols, samples, normal), true, true,
			`rows have names of genes, such as "TP53"; columns have names of samples`},
		"patients by genes": {table(samples, symbols, normal), false, true, "columns have names of genes"},
		"Ensembl by anything": {table(numbered("ENSG00000%06d", 30), numbered("x%d", 5), normal), true,
			true, "names of genes"},
		"probes by arrays": {table(numbered("%04d_at", 30), numbered("GSM%d", 5), normal), true,
			true, "names of samples"},
		"yeast": {
			table(numbered("YAL%03dC", 30), numbered("alpha_%d", 5), normal), true, true, "YAL001C"},
		"described genes": {with(table(symbols, numbered("x%d", 5), normal), "chromosome", "1", "X"), true, true,
			`"chromosome" describes genes`},
		"patients known by sex": {with(table(numbered("ALL%03d", 30), symbols, normal), "sex", "f", "m"), false, true,
			`"sex" describes samples`},
		"patients alone are not genes": {table(numbered("ALL%03d", 30), numbered("x%d", 5), normal), false, false,
			"taken for observations"},
		"patients twice": {table(numbered("PAT%03d-B", 30), numbered("x%d", 5), normal), false, false,
			"taken for observations"},
		"one measurement": {with(table(numbered("ENSG00000%06d", 600), []string{"y"}, normal), "description",
			"a", "b"), false, false, "taken for observations"},
		"genomes": {table(ending(symbols, "CG"), numbered("x%d", 5), normal), false, false,
			"taken for observations"},
		"birds in units": {table(numbered("b%d", 900), []string{"wing (mm)", "mass (g)"}, normal), false, true,
			`columns name units, such as "wing (mm)"`},
		"long is not enough": {table(numbered("r%d", 5000), numbered("v%d", 8), normal), false, false, ""},
		"wide": {table(numbered("r%d", 20), numbered("v%d", 800), normal), false, true,
			"there are 800 columns and only 20 rows"},
	} {
		if o := Orient(c.t); o.Turned != c.turned || o.Known != c.known || !strings.Contains(o.Why, c.why) {
			t.Errorf("%s: %+v", name, o)
		}
	}
	for _, s := range sampledata.List() {
		u, err := sampledata.Open(s.Name)
		if err != nil {
			t.Fatal(err)
		}
		o := Orient(u)
		if turned := s.Name == "yeast"; o.Turned != turned {
			t.Errorf("%s: %+v", s.Name, o)
		}
	}
}

func TestFindings(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	normal := func(int, int) float64 { return rng.NormFloat64() }
	rows := numbered("r%d", 40)
	say := func(u *inference.Table) string {
		var list []string
		for _, f := range Of(u).Findings {
			if f.Remedy == "" || !strings.HasSuffix(f.Remedy, ".") || !strings.HasSuffix(f.Text, ".") {
				t.Errorf("%q is not two sentences", f)
			}
			list = append(list, f.String())
		}
		return strings.Join(list, "\n")
	}
	plain := table(rows, numbered("x%d", 6), normal)
	if got := say(plain); got != "" {
		t.Errorf("of numbers like any other: %s", got)
	}
	with := func(change func(x *mat.Dense, columns []string)) *inference.Table {
		u := *plain
		u.X, u.Columns = mat.DenseCopyOf(plain.X), slices.Clone(plain.Columns)
		change(u.X.(*mat.Dense), u.Columns)
		u.Kind = inference.KindOf(u.X)
		return &u
	}
	for part, u := range map[string]*inference.Table{
		`2 rows equal an earlier row in every column, such as "r3" and "r9".`: with(func(x *mat.Dense, _ []string) {
			x.Set(2, 1, math.NaN())
			x.SetRow(8, x.RawRowView(2))
			x.SetRow(30, x.RawRowView(2))
		}),
		`1 column equals an earlier column in every row, such as "x2" and "x5". Leave out all but one`: with(
			func(x *mat.Dense, _ []string) {
				for i := range 40 {
					x.Set(i, 4, x.At(i, 1))
				}
			}),
		`from "x3" (s.d. 0.00`: with(func(x *mat.Dense, _ []string) {
			for i := range 40 {
				x.Set(i, 2, x.At(i, 2)/1000)
			}
		}),
		`Columns are in 3 units: mm (2 columns), g (1 column), cm (1 column). mm and cm both measure length`: with(
			func(_ *mat.Dense, c []string) {
				copy(c, []string{"wing (mm)", "body_mass_g", "tail [cm]", "tarsus_mm", "sex_m"})
			}),
		`1 column holds whole counts among measurements: "x4".`: with(func(x *mat.Dense, _ []string) {
			for i := range 40 {
				x.Set(i, 3, float64(i*i/9))
			}
		}),
		`−999 stands in 2 cells far from all other values and is taken as a number: "x2". If it means “missing”, open the table with -999 among its missing cells (Missing cells, or --missing=usual,-999).`: with(
			func(x *mat.Dense, _ []string) {
				x.Set(3, 1, -999)
				x.Set(9, 1, -999)
			}),
		`1 column reaches over orders of magnitude: x6 (0.1 to `: with(func(x *mat.Dense, _ []string) {
			for i := range 40 {
				x.Set(i, 5, math.Pow(10, float64(i)/10-1))
			}
		}),
		`take the logarithm of this column (--prepare "log2(x):x6")`: with(func(x *mat.Dense, _ []string) {
			for i := range 40 {
				x.Set(i, 5, math.Exp(float64(i)/4))
			}
		}),
		`2 columns are each a logarithm by name: "log2fc", "area_log". Leave log2(x + 1) off.`: with(
			func(_ *mat.Dense, c []string) {
				copy(c, []string{"log2fc", "area_log", "logger", "biology"})
			}),
		`Values reach from `: table(symbols, numbered("s%d", 4), func(int, int) float64 { return 2 + 10*rng.Float64() }),
		`as expression does before its logarithm is taken. Turn log2(x + 1) on.`: table(symbols, numbered("s%d", 4),
			func(i, j int) float64 {
				return math.Exp(9 * rng.Float64())
			}),
	} {
		if got := say(u); !strings.Contains(got, part) {
			t.Errorf("%s\nis not said:\n%s", part, got)
		}
	}
	if got := say(with(
		func(x *mat.Dense, _ []string) { x.Set(0, 0, math.Inf(1)); x.Set(1, 0, 1e308); x.Set(2, 0, -1e308) })); strings.Contains(
		got, "NaN") || strings.Contains(got, "Inf") {
		t.Error(got)
	}
	if got := say(with(func(x *mat.Dense, _ []string) {
		for i := range 37 { // the sum of these, divided by their number, is not 2.5
			x.Set(i, 3, 2.5)
		}
		for i := 37; i < 40; i++ {
			x.Set(i, 3, math.NaN())
		}
	})); strings.Contains(got, "spread") {
		t.Errorf("of a constant column: %s", got)
	}
	kinds := map[string]*inference.Table{
		`Counts: the samples have depths of 12 to 30 million. Turn the table, so that samples are compared, bring them to one depth and take logarithms (--transpose --prepare "counts:size-factors,log2(x+1)")`: table(
			numbered("ENSG%011d", 300), numbered("x%d", 4), func(_, j int) float64 { return float64(40000 + 20000*j) }),
		`Counts: the samples have depths of 600 to 900.`: table(rows, numbered("x%d", 30),
			func(i, j int) float64 { return float64((i + 3*j) % 5 * (10 + i%2*5)) }),
		`(--prepare "counts:poscounts,log2(x+1)")`: table(rows, numbered("x%d", 30),
			func(i, j int) float64 { return float64((i + 3*j) % 5 * (10 + i%2*5)) }),
		`Each row sums to 100, as the parts of a whole do. Compare ratios of the parts (page Columns, or --kind '*=composition')`: table(
			rows, numbered("x%d", 4), func(i, j int) float64 {
				return [4]float64{10 + float64(i)/2, 20, 30.25, 39.75 - float64(i)/2}[j]
			}),
		`Each column sums to 1, as the parts of a whole do. Compare ratios of the parts, by clr (--prepare "clr@columns")`: table(
			symbols, numbered("sample_%d", 6), func(i, j int) float64 {
				return 0.05 + 0.01*float64(1-i%2*2)
			}),
		"All cells are 0 or 1.": table(rows, numbered("x%d", 30), func(i, j int) float64 { return float64((i*7 + j*j) % 2) }),
		`2 columns reach over orders of magnitude: a (0.05 to 320, median 4.476), b (0.05 to 320, median 4.476). A few large values decide then: take the logarithm of every column (--prepare "log2(x)").`: table(
			rows, []string{"a", "b", "c"}, func(i, j int) float64 {
				if j == 2 {
					return 5 + float64(i%7)
				}
				return 0.05 * math.Pow(6400, float64(i)/39)
			}),
	}
	for part, u := range kinds {
		if got := say(u); !strings.Contains(got, part) {
			t.Errorf("%s\nis not said:\n%s", part, got)
		}
	}
	binary := table(rows, numbered("x%d", 30), func(i, j int) float64 { return float64((i*7 + j*j) % 2) })
	if got := say(binary); strings.Contains(got, "logarithm") {
		t.Error(got)
	}
}

func BenchmarkOf(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	rows := make([]string, 2000)
	for i := range rows {
		rows[i] = "r" + strconv.Itoa(i)
	}
	u := table(rows, numbered("c%d", 2000), func(int, int) float64 { return rng.NormFloat64() })
	for b.Loop() {
		Of(u)
	}
}
