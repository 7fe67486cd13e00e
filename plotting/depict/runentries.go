package depict

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict/choice"
	"example.org/espalier/plotting/depict/directions"
	"example.org/espalier/plotting/space"
)

// TraceState holds the choices for the course of a run: the quantity, by its place among [TraceNames], and
// the axis.
type TraceState struct {
	Shown     int
	BySeconds bool
}

const (
	allTerms   = "all terms of the bound"
	termPrefix = "f_" // of the scalars that are terms of the bound
)

// boundTerms lists the scalars that are terms of the objective.
func boundTerms(info inference.Info) (names []string) {
	for _, n := range info.Scalars {
		if strings.HasPrefix(n, termPrefix) {
			names = append(names, n)
		}
	}
	return names
}

// TraceNames lists the quantities of the course of a search: each of Info.Scalars and, for models whose bound has
// terms, all terms together; nil if there is only the objective.
func TraceNames(s *inference.Snapshot, info inference.Info) (names []string) {
	if s == nil || len(mixture.EpochsOf(s)) == 0 {
		return nil
	}
	for _, n := range info.Scalars {
		term, is := strings.CutPrefix(n, termPrefix)
		switch {
		case n == info.Objective:
			n = info.ObjectiveTitle
		case is:
			n = "bound: " + term + ", nats"
		default:
			n = strings.ReplaceAll(n, "_", " ")
		}
		names = append(names, n)
	}
	if len(boundTerms(info)) > 1 {
		names = append(names, allTerms)
	}
	return names
}

// Trace shows the course of a run of the model that info describes, of all chains where there are several. epoch is the
// accepted one whose end is marked; −1 for none.
func Trace(s *inference.Snapshot, info inference.Info, st TraceState, epoch int) chart.Trace {
	f := chart.Trace{Title: info.ObjectiveTitle, Iteration: info.Iteration, BySeconds: st.BySeconds,
		Window: plotting.All, Style: plotting.Light}
	if s == nil {
		return f
	}
	if info.Objective == "" {
		f.Empty = "This model reports no score while it runs, so there is no curve."
	}
	names := TraceNames(s, info)
	f.NoBest = st.Shown > 0 && st.Shown < len(names) // another model may have no such quantity
	switch {
	case f.NoBest && names[st.Shown] == allTerms:
		f.Title = "terms of the bound, nats"
		for _, c := range boundTerms(info) {
			if series, ok := chart.NewSeries(strings.TrimPrefix(c, termPrefix), s.Trace, c); ok {
				f.Series = append(f.Series, series)
			}
		}
	case f.NoBest:
		f.Title = names[st.Shown]
		f.SetChains(s, info.Scalars[st.Shown])
		f.SetEpochs(epochsOf(s))
	default:
		name, title := info.Shown(s)
		f.Title = title
		f.SetChains(s, name)
		f.SetEpochs(epochsOf(s))
	}
	if epoch >= 0 {
		f.HasCursor, f.Cursor = true, mixture.EpochsOf(s)[Pictured(s)[epoch]].Last
	}
	return f
}

// traceChosen holds the choices in the course of a run.
type traceChosen struct {
	TraceState
	Look MixtureLook
}

