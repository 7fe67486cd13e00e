package depict

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict/choice"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/matrix"
)

// A MixtureLook is what the figures of a mixture share: the accepted epoch, and the annotation that is its class.
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
	c := choice.Choice{Name: "epoch", Label: "Epoch", Help: "state of the mixture: now, or at the end of an accepted epoch", Options: choice.Names("now"),
		At: l.epoch(g) + 1, Form: choice.Sliding, Set: func(i int) { l.Result, l.Past = g.Result, i }}
	if g.Subject != nil {
		for k, i := range Pictured(g.Snapshot) {
			c.Options = append(c.Options, choice.Option{Name: fmt.Sprint(i + 1), Words: fmt.Sprintf("%d: %s", i+1, plotting.Plural(len(MixtureOf(g.Subject, k).Components), "cluster"))})
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
	return rowsOf(class, k)
}

// componentsChosen is what a person chooses in the list of components.
type componentsChosen struct {
	Order struct {
		Sort       string // name of the column; "" is the first
		Descending bool
	}
	Look MixtureLook
}

func (st componentsChosen) table(g Given) cells.Table {
	t := Components(g.Subject, ComponentsState{Sort: st.Order.Sort, Descending: st.Order.Descending, Class: st.Look.Class, Epoch: st.Look.epoch(g)}, g.Selected.Rows)
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

var componentsEntry = with(Entry{Name: "components", Tab: "Components", Suffix: "components", About: "components of the mixture with their size, dimensionality, noise and score",
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
			choice.Switch("direction", "Direction", "least or greatest components first", &st.Order.Descending, choice.Option{Name: "ascending"}, choice.Option{Name: "descending"}).
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
		{choice.Key{Shown: "↑", Title: "The component above", Name: "Up"}, func(g Given, st *componentsChosen, _ plotting.Figure) Click { return st.step(g, -1) }},
		{choice.Key{Shown: "↓", Title: "The component below", Name: "Down"}, func(g Given, st *componentsChosen, _ plotting.Figure) Click { return st.step(g, 1) }},
	},
})

// mixtureChosen is what a person chooses in a figure of a mixture with two ways of drawing it.
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

// mixtureLoadingsChosen is what a person chooses in the loadings of a mixture.
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
			choice.Switch("show", "Show", "loadings alone, or the mean of each cluster before them", &st.On, choice.Option{Name: "loadings"}, choice.Option{Name: "means", Words: "means and loadings"}).
				With(choice.Press("M", "Show or hide the means")),
			signsChoice(&st.Signs),
			EpochChoice(g, &st.Look),
		}
	},
	Figure: func(g Given, st mixtureLoadingsChosen) plotting.Figure {
		return MixtureLoadings(g.Subject, MixtureLoadingsState{Means: st.On, Signs: st.Signs, Epoch: st.Look.epoch(g)}, g.Selected.Rows)
	},
	Pick: func(g Given, st *mixtureLoadingsChosen, _ plotting.Figure, m plotting.Mark) Click {
		return selectsRows(componentRows(g, st.Look, m.Index))
	},
})

// membershipsChosen is what a person chooses in the figure of memberships.
type membershipsChosen struct{ Look MixtureLook }

