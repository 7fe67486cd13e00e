package network

import (
	"maps"
	"slices"

	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/network"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/pane"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
)

// tab is that of the network in the list of figures.
const tab = depict.NetworkTab

// A View shows the graph of a result. A click on a node selects its row or column, one on an edge
// both its ends; a drag moves a node. Make one with [NewView]; Close it when it is no longer needed.
type View struct {
	pane.Base
	layouts, colours, sizes, around *controls.Chooser
	arrows                          *controls.Chooser
	across, up                      *controls.Chooser
	threshold                       *threshold

	subject   *depict.Subject // nil before the first result
	result    study.ResultID
	live      bool
	state     state
	selection study.Selection
	made      *depict.GraphMaker
	memory    *pane.Memory[state]

	held []int      // the nodes that a drag moves
	grip [2]float64 // where the pointer was, in the places of nodes
}

// state is what the user chose, and in which result nodes were moved. A threshold means something in its measure only, so
// each measure has its own.
type state struct {
	depict.GraphState
	Of      study.ResultID     `json:",omitempty"`
	Measure string             `json:",omitempty"` // of the graph that Least is of
	Chosen  map[string]float64 `json:",omitempty"` // the Least that the user chose, by measure
}

// NewView returns an empty view. A nil post is fyne.DoAndWait.
func NewView(post screen.Post, style plotting.Style) *View {
	v := &View{made: &depict.GraphMaker{}}
	v.layouts = controls.NewChooser("Layout", func(i int) { v.choose(func(l *depict.GraphLook) { l.Layout = depict.GraphLayouts(v.graph())[i] }) })
	v.across = controls.NewChooser("Across", func(i int) { v.direct(i, v.state.Up) })
	v.up = controls.NewChooser("Up", func(i int) { v.direct(v.state.Across, i) })
	v.colours = controls.NewChooser("Colours", func(i int) { v.choose(func(l *depict.GraphLook) { l.Colour = depict.GraphColours(v.subject)[i] }) })
	v.sizes = controls.NewChooser("Sizes", func(i int) { v.choose(func(l *depict.GraphLook) { l.Size = depict.GraphSizes(v.subject)[i] }) })
	v.around = controls.NewChooser("Around the selection", func(i int) { v.choose(func(l *depict.GraphLook) { l.Around = i }) })
	v.arrows = controls.NewChooser("Arrows", func(i int) { v.choose(func(l *depict.GraphLook) { l.Arrows = depict.ArrowChoices(v.graph())[i] }) })
	v.threshold = newThreshold(v.SetLeast)
	v.Init(v, tab, post, style, v.threshold, v.threshold.count, v.arrows, v.layouts, v.across, v.up, v.colours, v.sizes, v.around)
	screenView := v.View()
	screenView.OnDrawn = v.drawn
	screenView.OnSelect, screenView.OnOpen = v.clicked, v.opened
	screenView.OnGrab, screenView.OnDrag = v.grab, v.drag
	screenView.OnRune = func(r rune) bool { return v.subject != nil && screen.ByRune(commands, v, r) }
	v.memory = pane.Recall(&v.Base, func() state { return v.state }, v.restore, v.usual)
	v.Lasso(func() study.Selection { return v.selection }, nil)
	return v
}

// graph is that of the result.
func (v *View) graph() *graph.Graph { return graph.Of(v.subject.Snapshot) }

// usual returns the default state of the pane.
func (v *View) usual() state {
	if v.subject == nil {
		return state{}
	}
	return state{GraphState: depict.UsualGraph(v.graph())}
}

// restore shows the state of the document. Before there is a result it only keeps the state.
func (v *View) restore(s state) {
	v.state = s
	v.redraw()
}

// SetResult is part of [pane.Pane].
func (v *View) SetResult(r pane.Result) {
	other := v.subject == nil || v.subject.Data != r.Data || v.result != r.ID
	if v.subject == nil || v.subject.Data != r.Data {
		v.selection = study.Selection{}
	}
	was := v.subject
	v.subject, v.result, v.live = r.Subject, r.ID, !r.Rests
	if !v.memory.Kept() && (other || was == nil || graph.Of(was.Snapshot).Measure != v.graph().Measure) {
		v.state = v.usual()
	}
	v.fit()
	v.Settle()
	v.setTools()
	v.View().Offer(v.maker())
}

