package depict

import (
	"fmt"
	"slices"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict/choice"
	"example.org/espalier/plotting/depict/latent"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/matrix"

	"gonum.org/v1/plot/vg"
)

// Factors is the result as a factor model. A pane that does not wait for the draws shows the present state where they
// say no more.
func (g Given) Factors() latent.FactorSubject {
	s := latent.FactorSubject{Subject: g.Subject, Summary: g.Summary}
	if sum := g.Summary; g.Window && sum != nil && sum.Draws == 0 && sum.Fold().Minor == 0 {
		s.Summary = nil
	}
	return s
}

// marks returns the selection in the form of figures of factors.
func (g Given) marks() latent.Marks {
	side := g.factors().Side()
	return latent.Marks{Items: g.Selected.Items(side), Cases: g.Selected.Cases(side), Factors: g.Selected.Factors(g.Result)}
}

// selection is that of items, cases and factors, by their IDs.
func (g Given) selection(items, cases, ids []int) study.Selection {
	return study.OfSides(g.factors().Side(), items, cases).WithFactors(g.Result, ids...)
}

// idAt lists the ID of the factor at a place; none outside.
func idAt(f *factor.State, place int) []int {
	if place >= 0 && place < f.Count() {
		return []int{f.IDs[place]}
	}
	return nil
}

// placeIn is the place of the factor looked at in a summary: the first where none of it was; −1 if it has none.
func placeIn(g Given, sum *factors.Summary) int {
	if sum.Count() == 0 {
		return -1
	}
	if g.Looked != nil {
		return max(slices.Index(sum.Factors.IDs, *g.Looked), 0)
	}
	return 0
}

// matrixPick returns the selection by a click on a mark of a matrix; of turns its rows and columns into a selection.
func matrixPick(m plotting.Mark, of func(rows, columns []int) study.Selection) Click {
	switch {
	case m.Kind == ink.LegendMark && m.Index == ink.AcrossLegend:
		return selects(of(nil, m.Rows))
	case m.Kind == ink.LegendMark:
		return selects(of(m.Rows, nil))
	}
	var rows, columns []int
	if m.Row >= 0 {
		rows = []int{m.Row}
	}
	if m.Column >= 0 {
		columns = []int{m.Column}
	}
	return selects(of(rows, columns))
}

// minorChoice is the choice of whether minor factors are shown.
func minorChoice(s latent.FactorSubject, field *bool) choice.Choice {
	count := 0
	if s.Summary != nil {
		count = s.Summary.Fold().Minor
	}
	n := plotting.FormatCount(count)
	return choice.Switch("minor", "Minor factors", "whether minor factors are shown one by one", field, choice.Option{Name: "folded", Words: n + " folded"}, choice.Option{Name: "shown", Words: n + " shown"}).
		With(choice.Press("M", "Show or hide minor factors")).Unless(count == 0)
}

// factorSteps are the keys that go to the factor beside the one looked at, of those shown.
func factorSteps[S any](shown func(g Given, st S) latent.FactorSubject) []Act[S] {
	step := func(by int) func(g Given, st *S, _ plotting.Figure) Click {
		return func(g Given, st *S, _ plotting.Figure) Click {
			sum := shown(g, *st).Summary
			if at := placeIn(g, sum) + by; at >= 0 && at < sum.Count() {
				return selects(g.selection(nil, nil, []int{sum.Factors.IDs[at]}))
			}
			return Click{}
		}
	}
	keys := choice.Steps("The previous factor", "The next factor")
	return []Act[S]{{keys[0], step(-1)}, {keys[1], step(1)}}
}

// whole is the result with all its factors.
func whole[S any](g Given, _ S) latent.FactorSubject { return g.factors() }

// heatmapEntryOf is the entry of a heat map of factors, of so many mm a row.
func heatmapEntryOf[S any](name, tab string, about func(latent.FactorSubject) string, each float64, c Chosen[S]) Entry {
	c.Draws = DrawsLater
	return with(Entry{Name: name, Tab: tab, Suffix: name, About: about(latent.FactorSubject{}), offers: HasFactors,
		says: func(s *Subject, _ plotting.Figure) string { return about(latent.FactorSubject{Subject: s}) },
		size: func(f plotting.Figure) plotting.Size { return tall(len(f.(matrix.Matrix).Rows), each) }}, c)
}

