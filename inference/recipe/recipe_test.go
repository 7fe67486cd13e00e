package recipe

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestText: what is written is read again, and steps turn with the table.
func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "",
		"counts":                     "counts:size-factors",
		"counts:tmm@columns":         "counts:tmm@columns",
		" off:counts:cpm , floor:1 ": "off:counts:cpm,floor:1",
		"log2( x + 0.5 )":            "log2(x+0.5)",
		"log2(x+0)":                  "log2(x)",
		`ln(x):a\,b;c\;d;e\:f\@g`:    `ln(x):a\,b;c\;d;e\:f\@g`,
		"asinh":                      "asinh:1",
		"counts:size-factors,log2(x+1),top-columns:2000": "counts:size-factors,log2(x+1),top-columns:2000",
	} {
		steps, err := Parse(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := Format(steps); string(got) != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
		if got := Format(steps).Turned().Turned(); string(got) != want {
			t.Errorf("%q turned twice is %q", text, got)
		}
	}
	if got := Text("counts:tmm,top-rows:3,floor:1").Turned(); got != "counts:tmm@columns,top-columns:3,floor:1" {
		t.Errorf("turned: %s", got)
	}
	for text, says := range map[string]string{
		"sqrt":                         `there is no step "sqrt"; the steps are counts:size-factors, log2(x+1)`,
		"counts:deep":                  "tmm",
		"log2(y)":                      "write log2(x)",
		"log2(x+-1)":                   "write log2(x)",
		"floor:low":                    "floor:1",
		"asinh:0":                      "above 0",
		"top-columns:0":                "top-columns:500",
		"centre:2":                     "takes nothing",
		"floor:1@columns":              "does not take @columns",
		strings.Repeat("centre,", 101): "at most 100",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if Text("off:centre").Active() || !Text("off:centre,scale").Active() || Text("").Active() {
		t.Error("which recipes do something")
	}
}

// TestExamples: each kind reads its example and its choices, writes them in one form, and says what it does.
func TestExamples(t *testing.T) {
	for _, k := range Kinds {
		texts := []string{k.Example}
		for _, c := range k.Choices {
			s := Step{Kind: &k, Argument: c.Argument}
			texts = append(texts, s.String())
		}
		for _, text := range texts {
			s, err := ParseStep(text)
			if err != nil || s.Kind.Name != k.Name || s.String() != text || s.Words() == "" {
				t.Errorf("%s: %v, %v", text, s, err)
			}
		}
		if k.Title == "" || !strings.HasSuffix(k.Tip, ".") {
			t.Errorf("%s has no title or no sentence", k.Name)
		}
	}
}

// TestCells: each cell by itself.
func TestCells(t *testing.T) {
	in := tableOf([][]float64{{0, 3, -2}, {1e-9, math.NaN(), 7}})
	for text, want := range map[Text][][]float64{
		"floor:0,log2(x+1)":     {{0, 2, 0}, {1e-9 / math.Ln2, math.NaN(), 3}},
		"log2(x+1):g1;g2":       {{0, 2, -2}, {1e-9 / math.Ln2, math.NaN(), 7}},
		"ln(x+3)":               {{math.Log(3), math.Log(6), 0}, {math.Log(3 + 1e-9), math.NaN(), math.Log(10)}},
		"log10(x+3)":            {{math.Log10(3), math.Log10(6), 0}, {math.Log10(3 + 1e-9), math.NaN(), 1}},
		"asinh:2":               {{0, math.Asinh(1.5), math.Asinh(-1)}, {5e-10, math.NaN(), math.Asinh(3.5)}},
		"floor:-1,ceiling:2":    {{0, 2, -1}, {1e-9, math.NaN(), 2}},
		"off:floor:5,ceiling:2": {{0, 2, -2}, {1e-9, math.NaN(), 2}},
	} {
		out, l := fitted(t, text, in)
		near(t, string(text), out, want, 1e-15)
		again, err := l.Apply(in)
		if err != nil {
			t.Fatal(err)
		}
		near(t, string(text), again, want, 1e-15)
	}
	for text, says := range map[Text]string{
		"log2(x)":                  `step "log2(x)": row "s1", column "g1" holds 0, and log2(x) needs values above 0`,
		"log2(x+1)":                `column "g3" holds -2, and log2(x+1) needs values above -1`,
		"log2(x+1):g9":             `there is no column "g9"`,
		"counts:tmm":               `holds -2, and counts are at least 0`,
		"floor:1e140,asinh:1e-140": "",
	} {
		_, _, err := Fit(text, in)
		if says == "" && err != nil || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if in.X.At(0, 2) != -2 {
		t.Error("the table given was changed")
	}
}

// TestStandard: the columns of greatest spread, centred and scaled, and new rows by the same numbers.
func TestStandard(t *testing.T) {
	in := tableOf([][]float64{{1, 10, 0, 5}, {2, 30, 0, 5}, {3, 50, 0, math.NaN()}})
	out, l := fitted(t, "top-columns:2,centre,scale", in)
	near(t, "standard", out, [][]float64{{-1, -1}, {0, 0}, {1, 1}}, 1e-15)
	if out.Columns[1] != "g2" || out.ColumnIndex[1] != 1 || len(out.RowIndex) != 3 {
		t.Errorf("%v %v %v", out.Columns, out.ColumnIndex, out.RowIndex)
	}
	new, err := l.Apply(tableOf([][]float64{{4, -10, 9, 9}}))
	if err != nil {
		t.Fatal(err)
	}
	near(t, "new rows", new, [][]float64{{2, -2}}, 1e-15)
	out, _ = fitted(t, "top-rows:1,scale-all", tableOf([][]float64{{1, 1}, {0, 9}, {2, 2}}))
	near(t, "one row", out, [][]float64{{0, 9}}, 0)
	out, _ = fitted(t, "scale-all", tableOf([][]float64{{0, 0, 3}, {2, 6, 3}}))
	f := math.Sqrt((2 + 18.0) / 3)
	near(t, "one factor", out, [][]float64{{0, 0, 3 / f}, {2 / f, 6 / f, 3 / f}}, 1e-15)
}

// TestRefusals: samples without counts.
func TestRefusals(t *testing.T) {
	in := tableOf([][]float64{{0, 0, 0}, {1, 2, 3}, {4, 1, 1}})
	for _, method := range []string{"size-factors", "poscounts", "tmm", "upper-quartile", "cpm", "vst"} {
		if _, _, err := Fit(Text("counts:"+method), in); err == nil ||
			!strings.Contains(err.Error(), `sample "s1" has no count above 0`) {
			t.Errorf("%s: %v", method, err)
		}
	}
	if _, _, err := Fit("counts:vst", tableOf([][]float64{{1, 2, 3}})); err == nil ||
		!strings.Contains(err.Error(), "two samples") {
		t.Errorf("one sample: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, k := range Kinds {
		f.Add(k.Example)
	}
	f.Add(`off:counts:tmm@columns,log2(x+1):a\,b;c`)
	f.Add("remove:batch:batch,combat:batch,ilr:0.1,impute:mean")
	in := Table{Rows: []string{"a", "b", "c"}, Columns: []string{"x", "y"}, X: mat.NewDense(3, 2,
		[]float64{1, 2, 0, 4, math.NaN(), 3}), RowAnnotations: []Annotation{{Name: "batch", Values: []string{"1", "2", ""}}}}
	f.Fuzz(func(t *testing.T, text string) {
		steps, err := Parse(text)
		if err != nil {
			return
		}
		once := Format(steps)
		again, err := Parse(string(once))
		if err != nil || Format(again) != once || once.Turned().Turned() != once {
			t.Fatalf("%q is written %q, which is read as %q, %v; turned twice %q", text, once, Format(again),
				err, once.Turned().Turned())
		}
		once.Words()
		if out, l, err := Fit(once, in); err == nil {
			if n, d := out.X.Dims(); n != len(out.Rows) || d != len(out.Columns) || n != len(out.RowIndex) ||
				d != len(out.ColumnIndex) {
				t.Fatalf("%q: %d×%d with %d and %d names", once, n, d, len(out.Rows), len(out.Columns))
			}
			l.Apply(in)
		}
	})
}
