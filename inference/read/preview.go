package read

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read/sentinel"
	"example.org/espalier/inference/words"
)

// A Role is what a column of the file is used for.
type Role string

// The roles of a column.
const (
	RowName    Role = "row names"
	Number     Role = "numbers"
	Annotation Role = "annotation"
	LeftOut    Role = "left out" // a nameless column without any value
)

// A Column describes one column of the file as it was read.
type Column struct {
	Name    string
	Role    Role
	Kind    inference.Kind // of a column of numbers
	Missing int            // number of missing cells
	Note    string         // what the user should know about it, or ""
}

// A Preview describes how a file was read, for the user to confirm or correct.
type Preview struct {
	Name     string // name that the table would get
	Encoding string // "UTF-8", "UTF-16 (little endian)", "UTF-16 (big endian)", "Latin-1"; "" where the format is not text
	Packing  string // "gzip" or "ZIP" of a compressed file
	// Sheets are the names of a workbook's sheets; Options.Sheet is the one shown.
	Sheets []string // or of the matrices of a file that holds several
	// Fixed: the file says how it is to be read, so that of a form only the sheet and the codes of missing cells matter.
	Fixed   bool
	Skipped int // lines of the text, or rows of the sheet, above the table
	// Ended is how many lines below the table were left out, CommentSign the sign of those that are comments, "" for none,
	// and UnitsLine the line of units, 0 for none.
	Ended       int
	CommentSign string
	UnitsLine   int
	// Above and Below are lines that are no rows: those above the first row, and comments and what stands below the table.
	Above, Below []Aside
	// Options are the answers used, with each guess replaced by its outcome: the starting values of
	// a form.
	Options Options
	// Guesses are the answers in words, one sentence each: "Columns are separated by commas."
	Guesses []string
	Columns []Column
	// Cells are the first rows as text, one value for each of Columns; at most previewRows rows
	// and [PreviewColumns] columns.
	Cells [][]string
	// Dropped says of each row of Cells whether it is left out, as a decoy of a search is; nil where none can be.
	Dropped []bool
	// Rows and Numbers are the dimensions of the table; Missing is its number of missing cells.
	Rows, Numbers, Missing int
	// Codes are numbers that were taken for missing cells beside the usual codes, as texts.
	Codes []string
	Kind  inference.Kind
	Notes []string // as in inference.Table
	// Known is what the table is, where the program that wrote it is known: "featureCounts of 3 samples"; else "".
	Known string
	// Listed says that the file lists links; see [Options.Links].
	Listed bool
	// Table is what would be opened, without the annotations of other files; nil where it cannot be read.
	Table *inference.Table
	// Problem says why the file cannot be read with these options; nil if it can. What was found
	// before the problem is filled in.
	Problem *Error
}

// The size of the part of a file that a Preview shows.
const (
	previewRows    = 20
	PreviewColumns = 60
)

// shown describes what was read, or what is known in spite of a problem.
func shown(ctx context.Context, name string, l *layout, r *result, e *Error) (*Preview, error) {
	if r == nil || e != nil && ctx.Err() != nil {
		return nil, e
	}
	o := l.o
	p := &Preview{
		Name: tableName(name), Encoding: l.decoded.encoding, Packing: l.decoded.packing, Sheets: l.decoded.sheets,
		Notes: l.notes, Problem: e, Kind: inference.Continuous, Fixed: l.decoded.format.text == nil,
	}
	p.Options = Options{
		Separator: l.chosenSeparator(), DecimalComma: choice(l.decimal == ','), Header: choice(l.header),
		RowNames: choice(r.rowNames),
		AsIs:     o.AsIs, Missing: o.Missing, Limits: o.Limits, Encoding: o.Encoding, Annotations: o.Annotations,
		Numeric: o.Numeric, Sheet: l.decoded.sheet, Range: o.Range, Skip: o.Skip,
		SkipEnd: o.SkipEnd, Comment: o.Comment, UnitsLine: o.UnitsLine, Links: o.Links,
	}
	if l.decoded.named { // how it was written anew is no choice
		p.Options, p.Listed = l.asked, l.decoded.known != ""
	}
	p.Skipped = l.titles
	p.Known = l.decoded.known
	if l.known != nil {
		p.Known = l.known.What
	}
	if e != nil && r.body == nil || r.body != nil && r.body.rows < 2 {
		p.Options.RowNames = o.RowNames // never decided
	}
	for _, x := range r.codes {
		p.Codes = append(p.Codes, sentinel.Plain(x))
	}
	p.columns(r)
	p.putAside(l, r)
	p.cells(l, r)
	if t := r.table; t != nil {
		p.Rows, p.Numbers = t.Dims()
		p.Missing, p.Kind, p.Table = t.Missing(), t.Kind, t
	}
	p.guesses(r)
	return p, nil
}

