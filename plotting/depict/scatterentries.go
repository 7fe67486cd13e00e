package depict

import (
	"math"
	"slices"

	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/choice"
	"example.org/espalier/plotting/depict/directions"
	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/plotting/depict/views"
	"example.org/espalier/plotting/ink"
)

// clustersChosen holds the choices in the plane of clusters.
type clustersChosen struct {
	ClustersState
	Look MixtureLook
}

// shown is the state with the epoch, limited to the directions there are.
func (st clustersChosen) shown(g Given, d *directions.Directions) ClustersState {
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
		{Shown: back, Title: axis + ": the previous " + things, Name: names[0], To: func(at,
			n int) int {
			return past(at, -1, other, n)
		}},
		{Shown: next, Title: axis + ": the next " + things, Name: names[1], To: func(at, n int) int {
			return past(at,
				1, other, n)
		}}}
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
		return Act[clustersChosen]{choice.Press(letter, title), func(_ Given, st *clustersChosen,
			_ plotting.Figure) Click {
			st.turn(around, up)
			return Click{}
		}}
	}
	c := Chosen[clustersChosen]{
		State: func(g Given) clustersChosen {
			st := clustersChosen{ClustersState: ClustersState{Up: 1, Deep: -1, Turn: UsualTurn}}
			if g.Subject != nil {
				st.ClustersState = UsualClusters(directions.Of(g.Subject, true))
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
				return selectsRows(RowsOf(class, m.Index))
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
		turn("J", "Turn three directions to the left", -keyTurn, 0), turn("L", "Turn three directions to the right",
			keyTurn, 0),
		turn("I", "Turn three directions up", 0, -keyTurn), turn("K", "Turn three directions down", 0, keyTurn),
	}
	if contours {
		c.Acts = nil
	}
	c.Figure = func(g Given, st clustersChosen) plotting.Figure {
		d, maker := directions.Of(g.Subject, true), choice.Maker[ClustersMaker](g.Store)
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
	joined := true
	now, colours, options := st.ClustersState, []string{""}, choice.Names("clusters")
	if contours {
		options[0].Name = "none"
	}
	if g.Subject != nil {
		d := directions.Of(g.Subject, true)
		names, now = d.Names(), st.shown(g, d)
		edges, _ := graphs.RowEdges(g.Subject)
		joined = len(edges) > 0
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
	third := choice.Key{Shown: "3", Title: "Show a third direction, turned by dragging, or only two", Runes: "3",
		To: func(at, n int) int {
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
		choice.Choice{Name: "across", Label: "Across", Help: "direction of the data across",
			Options: choice.Names(names...), At: now.Across,
			Set: start(func(s *ClustersState, i int) { s.over(i, s.Up) }), Keys: axisKeys("Across", "direction",
				now.Up)}.ShownWhole(),
		choice.Choice{Name: "up", Label: "Up", Help: "direction of the data upwards",
			Options: choice.Names(names...), At: now.Up,
			Set: start(func(s *ClustersState, i int) { s.over(s.Across, i) }), Keys: axisKeys("Upwards", "direction",
				now.Across)}.ShownWhole(),
		choice.Choice{Name: "deep", Label: "Deep", Help: "third direction, or none",
			Options: append(choice.Names("none"), choice.Names(names...)...), At: now.Deep + 1,
			Set:  start(func(s *ClustersState, i int) { s.deep(i-1, len(names)) }),
			Keys: []choice.Key{third}}.ShownWhole().Unless(len(names) < 3),
		colour,
		choice.Switch("graph", "Graph", "the graph of the rows that the model made", &st.NoGraph,
			choice.Option{Name: "shown"}, choice.Option{Name: "hidden"}).Unless(!joined),
		EpochChoice(g, &st.Look),
	}
	if contours { // a density is of two directions, and no model that has one makes a graph
		list = slices.Delete(slices.Delete(list, 4, 5), 2, 3)
	}
	return list
}

var clustersEntry = with(Entry{Name: "clusters", Tab: "Clusters", Suffix: "clusters", About: "rows over two " +
	"directions of the data, with ellipses of one and two standard deviations of each cluster",
	offers: func(s *Subject) bool {
		return ofGroups(s) && !views.Has(s) && !hasPlanar(s) && factor.StateOf(s.Snapshot) == nil &&
			directions.Of(s, true).Len() > 1
	}, size: planeSize}, scatterChosen("Clusters", false))

var contoursEntry = with(Entry{Name: "contours", Tab: "Contours", Suffix: "contours", About: "density of a new " +
	"row over two directions of the data",
	offers: hasPlanar, size: planeSize}, scatterChosen("Contours", true))
