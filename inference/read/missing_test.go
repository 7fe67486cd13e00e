package read

import (
	"context"
	"slices"
	"strings"
	"testing"
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
	if got := readBytes(t, "x.csv", []byte(text), Options{Missing: append(slices.Clone(DefaultMissing), "6")}); !strings.Contains(got, "arm=none|") || !strings.Contains(got, "strand=+|-") {
		t.Errorf("%q", got)
	}
	// A code that was chosen is one in every column.
	if got := readBytes(t, "x.csv", []byte("id,a,arm\nr,1,none\ns,2,drug\nt,none,drug\n"), Options{Missing: []string{"none"}}); !strings.Contains(got, "arm=|drug|drug;") {
		t.Errorf("%q", got)
	}
}

// TestNotNumbers: what programs print for 0/0 is a missing cell.
func TestNotNumbers(t *testing.T) {
	if got := readBytes(t, "x.csv", []byte("id,a,b\nr,1,2\ns,-nan,3\nt,-1.#IND,4\nu,4,-NaN(ind)\n"), Options{}); got != "a,b;r 1 2;s  3;t  4;u 4 ;" {
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
	_, err := Bytes("x.csv", "", []byte("id,a\nr,1\ns,-\nt,odd\nu,2\nv,3\n"), Options{})
	if err == nil || !strings.Contains(err.Error(), `line 4, column 2 "a": "odd" is not a number`) {
		t.Errorf("%v", err)
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
	for _, code := range []string{"#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#SPILL!", "#CALC!", "#GETTING_DATA", "#ref!", "#ERROR!"} {
		table, err := Bytes("x.csv", "", []byte("id,a\nr,1\ns,"+code+"\nt,3\n"), Options{})
		if err != nil || table.Missing() != 1 {
			t.Errorf("%s: %v", code, err)
		}
	}
}
