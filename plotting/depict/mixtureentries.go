package depict

import (
	"fmt"
	"slices"

	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict/choice"
	"example.org/espalier/plotting/matrix"
)

// A MixtureLook holds the choices that all figures of a mixture share: the accepted epoch, and the annotation that is
// its class.
type MixtureLook struct {
	Result study.ResultID `json:"result,omitempty"` // whose epoch it is; other results show their last state
	Past   int            `json:"past,omitempty"`   // the accepted epoch, from 1; 0 for now
	Class  string         `json:"class,omitempty"`
}

// MixturePane is the name of the [MixtureLook] among the states of panes.
const MixturePane = "mixture"

// Epoch returns the accepted epoch of a result, −1 for now.
func (l MixtureLook) Epoch(r study.ResultID) int {
	if l.Result != r {
		return -1
	}
	return l.Past - 1
}

// epoch is that of a result that has it.
func (l MixtureLook) epoch(g Given) int {
	if e := l.Epoch(g.Result); g.Subject != nil && e < len(Pictured(g.Snapshot)) {
		return max(e, -1)
	}
	return -1
}

// usualMixture is that of a result that is compared with an annotation.
func usualMixture(g Given) MixtureLook {
	if g.Subject == nil {
		return MixtureLook{}
	}
	return MixtureLook{Class: g.Labels}
}

// EpochChoice is the choice of an accepted epoch.
func EpochChoice(g Given, l *MixtureLook) choice.Choice {
	c := choice.Choice{Name: "epoch", Label: "Epoch",
		Help: "state of the mixture: now, or at the end of an accepted epoch", Options: choice.Names("now"),
		At: l.epoch(g) + 1, Form: choice.Sliding, Set: func(i int) { l.Result, l.Past = g.Result, i }}
	if g.Subject != nil {
		for k, i := range Pictured(g.Snapshot) {
			c.Options = append(c.Options, choice.Option{Name: fmt.Sprint(i + 1),
				Words: fmt.Sprintf("%d: %s", i+1, plotting.Plural(len(MixtureOf(g.Subject, k).Components), "cluster"))})
		}
	}
	c.Needless = len(c.Options) < 2
	return c.With(
		choice.Key{Shown: ",", Title: "Go back one accepted epoch", Runes: ",", To: func(at, n int) int {
			if at <= 0 {
				return n - 1
			}
			return max(at-1, 1)
		}},
		choice.Key{Shown: ".", Title: "Go forward one accepted epoch", Runes: ".", To: func(at, n int) int {
			if at <= 0 {
				return 0
			}
			return (at + 1) % n
		}})
}

// classChoice is the choice of the annotation that is the class of rows. shown is the one that stands in place of none.
func classChoice(g Given, l *MixtureLook, shown string) choice.Choice {
	values, options := []string{""}, choice.Names("none")
	if g.Subject != nil {
		for _, a := range ClassAnnotations(g.Data) {
			values, options = append(values, a.Name), append(options, choice.Option{Name: a.Name})
		}
	}
	c := choice.Of("class", "Class", "annotation that is the class of rows", &l.Class, values, options)
	if l.Class == "" {
		c.At = slices.Index(values, shown)
	}
	c.At = max(c.At, 0)
	return c.Unless(len(options) < 2)
}

// componentRows are the rows of a component of the mixture shown.
func componentRows(g Given, l MixtureLook, k int) []int {
	if k < 0 {
		return nil
	}
	class, _ := MixtureOf(g.Subject, l.epoch(g)).Assigned()
	return RowsOf(class, k)
}

// componentsChosen holds the choices in the list of components.
type componentsChosen struct {
	Order struct {
		Sort       string // name of the column; "" is the first
		Descending bool
	}
	Look MixtureLook
}

func (st componentsChosen) table(g Given) cells.Table {
	t := Components(g.Subject, ComponentsState{Sort: st.Order.Sort, Descending: st.Order.Descending, Class: st.Look.Class,
		Epoch: st.Look.epoch(g)}, g.Selected.Rows)
	t.Window = plotting.All
	return t
}

// orderBy orders the list by a column. Numbers begin with the greatest.
func (st *componentsChosen) orderBy(name string) {
	st.Order.Sort, st.Order.Descending = name, name != "cluster"
}

// step selects the component the given number of lines further down.
func (st *componentsChosen) step(g Given, by int) Click {
	t := st.table(g)
	order, at := t.Order(), -1
	for place, i := range order {
		for _, k := range t.Selected {
			if t.Rows[i].Index == k {
				at = place
			}
		}
	}
	if at = max(at+by, 0); at >= len(order) {
		return Click{}
	}
	return selectsRows(componentRows(g, st.Look, t.Rows[order[at]].Index))
}

