package read

import (
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	kinds "example.org/espalier/inference/column"
	"example.org/espalier/inference/read/number"
)

// TestMissingAmongNumbers: dashes and words for "not measured" are missing cells in columns of numbers,
// and words in columns of words.
func TestMissingAmongNumbers(t *testing.T) {
	const text = "id,a,b,c,arm,strand\n" +
		"r,1,-,#REF!,none,+\n" +
		"s,n.d.,2.5,#NAME?,drug,-\n" +
		"t,None,–,3,drug,+\n" +
		"u,4,ND,#NULL!,placebo,-\n" +
		"v,missing,—,<NA>,none,+\n" +
		"w,--,6,Err:502,missing,-\n"
	want := "a,b,c;r 1  ;s  2.5 ;t   3;u 4  ;v   ;w  6 ;arm=none|drug|drug|placebo|none|missing;strand=+|-|+|-|+|-;"
	if got := readBytes(t, "x.csv", []byte(text), Options{}); got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
	table, err := Bytes("x.csv", "", []byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	const note = `8 cells such as "-" were read as missing in 2 columns of numbers: "a", "b".`
	if !slices.Contains(table.Notes, note) {
		t.Errorf("notes %q", table.Notes)
	}
	// The list that the window shows, with one more code, means the same.
	if got := readBytes(t, "x.csv", []byte(text),
		Options{Missing: append(slices.Clone(DefaultMissing), "6")}); !strings.Contains(got, "arm=none|") ||
		!strings.Contains(got, "strand=+|-") {
		t.Errorf("%q", got)
	}
	// A code that was chosen is one in every column.
	if got := readBytes(t, "x.csv", []byte("id,a,arm\nr,1,none\ns,2,drug\nt,none,drug\n"),
		Options{Missing: []string{"none"}}); !strings.Contains(got, "arm=|drug|drug;") {
		t.Errorf("%q", got)
	}
}

// TestNotNumbers: what programs print for 0/0 is a missing cell.
func TestNotNumbers(t *testing.T) {
	if got := readBytes(t, "x.csv", []byte("id,a,b\nr,1,2\ns,-nan,3\nt,-1.#IND,4\nu,4,-NaN(ind)\n"), Options{}); got !=
		"a,b;r 1 2;s  3;t  4;u 4 ;" {
		t.Errorf("%q", got)
	}
}

// TestMissingAmongWords: a column with words and a few numbers stays an annotation, and the text that is
// pointed out is the first.
func TestMissingAmongWords(t *testing.T) {
	got := readBytes(t, "x.csv", []byte("id,a,grade\nr,1,none\ns,2,high\nt,3,2\nu,5,low\n"), Options{})
	if !strings.HasSuffix(got, ";grade=none|high|2|low;") {
		t.Errorf("%q", got)
	}
	if got = readBytes(t, "x.csv", []byte("id,a\nr,1\ns,-\nt,odd\nu,2\nv,3\n"), Options{}); got != "a;r 1;s ;t ;u 2;v 3;" {
		t.Errorf("%q", got)
	}
}

// TestMissingInAnnotations: in a file of annotations too.
func TestMissingInAnnotations(t *testing.T) {
	lines, err := Lines(context.Background(), "x.csv", []byte("id,age,arm\nr,31,-\ns,-,drug\nt,40,none\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"id", "age", "arm"}, {"r", "31", "-"}, {"s", "", "drug"}, {"t", "40", "none"}}
	for i, row := range want {
		if !slices.Equal(lines.Cells[i], row) {
			t.Errorf("line %d: %q, want %q", i, lines.Cells[i], row)
		}
	}
}

// TestMissingErrorsOfSpreadsheets: what Excel shows for an error is a missing cell, in either case.
func TestMissingErrorsOfSpreadsheets(t *testing.T) {
	for _, code := range []string{"#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#SPILL!", "#CALC!",
		"#GETTING_DATA", "#ref!", "#ERROR!"} {
		table, err := Bytes("x.csv", "", []byte("id,a\nr,1\ns,"+code+"\nt,3\n"), Options{})
		if err != nil || table.Missing() != 1 {
			t.Errorf("%s: %v", code, err)
		}
	}
}

// TestSentinels: numbers such as −999 are missing where they stand more than once, far from all measurements, and can
// be kept.
func TestSentinels(t *testing.T) {
	const text = "id,a,b,c\nr,-999,1.5,3\ns,2.5,-999,4\nt,3.5,2.5,5\nu,1.5,0.5,6\nv,1.25,-999.0,7\n"
	const note = `3 cells of −999, far from all other numbers, were read as missing in 2 columns: "a", "b". ` +
		sentinelsEnd
	for _, c := range []struct {
		name, text string
		o          Options
		want, note string
	}{
		{"repeated", text, Options{}, "a,b,c;r  1.5 3;s 2.5  4;t 3.5 2.5 5;u 1.5 0.5 6;v 1.25  7;", note},
		{"chosen codes", text, Options{Missing: []string{"usual"}},
			"a,b,c;r -999 1.5 3;s 2.5 -999 4;t 3.5 2.5 5;u 1.5 0.5 6;v 1.25 -999 7;", ""},
		{"the usual codes and one more", "id,a\nr,NA\ns,-9\nt,3\nu,4\n", Options{Missing: []string{"usual", "-9"}},
			"a;r ;s ;t 3;u 4;", ""},
		{"once", "id,a,b\nr,-999,1\ns,2.5,2\nt,3.5,3\nu,1.5,5\n", Options{}, "a,b;r -999 1;s 2.5 2;t 3.5 3;u 1.5 5;", ""},
		{"once, and missing in another table", "id,a,b\nr,-999,1\ns,2.5,-999\n",
			Options{Codes: map[string][]float64{"a": {-999}}}, "a,b;r  1;s 2.5 -999;", "1 cell of −999"},
		{"once, with chosen codes", "id,a\nr,-999\ns,2.5\n",
			Options{Codes: map[string][]float64{"a": {-999}}, Missing: []string{"usual"}}, "a;r -999;s 2.5;", ""},
		{"measurements", "id,a,b\nr,999,1\ns,999,2\nt,1200,3\nu,850,5\n", Options{},
			"a,b;r 999 1;s 999 2;t 1200 3;u 850 5;", ""},
		{"decimal commas", "id;a;b\nr;-999,0;1,5\ns;2,5;2\nt;3,5;3\nu;1,5;-999\nv;1,5;4\n", Options{},
			"a,b;r  1.5;s 2.5 2;t 3.5 3;u 1.5 ;v 1.5 4;", "were read as missing"},
		{"an annotation", "id,a,code\nr,1,-999\ns,2,x\nt,3,-999\n", Options{}, "a;r 1;s 2;t 3;code=-999|x|-999;", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := readBytes(t, "x.csv", []byte(c.text), c.o); got != c.want {
				t.Errorf("%q\nwant %q", got, c.want)
			}
			table, err := Bytes("x.csv", "", []byte(c.text), c.o)
			if err != nil {
				t.Fatal(err)
			}
			if notes := strings.Join(table.Notes, "\n"); c.note == "" && strings.Contains(notes, "far from all") ||
				!strings.Contains(notes, c.note) {
				t.Errorf("notes %q", notes)
			}
		})
	}
	// The note offers to keep them, and the options that it gives do.
	table, err := Bytes("x.csv", "", []byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	advice := Advised(table.Notes[0])
	if len(advice) != 1 {
		t.Fatalf("%q offers %v", table.Notes[0], advice)
	}
	if got := readBytes(t, "x.csv", []byte(text), advice[0].Options(Options{})); !strings.Contains(got, "r -999 1.5") {
		t.Errorf("%q", got)
	}
	if got := readBytes(t, "x.csv", []byte("id,a,b\nr,-9,1\ns,2,NA\nt,3,3\n"),
		AdviceOnCode("-9").Options(Options{})); got != "a,b;r  1;s 2 ;t 3 3;" {
		t.Errorf("%q", got)
	}
}

// TestNotesThatAdviseComeFirst: what may be read wrongly stands before what only tells, and can be read otherwise.
func TestNotesThatAdviseComeFirst(t *testing.T) {
	const text = "# by hand\nid,a,b,k\nr,<0.05,1,7\ns,0.31,2,7\nt,0.4,3,7\nu,0.5,4,7\n"
	table, err := Bytes("x.csv", "", []byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	advice := Advised(table.Notes[0])
	if len(advice) != 2 || len(table.Notes) < 3 {
		t.Fatalf("notes %q", table.Notes)
	}
	for k, want := range []string{"r 0.025 1", "r 0.05 1"} {
		if got := readBytes(t, "x.csv", []byte(text), advice[k].Options(Options{})); !strings.Contains(got, want) {
			t.Errorf("%s: %q", advice[k].Title, got)
		}
	}
}

// TestStatedLimits: cells with limits are missing, and what they state is kept, also with decimal commas, units and
// words beside it. Words alone state nothing, nor do cells that are read as numbers.
func TestStatedLimits(t *testing.T) {
	below, above := func(x float64) kinds.Interval { return kinds.Interval{Low: math.Inf(-1), High: x} },
		func(x float64) kinds.Interval {
			return kinds.Interval{Low: x, High: math.Inf(1)}
		}
	at := func(i, j int) inference.Cell { return inference.Cell{Row: i, Column: j} }
	for _, c := range []struct {
		text string
		o    Options
		want inference.Limits
	}{
		{"id,g,a,b\nr,x,<0.05,1.5\ns,x,0.31,>2\nt,y,0.4,3.5\nu,y,0.5,4.5\n", Options{},
			inference.Limits{at(0, 0): below(.05), at(1, 1): above(2)}},
		{"id;a;b\nr;< 0,05;1,5\ns;0,31;2,5\nt;BDL;3,5\nu;0,5;4,5\n", Options{}, inference.Limits{at(0, 0): below(.05)}},
		{"id,a,b\nr,ND (0.05),1.5\ns,0.31,2.5 mg\nt,≥2,<1 mg\nu,0.5*,4.5 mg\n", Options{},
			inference.Limits{at(0, 0): below(.05), at(2, 0): above(2), at(2, 1): below(1)}},
		{"id,a,b\nr,0.1-0.2,1\ns,0.31,2\nt,0.5,3\nu,0.4,4-5\n", Options{}, // beside whole numbers a range may be a label
			inference.Limits{at(0, 0): {Low: .1, High: .2}}},
		{"id,a,b\nr,<0.05,1.5\ns,0.31,2.5\nt,0.4,3.5\n", Options{Limits: number.HalfWay}, nil},
		{"id,a,b\nr,<0.05,1.5\ns,0.31,2.5\nt,0.4,3.5\n", Options{Limits: number.Text}, nil},
	} {
		table, err := Bytes("x.csv", "", []byte(c.text), c.o)
		if err != nil || !maps.Equal(table.Stated, c.want) {
			t.Errorf("%q: %v, want %v; %v", c.text, table.Stated, c.want, err)
		}
	}
}