func (p *Preview) columns(r *result) {
	for j := range r.width {
		c := Column{Name: r.names[j]}
		if r.body != nil && j < len(r.body.columns) {
			c = r.body.columns[j].Column
			c.Name = r.names[j]
		}
		p.Columns = append(p.Columns, c)
	}
}

func (p *Preview) cells(l *layout, r *result) {
	for _, record := range l.sample[:min(len(l.sample), previewRows)] {
		if r.body != nil && r.body.strays.has(record) {
			continue // it is in p.Below
		}
		row := make([]string, min(l.width, PreviewColumns))
		for j := range row {
			if j < len(record) {
				row[j] = words.Shorten(cleanName(record[j]))
			}
		}
		p.Cells = append(p.Cells, row)
		if l.known != nil && l.known.Drops != nil {
			p.Dropped = append(p.Dropped, l.drops(record))
		}
	}
}

// guesses puts the answers into words.
func (p *Preview) guesses(r *result) {
	say := func(format string, a ...any) { p.Guesses = append(p.Guesses, fmt.Sprintf(format, a...)) }
	switch {
	case p.Fixed:
		say("The file is %s.", r.decoded.format.Title)
		if len(r.decoded.sheets) > 1 {
			say("The table is the matrix %q, one of %d.", r.decoded.sheet, len(r.decoded.sheets))
		}
	default:
		p.guessesOfText(r, say)
	}
	var names []string
	for _, c := range p.Columns {
		if c.Role == Annotation {
			names = append(names, c.Name)
		}
	}
	switch {
	case len(names) == 1:
		say("1 column is an annotation: %s.", words.QuoteSome(names, 6))
	case len(names) > 1:
		say("%d columns are annotations: %s.", len(names), words.QuoteSome(names, 6))
	}
	if r.table == nil {
		return
	}
	if across := r.table.ColumnAnnotations; p.Fixed && len(across) > 0 {
		say("%s of the columns.", inference.Plural(len(across), "annotation"))
	}
	switch p.Kind {
	case inference.Binary:
		say("All numbers are 0 or 1: a binary table.")
	case inference.Count:
		say("All numbers are whole and not negative: counts, treated as numbers; consider log2(x+1).")
	default:
		say("The numbers are continuous.")
	}
	if unknown, _ := r.table.Unknown(); unknown > 0 {
		say("%s missing (%.2g %%).", inference.Plural(unknown, "cell"), 100*float64(unknown)/float64(p.Rows*p.Numbers))
	}
}

// guessesOfText puts what was guessed of a text into words.
func (p *Preview) guessesOfText(r *result, say func(format string, a ...any)) {
	if p.Known != "" {
		say("This is %s.", p.Known)
	}
	if r.decoded.format.has != nil {
		say("The file is %s.", r.decoded.format.Title)
		if r.decoded.sheet != "" && len(r.decoded.sheets) > 1 {
			say("The table is on the sheet %q, one of %d.", r.decoded.sheet, len(r.decoded.sheets))
		}
	} else if len(p.Columns) == 1 {
		say("There is only one column.")
	} else {
		say("Columns are separated by %ss.", separatorName(r.separator))
	}
	if r.decimal == ',' {
		say("The decimal sign is a comma.")
	} else {
		say("The decimal sign is a point.")
	}
	if r.header && r.titles > 0 && r.decoded.sheet != "" {
		say("Row %d of the sheet names the columns.", r.firstLine)
	} else if r.header && r.titles > 0 {
		say("Line %d names the columns.", r.firstLine)
	} else if r.header {
		say("The first row names the columns.")
	} else {
		say("There is no row of column names.")
	}
	if p.Options.RowNames == Yes && r.first > 0 {
		say("Column %d names the rows.", r.first+1)
	} else if p.Options.RowNames == Yes {
		say("The first column names the rows.")
	} else if p.Options.RowNames == No {
		say("No column names the rows, so they are numbered.")
	}
}
