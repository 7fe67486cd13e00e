package depict

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/choice"
	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/network"
)

// networkChosen holds the user's choices in a network, and the result in which nodes were moved. A threshold means
// something in its measure only, so each measure has its own.
type networkChosen struct {
	graphs.State
	Of      study.ResultID     `json:",omitempty"`
	Measure string             `json:",omitempty"` // of the graph that Least is of
	Chosen  map[string]float64 `json:",omitempty"` // the Least that was chosen, by measure
}

// mostAround limits how many steps from the selection the neighbourhood extends.
const mostAround = 3

// fitted is the state limited to the edges and annotations of the result, because a file may ask for more. Another
// measure has its own threshold: the one chosen for it, else the usual one. The usual threshold may differ between
// graphs of one measure too.
func (st networkChosen) fitted(g Given) networkChosen {
	of := graph.Of(g.Snapshot)
	usual := graphs.UsualState(of)
	if st.Measure == "" && !st.Thinned { // chosen in a version that kept no measure
		st.Measure = of.Measure
	}
	if st.Measure != of.Measure || st.Thinned {
		st.Measure, st.Least, st.Thinned, st.Arranged = of.Measure, usual.Least, usual.Thinned, usual.Arranged
		if least, ok := st.Chosen[of.Measure]; ok {
			st.Least, st.Thinned = least, false
		}
	}
	if !slices.Contains(graphs.Layouts(of), st.Layout) {
		st.Layout = graphs.Force
	}
	if !slices.Contains(graphs.ArrowChoices(of), st.Arrows) {
		st.Arrows = graphs.ByProbability
	}
	n := len(graphs.Directions(g.Subject))
	st.Across, st.Up = min(max(st.Across, 0), max(n-1, 0)), min(max(st.Up, 0), max(n-1, 0))
	st.Around = min(max(st.Around, 0), mostAround)
	if !(st.Least >= 0 && st.Least <= 1) || !(st.Arranged >= 0 && st.Arranged <= 1) {
		st.Least, st.Arranged = usual.Least, usual.Arranged
	}
	return st
}

// shown is the state of the figure, with the nodes that were moved in this result.
func (st networkChosen) shown(g Given) graphs.State {
	s := st.fitted(g)
	if s.Of != g.Result {
		s.Moved = nil
	}
	return s.State
}

// choose changes the look. Nodes that were moved lie where the layout puts them once it is another.
func (st *networkChosen) choose(g Given, change func(l *graphs.Look)) {
	next := st.fitted(g)
	before := next.Look
	change(&next.Look)
	if next.Layout != before.Layout || next.Across != before.Across || next.Up != before.Up {
		next.Moved = nil
	}
	*st = next
}

// least shows the edges of at least a strength.
func (st *networkChosen) least(g Given, least float64) {
	st.choose(g, func(l *graphs.Look) { l.Least, l.Thinned = least, false })
	chosen := maps.Clone(st.Chosen)
	if chosen == nil {
		chosen = map[string]float64{}
	}
	chosen[graph.Of(g.Snapshot).Measure] = least
	st.Chosen = chosen
}

// nodes are the selection of some nodes of a graph.
func nodes(g Given, list []int) study.Selection {
	if graph.Of(g.Snapshot).Over == graph.Columns {
		return study.Selection{Columns: study.SetOf(list)}
	}
	return study.Selection{Rows: study.SetOf(list)}
}

// nodesSelected are the nodes that are selected.
func nodesSelected(g Given) []int {
	if graph.Of(g.Snapshot).Over == graph.Columns {
		return g.Selected.Columns
	}
	return g.Selected.Rows
}

// thresholdSteps are those of the choice of a threshold, from 0 to 1.
const thresholdSteps = 100

// lookChoice is a choice of a text of the look.
func (st *networkChosen) lookChoice(g Given, name, label, help string, values []string, now string,
	field func(l *graphs.Look) *string) choice.Choice {
	c := choice.Choice{Name: name, Label: label, Help: help, At: max(slices.Index(values, now), 0)}
	c.Set = func(i int) { st.choose(g, func(l *graphs.Look) { *field(l) = values[i] }) }
	for _, v := range values {
		o := choice.Option{Name: v}
		switch v {
		case graphs.Usual:
			if o.Name = "usual"; g.Subject != nil {
				o.Words = graphs.UsualColour(g.Subject)
			}
		case graphs.None:
			o.Words = "all alike"
		case graphs.Joined:
			o.Words = "sum of edges"
		}
		c.Options = append(c.Options, o)
	}
	return c
}