// measure gives another measure its own threshold: the one chosen for it, else the usual one. What is usual may differ
// between graphs of one measure too.
func (v *View) measure() {
	g, s := v.graph(), &v.state
	if s.Measure == "" && !s.Thinned { // chosen in a version that kept no measure
		s.Measure = g.Measure
	}
	if s.Measure == g.Measure && !s.Thinned {
		return
	}
	u := depict.UsualGraph(g)
	s.Measure, s.Least, s.Thinned, s.Arranged = g.Measure, u.Least, u.Thinned, u.Arranged
	if least, ok := s.Chosen[g.Measure]; ok {
		s.Least, s.Thinned = least, false
	}
}

// fit limits the state to what the result has, because a file may ask for more.
func (v *View) fit() {
	v.measure()
	if !slices.Contains(depict.GraphLayouts(v.graph()), v.state.Layout) {
		v.state.Layout = depict.Force
	}
	if !slices.Contains(depict.ArrowChoices(v.graph()), v.state.Arrows) {
		v.state.Arrows = depict.ByProbability
	}
	n := len(depict.GraphDirections(v.subject))
	v.state.Across, v.state.Up = min(max(v.state.Across, 0), max(n-1, 0)), min(max(v.state.Up, 0), max(n-1, 0))
	v.state.Around = min(max(v.state.Around, 0), mostAround)
	if !(v.state.Least >= 0 && v.state.Least <= 1) || !(v.state.Arranged >= 0 && v.state.Arranged <= 1) {
		u := depict.UsualGraph(v.graph())
		v.state.Least, v.state.Arranged = u.Least, u.Arranged
	}
}

// shown returns the state with the nodes that the user moved in this result.
func (v *View) shown() depict.GraphState {
	s := v.state.GraphState
	if v.state.Of != v.result {
		s.Moved = nil
	}
	return s
}

// choose changes the look as the user asked.
func (v *View) choose(change func(l *depict.GraphLook)) {
	if v.subject == nil {
		return
	}
	before := v.state.GraphLook
	change(&v.state.GraphLook)
	if v.state.GraphLook == before {
		return
	}
	if v.state.Layout != before.Layout || v.state.Across != before.Across || v.state.Up != before.Up {
		v.state.Moved = nil
		v.View().SetWindow(plotting.All)
	}
	v.changed()
}

// changed shows what the user chose and tells the document.
func (v *View) changed() {
	v.redraw()
	v.Chosen()
}

// direct shows the nodes over two directions. If both would be the same, they change places.
func (v *View) direct(x, y int) {
	v.choose(func(l *depict.GraphLook) {
		if x == y {
			x, y = l.Up, l.Across
		}
		l.Across, l.Up = x, y
	})
}

// SetLeast shows the edges of at least a strength, from 0 to 1.
func (v *View) SetLeast(least float64) {
	v.choose(func(l *depict.GraphLook) {
		if least != l.Least {
			l.Least, l.Thinned = least, false
			chosen := maps.Clone(v.state.Chosen)
			if chosen == nil {
				chosen = map[string]float64{}
			}
			chosen[v.graph().Measure] = least
			v.state.Chosen = chosen
		}
	})
}

// arrange places the nodes by the edges that are shown, and forgets where they were moved.
func (v *View) arrange() {
	if v.subject != nil {
		v.state.Moved, v.state.Arranged = nil, v.state.Least
		v.changed()
	}
}

// redraw shows what is to be shown now.
func (v *View) redraw() {
	if v.subject != nil {
		v.fit()
		v.setTools()
		v.View().SetSource(v.maker())
	}
}

// maker returns the maker of what is to be shown now.
func (v *View) maker() func() plotting.Figure {
	made, s, st, live := v.made, v.subject, v.shown(), v.live
	st.Moved = maps.Clone(st.Moved)
	selection := plotting.NoSelection
	selection.Rows, selection.Columns = v.selection.Rows, v.selection.Columns
	return func() plotting.Figure { return made.Figure(s, st, selection, live) }
}

// Select is part of [pane.Pane].
func (v *View) Select(s study.Selection) {
	if !s.Equal(v.selection) {
		v.selection = s
		v.redraw()
	}
}

