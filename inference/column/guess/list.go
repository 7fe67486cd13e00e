package guess

import (
	"fmt"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/words"
)

// manyAlike is how many columns of one kind are named by a pattern.
const manyAlike = 20

// List returns the guesses as a list of kinds, without those that a column has anyway: numbers, and annotations of
// text. The names given stay annotations. Where most columns of numbers are of one kind, a pattern says so.
func List(guesses []Guess, annotations []string) column.List {
	alike := map[string]int{}
	common, most := "", manyAlike-1
	for _, g := range guesses {
		text := g.Kind.String()
		if !g.Text && g.Kind.Sort != column.Number && !g.Kind.Grouped() {
			if alike[text]++; alike[text] > most {
				common, most = text, alike[text]
			}
		}
	}
	var entries []column.Entry
	if common != "" {
		k, _ := column.Parse(common)
		entries = append(entries, column.Entry{Name: "*", Kind: k})
	}
	for _, g := range guesses {
		if slices.Contains(annotations, g.Name) {
			g.Kind = column.Kind{Sort: column.Annotation}
		}
		if g.Kind.Grouped() {
			e := column.Entry{Name: g.Kind.Group, Kind: g.Kind}
			e.Kind.Group = ""
			if !slices.ContainsFunc(entries, func(o column.Entry) bool { return o.Name == e.Name }) {
				entries = append(entries, e)
			}
			continue
		}
		usual := column.Kind{Sort: column.Number}
		if g.Text {
			usual.Sort = column.Annotation
		}
		pattern := common != "" && (!g.Text || entries[0].Kind.Sort.HasLevels())
		if pattern && g.Kind.String() == common || !pattern && g.Kind.Equal(usual) {
			continue
		}
		entries = append(entries, column.Entry{Name: g.Name, Kind: g.Kind})
	}
	return column.ListOf(entries...)
}

// mostNamed is how many columns are named that were taken against their looks.
const mostNamed = 3

// Against names the columns of data, prepared from a table with kinds, that were taken against their looks. It says
// nothing of links, nor of data without kinds.
func Against(t *inference.Table, d *inference.Dataset) []string {
	if !d.Preprocessing.Kinds.Active() {
		return nil
	}
	looks := map[string]Guess{}
	for _, g := range Of(t, d.Preprocessing.Transpose) {
		looks[g.Name] = g
	}
	links, _ := d.Relations()
	for _, r := range links { // a model of networks says how it takes them
		for _, j := range r.Columns {
			delete(looks, d.Columns[j])
		}
	}
	var named []string
	for j, name := range d.Columns {
		g, is := looks[name]
		taken := d.KindAt(j).Sort
		if !is || taken == g.Kind.Sort || taken.Real() && g.Kind.Sort.Real() ||
			taken == column.Count && g.Kind.Sort.Real() && !g.Text ||
			taken == column.Number && d.Preprocessing.Without.Has(g.Kind.Sort) {
			continue
		}
		named = append(named, fmt.Sprintf("%s as %s (%s; looks like %s)", strconv.Quote(name), taken.As(1), g.Why,
			g.Kind.Sort.As(1)))
	}
	if len(named) == 0 {
		return nil
	}
	text := "Taken against its looks: "
	if count := len(named); count > 1 {
		text = words.Plural(count, "column") + " taken against their looks: "
	}
	return []string{text + words.Some(named, mostNamed) + "."}
}