func networkChoices(g Given, st *networkChosen) []choice.Choice {
	now, of := *st, &graph.Graph{}
	var directions, colours, sizes, arrows []string
	around := true
	if g.Subject != nil {
		of, now = graph.Of(g.Snapshot), st.fitted(g)
		directions, colours, sizes, arrows = graphs.Directions(g.Subject), graphs.Colours(g.Subject),
			graphs.Sizes(g.Subject), graphs.ArrowChoices(of)
		around = len(nodesSelected(g)) == 0 && now.Around == 0
	}
	twentieth := func(by int) func(at, n int) int {
		return func(at, n int) int { return min(max(at+by*thresholdSteps/20, 0), n-1) }
	}
	least := choice.Choice{Name: "least", Label: "Strength", Help: "least strength of the edges shown, from 0 to 1",
		Form: choice.Hidden, At: int(now.Least*thresholdSteps + 0.5),
		Set: func(i int) { st.least(g, float64(i)/thresholdSteps) }}
	for i := range thresholdSteps + 1 {
		least.Options = append(least.Options,
			choice.Option{Name: strconv.FormatFloat(float64(i)/thresholdSteps, 'g', -1, 64)})
	}
	over := func(x, y int) {
		st.choose(g, func(l *graphs.Look) {
			if x == y {
				x, y = l.Up, l.Across
			}
			l.Across, l.Up = x, y
		})
	}
	layouts := graphs.Layouts(of)
	layout := st.lookChoice(g, "layout", "Layout", "layout of the nodes: force, layers, circle, groups or on data",
		layouts, now.Layout, func(l *graphs.Look) *string { return &l.Layout })
	if at := slices.Index(layouts, graphs.OnPlane); at >= 0 && of.Over == graph.Columns {
		layout.Options[at].Words = "on components"
	}
	arrow := st.lookChoice(g, "arrows", "Arrows",
		"edges of a Bayesian network: by probability, of the class, or of a best network", arrows, now.Arrows,
		func(l *graphs.Look) *string { return &l.Arrows })
	for i, v := range arrows {
		arrow.Options[i] = map[string]choice.Option{graphs.ByProbability: {Name: "probability", Words: "probabilities"},
			graphs.OfClass: {Name: "class", Words: "equivalence class"},
			graphs.OfBest:  {Name: "network", Words: "best network"}}[v]
	}
	flat := now.Layout != graphs.OnPlane || len(directions) < 2
	return []choice.Choice{
		least.With(choice.Key{Shown: ",", Title: "Show more edges", Runes: ",", To: twentieth(-1)},
			choice.Key{Shown: ".", Title: "Show fewer edges", Runes: ".", To: twentieth(1)}).
			Unless(of.Measure == graph.Chosen || len(arrows) > 0 && now.Arrows != graphs.ByProbability),
		arrow.With(choice.Press("A",
			"In a Bayesian network, show the arrows of the class, of the best network, or by probability")).
			Unless(len(arrows) == 0),
		layout.With(choice.Press("L", "The next layout")).ShownWhole(),
		choice.Choice{Name: "across", Label: "Across", Help: "direction across, of the layout on data",
			Options: choice.Names(directions...), At: now.Across, Set: func(i int) { over(i, now.Up) },
			Needless: flat}.ShownWhole(),
		choice.Choice{Name: "up", Label: "Up", Help: "direction upwards, of the layout on data",
			Options: choice.Names(directions...), At: now.Up, Set: func(i int) { over(now.Across, i) },
			Needless: flat}.ShownWhole(),
		scaleChoice(g, st, now, "resolution", "[", "]"),
		scaleChoice(g, st, now, "least size", "{", "}"),
		st.lookChoice(g, "colour", "Colours", "what colours the nodes", colours, now.Colour,
			func(l *graphs.Look) *string { return &l.Colour }).With(choice.Press("C", "The next colours of nodes")),
		st.lookChoice(g, "size", "Sizes", "what sizes the nodes", sizes, now.Size,
			func(l *graphs.Look) *string { return &l.Size }).With(choice.Press("Z", "The next sizes of nodes")),
		choice.Choice{Name: "alone", Label: "Nodes without an edge",
			Help: "whether nodes without an edge are drawn, or counted where there are several",
			At:   map[bool]int{true: 1}[now.Alone], Options: []choice.Option{{Name: "counted"}, {Name: "drawn"}},
			Set:      func(i int) { st.choose(g, func(l *graphs.Look) { l.Alone = i == 1 }) },
			Needless: g.Subject == nil || !graphs.SomeAlone(g.Subject, now.State)},
		choice.Choice{Name: "around", Label: "Around the selection",
			Help: "how many steps from the selection nodes are shown", At: now.Around,
			Options: []choice.Option{{Name: "0", Words: "everything"}, {Name: "1", Words: "1 step"},
				{Name: "2", Words: "2 steps"}, {Name: "3", Words: "3 steps"}},
			Set: func(i int) { st.choose(g, func(l *graphs.Look) { l.Around = i }) }, Needless: around}.
			With(choice.Press("B", "Show only the neighbourhood of the selection, or everything")),
	}
}

