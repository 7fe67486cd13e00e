package job

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"example.org/espalier/inference/read"
	"example.org/espalier/inference/read/network"
	"example.org/espalier/inference/safe"
)

// ReadingOf returns the options of a reader as data. Columns that are annotations are in
// [Spec.Annotations].
func ReadingOf(o read.Options) Reading {
	r := Reading{DecimalComma: truth(o.DecimalComma), Header: truth(o.Header), RowNames: truth(o.RowNames), AsIs: o.AsIs,
		Missing: o.Missing, Limits: string(o.Limits), Encoding: o.Encoding, Numeric: o.Numeric,
		Sheet: o.Sheet, Range: o.Range,
		RowAnnotations: names(o.RowAnnotations), ColumnAnnotations: names(o.ColumnAnnotations),
		Tables: names(o.Tables), Levels: o.Levels, Links: string(o.Links)}
	r.SkipLines, r.SkipEnd, r.UnitsLine, r.Comment = lineOf(o.Skip), lineOf(o.SkipEnd), lineOf(o.UnitsLine), o.Comment
	switch o.Separator {
	case 0:
	case '\t':
		r.Separator = "tab"
	case ' ':
		r.Separator = "space"
	default:
		r.Separator = string(o.Separator)
	}
	return r
}

// mostSign limits the bytes of the sign of comments.
const mostSign = 8

// lineOf returns a number of lines as data: nil for 0, which guesses, and 0 for -1.
func lineOf(n int) *int {
	if n == 0 {
		return nil
	}
	n = max(0, n)
	return &n
}

// lineIn is the inverse of lineOf.
func lineIn(n *int) int {
	switch {
	case n == nil:
		return 0
	case *n <= 0:
		return -1
	}
	return *n
}

// names returns paths as text.
func names(paths []string) []string {
	out := slices.Clone(paths)
	for i, p := range out {
		out[i] = safe.Name(p)
	}
	return out
}

func truth(c read.Choice) *bool {
	if c == read.Guess {
		return nil
	}
	yes := c == read.Yes
	return &yes
}

// Options returns the options for package read. The named columns become annotations.
func (s Spec) Options() (read.Options, error) { return s.Read.options(s.Annotations) }

func (r Reading) options(annotations []string) (read.Options, error) {
	o := read.Options{AsIs: r.AsIs, Missing: r.Missing, Numeric: r.Numeric, Annotations: annotations,
		Sheet: r.Sheet, Range: r.Range,
		RowAnnotations: r.RowAnnotations, ColumnAnnotations: r.ColumnAnnotations, Tables: r.Tables, Levels: r.Levels,
		DecimalComma: choice(r.DecimalComma), Header: choice(r.Header), RowNames: choice(r.RowNames)}
	o.Skip, o.SkipEnd, o.UnitsLine, o.Comment = lineIn(r.SkipLines), lineIn(r.SkipEnd), lineIn(r.UnitsLine), r.Comment
	if len(o.Comment) > mostSign || strings.ContainsAny(o.Comment, " \t\r\n\"") {
		return o,
			fmt.Errorf("%q cannot be the sign of comments; use one such as #, %% or //, or %s", o.Comment, read.NoComments)
	}
	var err error
	if o.Limits, err = read.LimitsOf(r.Limits); err != nil {
		return o, err
	}
	if o.Links, err = network.WayOf(r.Links); err != nil {
		return o, err
	}
	if o.Encoding, err = read.EncodingOf(r.Encoding); err != nil {
		return o, err
	}
	switch r.Separator {
	case "":
	case "tab", `\t`, "\t":
		o.Separator = '\t'
	case "space", " ":
		o.Separator = ' '
	case ",", ";", "|":
		o.Separator, _ = utf8.DecodeRuneInString(r.Separator)
	default:
		return o, fmt.Errorf("cells cannot be separated by %q; use one of , ; | space or tab", r.Separator)
	}
	return o, nil
}

func choice(b *bool) read.Choice {
	switch {
	case b == nil:
		return read.Guess
	case *b:
		return read.Yes
	}
	return read.No
}