var componentsEntry = with(Entry{Name: "components", Tab: "Components", Suffix: "components",
	About:  "components of the mixture with their size, dimensionality, noise and score",
	offers: HasMixture,
	size:   func(f plotting.Figure) plotting.Size { return tall(len(f.(cells.Table).Rows), 7) },
}, Chosen[componentsChosen]{
	State: func(g Given) componentsChosen { return componentsChosen{Look: usualMixture(g)} },
	Parts: func(st *componentsChosen) []choice.Part {
		return []choice.Part{{Name: "Components", At: &st.Order}, {Name: MixturePane, At: &st.Look}}
	},
	Choices: func(g Given, st *componentsChosen) []choice.Choice {
		sort := choice.Choice{Name: "sort", Label: "Order", Help: "column that orders the components", Form: choice.Hidden}
		if g.Subject != nil {
			t := st.table(g)
			sort.At = t.Sort
			for _, c := range t.Columns {
				sort.Options = append(sort.Options, choice.Option{Name: c.Name})
			}
			sort.Set = func(i int) { st.orderBy(t.Columns[i].Name) }
		}
		return []choice.Choice{
			sort.With(choice.Key{Shown: "←", Title: "Order by the previous column", Name: "Left", To: choice.Before},
				choice.Key{Shown: "→", Title: "Order by the next column", Name: "Right", To: choice.After}),
			choice.Switch("direction", "Direction", "least or greatest components first", &st.Order.Descending,
				choice.Option{Name: "ascending"}, choice.Option{Name: "descending"}).
				With(choice.Press("R", "Reverse the order")).In(choice.Hidden),
			classChoice(g, &st.Look, ""),
			EpochChoice(g, &st.Look),
		}
	},
	Figure: func(g Given, st componentsChosen) plotting.Figure { return st.table(g) },
	Pick: func(g Given, st *componentsChosen, f plotting.Figure, m plotting.Mark) Click {
		switch t, _ := f.(cells.Table); {
		case m.Kind == plotting.HeadMark && m.Column >= 0 && m.Column < len(t.Columns):
			if name := t.Columns[m.Column].Name; m.Column == t.Sort {
				st.Order.Sort, st.Order.Descending = name, !st.Order.Descending
			} else {
				st.orderBy(name)
			}
			return Click{}
		case m.Kind == plotting.RowMark:
			return selectsRows(componentRows(g, st.Look, m.Index))
		}
		return selectsRows(nil)
	},
	Acts: []Act[componentsChosen]{
		{choice.Key{Shown: "↑", Title: "The component above", Name: "Up"},
			func(g Given, st *componentsChosen, _ plotting.Figure) Click { return st.step(g, -1) }},
		{choice.Key{Shown: "↓", Title: "The component below", Name: "Down"},
			func(g Given, st *componentsChosen, _ plotting.Figure) Click { return st.step(g, 1) }},
	},
})

// mixtureChosen holds the choices in a figure of a mixture with two ways of drawing it.
type mixtureChosen struct {
	On   bool
	Look MixtureLook
}

func mixtureParts(tab string) func(st *mixtureChosen) []choice.Part {
	return func(st *mixtureChosen) []choice.Part {
		return []choice.Part{{Name: tab, At: &st.On}, {Name: MixturePane, At: &st.Look}}
	}
}

const mixtureLoadingsAbout = "mean loadings of each cluster as Hinton diagrams, in the model's working units"

// mixtureLoadingsChosen holds the choices in the loadings of a mixture.
type mixtureLoadingsChosen struct {
	mixtureChosen
	Signs bool // squares show the sign alone
}

var mixtureLoadingsEntry = with(Entry{Name: "loadings", Tab: "Loadings", Suffix: "loadings", About: mixtureLoadingsAbout,
	offers: func(s *Subject) bool { return mixture.Of(s.Snapshot).HasFactors() }, size: treeSize,
	says: wordsOf(func(_ *Subject, h cells.Hinton) string { return mixtureLoadingsAbout + signsWords(h) }),
}, Chosen[mixtureLoadingsChosen]{
	Parts: func(st *mixtureLoadingsChosen) []choice.Part {
		return append(mixtureParts("Loadings")(&st.mixtureChosen), choice.Part{Name: "Loadings, signs", At: &st.Signs})
	},
	Choices: func(g Given, st *mixtureLoadingsChosen) []choice.Choice {
		return []choice.Choice{
			choice.Switch("show", "Show", "loadings alone, or the mean of each cluster before them", &st.On,
				choice.Option{Name: "loadings"}, choice.Option{Name: "means", Words: "means and loadings"}).
				With(choice.Press("M", "Show or hide the means")),
			signsChoice(&st.Signs),
			EpochChoice(g, &st.Look),
		}
	},
	Figure: func(g Given, st mixtureLoadingsChosen) plotting.Figure {
		return MixtureLoadings(g.Subject,
			MixtureLoadingsState{Means: st.On, Signs: st.Signs, Epoch: st.Look.epoch(g)}, g.Selected.Rows)
	},
	Pick: func(g Given, st *mixtureLoadingsChosen, _ plotting.Figure, m plotting.Mark) Click {
		return selectsRows(componentRows(g, st.Look, m.Index))
	},
})

