// Package known recognises files of programs that many people use: how their columns are called, which of them are
// measurements, which describe a row, and which lines are none. A layout is one of a table separated by commas or
// tabs, told by its header and first rows ([Of]); a form is one that has to be written anew as such a table ([Forms]);
// what holds no table of measurements is refused by its name ([Refused]).
package known

import (
	"fmt"
	"strings"

	"example.org/espalier/inference"
)

// A Head is what a reader knows of a table before it reads it.
type Head struct {
	File     string     // base name
	Comments []string   // the first lines above the header that begin with a sign
	Names    []string   // of the columns, as they stand; nil without a header
	Rows     [][]string // the first rows below it, some of which may have more or fewer cells
	Width    int        // columns

	plain  []string       // the names as [plain] gives them
	places map[string]int // of the first column of each plain name
}

// A Use is what a column is for.
type Use int

// The uses of a column.
const (
	Any      Use = iota // not told: the reader decides
	Measured            // numbers of a sample, even if their name is one of identifiers
	RowName             // names the rows
	About               // describes a row
	Out                 // neither: left out
)

// A Side says where a file has its observations.
type Side int

// The sides.
const (
	Untold Side = iota
	InRows
	InColumns
)

// A Drop tells rows that are no measurements.
type Drop struct {
	What string                     // one of them: "decoy"
	Is   func(fields [][]byte) bool // of a row with as many cells as there are columns
}

// A Layout says how to read a table whose program is known.
type Layout struct {
	Program string   // "featureCounts"
	What    string   // what the table is, in words: "featureCounts of 3 samples"
	Names   []string // of the columns, nil as they stand
	Uses    []Use    // one for each column
	Parts   []int    // columns that together name the rows, such as chromosome, start and end; nil for one column
	Samples Side
	Zeros   bool     // zeros among what is measured are missing
	Missing []string // further codes of missing cells
	Drops   []Drop
	Notes   []string // whole sentences beyond what the fields above say
	// NoHeader says that the first line is a row although it may look like a header.
	NoHeader bool
	// Refused says why the table is none of measurements, a clause, and Remedy what to do, whole sentences.
	Refused, Remedy string
}

// layouts are all of them; the first that knows a table has it. A new one is a line here and a file of its own.
var layouts = []func(Head) *Layout{
	featureCounts,
	readSummary,
	starCounts,
	quantified,
	maxQuant,
	diann,
	spectronaut,
	discoverer,
	fragPipe,
	tmtIntegrator,
	plinkRaw,
	genomeStudio,
	mothurShared,
	mothurCounts,
	metaphlan,
	featureTable,
	orangeFlags,
	statistics,
	cBioPortal,
	clinical,
	places,
	files,
}

// Of returns the layout of a table, nil where none is known.
func Of(h Head) *Layout {
	h.plain, h.places = make([]string, len(h.Names)), make(map[string]int, len(h.Names))
	for j, name := range h.Names {
		h.plain[j] = plain(name)
		if _, twice := h.places[h.plain[j]]; !twice {
			h.places[h.plain[j]] = j
		}
	}
	for _, of := range layouts {
		if l := of(h); l != nil {
			return l
		}
	}
	return nil
}

// plinkRaw is what PLINK (Purcell et al. 2007) writes with --recode A: six columns about a person, then how many copies
// of an
// allele there are of each variant.
func plinkRaw(h Head) *Layout {
	want := []string{"FID", "IID", "PAT", "MAT", "SEX", "PHENOTYPE"}
	if len(h.Names) <= len(want) {
		return nil
	}
	for j, name := range want {
		if strings.TrimPrefix(h.Names[j], "#") != name {
			return nil
		}
	}
	l := h.layout("PLINK")
	l.use(About, 0, 4, 5)
	l.use(RowName, 1)
	l.use(Out, 2, 3)
	dominance := 0
	for j := len(want); j < h.Width; j++ {
		l.use(Measured, j)
		if j < len(h.Names) && strings.HasSuffix(h.Names[j], "_HET") {
			l.use(Out, j)
			dominance++
		}
	}
	n := len(l.columns(Measured))
	if n == 0 {
		return nil
	}
	if dominance > 0 {
		l.Notes = append(l.Notes, fmt.Sprintf("%s of heterozygotes repeat what the others tell and were left out.",
			inference.Plural(dominance, "column")))
	}
	l.Samples = InRows
	l.What = "PLINK genotypes of " + inference.Plural(n, "variant")
	return l
}
