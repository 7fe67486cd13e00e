package depict

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/places"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/depict/choice"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/space"
)

// mapChosen holds the user's choices in a map of rows: the annotation that colours them, and the tree that the map is
// compared with.
type mapChosen struct {
	Colour string         // annotation, "" for the first there is
	Plain  bool           // no colours
	Tree   study.ResultID // of the same rows in the study; 0 for the newest, −1 for average linkage
}

// linkageTree stands for the tree of average linkage, of which the map itself says how far it agrees.
const linkageTree study.ResultID = -1

// mapEntry is the figure of the rows on a map.
var mapEntry = with(Entry{Name: "map", Tab: "Map",
	About:  "the rows on a map on which those that are alike lie near each other, and how far it can be trusted",
	offers: func(s *Subject) bool { p := places.Of(s.Snapshot); return p != nil && len(p.X) > 0 }, size: mapSize},
	Chosen[mapChosen]{
		Choices: func(g Given, st *mapChosen) []choice.Choice {
			options, values := choice.Names("none"), []string{""}
			if g.Subject != nil {
				for _, a := range g.Data.Annotations {
					options, values = append(options, choice.Option{Name: a.Name}), append(values, a.Name)
				}
			}
			now := ""
			if a, ok := mapColour(g, *st); ok {
				now = a.Name
			}
			c := choice.Of("colour", "Colours", "annotation that colours the rows", &now, values, options)
			c.Set = func(i int) { st.Colour, st.Plain = values[i], i == 0 }
			return []choice.Choice{c.With(choice.Press("C", "The next colours of rows")), mapTrees(g, st)}
		},
		Figure: func(g Given, st mapChosen) plotting.Figure {
			f := mapOf(g.Subject, st.Tree)
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

// ComparesTrees reports whether a figure of the result compares it with other trees of the study; see
// [subject.OtherTrees].
func ComparesTrees(s *inference.Snapshot) bool { return places.Of(s) != nil }

// mapTrees is the choice of the tree with which the distances of a map are compared.
func mapTrees(g Given, st *mapChosen) choice.Choice {
	ids, options := []study.ResultID{linkageTree}, []choice.Option{{Name: "linkage", Words: "average linkage"}}
	now := linkageTree
	if g.Subject != nil {
		for _, o := range subject.Told[subject.OtherTrees](g.Subject) {
			ids = append(ids, o.ID)
			options = append(options, choice.Option{Name: strconv.Itoa(int(o.ID)), Words: o.Name})
		}
		if o, ok := mapTree(g.Subject, st.Tree); ok {
			now = o.ID
		}
	}
	c := choice.Of("tree", "Tree", "tree of the study with which distances on the map are compared", &now, ids, options)
	c.Set = func(i int) { st.Tree = ids[i] }
	return c.Unless(len(ids) == 1)
}

// mapTree returns the tree of the study that was chosen for a map; the newest where that is no more.
func mapTree(s *Subject, id study.ResultID) (subject.OtherTree, bool) {
	list := subject.Told[subject.OtherTrees](s)
	if len(list) == 0 || id == linkageTree {
		return subject.OtherTree{}, false
	}
	return list[max(slices.IndexFunc(list, func(o subject.OtherTree) bool { return o.ID == id }), 0)], true
}

// mostPairs is how many pairs of rows are compared, those of rows evenly spaced in the table with all others.
const mostPairs = 2e6

// alongTree returns the correlation of distances on a map with the lengths of the paths along a tree; NaN where either
// are all the same.
func alongTree(p *places.Places, t *tree.Tree) float64 {
	var plane, along []float64
	for _, i := range inference.Spaced(inference.UpTo(len(p.X)), max(mostPairs/max(len(p.X), 1), 1)) {
		for j, d := range t.Distances(i) {
			if j != i {
				plane, along = append(plane, math.Hypot(p.X[i]-p.X[j], p.Y[i]-p.Y[j])), append(along, d)
			}
		}
	}
	return stat.Correlation(plane, along, nil)
}

// mapOf draws the rows at their places, and says how far distances agree with a tree. The axes mean nothing but
// distances.
func mapOf(s *Subject, of study.ResultID) *space.Clusters {
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
	if o, ok := mapTree(s, of); ok {
		type key struct{ id study.ResultID }
		if r := subject.Once(s, key{o.ID}, func() float64 { return alongTree(p, o.Tree) }); !math.IsNaN(r) {
			words += ", along the tree of “" + o.Name + "” " + two(r)
		}
	} else if !math.IsNaN(p.Tree) {
		words += ", along a tree of average linkage " + two(p.Tree)
	}
	if blank > 0 {
		words += "; the place of " + plotting.Plural(blank, "row") + " without values says nothing"
	}
	return &space.Clusters{Title: s.Title(0), Subtitle: subject.JoinWords(words,
		s.Subtitle(0, "")),
		Points: space.NewPoints(s.Data.Rows, p.X, p.Y, complete, ink.Measure{Name: "place across", Factor: 1},
			ink.Measure{Name: "place upwards", Factor: 1}), Class: class, Bare: true,
		Selection: plotting.NoSelection, Window: plotting.All,
		Style: plotting.Light}
}

// mapSize is the size of a map: as wide as its rows lie, beside the legend.
func mapSize(f plotting.Figure) plotting.Size {
	const high, legend, around = 125, 50, 30 // mm
	size := plotting.Size{WidthMM: pageWidth, HeightMM: high, DPI: dpi}
	c, ok := f.(*space.Clusters)
	if !ok || len(c.Points.X) == 0 {
		return size
	}
	wide, tall := slices.Max(c.Points.X)-slices.Min(c.Points.X), slices.Max(c.Points.Y)-slices.Min(c.Points.Y)
	if tall > 0 && wide > 0 {
		size.WidthMM = min(max(legend+(high-around)*wide/tall, 120), pageWidth)
		size.HeightMM = max(min((size.WidthMM-legend)*tall/wide+around, high), 80)
	}
	return size
}

// two writes a number with two decimals.
func two(v float64) string { return fmt.Sprintf("%.2f", v) }
