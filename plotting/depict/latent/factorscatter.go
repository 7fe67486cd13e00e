package latent

import (
	"cmp"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/space"

	"gonum.org/v1/gonum/mat"
)

// ScatterState holds the choices for two factors against each other.
type ScatterState struct {
	Across, Up int    // places of the factors from 1; 0 is the one that explains most, or next to most
	Colour     string // annotation of the cases; "" for the first that groups them, NoColour for none
	Arrows     int    // at most this many items have arrows; 0 for the usual number, −1 for none
}

// NoColour colours nothing.
const NoColour = "nothing"

// usualArrows is how many items have arrows unless a person chooses otherwise.
const usualArrows = 12

// HasFactorScatter reports whether two factors can be shown against each other.
func HasFactorScatter(s *subject.Subject) bool {
	f := FactorSubject{Subject: s}.Shown()
	return f.Count() >= 2 && !f.Binary && f.Activities != nil
}

// Axes returns the places of the factors that are shown, from 0. There must be two.
func (st ScatterState) Axes(s FactorSubject) (across, up int) {
	n := s.Shown().Count()
	order := inference.UpTo(n)
	if sum := s.Summary; sum != nil && len(sum.Explained) == n {
		stable.Sort(order, func(a, b int) int { return cmp.Compare(sum.Explained[b].Mean, sum.Explained[a].Mean) })
	}
	choose := func(chosen, other int) int {
		if chosen > 0 && chosen <= n {
			return chosen - 1
		}
		if order[0] == other {
			return order[1]
		}
		return order[0]
	}
	across = choose(st.Across, -1)
	if st.Up > 0 && st.Across == 0 && st.Up-1 == across {
		across = choose(0, across)
	}
	up = choose(st.Up, across)
	return across, up
}

// colouring returns the annotation that colours the cases; ok is false for none.
func (st ScatterState) colouring(s FactorSubject) (a inference.Annotation, ok bool) {
	_, notes := s.plot(s.Shown(), "").Cases()
	names := s.CaseAnnotations()
	name := st.Colour
	if name == "" && len(names) > 0 {
		name = names[0]
	}
	for _, n := range notes {
		if n.Name == name {
			return n, true
		}
	}
	return a, false
}

// Colouring returns the name of the annotation that colours the cases, or NoColour.
func (st ScatterState) Colouring(s FactorSubject) string {
	if a, ok := st.colouring(s); ok {
		return a.Name
	}
	return NoColour
}

// Scatter shows the cases by their activities in two factors, with the loadings of the items that load most on
// them as arrows. The result must have two factors.
func Scatter(s FactorSubject, st ScatterState, marks Marks) plotting.Figure {
	f := s.Shown()
	if f.Count() < 2 || f.Activities == nil {
		return ink.Sentence{Text: "This figure needs two factors.", Style: plotting.Light}
	}
	across, up := st.Axes(s)
	names := s.Cases()
	complete := make([]bool, len(names))
	for i := range complete {
		complete[i] = true
	}
	measure := func(k int) ink.Measure {
		name := factors.Name(k)
		if sum := s.Summary; sum != nil && k < len(sum.Explained) && !math.IsNaN(sum.Explained[k].Mean) {
			name += ", " + plotting.FormatPercent(sum.Explained[k].Mean)
		}
		return ink.Measure{Name: name, Factor: 1}
	}
	c := &space.Clusters{Title: subject.JoinTitle(s.Title(0), "factors against each other"), Subtitle: s.subtitle(),
		Selection: plotting.NoSelection, Window: plotting.All, Style: plotting.Light, Points: space.NewPoints(names,
			mat.Col(nil, across, f.Activities), mat.Col(nil, up, f.Activities), complete, measure(across), measure(up))}
	c.Selection.Rows, c.Selection.Columns = marks.Cases, marks.Items
	if a, ok := st.colouring(s); ok {
		c.Strip = &beside.Strip{Annotation: a}
	}
	c.Arrows = st.arrows(s, across, up)
	return c
}

// arrows returns those of the items that load most on two factors, the longest first.
func (st ScatterState) arrows(s FactorSubject, across, up int) []space.Arrow {
	f, most := s.Shown(), st.Arrows
	if most == 0 {
		most = usualArrows
	}
	if most < 0 || f.Loadings == nil {
		return nil
	}
	var list []space.Arrow
	for i, name := range s.Items() {
		if x, y := f.Loadings.At(i, across), f.Loadings.At(i, up); x != 0 || y != 0 {
			list = append(list, space.Arrow{Name: name, Item: i, X: x, Y: y})
		}
	}
	stable.Sort(list, func(a, b space.Arrow) int { return cmp.Compare(math.Hypot(b.X, b.Y), math.Hypot(a.X, a.Y)) })
	return list[:min(most, len(list))]
}