// scaleChoice is that of the scale of the groups that colour the nodes, by its name and keys.
func scaleChoice(g Given, st *networkChosen, now networkChosen, scale, less, more string) choice.Choice {
	c := choice.Choice{Name: strings.ReplaceAll(scale, " ", "-"), Label: strings.ToUpper(scale[:1]) + scale[1:],
		Help: scale + " of the groups that colour the nodes", Form: choice.Sliding,
		Keys: []choice.Key{{Shown: less, Title: "Groups of a smaller " + scale, Runes: less, To: choice.Before},
			{Shown: more, Title: "Groups of a greater " + scale, Runes: more, To: choice.After}}}
	if g.Subject == nil {
		return c
	}
	of := graphs.Scales(g.Subject)
	if of == nil || of.Name != scale {
		c.Needless = true
		return c
	}
	for _, at := range of.At {
		c.Options = append(c.Options, choice.Option{Name: strconv.FormatFloat(at, 'g', 3, 64)})
	}
	c.At = graphs.ScaleAt(g.Subject, now.State)
	c.Set = func(i int) { st.choose(g, func(l *graphs.Look) { l.Scale, l.Colour = of.At[i], graphs.Usual }) }
	return c
}

// marked are the nodes that a mark of a network stands for.
func marked(f *network.Network, m plotting.Mark) []int {
	switch {
	case f == nil || m.Index < 0 && m.Kind != ink.LegendMark:
	case m.Kind == ink.LegendMark:
		return m.Rows
	case m.Kind == plotting.NodeMark && m.Index < len(f.Names):
		return []int{m.Index}
	case m.Kind == plotting.EdgeMark && m.Index < len(f.Edges):
		return []int{f.Edges[m.Index].From, f.Edges[m.Index].To}
	}
	return nil
}

// neighbours adds to some nodes those that they are joined with.
func neighbours(f *network.Network, of []int) []int {
	list := slices.Clone(of)
	for _, e := range f.Edges {
		if slices.Contains(of, e.From) || slices.Contains(of, e.To) {
			list = append(list, e.From, e.To)
		}
	}
	return list
}

// walk selects the node by places after the one that is selected, in the order of their edges.
func walk(by int) func(g Given, st *networkChosen, f plotting.Figure) Click {
	return func(g Given, _ *networkChosen, f plotting.Figure) Click {
		order := network.ByEdges(f.(*network.Network))
		n, at := len(order), -1
		if n == 0 {
			return Click{}
		}
		if by < 0 {
			at = 0
		}
		if chosen := nodesSelected(g); len(chosen) > 0 {
			at = slices.Index(order, chosen[0])
		}
		return selects(nodes(g, []int{order[((at+by)%n+n)%n]}))
	}
}

// wholeCommunities selects all nodes of the communities that some selected node belongs to.
func wholeCommunities(g Given, _ *networkChosen, _ plotting.Figure) Click {
	of := choice.Maker[graphs.Maker](g.Store).Communities()
	in := map[int]bool{}
	for _, u := range nodesSelected(g) {
		if u < len(of) {
			in[of[u]] = true
		}
	}
	var list []int
	for u, k := range of {
		if in[k] {
			list = append(list, u)
		}
	}
	if len(list) == 0 {
		return Click{}
	}
	return selects(nodes(g, list))
}

// moveNodes moves the node that was grabbed or, if it is selected, all selected nodes.
func moveNodes(g Given, st *networkChosen, f plotting.Figure, d Drag) {
	n, is := f.(*network.Network)
	scene, ok := d.Scene.(*network.Scene)
	if !ok || !is {
		return
	}
	x0, y0, from := scene.Value(d.From)
	x1, y1, to := scene.Value(d.To)
	if !from || !to {
		return
	}
	moved := maps.Clone(st.shown(g).Moved)
	if moved == nil {
		moved = map[int][2]float64{}
	}
	list := []int{d.Mark.Index}
	if chosen := nodesSelected(g); slices.Contains(chosen, d.Mark.Index) {
		list = chosen
	}
	for _, u := range list {
		p, has := moved[u]
		if !has && u < len(n.X) {
			p = [2]float64{n.X[u], n.Y[u]}
		}
		moved[u] = [2]float64{p[0] + x1 - x0, p[1] + y1 - y0}
	}
	*st = st.fitted(g)
	st.Moved, st.Of = moved, g.Result
}