var featuresEntry = heatmapEntryOf("features", "Features", latent.FactorSubject.FeaturesWords, 1.2, Chosen[latent.FeaturesState]{
	Choices: featuresChoices,
	Figure: func(g Given, st latent.FeaturesState) plotting.Figure {
		return choice.Maker[latent.MatrixMaker](g.Store).Features(g.Factors(), st, g.marks())
	},
	Pick: func(g Given, st *latent.FeaturesState, _ plotting.Figure, m plotting.Mark) Click {
		f := st.Factors(g.Factors())
		return matrixPick(m, func(rows, columns []int) study.Selection {
			var ids []int
			if len(columns) > 0 {
				ids = idAt(f, columns[0])
			}
			if f.Binary {
				return study.OfSides(f.Side, nil, rows).WithFactors(g.Result, ids...)
			}
			return study.OfSides(f.Side, rows, nil).WithFactors(g.Result, ids...)
		})
	},
})

func featuresChoices(g Given, st *latent.FeaturesState) []choice.Choice {
	var f *factor.State
	draws, still := "the draws", true
	if g.Subject != nil {
		s := g.Factors()
		f, draws = st.Factors(s), plotting.Plural(s.Draws(), "draw")
		still = s.Draws() == 0 || factor.StateOf(g.Snapshot) == nil
	}
	return []choice.Choice{
		choice.Switch("show", "Show", "which items have a factor, or their loadings", &st.Loadings, choice.Option{Name: "features"}, choice.Option{Name: "loadings"}).
			With(choice.Press("L", "Features or loadings")).Unless(f == nil || f.Binary || f.Inclusion == nil),
		choice.Switch("factors", "Factors", "order of the factors", &st.AsNumbered, choice.Option{Name: "left-ordered"}, choice.Option{Name: "numbered", Words: "as numbered"}).
			With(choice.Press("O", "Left-ordered form, or factors as numbered")).Unless(f == nil || f.Inclusion == nil),
		choice.Switch("rows", "Rows", "order of the rows", &st.AsInTable, choice.Option{Name: "factors", Words: "by their factors"}, choice.Option{Name: "table", Words: "as in the table"}).
			With(choice.Press("G", "Rows by their factors, or as in the table")),
		choice.Switch("of", "Of", "the draws together, or the present state", &st.Now, choice.Option{Name: "draws", Words: draws}, choice.Option{Name: "now", Words: "the present state"}).
			With(choice.Press("N", "The draws together or the present state")).Unless(still),
		minorChoice(g.Factors(), &st.Minor).Unless(st.Now && !still),
	}
}

// casesChoice is the choice of the order of cases.
func casesChoice(g Given, field *string) choice.Choice {
	values := []string{latent.CasesAsInTable, latent.CasesClustered}
	c := choice.Choice{Name: "cases", Label: "Cases", Help: "order of the cases: as in the table, clustered by activity, or by an annotation"}
	if g.Subject != nil {
		values = append(values, g.Factors().CaseAnnotations()...)
		if len(g.Selected.Factors(g.Result)) > 0 || *field == latent.CasesByFactor {
			values = append(values, latent.CasesByFactor)
		}
		c.At = slices.Index(values, g.Factors().CaseOrder(*field))
		c.Needless = g.Factors().Shown().Count() == 0
	}
	c.Options, c.Set = choice.Names(values...), func(i int) { *field = values[i] }
	return c.With(choice.Press("C", "The next order of the cases"))
}

