// Package simulated draws tables as papers describe theirs, with the truth that each was made from: labels, centres,
// loadings, activities, dimensions, edges or a tree.
package simulated

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A Drawn is a table with its truth.
type Drawn struct {
	Corner  string   // heading of the names of the rows
	Labels  []string // names of the columns of labels
	Columns []string // names of the columns of numbers
	Rows    []Row    // in the order of the table
	Truth   []File   // what is known besides the labels
}

// A Row is a row of a table, with the text of its labels and numbers.
type Row struct {
	Name           string
	Labels, Values []string
}

// A File is a table of truth, for which records are the lines after the header; or a text, where there is no header.
type File struct {
	Name   string // such as "centres.csv"
	Header []string
	Lines  [][]string
}

// Text returns the file, lines ended by newlines. Cells hold no commas or quotes, except in a text of one cell.
func (f File) Text() string {
	var b strings.Builder
	if f.Header != nil {
		b.WriteString(strings.Join(f.Header, ",") + "\n")
	}
	for _, l := range f.Lines {
		b.WriteString(strings.Join(l, ",") + "\n")
	}
	return b.String()
}

// Whole returns the table with labels and numbers, as the program's samples are stored.
func (d Drawn) Whole() string { return d.table(true, true) }

// Numbers returns the table without labels.
func (d Drawn) Numbers() string { return d.table(false, true) }

// Files returns the truth: the labels, if there are any, and then what else is known.
func (d Drawn) Files() []File {
	if d.Labels == nil {
		return d.Truth
	}
	f := File{Name: "labels.csv", Header: append([]string{d.Corner}, d.Labels...)}
	for _, r := range d.Rows {
		f.Lines = append(f.Lines, append([]string{r.Name}, r.Labels...))
	}
	return append([]File{f}, d.Truth...)
}

func (d Drawn) table(labels, numbers bool) string {
	f := File{Header: []string{d.Corner}}
	if labels {
		f.Header = append(f.Header, d.Labels...)
	}
	if numbers {
		f.Header = append(f.Header, d.Columns...)
	}
	for _, r := range d.Rows {
		line := []string{r.Name}
		if labels {
			line = append(line, r.Labels...)
		}
		if numbers {
			line = append(line, r.Values...)
		}
		f.Lines = append(f.Lines, line)
	}
	return f.Text()
}

// A generator draws one kind of table. stored are the two halves of the seed of the table that comes with the program.
type generator struct {
	name   string
	stored [2]uint64
	draw   func(rng *rand.Rand) Drawn
}

var generators = []generator{
	{"fractal", [2]uint64{}, fractal},
	{"square", [2]uint64{2012, 49}, square},
	{"eighteen_clusters", [2]uint64{2003, 18}, eighteen},
	{"spiral", [2]uint64{2003, 486}, spiral},
	{"six_dimensions", [2]uint64{2003, 451}, dimensions},
	{"shapes", [2]uint64{2011, 36}, shapes},
	{"sparse_factors", [2]uint64{2012, 331}, sparseFactors},
	{"signalling", [2]uint64{2005, 11}, signalling},
}

// Names lists the tables.
func Names() (names []string) {
	for _, g := range generators {
		names = append(names, g.name)
	}
	return names
}

// Random reports whether the table differs from draw to draw.
func Random(name string) bool { return name != "fractal" }

// Stored draws the table that comes with the program; false if there is none of that name.
func Stored(name string) (Drawn, bool) {
	for _, g := range generators {
		if g.name == name {
			return g.draw(rand.New(rand.NewPCG(g.stored[0], g.stored[1]))), true
		}
	}
	return Drawn{}, false
}

// Draw draws a table; false if there is none of that name.
func Draw(name string, rng *rand.Rand) (Drawn, bool) {
	for _, g := range generators {
		if g.name == name {
			return g.draw(rng), true
		}
	}
	return Drawn{}, false
}

// numbers writes numbers in one format.
func numbers(format string, values ...float64) (out []string) {
	for _, v := range values {
		out = append(out, fmt.Sprintf(format, v))
	}
	return out
}

// numbered returns names such as "x01" to "x10".
func numbered(format string, n int) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprintf(format, i+1))
	}
	return out
}
