package depict

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/geneset"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/words"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict/latent"
)

// Lists are named lists of rows and of columns of the data, for tests of gene sets.
type Lists struct {
	Rows, Columns []geneset.List
}

// Most and fewest items of a factor that loads on all items: those with the greatest loadings.
const (
	topShare  = 0.1
	topFewest = 10
	topMost   = 500
)

// ListsOf returns the lists of rows and columns in a result: the clades of its tree, its clusters, and the items of its
// factors, which are those that a factor loads on in at least half of the draws or, for a model that loads on all, the
// tenth with the greatest loadings.
func ListsOf(ctx context.Context, s *Subject) (l Lists, err error) {
	if s.HasTree() {
		l.Rows = append(l.Rows, clades(s)...)
	} else if labels := partition.LabelsOf(s.Snapshot); labels != nil {
		l.Rows = append(l.Rows, clusterLists(s.Data.Rows, labels)...)
	}
	sum, err := s.Summary(ctx)
	if err != nil || sum == nil {
		return l, err
	}
	f := latent.FactorSubject{Subject: s, Summary: sum}
	items := f.Items()
	for j := range sum.Count() {
		list := factorList(sum, j, items)
		if f.Side() == inference.OnRows {
			l.Rows = append(l.Rows, list)
		} else {
			l.Columns = append(l.Columns, list)
		}
	}
	return l, nil
}

// Tested describes the lists that are tested.
type Tested struct {
	Lists
	Own         []geneset.List // in place of all lists, where there are any
	Background  []string       // nil for all rows, or columns, of the data
	By          string         // annotation that holds the names of the sets; "" for the names themselves
	Least, Most int            // of the sizes of sets, as in [geneset.Options]
}

// ErrNoNames is the error of an annotation that neither rows nor columns have.
var ErrNoNames = errors.New("neither rows nor columns have such an annotation")

// Enrich tests lists of the rows or of the columns of data, whichever more sets name, and returns that side and the
// names of the lists there.
func Enrich(ctx context.Context, data *inference.Dataset, sets []geneset.Set, of Tested) (side string,
	r *geneset.Result, tested []geneset.List, err error) {
	for _, on := range []struct {
		side  string
		names []string
		known []inference.Annotation
		by    string // whose values the names are
		lists []geneset.List
	}{{"rows", data.Rows, data.Annotations, data.Called.Rows, of.Rows},
		{"columns", data.Columns, data.ColumnAnnotations, data.Called.Columns, of.Columns}} {
		called := func(names []string) []string { return names }
		if by := cmp.Or(of.By, on.by); by != "" {
			i := slices.IndexFunc(on.known, func(a inference.Annotation) bool { return a.Name == by })
			if i < 0 {
				continue
			}
			values := on.known[i].Values
			if of.By == "" { // a name without a value stays
				values = slices.Clone(values)
				for k, v := range values {
					values[k] = cmp.Or(v, on.names[k])
				}
			}
			called = geneset.Renamer(on.names, values)
		}
		var lists []geneset.List
		for _, l := range on.lists {
			lists = append(lists, geneset.List{Name: l.Name, Names: called(l.Names)})
		}
		if of.Own != nil {
			lists = of.Own
		}
		o := geneset.Options{Background: called(on.names), Least: of.Least, Most: of.Most}
		if of.Background != nil {
			o.Background = of.Background
		}
		got, e := geneset.Test(ctx, lists, sets, o)
		switch {
		case e != nil && !errors.Is(e, geneset.ErrNoSets):
			return "", nil, nil, e
		case e != nil && err == nil:
			err = e
		case e == nil && len(lists) == 0 && r == nil:
			remedy := "Fit a model, or cut a tree into groups"
			if on.side == "columns" {
				remedy = "Fit a model with factors, or transpose the table, so that its tree is of them"
			}
			err = fmt.Errorf("the sets name %s, but there are no clades, clusters, factors, groups or selected %s to test. %s",
				on.side, on.side, remedy)
		case e == nil && len(lists) > 0 && (r == nil || got.Sets > r.Sets):
			side, r, tested = on.side, got, lists
		}
	}
	switch {
	case r != nil:
		return side, r, tested, nil
	case err == nil:
		err = ErrNoNames
	}
	return "", nil, nil, err
}

// clades lists the clades of the best tree, largest first, without the whole.
func clades(s *Subject) (lists []geneset.List) {
	t := forest.Best(s.Snapshot)
	n := t.Leaves()
	for v := n; v < t.Nodes(); v++ {
		leaves := t.LeavesBelow(v)
		if len(leaves) < 2 || len(leaves) >= n {
			continue
		}
		names := make([]string, len(leaves))
		for i, leaf := range leaves {
			names[i] = t.Names[leaf]
		}
		lists = append(lists,
			geneset.List{Name: fmt.Sprintf("clade of %d, %s to %s", len(names), names[0], names[len(names)-1]), Names: names})
	}
	stable.Sort(lists, func(a, b geneset.List) int { return len(b.Names) - len(a.Names) })
	return lists
}