var activitiesEntry = heatmapEntryOf("activities", "Activities", latent.FactorSubject.ActivitiesWords, 5, Chosen[latent.ActivitiesState]{
	Parts: func(st *latent.ActivitiesState) []choice.Part {
		return []choice.Part{{Name: "Activities", At: &st.Cases}, {Name: "Activities, minor", At: &st.Minor}}
	},
	Choices: func(g Given, st *latent.ActivitiesState) []choice.Choice {
		binary := g.Subject != nil && g.Factors().Shown() != nil && g.Factors().Shown().Binary
		return []choice.Choice{casesChoice(g, &st.Cases).Unless(binary), minorChoice(g.Factors(), &st.Minor)}
	},
	Figure: func(g Given, st latent.ActivitiesState) plotting.Figure {
		return choice.Maker[latent.MatrixMaker](g.Store).Activities(g.Factors(), st, g.marks())
	},
	Pick: func(g Given, st *latent.ActivitiesState, _ plotting.Figure, m plotting.Mark) Click {
		f := g.Factors().Folded(st.Minor).Shown()
		return matrixPick(m, func(rows, columns []int) study.Selection {
			var ids []int
			if len(rows) > 0 {
				ids = idAt(f, rows[0])
			}
			if f != nil && f.Binary {
				return g.selection(columns, nil, ids)
			}
			return g.selection(nil, columns, ids)
		})
	},
})

// reconstructs reports whether factors explain the cells themselves. Of counts and levels they explain hidden numbers,
// from which cells cannot be taken away.
func reconstructs(s *Subject) bool {
	return HasFactors(s) && !(s.Data.OfKinds() && slices.ContainsFunc(s.Data.Kinds, func(k column.Kind) bool { return !k.Sort.Real() }))
}

var reconstructionEntry = with(Entry{Name: "reconstruction", Tab: "Reconstruction", Suffix: "reconstruction",
	About: "the data, what the factors explain and what is left over, in the model's working units", offers: reconstructs, size: wideSize,
}, Chosen[latent.ReconstructionState]{
	Choices: func(g Given, st *latent.ReconstructionState) []choice.Choice {
		none := false
		if g.Subject != nil {
			f := g.Factors().Shown()
			none = f.Count() == 0 || f.Binary
		}
		return []choice.Choice{
			choice.Of("show", "Show", "all panels, or one alone", &st.Panel, []string{"", matrix.PanelData, matrix.PanelFit, matrix.PanelResidual},
				[]choice.Option{{Name: "all", Words: "side by side"}, {Name: "data"}, {Name: "fit"}, {Name: "residual"}}).With(choice.Press("S", "All panels, or only the next one")),
			choice.Switch("rows", "Rows", "order of the rows", &st.AsInTable, choice.Option{Name: "factors", Words: "by their factors"}, choice.Option{Name: "table", Words: "as in the table"}).
				With(choice.Press("G", "Rows by their factors, or as in the table")).Unless(none),
			casesChoice(g, &st.Cases),
		}
	},
	Figure: func(g Given, st latent.ReconstructionState) plotting.Figure {
		return choice.Maker[latent.MatrixMaker](g.Store).Reconstruction(g.Factors(), st, g.marks())
	},
	Pick: func(g Given, _ *latent.ReconstructionState, _ plotting.Figure, m plotting.Mark) Click {
		return matrixPick(m, func(rows, columns []int) study.Selection { return g.selection(rows, columns, nil) })
	},
	Traits: Traits{Draws: DrawsLater},
})

var byGroupEntry = with(Entry{Name: "variance-by-table", Tab: "Variance", Suffix: "variance by table",
	About:  "the share of the variance of each table that each factor explains",
	offers: latent.HasGroups,
	size:   func(f plotting.Figure) plotting.Size { return tall(len(f.(matrix.Matrix).Rows), 8) },
}, Chosen[latent.ByGroupState]{
	Choices: func(g Given, st *latent.ByGroupState) []choice.Choice {
		return []choice.Choice{minorChoice(g.factors(), &st.Minor)}
	},
	Figure: func(g Given, st latent.ByGroupState) plotting.Figure {
		return latent.ByGroup(g.factors(), st, g.marks())
	},
	Pick: func(g Given, st *latent.ByGroupState, _ plotting.Figure, m plotting.Mark) Click {
		of := g.factors().Folded(st.Minor).Summary
		return matrixPick(m, func(groups, columns []int) study.Selection {
			a, _ := g.Data.Groups()
			var items, ids []int
			for _, k := range groups {
				items = append(items, a.Having(k)...)
			}
			for _, k := range columns {
				ids = append(ids, idAt(of.Factors, k)...)
			}
			return g.selection(items, nil, ids)
		})
	},
	Acts: factorSteps(func(g Given, st latent.ByGroupState) latent.FactorSubject {
		return g.factors().Folded(st.Minor)
	}),
	Traits: Traits{Draws: DrawsAwaited},
})