var traceEntry = with(Entry{Name: "objective", Tab: "Trace", Suffix: "trace", About: "the objective at each iteration",
	offers: hasTrace, size: traceSize,
	says: func(s *Subject, _ plotting.Figure) string {
		return s.Info.ShownTitle(s.Snapshot) + againstIterations(s)
	},
}, Chosen[traceChosen]{
	Parts: func(st *traceChosen) []choice.Part {
		return []choice.Part{{Name: "Trace", At: &st.TraceState}, {Name: MixturePane, At: &st.Look}}
	},
	Choices: func(g Given, st *traceChosen) []choice.Choice {
		var names []string
		if g.Subject != nil {
			names = TraceNames(g.Snapshot, g.Info)
		}
		show := choice.Choice{Name: "show", Label: "Show", Help: "quantity of the course of a search",
			Options: choice.Names(names...), Set: func(i int) { st.Shown = i }, Needless: len(names) < 2}
		if st.Shown > 0 && st.Shown < len(names) {
			show.At = st.Shown
		}
		return []choice.Choice{
			show.With(arrow("↑", "Up", "The previous quantity of the search", choice.Before),
				arrow("↓", "Down", "The next quantity, such as a term of the bound", choice.After)),
			choice.Switch("against", "Against", "what the course is drawn against", &st.BySeconds,
				choice.Option{Name: "iterations"}, choice.Option{Name: "seconds"}).
				In(choice.Hidden).With(choice.Press("T", "Iterations or seconds")),
			EpochChoice(g, &st.Look).With().In(choice.Hidden),
		}
	},
	Figure: func(g Given, st traceChosen) plotting.Figure {
		f := Trace(g.Snapshot, g.Info, st.TraceState, st.Look.epoch(g))
		if f.Subtitle == "" && !g.Window { // there are no epochs to count
			f.Subtitle = g.Data.Name
		}
		if g.Info.Samples {
			f.BurnIn = g.BurnIn
		}
		return f
	},
	Pick: func(g Given, st *traceChosen, f plotting.Figure, m plotting.Mark) Click {
		t, ok := f.(chart.Trace)
		if !ok || m.Column < 0 || m.Column >= len(t.Series) {
			return Click{}
		}
		iterations := t.Series[m.Column].Iteration
		if m.Index < 0 || m.Index >= len(iterations) {
			return Click{}
		}
		at := iterations[m.Index]
		if len(Pictured(g.Snapshot)) > 0 {
			st.Look.Result, st.Look.Past = g.Result, epochAt(g.Snapshot, at)+1
		}
		return Click{Draws: g.Info.Samples, Chain: m.Column, Iteration: at}
	},
	Words: func(g Given, st traceChosen, f plotting.Figure) string {
		t, ok := f.(chart.Trace)
		switch {
		case !ok || st.TraceState == TraceState{}:
			return ""
		case st.BySeconds:
			return t.Title + ", against the seconds"
		}
		return t.Title + againstIterations(g.Subject)
	},
})

// epochAt is the place of the last accepted epoch that began by an iteration, −1 for the present state after the last.
func epochAt(s *inference.Snapshot, at int) int {
	epoch, places := -1, Pictured(s)
	for i, k := range places {
		if mixture.EpochsOf(s)[k].First <= at {
			epoch = i
		}
	}
	if epoch == len(places)-1 && at > mixture.EpochsOf(s)[places[epoch]].Last {
		return -1
	}
	return epoch
}

func againstIterations(s *Subject) string {
	return ", against the " + strings.TrimPrefix(plotting.Plural(2, s.Info.Iteration), "2 ")
}

// A PathsChoice holds the choices for the paths of a tree.
type PathsChoice struct {
	State  PathsState
	Colour string // annotation that colours the rows; "" for the one that colours the tree
}

// A DensityChoice holds the choices for the density of a new row.
type DensityChoice struct {
	State  DensityState
	Colour string // as in PathsChoice
}

// treePlace is the tree that the view of trees shows or, without a window, that stands for the result, with its rows
// coloured by an annotation, if there is one of that name. There is none while the view of trees shows other data.
func treePlace(g Given, colour string) Place {
	f, _ := treeGiven(g)
	if g.Window && f.Data != g.Data || f.Tree == nil || f.Tree.Leaves() != len(g.Data.Rows) {
		return Place{}
	}
	p := Place{Tree: f.Tree, Draw: f.Draw, Title: g.Title(f.Rank), Subtitle: g.Subtitle(f.Rank, f.Draws),
		Colours: f.Colours(), Selection: plotting.NoSelection}
	if !g.Window {
		p.Tree = shownTree(g.Subject)
	}
	if a, ok := annotation(g.Data, colour); ok {
		p.Colours = beside.RowColours{Strip: &beside.Strip{Annotation: a}}
	}
	p.Selection.Rows = g.Selected.Rows
	return p
}

// pickPlace returns the selection by a click on a branch or a row in the space of the data.
func pickPlace(g Given, m plotting.Mark) Click {
	f, _ := treeGiven(g)
	switch {
	case m.Kind == plotting.CursorMark:
		return Click{}
	case f.Tree == nil || m.Node < 0 || m.Node >= f.Tree.Nodes():
		return selectsRows(nil)
	}
	return selectsRows(f.Tree.LeavesBelow(m.Node))
}