var membershipsEntry = with(Entry{Name: "memberships", Tab: "Memberships", Suffix: "memberships", About: "the probability that each row belongs to its cluster",
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
	Parts: func(st *membershipsChosen) []choice.Part { return []choice.Part{{Name: MixturePane, At: &st.Look}} },
	Choices: func(g Given, st *membershipsChosen) []choice.Choice {
		return []choice.Choice{EpochChoice(g, &st.Look)}
	},
	Figure: func(g Given, st membershipsChosen) plotting.Figure {
		return Memberships(g.Subject, MembershipsState{Epoch: st.Look.epoch(g)}, g.Selected.Rows)
	},
	Pick: func(g Given, st *membershipsChosen, _ plotting.Figure, m plotting.Mark) Click {
		class, _ := MixtureOf(g.Subject, st.Look.epoch(g)).Assigned()
		switch { // a row, both of two rows, or the rows of a cluster
		case m.Kind == plotting.ColumnMark && class != nil:
			return selectsRows(rowsOf(class, m.Column))
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

var classesEntry = with(Entry{Name: "confusion", Tab: "Classes", Suffix: "classes", About: "how many rows of each class are in each cluster",
	offers: func(s *Subject) bool { return ofGroups(s) && HasClasses(s) },
	size: func(f plotting.Figure) plotting.Size {
		return plotting.Size{WidthMM: pageWidth, HeightMM: min(32+8*float64(max(len(f.(*cells.Confusion).Classes), 1)), mostTall), DPI: dpi}
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
			choice.Switch("columns", "Columns", "clusters, or those of one class joined", &st.On, choice.Option{Name: "clusters"}, choice.Option{Name: "classes", Words: "classes of the majority"}).
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

// clustersChosen is what a person chooses in the plane of clusters.
type clustersChosen struct {
	ClustersState
	Look MixtureLook
}

// shown is the state with the epoch, limited to the directions there are.
func (st clustersChosen) shown(g Given, d *Directions) ClustersState {
	s, last := st.ClustersState, d.Len()-1
	s.Across, s.Up, s.Deep = min(max(s.Across, 0), last), min(max(s.Up, 0), last), min(max(s.Deep, -1), last)
	s.Epoch = st.Look.epoch(g)
	return s
}

// over shows two directions. If both would be the same, they change places; a third goes where the new one was.
func (s *ClustersState) over(x, y int) {
	if x == y {
		x, y = s.Up, s.Across
	}
	switch s.Deep {
	case -1:
	case x:
		s.Deep = s.Across
	case y:
		s.Deep = s.Up
	}
	s.Across, s.Up = x, y
}

// deep shows a third direction, −1 for none, past those that are shown already.
func (s *ClustersState) deep(z, n int) {
	step := 1
	if z < s.Deep {
		step = -1
	}
	for z >= 0 && (z == s.Across || z == s.Up) {
		z += step
	}
	if z >= -1 && z < n && z != s.Deep {
		s.Deep, s.Turn = z, UsualTurn
	}
}

// Past returns the direction step places from i, and skips the one on the other axis; i itself at the end of n.
func past(i, step, other, n int) int {
	to := i + step
	if to == other {
		to += step
	}
	if to < 0 || to >= n {
		return i
	}
	return to
}

// axisKeys are the arrows of an axis; other is the place of the other axis.
func axisKeys(axis, things string, other int) []choice.Key {
	back, next, names := "←", "→", [2]string{"Left", "Right"}
	if axis == "Upwards" {
		back, next, names = "↑", "↓", [2]string{"Up", "Down"}
	}
	return []choice.Key{
		{Shown: back, Title: axis + ": the previous " + things, Name: names[0], To: func(at, n int) int { return past(at, -1, other, n) }},
		{Shown: next, Title: axis + ": the next " + things, Name: names[1], To: func(at, n int) int { return past(at, 1, other, n) }}}
}

const (
	dragTurn = 0.008        // radians for each point of a drag
	keyTurn  = math.Pi / 24 // for each key
)

// turn turns three directions. Upwards it stops at the view from straight above, downwards at that from straight below.
func (s *ClustersState) turn(around, up float64) {
	if s.Deep >= 0 {
		s.Turn.Around = math.Remainder(s.Turn.Around+around, 2*math.Pi)
		s.Turn.Up = min(max(s.Turn.Up+up, -math.Pi/2), math.Pi/2)
	}
}

// scatterChosen declares the planes of clusters and of contours.
func scatterChosen(tab string, contours bool) Chosen[clustersChosen] {
	turn := func(letter, title string, around, up float64) Act[clustersChosen] {
		return Act[clustersChosen]{choice.Press(letter, title), func(_ Given, st *clustersChosen, _ plotting.Figure) Click { st.turn(around, up); return Click{} }}
	}
	c := Chosen[clustersChosen]{
		State: func(g Given) clustersChosen {
			st := clustersChosen{ClustersState: ClustersState{Up: 1, Deep: -1, Turn: UsualTurn}}
			if g.Subject != nil {
				st.ClustersState = UsualClusters(DirectionsOf(g.Subject, true))
				st.Epoch = 0 // that of the look is shown
				if contours && !g.Window {
					for _, a := range g.Strips() {
						st.Colour = a.Name
						break
					}
				}
			}
			return st
		},
		Parts: func(st *clustersChosen) []choice.Part {
			return []choice.Part{{Name: tab, At: &st.ClustersState}, {Name: MixturePane, At: &st.Look}}
		},
		Choices: func(g Given, st *clustersChosen) []choice.Choice { return scatterChoices(g, st, contours) },
		Pick: func(g Given, st *clustersChosen, _ plotting.Figure, m plotting.Mark) Click {
			switch m.Kind {
			case plotting.PointMark:
				return selectsRows([]int{m.Row})
			case plotting.ClusterMark:
				class, _ := FoundAt(g.Subject, st.Look.epoch(g))
				return selectsRows(rowsOf(class, m.Index))
			case ink.LegendMark:
				return selectsRows(m.Rows)
			}
			return selectsRows(nil)
		},
		Grabs: func(_ Given, st *clustersChosen, _ plotting.Mark) bool { return st.Deep >= 0 },
		Drag: func(_ Given, st *clustersChosen, _ plotting.Figure, d Drag) {
			st.turn(dragTurn*float64(d.To.X-d.From.X), -dragTurn*float64(d.To.Y-d.From.Y))
		},
		Traits: Traits{Lasso: lassoRows},
	}
	c.Acts = []Act[clustersChosen]{
		turn("J", "Turn three directions to the left", -keyTurn, 0), turn("L", "Turn three directions to the right", keyTurn, 0),
		turn("I", "Turn three directions up", 0, -keyTurn), turn("K", "Turn three directions down", 0, keyTurn),
	}
	if contours {
		c.Acts = nil
	}
	c.Figure = func(g Given, st clustersChosen) plotting.Figure {
		d, maker := DirectionsOf(g.Subject, true), choice.Maker[ClustersMaker](g.Store)
		if !contours {
			return maker.Figure(g.Subject, d, st.shown(g, d), g.Selected.Rows)
		}
		f, err := maker.Contours(g.context(), g.Subject, d, st.shown(g, d), g.Selected.Rows)
		if err != nil {
			return failed(err)
		}
		return f
	}
	return c
}

// lassoRows selects the rows and columns of a lasso.
func lassoRows(_ Given, in plotting.Selection) study.Selection {
	return study.Selection{Rows: study.SetOf(in.Rows), Columns: study.SetOf(in.Columns)}
}

func scatterChoices(g Given, st *clustersChosen, contours bool) []choice.Choice {
	var names []string
	now, colours, options := st.ClustersState, []string{""}, choice.Names("clusters")
	if contours {
		options[0].Name = "none"
	}
	if g.Subject != nil {
		d := DirectionsOf(g.Subject, true)
		names, now = d.Names(), st.shown(g, d)
		for _, a := range g.Data.Annotations {
			colours, options = append(colours, a.Name), append(options, choice.Option{Name: a.Name})
		}
	}
	start := func(set func(s *ClustersState, i int)) func(i int) {
		return func(i int) {
			s := now
			set(&s, i)
			s.Epoch = 0
			st.ClustersState = s
		}
	}
	third := choice.Key{Shown: "3", Title: "Show a third direction, turned by dragging, or only two", Runes: "3", To: func(at, n int) int {
		for z := 1; at == 0 && z < n; z++ {
			if z-1 != now.Across && z-1 != now.Up {
				return z
			}
		}
		return 0
	}}
	colour := choice.Of("colour", "Colours", "annotation that colours the rows", &st.Colour, colours, options)
	colour.At = max(colour.At, 0)
	list := []choice.Choice{
		choice.Choice{Name: "across", Label: "Across", Help: "direction of the data across", Options: choice.Names(names...), At: now.Across,
			Set: start(func(s *ClustersState, i int) { s.over(i, s.Up) }), Keys: axisKeys("Across", "direction", now.Up)}.ShownWhole(),
		choice.Choice{Name: "up", Label: "Up", Help: "direction of the data upwards", Options: choice.Names(names...), At: now.Up,
			Set: start(func(s *ClustersState, i int) { s.over(s.Across, i) }), Keys: axisKeys("Upwards", "direction", now.Across)}.ShownWhole(),
		choice.Choice{Name: "deep", Label: "Deep", Help: "third direction, or none", Options: append(choice.Names("none"), choice.Names(names...)...), At: now.Deep + 1,
			Set: start(func(s *ClustersState, i int) { s.deep(i-1, len(names)) }), Keys: []choice.Key{third}}.ShownWhole().Unless(len(names) < 3),
		colour,
		EpochChoice(g, &st.Look),
	}
	if contours { // a density is of two directions
		list = slices.Delete(list, 2, 3)
	}
	return list
}

var clustersEntry = with(Entry{Name: "clusters", Tab: "Clusters", Suffix: "clusters", About: "rows over two directions of the data, with ellipses of one and two standard deviations of each cluster",
	offers: func(s *Subject) bool {
		return ofGroups(s) && !hasPlanar(s) && factor.StateOf(s.Snapshot) == nil && DirectionsOf(s, true).Len() > 1
	}, size: planeSize}, scatterChosen("Clusters", false))

var contoursEntry = with(Entry{Name: "contours", Tab: "Contours", Suffix: "contours", About: "density of a new row over two directions of the data",
	offers: hasPlanar, size: planeSize}, scatterChosen("Contours", true))

// templatesChosen is what a person chooses in the figure of templates.
type templatesChosen struct {
	Drawn struct {
		Width, Height int // of a picture in pixels; 0 for the usual
		Factors       bool
	}
	Look MixtureLook
}

// PictureShapes lists the widths of pictures of so many pixels.
func PictureShapes(pixels int) (widths []int) {
	for w := 2; w <= pixels/2; w++ {
		if pixels%w == 0 {
			widths = append(widths, w)
		}
	}
	return widths
}

// Squarest is the shape of pictures of so many pixels that is nearest to a square.
func Squarest(pixels int) (width, height int) {
	width, height = pixels, 1
	for _, w := range PictureShapes(pixels) {
		if max(w, pixels/w) < max(width, height) {
			width, height = pixels/w, w
		}
	}
	return width, height
}

// shape is that of the pictures: the one chosen, the one remembered, the one that the columns look like, or the squarest.
func (st templatesChosen) shape(g Given) (width, height int) {
	n := TableColumns(g.Subject)
	for _, s := range [][2]int{{st.Drawn.Width, st.Drawn.Height}, g.Pictures} {
		if s[0] > 0 && s[0]*s[1] == n {
			return s[0], s[1]
		}
	}
	if width, height = pictureShape(g.Subject); width < 1 {
		return Squarest(n)
	}
	return width, height
}

// HasPictures reports whether the user chose in a study a shape of pictures that the columns of a result can have.
func HasPictures(s *Subject, p study.Panes) bool {
	shape, _ := study.PaneOf[struct{ Width, Height int }](p, "Templates")
	return shape.Width > 0 && shape.Width*shape.Height == TableColumns(s)
}

var templatesEntry = with(Entry{Name: "templates", Tab: "Templates", Suffix: "templates", About: "means and factors over the columns as pictures, in the units of the table",
	offers: func(s *Subject) bool {
		width, _ := pictureShape(s)
		return (width > 0 || HasPictures(s, s.Panes)) && HasTemplates(s)
	}, size: treeSize,
}, Chosen[templatesChosen]{
	State: func(g Given) (st templatesChosen) {
		st.Drawn.Factors = !g.Window
		return st
	},
	Parts: func(st *templatesChosen) []choice.Part {
		return []choice.Part{{Name: "Templates", At: &st.Drawn}, {Name: MixturePane, At: &st.Look}}
	},
	Choices: templatesChoices,
	Figure: func(g Given, st templatesChosen) plotting.Figure {
		width, height := st.shape(g)
		return Templates(g.Subject, TemplatesState{Width: width, Height: height, Factors: st.Drawn.Factors, Class: st.Look.Class, Epoch: st.Look.epoch(g)}, g.Selected.Rows, g.Selected.Factors(g.Result))
	},
	Pick: func(g Given, st *templatesChosen, _ plotting.Figure, m plotting.Mark) Click {
		if row, ok := cells.RowOfBlock(m.Index); ok {
			return selectsRows([]int{row})
		}
		if HasMixture(g.Subject) {
			return selectsRows(componentRows(g, st.Look, m.Index))
		}
		if f := factor.StateOf(g.Snapshot); f != nil && m.Index >= 0 && m.Index < len(f.IDs) {
			return selects(study.Selection{}.WithFactors(g.Result, f.IDs[m.Index]))
		}
		return selects(study.Selection{})
	},
})

func templatesChoices(g Given, st *templatesChosen) []choice.Choice {
	var widths []int
	size := choice.Choice{Name: "size", Label: "Width × height", Help: "pixels across and down in a picture, such as 8x8"}
	none, classless := true, true
	if g.Subject != nil {
		n := TableColumns(g.Subject)
		widths = PictureShapes(n)
		now, _ := st.shape(g)
		size.At = slices.Index(widths, now)
		for _, w := range widths {
			size.Options = append(size.Options, choice.Option{Name: fmt.Sprintf("%dx%d", w, n/w), Words: fmt.Sprintf("%d × %d", w, n/w)})
		}
		size.Set = func(i int) { st.Drawn.Width, st.Drawn.Height = widths[i], n/widths[i] }
		none, classless = !MixtureOf(g.Subject, st.Look.epoch(g)).HasFactors(), !HasMixture(g.Subject)
	}
	return []choice.Choice{
		choice.Switch("show", "Show", "means alone, or the factors of each cluster too", &st.Drawn.Factors, choice.Option{Name: "means"}, choice.Option{Name: "factors", Words: "means and factors"}).
			With(choice.Press("M", "Show or hide the factors")).Unless(none),
		size,
		classChoice(g, &st.Look, "").Unless(classless),
		EpochChoice(g, &st.Look),
	}
}