var factorScatterEntry = with(Entry{Name: "factor-scatter", Tab: "Scatter", Suffix: "factors against each other", About: "rows by their activities in two factors, and loadings of columns as arrows",
	offers: latent.HasFactorScatter, size: wideSize,
	says: func(s *Subject, _ plotting.Figure) string {
		k := latent.FactorSubject{Subject: s}
		return fmt.Sprintf("%ss by their activities in two factors, and loadings of %ss as arrows", k.CaseWord(), k.ItemWord())
	},
}, Chosen[latent.ScatterState]{
	Choices: factorScatterChoices,
	Figure: func(g Given, st latent.ScatterState) plotting.Figure {
		return latent.Scatter(g.factors(), st, g.marks())
	},
	Pick: func(g Given, _ *latent.ScatterState, _ plotting.Figure, m plotting.Mark) Click {
		switch m.Kind {
		case plotting.PointMark:
			return selects(g.selection(nil, []int{m.Row}, nil))
		case ink.LegendMark:
			return selects(g.selection(nil, m.Rows, nil))
		case plotting.ArrowMark:
			return selects(g.selection([]int{m.Column}, nil, nil))
		}
		return selects(study.Selection{})
	},
	Traits: Traits{Draws: DrawsAwaited, Lasso: func(g Given, in plotting.Selection) study.Selection { return g.selection(nil, in.Rows, nil) }},
})

func factorScatterChoices(g Given, st *latent.ScatterState) []choice.Choice {
	var names []string
	across, up, few := 0, 0, true
	colours := []string{latent.NoColour}
	colour := choice.Choice{Name: "colour", Label: "Colours", Help: "annotation that colours the cases"}
	if g.Subject != nil {
		s := g.factors()
		for j := range s.Shown().Count() {
			if names = append(names, factors.Name(j)); g.Summary != nil && j < g.Summary.Count() {
				names[j] = g.Summary.Name(j)
			}
		}
		if few = len(names) < 2; !few {
			across, up = st.Axes(s)
		}
		colours = append(colours, s.CaseAnnotations()...)
		colour.At = slices.Index(colours, st.Colouring(s))
	}
	colour.Options, colour.Set = choice.Names(colours...), func(i int) { st.Colour = colours[i] }
	over := func(x, y int) {
		if x == y {
			x, y = up, across
		}
		st.Across, st.Up = x+1, y+1
	}
	return []choice.Choice{
		choice.Choice{Name: "across", Label: "Across", Help: "factor across", Options: choice.Names(names...), At: across, Set: func(i int) { over(i, up) }}.
			With(axisKeys("Across", "factor", up)...).ShownWhole().Unless(few),
		choice.Choice{Name: "up", Label: "Up", Help: "factor upwards", Options: choice.Names(names...), At: up, Set: func(i int) { over(across, i) }}.
			With(axisKeys("Upwards", "factor", across)...).ShownWhole().Unless(few),
		colour.Unless(few || len(colours) < 2),
		choice.Of("arrows", "Arrows", "how many items have arrows", &st.Arrows, []int{0, 40, -1}, []choice.Option{{Name: "12", Words: "12 strongest"}, {Name: "40", Words: "40 strongest"}, {Name: "none"}}).Unless(few),
	}
}

// Numbers of items on offer; 0 means all.
var itemCounts = []int{50, 200, 1000, 0}

// offered returns those that make a difference for n items.
func offered(n int) (list []int) {
	for _, most := range itemCounts {
		if most == 0 || most < n {
			list = append(list, most)
		}
	}
	return list
}

// mostLoadings limits how many items of n are shown; 0 is no limit.
func mostLoadings(st latent.LoadingsState, n int) int {
	if list := offered(n); slices.Contains(itemCounts, st.Most) && !slices.Contains(list, st.Most) {
		return list[0]
	}
	return st.Most
}

// signsChoice chooses whether the squares of a Hinton diagram show signs.
func signsChoice(field *bool) choice.Choice {
	return choice.Switch("squares", "Squares", "what squares show: sizes by magnitude, or signs only, all squares alike", field, choice.Option{Name: "magnitude", Words: "by magnitude"}, choice.Option{Name: "signs", Words: "signs only"}).
		With(choice.Press("S", "Squares by magnitude, or signs only"))
}

