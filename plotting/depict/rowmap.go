package depict

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/places"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/depict/choice"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/space"
)

// mapChosen is what a person chooses in a map of rows: what colours them.
type mapChosen struct {
	Colour string // annotation, "" for the first there is
	Plain  bool   // no colours
}

// mapEntry is the figure of the rows on a map.
var mapEntry = with(Entry{Name: "map", Tab: "Map", Suffix: "map",
	About:  "the rows on a map on which those that are alike lie near each other, and how far it can be trusted",
	offers: func(s *Subject) bool { p := places.Of(s.Snapshot); return p != nil && len(p.X) > 0 }, size: planeSize},
	Chosen[mapChosen]{
		Choices: func(g Given, st *mapChosen) []choice.Choice {
			options, values := choice.Names("none"), []mapChosen{{Plain: true}}
			if g.Subject != nil {
				for _, a := range g.Data.Annotations {
					options, values = append(options, choice.Option{Name: a.Name}), append(values,
						mapChosen{Colour: a.Name})
				}
			}
			now := *st
			if a, ok := mapColour(g, now); ok {
				now = mapChosen{Colour: a.Name}
			}
			c := choice.Of("colour", "Colours", "annotation that colours the rows", &now, values, options)
			c.At = max(c.At, 0)
			c.Set = func(i int) { *st = values[i] }
			return []choice.Choice{c.With(choice.Press("C", "The next colours of rows"))}
		},
		Figure: func(g Given, st mapChosen) plotting.Figure {
			f := mapOf(g.Subject)
			if a, ok := mapColour(g, st); ok {
				f.Strip = &beside.Strip{Annotation: a}
			}
			f.Selection.Rows = g.Selected.Rows
			return f
		},
		Pick: func(_ Given, _ *mapChosen, _ plotting.Figure, m plotting.Mark) Click {
			switch m.Kind {
			case plotting.PointMark:
				return selectsRows([]int{m.Row})
			case ink.LegendMark:
				return selectsRows(m.Rows)
			}
			return selectsRows(nil)
		},
		Traits: Traits{Lasso: lassoRows},
	})

// mapColour is the annotation that colours the rows of a map.
func mapColour(g Given, st mapChosen) (inference.Annotation, bool) {
	if st.Plain || g.Subject == nil {
		return inference.Annotation{}, false
	}
	if a, ok := annotation(g.Data, st.Colour); ok {
		return a, true
	}
	for _, a := range g.Strips() {
		return a, true
	}
	return inference.Annotation{}, false
}

// mapOf draws the rows at their places. The axes mean nothing but distances.
func mapOf(s *Subject) *space.Clusters {
	p := places.Of(s.Snapshot)
	complete, blank := make([]bool, len(p.X)), 0
	for i := range complete {
		complete[i] = slices.ContainsFunc(s.Data.X.RawRowView(i), func(v float64) bool { return !math.IsNaN(v) })
		if !complete[i] {
			blank++
		}
	}
	class := make([]int, len(p.X))
	for i := range class {
		class[i] = -1
	}
	words := fmt.Sprintf("trustworthiness %s, continuity %s (%d neighbours); correlation with distances of rows %s",
		two(p.Trust), two(p.Continuity), p.Near, two(p.Correlation))
	if !math.IsNaN(p.Tree) {
		words += ", along a tree " + two(p.Tree)
	}
	if blank > 0 {
		words += "; the place of " + plotting.Plural(blank, "row") + " without values says nothing"
	}
	return &space.Clusters{Title: subject.JoinTitle(s.Title(0), "map"), Subtitle: subject.JoinWords(words,
		s.Subtitle(0, "")),
		Points: space.NewPoints(s.Data.Rows, p.X, p.Y, complete, ink.Measure{Name: "place across", Factor: 1},
			ink.Measure{Name: "place upwards", Factor: 1}), Class: class, Selection: plotting.NoSelection,
		Window: plotting.All,
		Style:  plotting.Light}
}

// two writes a number with two decimals.
func two(v float64) string { return fmt.Sprintf("%.2f", v) }
