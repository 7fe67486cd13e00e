package trees

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict/choice"
)

// Choices lists the user's choices in a figure of the trees, bound to a look: always the same list, whose options and
// needs depend on the trees.
func (s *Source) Choices(l *Look) []choice.Choice {
	draws := len(s.Draws) > 0
	return []choice.Choice{
		s.whichOf(l).Unless(!draws),
		s.rankOf(l),
		s.supportOf(l),
		belowOf(l).Unless(!s.Supported()),
		onOff("behind", "the draws behind", "draws faintly behind the tree", &l.Behind).
			With(choice.Press("W", "Show or hide the draws behind the tree")).Unless(!draws),
		onOff("times", "the times of branch points", "bars for the range of times of branch points", &l.Intervals).
			With(choice.Press("I", "Show or hide the range of times of branch points")).
			Unless(len(s.Draws) < 2 && len(s.Found) < 2),
		choice.Of("shape", "Shape", "shape of the tree", &l.Shape, dendro.Shapes(), choice.Names(plotting.TreeShapes...)).
			ShownWhole().With(choice.Press("D", "Lay out in the next shape: circular, slanted, radial, rectangular")),
		onOff("labels", "labels", "names of the leaves", &l.Labels),
		onOff("heat", "heat map", "heat map of the data beside the tree", &l.Heat).
			With(choice.Press("H", "Show or hide the heat map")),
		onOff("silhouettes", "silhouettes", "strip that says how well each row lies in its group: Rousseeuw (1987)",
			&l.Silhouettes).Lacking(LacksSilhouettes(s.Data)),
		s.columnsOf(l),
		s.stripsOf(l),
		{Name: "search", Help: "text that is looked for in names and annotations", Form: choice.Hidden,
			Put: func(text string) error { l.Search, l.Match = text, -1; return nil }},
	}
}

// supportOf is the choice of how supports are shown. Only draws of a second chain tell how near they come to a clade.
func (s *Source) supportOf(l *Look) choice.Choice {
	styles := []dendro.SupportStyle{dendro.SupportWidth, dendro.SupportLabels, dendro.SupportColour, dendro.SupportHidden}
	options := []choice.Option{{Name: "width", Words: "by thickness"}, {Name: "labels", Words: "by labels"},
		{Name: "colour", Words: "by colour"}, {Name: "hidden"}}
	if s.Caption.Backing != nil {
		styles = append(styles, dendro.SupportBoth)
		options = append(options, choice.Option{Name: "both", Words: "by labels, also forgiving stray rows"})
	}
	c := choice.Of("support", "Support", "how the support of clades is shown", &l.Support, styles, options)
	if c.At < 0 {
		c.At = slices.Index(styles, dendro.SupportLabels)
	}
	return c.With(choice.Press("S", "Show support by thickness, labels or colour, or hide it")).Unless(!s.Supported())
}

// onOff is a choice whether something is shown.
func onOff(name, what, help string, field *bool) choice.Choice {
	return choice.Switch(name, plotting.Capital(what), help, field,
		choice.Option{Name: "no", Words: "Hide " + what}, choice.Option{Name: "yes", Words: "Show " + what}).In(choice.Hidden)
}

// Supported reports whether some tree has supports.
func (s *Source) Supported() bool {
	return len(s.Draws) > 0 || len(s.Found) > 0 &&
		slices.ContainsFunc(s.Found[0].Tree.Support, func(p float64) bool { return !math.IsNaN(p) })
}

// whichOf is the choice of the tree that stands for the draws.
func (s *Source) whichOf(l *Look) choice.Choice {
	options := make([]choice.Option, len(Standing()))
	for i, w := range Standing() {
		options[i] = choice.Option{Name: string(w.Kind), Words: w.String()}
		if w.Least > 0.5 {
			options[i].Name += "-" + strconv.Itoa(int(math.Round(100*w.Least)))
		}
	}
	shown := s.Which(*l)
	return choice.Choice{Name: "shown", Help: "tree that stands for the draws", Options: options,
		At: slices.Index(Standing(), shown), Set: func(i int) { l.Shown = Standing()[i] }}.
		With(choice.Key{Shown: "K", Title: "Show another summary of the draws: the most credible tree, a consensus, …",
			Runes: "kK", To: func(at, n int) int { return (at + 1) % n }}) // from a single draw to the first
}