// signsWords says so where squares show signs only.
func signsWords(h cells.Hinton) string {
	if h.Signs {
		return "; squares show signs only"
	}
	return ""
}

// leastItem is the least height of an item of a Hinton diagram; if there are too many items for it, they scroll.
const leastItem = 8

// firstItems shows as many rows of a Hinton diagram as are legible.
func firstItems(f plotting.Figure, area vg.Point) plotting.Window {
	h, _ := f.(cells.Hinton)
	if len(h.Rows) == 0 {
		return plotting.All
	}
	return ink.RowsWindow(len(h.Rows), area.Y, leastItem)
}

var factorLoadingsEntry = with(Entry{Name: "loadings", Tab: "Factors", Suffix: "loadings", About: "loadings of each factor as a Hinton diagram, in the model's working units",
	offers: HasFactors,
	size:   func(f plotting.Figure) plotting.Size { return tall(len(f.(cells.Hinton).Rows), 3.2) },
	says: wordsOf(func(s *Subject, f cells.Hinton) string {
		text := "loadings as a Hinton diagram, in the model's working units"
		k := latent.FactorSubject{Subject: s}
		if shown, n := len(f.Items), len(k.Items()); 0 < shown && shown < n {
			text += "; the " + plotting.FormatCount(shown) + " of " + plotting.Plural(n, k.ItemWord()) + " with the strongest loadings"
		}
		return text + signsWords(f)
	}),
}, Chosen[latent.LoadingsState]{
	State: func(g Given) latent.LoadingsState {
		if g.Window {
			return latent.LoadingsState{Order: cells.ByFactor, Most: itemCounts[0]}
		}
		return latent.LoadingsState{Order: cells.ByFactor, Most: mostItems}
	},
	Choices: func(g Given, st *latent.LoadingsState) []choice.Choice {
		n, now := 0, st.Most
		if g.Subject != nil {
			n = len(g.factors().Items())
			now = mostLoadings(*st, n)
		}
		list := offered(n)
		items := choice.Choice{Name: "items", Label: "Items", Help: "how many items are shown, those that lead the factors: 50, 200, 1000 or all", At: slices.Index(list, now), Set: func(i int) { st.Most = list[i] }, Needless: len(list) < 2}
		for _, most := range list {
			o := choice.Option{Name: fmt.Sprint(most), Words: "leading " + plotting.FormatCount(most)}
			if most == 0 {
				o = choice.Option{Name: "all", Words: "all " + plotting.FormatCount(n)}
			}
			items.Options = append(items.Options, o)
		}
		orders := []cells.ItemOrder{cells.ByFactor, cells.ByCluster, cells.InFile}
		order := choice.Of("order", "Order", "order of the items", &st.Order, orders, choice.Names(string(orders[0]), string(orders[1]), string(orders[2])))
		order.At = max(order.At, 0)
		return []choice.Choice{items.With(choice.Press("I", "More items, or only the leading ones")), order.With(choice.Press("O", "The next order of the items")), signsChoice(&st.Signs), minorChoice(g.factors(), &st.Minor)}
	},
	Figure: func(g Given, st latent.LoadingsState) plotting.Figure {
		st.Most = mostLoadings(st, len(g.factors().Items()))
		return choice.Maker[latent.LoadingsMaker](g.Store).Figure(g.factors(), st, g.marks())
	},
	Pick: func(g Given, st *latent.LoadingsState, _ plotting.Figure, m plotting.Mark) Click {
		var items []int
		if m.Kind == plotting.CellMark {
			items = []int{m.Column}
		}
		return selects(g.selection(items, nil, idAt(g.factors().Folded(st.Minor).Summary.Factors, m.Node)))
	},
	Acts:   factorSteps(func(g Given, st latent.LoadingsState) latent.FactorSubject { return g.factors().Folded(st.Minor) }),
	Traits: Traits{Draws: DrawsAwaited, First: firstItems},
})