// lastDirections keeps the directions of the data that were shown last: a run has a new result at each moment.
type lastDirections struct {
	mu sync.Mutex
	of *directions.Directions
}

func directionsIn(g Given) *directions.Directions {
	k := choice.Maker[lastDirections](g.Store)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of == nil || k.of.Data() != g.Data {
		k.of = directions.New(g.Data, false)
	}
	return k.of
}

// directionChoice is the choice of a direction of the data.
func directionChoice(g Given, name, help string, field *int) choice.Choice {
	c := choice.Choice{Name: name, Label: plotting.Capital(name), Help: help, Set: func(i int) { *field = i }}
	if g.Subject != nil {
		d := directions.Of(g.Subject, false)
		c.Options, c.At = choice.Names(d.Names()...), min(max(*field, 0), d.Len()-1)
	}
	return c
}

// colourChoice chooses the annotation that colours the rows of a tree.
func colourChoice(g Given, field *string) choice.Choice {
	values, options := []string{""}, []choice.Option{{Name: "tree", Words: "as the tree"}}
	if g.Subject != nil {
		for _, a := range g.Data.Annotations {
			values, options = append(values, a.Name), append(options, choice.Option{Name: a.Name})
		}
	}
	c := choice.Of("colour", "Colours", "annotation that colours the rows", field, values, options)
	c.At = max(c.At, 0)
	return c
}

// Times of paths: the least up to which they are drawn, and a step of the keys.
const (
	leastTime = 0.002
	timeStep  = 0.02
)

// after moves the time up to which paths are drawn.
func (s *PathsState) after(step float64) { s.Until = min(max(s.Until+step, leastTime), 1) }

// arrow is the key of an arrow that goes to an option.
func arrow(shown, name, title string, to func(at, n int) int) choice.Key {
	return choice.Key{Shown: shown, Title: title, Name: name, To: to}
}

var pathsEntry = with(Entry{Name: "paths", Tab: "Paths", Suffix: "paths",
	About:  "lineages in diffusion time, along one direction of the data",
	offers: hasLocations, size: treeSize,
	says: wordsOf(func(_ *Subject, f *space.Diffusion) string {
		return "lineages in diffusion time, along " + f.Paths.Along() + ": " + f.Subtitle
	}),
}, Chosen[PathsChoice]{
	State: func(g Given) PathsChoice {
		st := PathsChoice{State: PathsState{Seed: 1, Until: 1}}
		if g.Subject != nil {
			st.State.Along, _ = directions.Of(g.Subject, false).Usual()
		}
		return st
	},
	Choices: func(g Given, st *PathsChoice) []choice.Choice {
		return []choice.Choice{
			directionChoice(g, "along", "direction of the data along which paths run", &st.State.Along).With(
				arrow("↑", "Up", "Show the previous direction", choice.Before),
				arrow("↓", "Down", "Show the next direction", choice.After)),
			choice.Switch("show", "Show", "a draw of the paths, or their means", &st.State.Means,
				choice.Option{Name: "draw", Words: "Show a draw"}, choice.Option{Name: "means", Words: "Show means"}).
				In(choice.Linked).With(choice.Press("M", "Switch between a draw and the means")),
			choice.Switch("names", "Names", "whether rows are named", &st.State.NoLabels, choice.Option{Name: "shown"},
				choice.Option{Name: "hidden"}).In(choice.Hidden).With(choice.Press("L", "Show or hide names")),
			colourChoice(g, &st.Colour),
			{Name: "until", Label: "Until", Help: "time up to which paths are drawn, from 0 to 1", Form: choice.Hidden,
				Put: func(text string) error {
					t, err := strconv.ParseFloat(text, 64)
					if err != nil || !(t >= 0 && t <= 1) {
						return fmt.Errorf("until cannot be %q; it is a number from 0 to 1", text)
					}
					st.State.Until = max(t, leastTime)
					return nil
				}},
		}
	},
	Figure: func(g Given, st PathsChoice) plotting.Figure {
		p := treePlace(g, st.Colour)
		if p.Tree == nil {
			return nil
		}
		d, s := directionsIn(g), st.State
		s.Along, s.Until = min(max(s.Along, 0), d.Len()-1), min(max(s.Until, leastTime), 1)
		return choice.Maker[PathsMaker](g.Store).Figure(g.Subject, d, p, s)
	},
	Pick: func(g Given, _ *PathsChoice, _ plotting.Figure, m plotting.Mark) Click { return pickPlace(g, m) },
	Acts: []Act[PathsChoice]{
		{arrow("←", "Left", "Go back in time", nil), func(_ Given, st *PathsChoice, _ plotting.Figure) Click {
			st.State.after(-timeStep)
			return Click{}
		}},
		{arrow("→", "Right", "Go forward in time", nil), func(_ Given, st *PathsChoice, _ plotting.Figure) Click {
			st.State.after(timeStep)
			return Click{}
		}},
		{choice.Press("N", "Draw the paths again"), func(_ Given, st *PathsChoice, _ plotting.Figure) Click {
			st.State.Seed++
			st.State.Means = false
			return Click{}
		}},
	},
	Grabs: func(_ Given, _ *PathsChoice, m plotting.Mark) bool { return m.Kind == plotting.CursorMark },
	Drag: func(_ Given, st *PathsChoice, _ plotting.Figure, d Drag) {
		if s, ok := d.Scene.(*space.DiffusionScene); ok {
			t, _ := s.TimeAt(d.To)
			st.State.after(t - st.State.Until)
		}
	},
	Traits: Traits{Lasso: lassoRows},
})