// membershipsChosen holds the choices in the figure of memberships.
type membershipsChosen struct{ Look MixtureLook }

var membershipsEntry = with(Entry{Name: "memberships", Tab: "Memberships", Suffix: "memberships",
	About:  "the probability that each row belongs to its cluster",
	offers: func(s *Subject) bool { return ofGroups(s) && HasMemberships(s) }, size: squareSize,
	says: wordsOf(func(s *Subject, m matrix.Matrix) string {
		switch {
		case m.Heat == nil || !m.Symmetric:
			return ""
		case s.Info.Samples:
			return "the share of the draws in which each pair of rows is in one cluster"
		}
		return "the probability that each pair of rows is in one cluster"
	}),
}, Chosen[membershipsChosen]{
	Parts:   func(st *membershipsChosen) []choice.Part { return []choice.Part{{Name: MixturePane, At: &st.Look}} },
	Choices: func(g Given, st *membershipsChosen) []choice.Choice { return []choice.Choice{EpochChoice(g, &st.Look)} },
	Figure: func(g Given, st membershipsChosen) plotting.Figure {
		return Memberships(g.Subject, MembershipsState{Epoch: st.Look.epoch(g)}, g.Selected.Rows)
	},
	Pick: func(g Given, st *membershipsChosen, _ plotting.Figure, m plotting.Mark) Click {
		class, _ := MixtureOf(g.Subject, st.Look.epoch(g)).Assigned()
		switch { // a row, both of two rows, or the rows of a cluster
		case m.Kind == plotting.ColumnMark && class != nil:
			return selectsRows(RowsOf(class, m.Column))
		case m.Kind == plotting.ColumnMark:
			return selectsRows([]int{m.Column})
		case m.Kind == plotting.CellMark && class == nil:
			return selectsRows([]int{m.Row, m.Column})
		case m.Row >= 0:
			return selectsRows([]int{m.Row})
		}
		return selectsRows(nil)
	},
})

// classesState is the state of the table of classes.
func classesState(g Given, st mixtureChosen) ClassesState {
	return ClassesState{Class: st.Look.Class, Joined: st.On, Epoch: st.Look.epoch(g)}
}

var classesEntry = with(Entry{Name: "confusion", Tab: "Classes", Suffix: "classes",
	About:  "how many rows of each class are in each cluster",
	offers: func(s *Subject) bool { return ofGroups(s) && HasClasses(s) },
	size: func(f plotting.Figure) plotting.Size {
		return plotting.Size{WidthMM: pageWidth,
			HeightMM: min(32+8*float64(max(len(f.(*cells.Confusion).Classes), 1)), mostTall), DPI: dpi}
	},
	says: wordsOf(func(_ *Subject, c *cells.Confusion) string { return "rows of each " + c.Class + " by " + c.Group }),
}, Chosen[mixtureChosen]{
	Parts: mixtureParts("Classes"),
	Choices: func(g Given, st *mixtureChosen) []choice.Choice {
		shown, classified := "", false
		if g.Subject != nil {
			if classified = g.Classification() != nil; st.Look.Class == "" {
				if a := Against(g.Subject, ""); a != nil {
					shown = a.Name
				}
			}
		}
		return []choice.Choice{
			choice.Switch("columns", "Columns", "clusters, or those of one class joined", &st.On,
				choice.Option{Name: "clusters"}, choice.Option{Name: "classes", Words: "classes of the majority"}).
				With(choice.Press("M", "Merge the clusters that represent one class")).Unless(classified),
			classChoice(g, &st.Look, shown).Unless(classified),
			EpochChoice(g, &st.Look),
		}
	},
	Figure: func(g Given, st mixtureChosen) plotting.Figure { return Classes(g.Subject, classesState(g, st)) },
	Pick: func(g Given, st *mixtureChosen, _ plotting.Figure, m plotting.Mark) Click {
		p := PuttingOf(g.Subject, classesState(g, *st))
		if p == nil {
			return Click{}
		}
		return selectsRows(p.Rows(classesState(g, *st), m.Index, m.Node))
	},
})