// rankingChosen holds the choices in the ranking of a factor.
type rankingChosen struct {
	Minor  bool
	Factor int // place from 1 where nobody looks at another; 0 is the first
}

// shown is the result with the factors that are shown: all while a minor one is looked at.
func (st rankingChosen) shown(g Given) latent.FactorSubject {
	folded := g.factors().Folded(st.Minor)
	if g.Looked != nil && folded.Summary.Count() > 0 && !slices.Contains(folded.Summary.Factors.IDs, *g.Looked) {
		return g.factors()
	}
	return folded
}

// place is that of the factor shown, −1 for none.
func (st rankingChosen) place(g Given) int {
	if n := st.shown(g).Summary.Count(); g.Looked == nil && st.Factor > 0 && st.Factor <= n {
		return st.Factor - 1
	}
	return placeIn(g, st.shown(g).Summary)
}

var rankingEntry = with(Entry{Name: "ranking", Tab: "Ranking", Suffix: "ranking", About: "the loadings of one factor, most certain first, with the middle 90 % of the draws",
	offers: HasFactors,
	size:   func(f plotting.Figure) plotting.Size { return tall(len(f.(chart.Ranking).Entries), 3.6) },
}, Chosen[rankingChosen]{
	Parts: func(st *rankingChosen) []choice.Part {
		return []choice.Part{{Name: "Ranking", At: &st.Minor}, {Name: "Ranking, factor", At: &st.Factor}}
	},
	Choices: func(g Given, st *rankingChosen) []choice.Choice {
		which := choice.Choice{Name: "factor", Label: "Factor", Help: "factor whose loadings are listed", Set: func(i int) { st.Factor = i + 1 }, Needless: true}
		if g.Subject != nil && g.Summary != nil {
			sum := st.shown(g).Summary
			which.At, which.Needless = st.place(g), sum.Count() == 0
			for j := range sum.Count() {
				which.Options = append(which.Options, choice.Option{Name: sum.Name(j)})
			}
			which.Selects = func(i int) study.Selection { return g.selection(nil, nil, []int{sum.Factors.IDs[i]}) }
		}
		return []choice.Choice{which.With(choice.Steps("The previous factor", "The next factor")...), minorChoice(g.factors(), &st.Minor)}
	},
	Figure: func(g Given, st rankingChosen) plotting.Figure {
		r := latent.Ranking(st.shown(g), st.place(g), g.marks())
		r.Window, r.Style = plotting.All, plotting.Light
		if !g.Window && len(r.Entries) > mostItems {
			r.Entries = r.Entries[:mostItems]
		}
		return r
	},
	Pick: func(g Given, _ *rankingChosen, _ plotting.Figure, m plotting.Mark) Click {
		if m.Column >= 0 {
			return selects(g.selection([]int{m.Column}, nil, nil))
		}
		return selects(study.Selection{})
	},
	Traits: Traits{Draws: DrawsAwaited, Least: 13, Copies: "Copy list"},
})