var networkEntry = with(Entry{Name: "network", Tab: NetworkTab, Suffix: "network", About: "the edges between the nodes",
	offers: graphs.Has, size: planeSize}, Chosen[networkChosen]{
	State: func(g Given) networkChosen {
		if g.Subject == nil || !graphs.Has(g.Subject) {
			return networkChosen{}
		}
		return networkChosen{State: graphs.UsualOf(g.Subject)}
	},
	Choices: networkChoices,
	Figure: func(g Given, st networkChosen) plotting.Figure {
		selection := plotting.NoSelection
		selection.Rows, selection.Columns = g.Selected.Rows, g.Selected.Columns
		return choice.Maker[graphs.Maker](g.Store).Figure(g.Subject, st.shown(g), selection, g.Live)
	},
	Pick: func(g Given, _ *networkChosen, f plotting.Figure, m plotting.Mark) Click {
		n, _ := f.(*network.Network)
		return selects(nodes(g, marked(n, m)))
	},
	Open: func(g Given, _ *networkChosen, f plotting.Figure, m plotting.Mark) Click {
		if n, ok := f.(*network.Network); ok && m.Kind == plotting.NodeMark {
			return selects(nodes(g, neighbours(n, marked(n, m))))
		}
		return Click{}
	},
	Acts: []Act[networkChosen]{
		{choice.Press("N", "Select the next node, in order of number of edges"), walk(1)},
		{choice.Press("P", "Select the previous node"), walk(-1)},
		{choice.Press("J", "Extend the selection to its neighbours"),
			func(g Given, _ *networkChosen, f plotting.Figure) Click {
				return selects(nodes(g, neighbours(f.(*network.Network), nodesSelected(g))))
			}},
		{choice.Press("H", "Select the hubs: nodes with far more edges than others"),
			func(g Given, _ *networkChosen, f plotting.Figure) Click {
				return selects(nodes(g, graphs.Hubs(f.(*network.Network))))
			}},
		{choice.Press("G", "Select the communities of the selection"), wholeCommunities},
		{choice.Press("R", "Arrange the nodes again by the edges shown"),
			func(g Given, st *networkChosen, _ plotting.Figure) Click {
				*st = st.fitted(g)
				st.Moved, st.Arranged = nil, st.Least
				return Click{}
			}},
	},
	Grabs: func(g Given, st *networkChosen, m plotting.Mark) bool {
		return m.Kind == plotting.NodeMark && st.Layout != graphs.OnPlane
	},
	Drag: moveNodes,
	Words: func(g Given, st networkChosen, f plotting.Figure) string {
		if n, ok := f.(*network.Network); ok {
			return graphs.Words(g.Subject, st.shown(g), n)
		}
		return ""
	},
	Traits: Traits{Lasso: lassoRows},
})

var edgesEntry = with(Entry{Name: "edges", Tab: "Edges", Suffix: "edges",
	About: "the strength of each edge as a cell, ordered by communities", offers: graphs.Has, size: squareSize},
	Chosen[struct{}]{
		Figure: func(g Given, _ struct{}) plotting.Figure {
			m := choice.Maker[graphs.MatrixMaker](g.Store).Figure(g.Subject)
			m.Selection.Rows = nodesSelected(g) // both sides are nodes
			return m
		},
		Pick: func(g Given, _ *struct{}, _ plotting.Figure, m plotting.Mark) Click {
			return matrixPick(m, func(rows, columns []int) study.Selection { return nodes(g, slices.Concat(rows, columns)) })
		},
	})

var recoveryEntry = Entry{Name: "recovery", Tab: "Recovery", Suffix: "recovery",
	About:  "precision and recall of the network against known edges, as edges are taken from the strongest on",
	offers: graphs.HasRecovery, size: planeSize,
	make: func(_ context.Context, s *subject.Subject) (plotting.Figure, error) { return graphs.Recovery(s), nil }}

var graphEntries = []Entry{
	networkEntry,
	edgesEntry,
	{Name: "path", Tab: "Path", Suffix: "path",
		About:  "the graph at several penalties, and the criterion that chooses among them",
		offers: graphs.HasPath, size: squareSize,
		make: func(_ context.Context, s *Subject) (plotting.Figure, error) { return graphs.Path(s), nil }},
	recoveryEntry,
}
