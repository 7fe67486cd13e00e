package say

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.org/espalier/inference/read"
	"example.org/espalier/plotting"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Thousands(7), "7"}, {Thousands(1240), "1,240"}, {Thousands(-1234567), "−1,234,567"},
		{plotting.Plural(1, "row"), "1 row"}, {plotting.Plural(0, "row"), "0 rows"},
		{plotting.Plural(2, "leaf|leaves"), "2 leaves"}, {plotting.Plural(3, "search"), "3 searches"},
		{Duration(300 * time.Millisecond), "under a second"}, {Duration(3200 * time.Millisecond), "about 4 s"},
		{Duration(41 * time.Second), "about 45 s"}, {Duration(4 * time.Minute), "about 4 min"},
		{Duration(130 * time.Minute), "about 2 h 10 min"}, {Duration(72 * time.Hour), "about 3 days"},
		{Elapsed(1440 * time.Millisecond), "1.4 s"}, {Elapsed(185 * time.Second), "3 min 05 s"},
		{Elapsed(2*time.Hour + 5*time.Minute), "2 h 05 min"},
		{Rate(312.4), "310 per second"}, {Rate(2.34), "2.3 per second"}, {Rate(0.2), "12 per minute"},
		{Rate(math.Inf(1)), ""},
		{Number(0.3099999), "0.31"}, {Number(-2095.93), "−2,095.9"}, {Number(-78779.5), "−78,780"}, {Number(0), "0"},
		{Number(1.5e-5), "1.5e−05"}, {Number(math.NaN()), "–"}, {Number(-0.999), "−0.999"}, {Number(140), "140.0"},
		{Bytes(620_000_000), "620 MB"}, {Bytes(3_400_000_000_000), "3.4 TB"},
		{Sentence("parameter alpha is off"), "Parameter alpha is off."}, {Sentence("alpha: 2 is outside"),
			"alpha: 2 is outside."}, {Sentence("crabs.csv is open elsewhere"), "crabs.csv is open elsewhere."},
		{Sentence("crabs.csv, line 3: no number"), "crabs.csv, line 3: no number."},
		{Sentence("no. of rows"), "No. of rows."}, {Sentence(""), ""},
		{Explain(nil), ""}, {Explain(errors.New("no such file")), "No such file."},
		{Explain(fmt.Errorf("cannot write .a.7.new: %w", &fs.PathError{Op: "write", Path: ".a.7.new", Err: syscall.ENOSPC})),
			"There is no space left on the disk. Free some and try again, or choose a place on another disk. What was saved before is unchanged."},
		{FileName("First tree of penguins"), "first-tree-of-penguins"}, {FileName("…"), "figure"},
		{FileName("../../etc/passwd"), "etc-passwd"}, {FileName("a\x00b\x1b[31m\u202ec/.."), "a-b-31m-c"},
		{FileName("..con"), "con-"}, {FileName("COM1"), "com1-"},
		{FileName("-rf"), "rf"},
		{FileName(strings.Repeat("long ", 100)), strings.TrimSuffix(strings.Repeat("long-", 16), "-")},
		{DecimalPoint("1,5"), "1.5"}, {DecimalPoint("1,000.5"), "1,000.5"},
	} {
		if c.got != c.want {
			t.Errorf("%q, not %q", c.got, c.want)
		}
	}
}

// What a reader says for the window and the command line alike names no flags in the window.
func TestWithoutFlags(t *testing.T) {
	for text, want := range map[string]string{
		`The workbook also has "Read me" (Sheet, or --sheet).`:                                       `The workbook also has "Read me" (Sheet).`,
		`Turn it and take logarithms (--transpose --prepare "log2(x+1)"), or not.`:                   "Turn it and take logarithms, or not.",
		"Choose its cells (Cells, or --range) or the rows to skip (Skip at start, or --skip-lines).": "Choose its cells (Cells) or the rows to skip (Skip at start).",
		"Leave them out in the preprocessing (--max-missing-columns).":                               "Leave them out in the preprocessing.",
		"Open it with -999 among its missing cells (Missing cells, or --missing=-999).":              "Open it with -999 among its missing cells (Missing cells).",
		"a - b -- c (d)": "a - b -- c (d)",
	} {
		if got := WithoutFlags(text); got != want {
			t.Errorf("%q becomes %q", text, got)
		}
	}
	if got := Explain(&read.Error{What: "it has no table",
		Remedy: `Choose another (Sheet, or --sheet).`}); strings.Contains(got, "--") {
		t.Errorf("an error is explained as %q", got)
	}
}