var densityEntry = with(Entry{Name: "density", Tab: "Density", Suffix: "density",
	About:  "predictive density of a new row over two directions of the data",
	offers: func(s *Subject) bool { return hasLocations(s) && directions.Of(s, false).Len() > 1 }, size: planeSize,
	says: wordsOf(func(_ *Subject, f *space.Density) string {
		x, y := f.Places.Over()
		return "over two directions (" + x + "; " + y + "): " + f.Subtitle
	}),
}, Chosen[DensityChoice]{
	State: func(g Given) DensityChoice {
		st := DensityChoice{State: DensityState{Up: 1}}
		if g.Subject != nil {
			st.State.Across, st.State.Up = directions.Of(g.Subject, false).Usual()
		}
		return st
	},
	Choices: func(g Given, st *DensityChoice) []choice.Choice {
		across, up := st.State.Across, st.State.Up
		set := func(x, y int) {
			if x == y {
				x, y = up, across
			}
			st.State.Across, st.State.Up = x, y
		}
		x := directionChoice(g, "across", "direction of the data across", &st.State.Across).ShownWhole().
			With(axisKeys("Across", "direction", up)...)
		y := directionChoice(g, "up", "direction of the data upwards", &st.State.Up).ShownWhole().
			With(axisKeys("Upwards", "direction", across)...)
		x.Set, y.Set = func(i int) { set(i, up) }, func(i int) { set(across, i) }
		return []choice.Choice{x, y,
			choice.Switch("tree", "Tree", "whether the tree is drawn", &st.State.HideTree,
				choice.Option{Name: "shown", Words: "Show tree"}, choice.Option{Name: "hidden", Words: "Hide tree"}).
				In(choice.Linked).With(choice.Press("T", "Show or hide the tree")),
			colourChoice(g, &st.Colour),
		}
	},
	Figure: func(g Given, st DensityChoice) plotting.Figure {
		p := treePlace(g, st.Colour)
		if p.Tree == nil {
			return nil
		}
		d, s := directionsIn(g), st.State
		if n := d.Len(); s.Across < 0 || s.Up < 0 || s.Across >= n || s.Up >= n || s.Across == s.Up {
			s.Across, s.Up = d.Usual()
		}
		cells := FineCells
		if g.Window {
			cells = CoarseCells
		}
		return choice.Maker[DensityMaker](g.Store).Figure(g.Subject, d, p, s, g.Seen, cells)
	},
	Pick:   func(g Given, _ *DensityChoice, _ plotting.Figure, m plotting.Mark) Click { return pickPlace(g, m) },
	Traits: Traits{Lasso: lassoRows},
})