var factorGroupsEntry = with(Entry{Name: "groups", Tab: "By group", Suffix: "activity by group", About: "activity of each factor by group, with rank tests adjusted for the number of factors",
	offers: func(s *Subject) bool { return HasFactors(s) && len(latent.GroupAnnotations(s)) > 0 },
	size: func(f plotting.Figure) plotting.Size {
		b := f.(chart.Boxes)
		return tall((len(b.Panels)+3)/4*max(len(b.Groups), 8), 3.4)
	},
}, Chosen[latent.GroupsState]{
	State: func(g Given) latent.GroupsState {
		if g.Window {
			return latent.GroupsState{InOrder: true}
		}
		st := latent.GroupsState{Most: mostPanels}
		if g.Subject != nil {
			for _, a := range g.Strips() {
				if slices.Contains(latent.GroupAnnotations(g.Subject), a.Name) {
					st.Annotation = a.Name
					break
				}
			}
		}
		return st
	},
	Choices: func(g Given, st *latent.GroupsState) []choice.Choice {
		var names []string
		if g.Subject != nil {
			names = latent.GroupAnnotations(g.Subject)
		}
		byTest := !st.InOrder
		order := choice.Switch("order", "Order", "order of the factors", &byTest, choice.Option{Name: "number", Words: "by number"}, choice.Option{Name: "p", Words: "by p value"})
		order.Set = func(i int) { st.InOrder = i == 0 }
		return []choice.Choice{
			choice.Choice{Name: "annotation", Label: "Annotation", Help: "annotation of the rows that activities are compared by", Options: choice.Names(names...), At: max(slices.Index(names, st.Annotation), 0),
				Set: func(i int) { st.Annotation = names[i] }, Needless: len(names) == 0}.With(choice.Press("A", "The next annotation")),
			order.With(choice.Press("P", "Order the factors by p value, or by number")),
			minorChoice(g.factors(), &st.Minor),
		}
	},
	Figure: func(g Given, st latent.GroupsState) plotting.Figure { return latent.Groups(g.factors(), st, g.marks()) },
	Pick: func(g Given, st *latent.GroupsState, f plotting.Figure, m plotting.Mark) Click {
		b, _ := f.(chart.Boxes)
		if m.Index < 0 || m.Index >= len(b.Panels) {
			return selects(study.Selection{})
		}
		panel := &b.Panels[m.Index]
		var s study.Selection
		switch {
		case m.Row >= 0:
			s.Rows = []int{m.Row}
		case m.Kind == plotting.GroupMark:
			s.Rows = RowsOf(panel.Group, m.Column)
		}
		return selects(s.WithFactors(g.Result, idAt(g.factors().Folded(st.Minor).Summary.Factors, panel.ID)...))
	},
	Acts:   factorSteps(func(g Given, st latent.GroupsState) latent.FactorSubject { return g.factors().Folded(st.Minor) }),
	Traits: Traits{Draws: DrawsAwaited},
})

var factorCountsEntry = with(Entry{Name: "factors", Tab: "Number", Suffix: "number of factors", About: "number of factors, draw by draw and as a posterior, and the variance each factor explains",
	offers: HasFactors, size: planeSize,
}, Chosen[struct{}]{
	Figure: func(g Given, _ struct{}) plotting.Figure {
		c := latent.Counts(g.factors(), g.marks())
		c.Style = plotting.Light
		return c
	},
	Pick: func(g Given, _ *struct{}, _ plotting.Figure, m plotting.Mark) Click {
		switch {
		case m.Kind == plotting.DrawMark:
			return Click{Draws: true, Chain: m.Column, Iteration: m.Index}
		case m.Kind == plotting.FactorMark && g.Summary != nil:
			return selects(g.selection(nil, nil, idAt(g.Summary.Factors, m.Node)))
		}
		return Click{}
	},
	Acts:   factorSteps(whole[struct{}]),
	Traits: Traits{Draws: DrawsLater},
})

var truthEntry = with(Entry{Name: "truth", Tab: "Truth", Suffix: latent.TruthSuffix, About: latent.TruthAbout,
	offers: latent.HasTruth,
	size:   func(f plotting.Figure) plotting.Size { return tall(len(f.(cells.Hinton).Rows), 3.2) },
	says:   wordsOf(latent.TruthWords),
}, Chosen[struct{}]{
	Figure: func(g Given, _ struct{}) plotting.Figure {
		if g.Window {
			return latent.Truth(g.factors(), latent.TruthState{}, g.marks())
		}
		return latent.Truth(g.factors(), latent.TruthState{Most: mostItems}, g.marks())
	},
	Pick: func(g Given, _ *struct{}, f plotting.Figure, m plotting.Mark) Click {
		h, _ := f.(cells.Hinton)
		if m.Index < 0 || m.Index >= len(h.Blocks) {
			return selects(study.Selection{})
		}
		var items, ids []int
		columns := h.Blocks[m.Index].Columns
		at := len(columns) - 1 // the learnt factor of a pair
		if m.Kind == plotting.CellMark {
			items, at = []int{m.Column}, m.Node
		}
		if at >= 0 && at < len(columns) {
			for j := range g.Summary.Count() {
				if g.Summary.Name(j) == columns[at].Name { // none for a true factor
					ids = idAt(g.Summary.Factors, j)
				}
			}
		}
		return selects(g.selection(items, nil, ids))
	},
	Acts:   factorSteps(whole[struct{}]),
	Traits: Traits{Draws: DrawsAwaited, First: firstItems},
})
