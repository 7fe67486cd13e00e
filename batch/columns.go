package batch

import (
	"fmt"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/column/guess"
	"example.org/espalier/inference/words"
)

// columnFlags are the flags for the kinds of columns.
type columnFlags struct {
	Kind           []string `sep:"none" placeholder:"COLUMN=KIND" group:"Kinds of columns" help:"What a column is: number, yes/no, ordered:low,mid,high (levels in order), category, count (count:library compares with the depth of each row, count:per=COLUMN divides by another column), censored (cells such as <0.05 or 3-5), skewed (positive numbers, by their logarithms), robust (numbers of which some may be far off), rank (only the order counts) or annotation. Columns that belong together stand in one entry: A,B,C=composition (parts of a whole, by their log ratios), A,B,C=rank:rows (each row ranks them). Text becomes data if it is named here. * in a name stands for any text; may be repeated."`
	GuessKinds     bool     `group:"Kinds of columns" help:"Take every column as what it looks like, but for those of --kind; espalier look lists the guesses. Text becomes data, except for --annotations, --labels and --classes."`
	KindsAsNumbers bool     `group:"Kinds of columns" help:"Take levels and counts as numbers, whatever the model: grades become whole numbers, and categories a column of zeros and ones for each level. By default a model that takes numbers alone leaves out columns of text."`
}

// list reads --kind.
func (f columnFlags) list() (list column.List, err error) {
	for _, text := range f.Kind {
		e, err := column.ParseEntry(text)
		if err != nil {
			return "", usage("--kind %v", err)
		}
		list = list.With(e)
	}
	return list, nil
}

// kinds returns p with the kinds of the columns of a table: those of --kind, before those guessed. No model sees
// hidden.
func (f columnFlags) kinds(t *inference.Table, p inference.Preprocessing,
	hidden []string) (inference.Preprocessing, error) {
	list, err := f.list()
	if err != nil {
		return p, err
	}
	find := list.Finder()
	for _, name := range hidden {
		if k, exact, ok := find.Of(name); ok && exact && k.Sort != column.Annotation {
			return p,
				usage("--kind %s=%s: the column is also an annotation, which no model sees; leave one of them out", name, k)
		}
	}
	p.Kinds, p.KindsAsNumbers = list, f.KindsAsNumbers
	switch {
	case list == "" && guess.Needed(t):
		p.Kinds = guess.WithoutNumbers(t, p.Transpose, hidden)
	case f.GuessKinds:
		p.Kinds = guess.List(guess.Of(t, p.Transpose), hidden)
		for _, e := range list.Entries() {
			p.Kinds = p.Kinds.With(e)
		}
	}
	return p, nil
}

// withLooks returns p with the kinds of zeros and ones that no flag names, and a note that begins with looksStart. It
// leaves p alone where the model takes no looks or where the table is prepared otherwise; the note is empty then. With
// --baselines they stay numbers, and the note says why.
func (f columnFlags) withLooks(t *inference.Table, p inference.Preprocessing, hidden []string, info inference.Info,
	baselines bool) (inference.Preprocessing, string) {
	if len(info.Looks) == 0 || f.GuessKinds || f.KindsAsNumbers || p.Recipe != "" || p.Log2p1 {
		return p, ""
	}
	find, taken := p.Kinds.Finder(), p
	hidden = append(p.Leave.Columns.List(), hidden...)
	var named []string
	for _, e := range guess.Certain(t, p.Transpose, info).Entries() {
		if _, _, said := find.Of(e.Name); !said && !slices.Contains(hidden, e.Name) {
			taken.Kinds, named = taken.Kinds.With(e), append(named, e.Name)
		}
	}
	switch {
	case named == nil:
		return p, ""
	case baselines:
		return p, fmt.Sprintf("%s numbers: %s. --baselines compares densities of numbers, which yes/no does not have; "+
			"without --baselines they are taken as yes/no.", looksStart, words.QuoteSome(named, 3))
	}
	return taken, fmt.Sprintf("%s yes/no: %s. --kind '*=number' takes them as numbers.", looksStart,
		words.QuoteSome(named, 3))
}

// looksStart begins the notes on columns whose kind no flag names.
const looksStart = "Zeros and ones beside numbers are taken as"

// withLooksOf returns the notes of a fit that was prepared again, with those on looks that it had before, which are
// no part of its specification.
func withLooksOf(notes, before []string) []string {
	for _, n := range before {
		if strings.HasPrefix(n, looksStart) && !slices.Contains(notes, n) {
			notes = append(slices.Clip(notes), n)
		}
	}
	return notes
}

// kindJSON is the guessed kind of a column, in look.json.
type kindJSON struct {
	Column  string `json:"column"`
	Kind    string `json:"kind"`
	Why     string `json:"why"`
	Text    bool   `json:"text,omitempty"` // an annotation, unless it is chosen as data
	Missing int    `json:"missing,omitempty"`
}

// kindsOf lists the guessed kinds of a table's columns, numbers left out.
func kindsOf(t *inference.Table, p inference.Preprocessing) (list []kindJSON) {
	for _, g := range guess.Of(t, p.Transpose) {
		if g.Kind.Sort != column.Number {
			list = append(list, kindJSON{g.Name, g.Kind.String(), g.Why, g.Text, g.Missing})
		}
	}
	return list
}

// kindLines writes guessed kinds as sentences. Columns of one kind and one reason share a sentence. Where kinds were
// chosen, the data name them.
func kindLines(list []kindJSON, t *inference.Table, p inference.Preprocessing) (lines []string) {
	type group struct{ kind, why string }
	names := map[group][]string{}
	var order []group
	for _, k := range list {
		name, levels, _ := strings.Cut(k.Kind, ":")
		if k.Text && levels != "" {
			name = k.Kind
		}
		g := group{name, k.Why}
		if names[g] == nil {
			order = append(order, g)
		}
		names[g] = append(names[g], k.Column)
	}
	for _, g := range order {
		lines = append(lines, fmt.Sprintf("looks like %s: %s (%s)", g.kind, words.QuoteSome(names[g], 8), g.why))
	}
	if len(lines) == 0 || p.Kinds.Active() {
		return lines
	}
	says := "Columns stay numbers, and text stays an annotation, unless --kind or --guess-kinds says otherwise"
	if guess.Certain(t, p.Transpose, inference.Info{Looks: []column.Sort{column.YesNo}}) != "" {
		says += "; trees take zeros and ones beside numbers as yes/no"
	}
	return append(lines, says+".")
}