func clusterLists(rows []string, labels []int) []geneset.List {
	lists := make([]geneset.List, 1+slices.Max(append([]int{-1}, labels...)))
	for i, k := range labels {
		if k >= 0 {
			lists[k].Name = fmt.Sprintf("cluster %d", k+1)
			lists[k].Names = append(lists[k].Names, rows[i])
		}
	}
	return slices.DeleteFunc(lists, func(l geneset.List) bool { return len(l.Names) == 0 })
}

func factorList(sum *factors.Summary, j int, items []string) geneset.List {
	l := geneset.List{Name: factors.Name(j)}
	ranked := sum.Ranking(j)
	if sum.Factors.Inclusion == nil {
		most := min(max(int(math.Round(topShare*float64(len(items)))), topFewest), topMost, len(ranked))
		ranked = ranked[:most]
		l.Name = fmt.Sprintf("%s, top %d", l.Name, most)
	}
	for _, r := range ranked {
		if r.Probability >= 0.5 && r.Loading.Mean != 0 {
			l.Names = append(l.Names, items[r.Item])
		}
	}
	return l
}

// EnrichmentTable shows tests of gene sets as a table with bars, the first this many of them; 0 for all. from names the
// source of the lists.
func EnrichmentTable(r *geneset.Result, from string, most int) cells.Table {
	t := cells.Table{Title: "Gene sets in " + from, Subtitle: EnrichmentWords(r), Style: plotting.Light,
		Window: plotting.All, Sort: -1,
		Empty: "No list has any of the names.",
		Columns: []cells.TableColumn{
			{Head: "set", Name: "set", Text: true}, {Head: "list", Name: "list", Text: true},
			{Head: "in both", Name: "overlap", Tip: [][2]string{{"names", "of the list that are in the set"}}},
			{Head: "in list", Name: "list_size"},
			{Head: "in set", Name: "set_size", Tip: [][2]string{{"names", "of the set that are in the background"}}},
			{Head: "expected", Name: "expected", Tip: [][2]string{{"names", "in both, if the list were drawn at random"}}},
			{Head: "fold", Name: "fold", Tip: [][2]string{{"in both", "over expected"}}},
			{Head: "p", Name: "p", Tip: [][2]string{{"chance", "of so many in both or more"}}},
			{Head: "adjusted p", Name: "p_adjusted", Tip: [][2]string{{"Benjamini–Hochberg", "over all lists and sets"}}},
			{Head: "−log10 p", Name: "minus_log10_p", Bar: true},
		}}
	rows := r.Rows
	if most > 0 {
		rows = rows[:min(most, len(rows))]
	}
	for i, x := range rows {
		strength := max(0, -math.Log10(x.P)) // 0, not −0, where p is 1
		number := func(v float64, text string) cells.TableCell { return cells.TableCell{Text: text, Value: v} }
		count := func(n int) cells.TableCell { return number(float64(n), plotting.FormatCount(n)) }
		word := func(s string) cells.TableCell { return cells.TableCell{Text: s, Value: math.NaN()} }
		lines := [][2]string{{"set", x.Set}, {"list", x.List}, {"adjusted p", probability(x.Adjusted)}}
		if x.Description != "" && x.Description != "na" {
			lines = append(lines, [2]string{"about", x.Description})
		}
		t.Rows = append(t.Rows,
			cells.TableRow{Index: i, Lines: append(lines, [2]string{"in both", words.Some(x.Overlap, 12)}),
				Cells: []cells.TableCell{word(x.Set), word(x.List), count(len(x.Overlap)), count(x.Drawn),
					count(x.Members), number(x.Expected, plotting.FormatDigits(x.Expected, 2)),
					number(x.Fold, fmt.Sprintf("%.2f", x.Fold)), number(x.P, probability(x.P)), number(x.Adjusted,
						probability(x.Adjusted)), number(strength, fmt.Sprintf("%.1f", strength))}})
	}
	return t
}

// probability writes a p-value with two digits.
func probability(p float64) string { return fmt.Sprintf("%.2g", p) }

// EnrichmentWords describes the tests and their result in a sentence.
func EnrichmentWords(r *geneset.Result) string {
	return fmt.Sprintf("%s against %s, background of %s; %d below 0.05 after adjustment", plotting.Plural(r.Lists, "list"),
		plotting.Plural(r.Sets, "set"), plotting.Plural(r.Background, "name"), r.Below(0.05))
}

// EnrichmentPlate is the table of the first tests, ready to be printed.
func EnrichmentPlate(r *geneset.Result, from, software, data string) Plate {
	const most = 40
	t := EnrichmentTable(r, from, most)
	m := plotting.Metadata{Title: t.Title, Software: software, Data: data,
		Description: "over-representation of gene sets by the hypergeometric upper tail · " + EnrichmentWords(r)}
	return Plate{Name: "enrichment", Figure: t, Metadata: m,
		Size: plotting.Size{WidthMM: 260, HeightMM: min(40+7*float64(max(len(t.Rows), 3)), 330), DPI: dpi}}
}