// nodes are the selection of some nodes.
func (v *View) nodes(list ...int) study.Selection {
	if v.graph().Over == graph.Columns {
		return study.Selection{Columns: study.SetOf(list)}
	}
	return study.Selection{Rows: study.SetOf(list)}
}

// chosen are the nodes that are selected.
func (v *View) chosen() []int {
	if v.graph().Over == graph.Columns {
		return v.selection.Columns
	}
	return v.selection.Rows
}

// pick selects something here and everywhere.
func (v *View) pick(s study.Selection) {
	v.Select(s)
	v.Pick(v.selection)
}

// clicked selects a node, or the ends of an edge; Shift or Ctrl adds them to the selection.
func (v *View) clicked(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	if v.subject == nil {
		return
	}
	s := study.Selection{}
	if ok {
		s = v.nodes(v.ends(m)...)
	}
	v.pick(screen.ClickedOn(v.selection, s, modifiers))
}

// ends returns the nodes that a mark stands for.
func (v *View) ends(m plotting.Mark) []int {
	f := v.network()
	switch {
	case f == nil || m.Index < 0 && m.Kind != ink.LegendMark:
	case m.Kind == ink.LegendMark:
		return m.Rows
	case m.Kind == "node" && m.Index < len(f.Names):
		return []int{m.Index}
	case m.Kind == "edge" && m.Index < len(f.Edges):
		return []int{f.Edges[m.Index].From, f.Edges[m.Index].To}
	}
	return nil
}

// opened selects a node with its neighbours.
func (v *View) opened(m plotting.Mark, ok bool) bool {
	if !ok || m.Kind != "node" || v.subject == nil {
		return false
	}
	list := v.ends(m)
	for _, e := range v.network().Edges {
		if e.From == m.Index || e.To == m.Index {
			list = append(list, e.From, e.To)
		}
	}
	v.pick(v.nodes(list...))
	return true
}

// network is the figure on the screen; nil before the first.
func (v *View) network() *network.Network {
	f, _ := v.View().Shown()
	n, _ := f.(*network.Network)
	return n
}

// place returns a point of the widget in the coordinates of the nodes.
func (v *View) place(at fyne.Position) ([2]float64, bool) {
	s, p, inside := v.View().SceneAt(at)
	scene, ok := s.(*network.Scene)
	if !ok || !inside {
		return [2]float64{}, false
	}
	x, y, ok := scene.Value(p)
	return [2]float64{x, y}, ok
}

// grab picks up the node under the pointer or, if it is selected, all selected nodes. Nodes laid
// out over the data cannot be moved.
func (v *View) grab(m plotting.Mark, ok bool) bool {
	if !ok || m.Kind != "node" || v.subject == nil || v.state.Layout == depict.OnPlane {
		return false
	}
	v.held = []int{m.Index}
	if chosen := v.chosen(); slices.Contains(chosen, m.Index) {
		v.held = chosen
	}
	v.grip, ok = v.place(v.View().Press)
	return ok
}

// drag moves the nodes picked up.
func (v *View) drag(at fyne.Position, ended bool) {
	to, ok := v.place(at)
	f := v.network()
	if ok && f != nil {
		moved := maps.Clone(v.shown().Moved)
		if moved == nil {
			moved = map[int][2]float64{}
		}
		for _, u := range v.held {
			p, has := moved[u]
			if !has && u < len(f.X) {
				p = [2]float64{f.X[u], f.Y[u]}
			}
			moved[u] = [2]float64{p[0] + to[0] - v.grip[0], p[1] + to[1] - v.grip[1]}
		}
		v.grip = to
		v.state.Moved, v.state.Of = moved, v.result
		v.redraw()
	}
	if ended {
		v.held = nil
		v.Chosen()
	}
}

// Figure is part of [pane.Pane]: what is shown, for export.
func (v *View) Figure() plotting.Figure {
	if v.subject == nil {
		return nil
	}
	if f := v.network(); f != nil && v.View().Settled() {
		return f
	}
	f := v.maker()().(*network.Network)
	f.Style, f.Window = v.View().Style(), v.View().Window()
	return f
}

// About is part of [pane.Pane].
func (v *View) About() string {
	if f := v.network(); f != nil && v.subject != nil {
		return depict.NetworkWords(v.subject, v.shown(), f)
	}
	return ""
}