// rankOf is the choice among the best trees of a search.
func (s *Source) rankOf(l *Look) choice.Choice {
	at, n := s.Rank(*l)
	options := make([]choice.Option, n)
	for i := range options {
		options[i] = choice.Option{Name: strconv.Itoa(i + 1), Words: fmt.Sprintf("tree %d of %d", i+1, n)}
	}
	return choice.Choice{Name: "best", Help: "which of the best trees, 1 the best", Options: options, At: at,
		Set: func(i int) { l.Best = i }, Form: choice.Hidden}.
		With(choice.Key{Shown: "B", Title: "Show the next best tree", Runes: "b", To: choice.After},
			choice.Key{Shown: "Shift+B", Title: "Show the previous tree", Runes: "B", To: choice.Before}).Unless(n < 2)
}

// belowOf is the choice below which support branches are collapsed, in per cent.
func belowOf(l *Look) choice.Choice {
	const all = 100
	values, options := make([]float64, all+1), make([]choice.Option, all+1)
	for i := range values {
		values[i] = float64(i) / all
		options[i] = choice.Option{Name: strconv.Itoa(i), Words: "branches below " + plotting.FormatPercent(values[i])}
	}
	return choice.Of("below", "", "per cent of support below which branches are collapsed", &l.Below, values, options).
		In(choice.Hidden)
}

// columnsOf is the choice of the order of the columns. The tree of the columns stands above the heat map, which comes
// with it.
func (s *Source) columnsOf(l *Look) choice.Choice {
	orders := []plotting.ColumnOrder{plotting.UsualOrder, plotting.FileOrder, plotting.ClusteredOrder, plotting.TreeOrder}
	c := choice.Choice{Name: "columns", Help: "order of the columns of the heat map",
		At:      slices.Index(orders, s.ColumnsOrder(*l)),
		Options: []choice.Option{{Name: "usual", Words: "the usual order"}},
		Form:    choice.Hidden,
		Set: func(i int) {
			l.ColumnsOrder = orders[i]
			l.Heat = l.Heat || orders[i] == plotting.TreeOrder
		}}
	for _, o := range orders[1:] {
		c.Options = append(c.Options, choice.Option{Name: string(o), Words: o.Words()})
	}
	if !l.Heat {
		c.At = -1
	}
	turn := func(at, _ int) int {
		if orders[max(at, 0)] == plotting.TreeOrder {
			return slices.Index(orders, plotting.ClusteredOrder)
		}
		return slices.Index(orders, plotting.TreeOrder)
	}
	return c.With(choice.Key{Shown: "J", Title: "Show or hide the tree of the columns above the heat map",
		Runes: "jJ", To: turn}).
		Unless(!s.CanJoinColumns())
}

// CanJoinColumns reports whether the columns can have a tree: there must be some, and not too many.
func (s *Source) CanJoinColumns() bool {
	return s.Data != nil && len(s.Data.Columns) > 2 && len(s.Data.Columns) <= beside.MaxClusteredColumns
}

// stripsOf is the choice of the annotations beside the tree, by their names.
func (s *Source) stripsOf(l *Look) choice.Choice {
	put := func(text string) error {
		var names, known []string
		if s.Data != nil {
			for _, a := range s.Data.Annotations {
				known = append(known, a.Name)
			}
		}
		if text != "none" {
			for _, name := range strings.Split(text, ",") {
				if name = strings.TrimSpace(name); !slices.Contains(known, name) {
					return fmt.Errorf("strips cannot be %q; the rows have the annotations %s", name, strings.Join(known, ", "))
				}
				names = append(names, name)
			}
		}
		l.Strips = names
		return nil
	}
	return choice.Choice{Name: "strips", Help: "annotations beside the tree, in this order, or none",
		Form: choice.Hidden, Put: put}
}
