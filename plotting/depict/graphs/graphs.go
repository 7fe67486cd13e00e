package graphs

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/kind/scales"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/depict/directions"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/network"
)

// Told holds further data for figures of a graph.
type Told struct {
	// Arrows says which edges of a Bayesian network are drawn: ByProbability, OfClass or OfBest; "" as usual.
	Arrows string
	// Known are edges that the network is compared with; nil for none.
	Known *KnownEdges
}

// Of returns the graph of a result; nil for none.
func Of(s *subject.Subject) *graph.Graph { return graph.Of(s.Snapshot) }

// Doubt says why the edges of a graph are in doubt; "" for no reason, or for no graph.
func Doubt(s *inference.Snapshot) string {
	if g := graph.Of(s); g != nil {
		return g.Doubt()
	}
	return ""
}

// Has reports whether the result is a graph.
func Has(s *subject.Subject) bool { return Of(s) != nil }

// UsualOf is how the graph of a result is shown until a person chooses otherwise.
func UsualOf(s *subject.Subject) State {
	g := graph.Of(s.Snapshot)
	st := UsualState(g)
	if g.Measure == graph.Neighbouring && g.Weighted != graph.Linked && !s.Data.Distances.Active() {
		st.Layout = OnPlane
		st.Across, st.Up = directions.Of(s, false).Usual()
	}
	if arrows := subject.Told[Told](s).Arrows; slices.Contains(ArrowChoices(g), arrows) {
		st.Arrows = arrows
	}
	return st
}

// edgeWords says which edges are shown, and how many of them may be false.
func edgeWords(g *graph.Graph, st State, all, shown int) string {
	strongest := ""
	if shown < all {
		strongest = "the strongest " + plotting.FormatCount(shown) + " of "
	}
	switch {
	case g.Class != nil && st.Arrows == OfClass:
		return "equivalence class of the best network: an arrow where all its members agree, a line where they do not"
	case g.Class != nil && st.Arrows == OfBest:
		return "one of the best networks: all networks of its equivalence class have the same score"
	case g.Measure == graph.Neighbouring && g.Best != nil:
		return "each row is joined to its exemplar, which has a ring"
	case g.Best != nil:
		return fmt.Sprintf("the best tree, and edges with a probability of at least %s",
			plotting.FormatPercent(st.Least))
	case g.Measure == graph.Chosen:
		return strongest + plotting.Plural(all, "edge")
	}
	if g.Measure == graph.Neighbouring {
		between := " between nearest neighbours"
		switch g.Weighted {
		case graph.Distance:
			between = " of the shortest tree"
		case graph.Linked:
			between = " of the network"
		}
		text := strongest + plotting.Plural(all, "edge") + between
		if st.Least > 0 {
			text += " of weight " + plotting.FormatPercent(st.Least) + " at least"
		}
		return text
	}
	text := strongest + plotting.Plural(all, "edge") + " with " + g.Measure + " of at least " +
		plotting.FormatPercent(st.Least)
	if wrong := wrongOf(g, st); wrong >= 0 && all > 0 {
		text += ", " + FalseWords(wrong) + " of them expected to be false"
	}
	text += unstableWords(g)
	if g.Unit() != "" {
		text += "; weights are " + g.Weighted + " in " + g.Unit()
	}
	return text
}

// Of a graph along a path: edges that so large a share of subsamples have are stable, and where the criterion chose so
// many times as many, and no fewer than fewChosen, that is said.
const (
	stableShare = 0.8
	wideApart   = 3
	fewChosen   = 9
)

// unstableWords says that a criterion chose many more edges than are stable over subsamples; "" where they agree.
func unstableWords(g *graph.Graph) string {
	if g.Measure != graph.Stability {
		return ""
	}
	chosen, stable := 0, 0
	for _, p := range g.Path {
		if p.Chosen {
			chosen = p.Edges
		}
	}
	for _, e := range g.Joints() {
		if e.Strength >= stableShare {
			stable++
		}
	}
	if chosen < max(fewChosen, wideApart*stable) {
		return ""
	}
	return fmt.Sprintf("; the criterion chose %s, subsamples agree on %s: trust few of the others",
		plotting.Plural(chosen, "edge"), plotting.FormatCount(stable))
}

// Scales are the scales of the groups that can colour the nodes; nil where there is one alone.
func Scales(s *subject.Subject) *scales.Scales {
	if of := scales.Of(s.Snapshot); of != nil && len(of.At) > 0 && graph.Of(s.Snapshot).Measure == graph.Neighbouring {
		return of
	}
	return nil
}

// ScaleAt is the place of the scale that is shown.
func ScaleAt(s *subject.Subject, st State) int {
	of := Scales(s)
	if st.Scale > 0 {
		return of.Nearest(st.Scale)
	}
	return of.Nearest(of.Asked)
}

// groupWords says how many groups there are, and at which scale; "" where nothing can be chosen.
func groupWords(s *subject.Subject, st State) string {
	of := Scales(s)
	if of == nil || st.Colour != Usual {
		return ""
	}
	at := ScaleAt(s, st)
	groups, many := of.Groups(at), of.Of+"s"
	if strings.HasSuffix(of.Of, "y") {
		many = strings.TrimSuffix(of.Of, "y") + "ies"
	}
	if groups == 1 {
		many = of.Of
	}
	return fmt.Sprintf("%s %s at %s %s, %s %s", plotting.FormatCount(groups), many, of.Name,
		plotting.FormatNumber(of.At[at]),
		of.Measure, plotting.FormatNumber(of.Quality[at]))
}

// wrongOf is how many of the edges from the threshold on are expected to be false; negative where that is not known.
func wrongOf(g *graph.Graph, st State) float64 {
	if g.Class != nil && st.Arrows != ByProbability {
		return -1
	}
	_, wrong := g.Above(st.Least)
	return wrong
}

// noEdges says why no edge is shown, with the remedy.
func noEdges(g *graph.Graph, st State) string {
	joined := "columns"
	if g.Over == graph.Rows {
		joined = "rows"
	}
	strongest := 0.0
	for _, e := range g.Joints() {
		strongest = max(strongest, e.Strength)
	}
	switch {
	case len(g.Nodes) < 2:
		return "One node alone has no edge."
	case strongest > 0 && strongest < st.Least:
		return "No edge is as strong as " + plotting.FormatPercent(st.Least) + ". The strongest has " +
			plotting.FormatPercent(strongest) +
			": a lower threshold shows it."
	}
	return "No two " + joined + " are joined: they do not depend on each other, or the table is too small to " +
		"tell. Other settings, or " +
		"another model of graphs, may find weaker edges."
}

// FalseWords says how many edges are expected to be false.
func FalseWords(wrong float64) string {
	if wrong < 0.5 {
		return "fewer than 1"
	}
	return "about " + plotting.FormatNumber(math.Round(wrong))
}

// stripOf are the groups of a partition as colours of the rows, numbered from 1.
func stripOf(p *partition.Partition) *beside.Strip {
	values := make([]string, len(p.Labels))
	for i, k := range p.Labels {
		if k >= 0 {
			values[i] = fmt.Sprint(p.Name, " ", k+1)
		}
	}
	return &beside.Strip{Annotation: inference.NewAnnotation(p.Name, values), Without: "in no " + p.Name}
}

// Words describes a network, for its caption.
func Words(s *subject.Subject, st State, f *network.Network) string {
	return edgeWords(graph.Of(s.Snapshot), st, f.All, len(f.Edges))
}
