package graphs

import (
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/kind/scales"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/depict/directions"
	"example.org/espalier/plotting/depict/subject"
)

// A Look is how a graph is shown, apart from nodes that were moved by hand.
type Look struct {
	// Least is the strength from which on edges are shown; those of the best tree are shown always.
	Least float64
	// Thinned leaves out the weakest edges of a graph that has too many to be told apart.
	Thinned bool
	// Arranged is the Least of the edges that place the nodes, so that other edges move nothing.
	Arranged   float64
	Layout     string // one of the layouts
	Across, Up int    // of the layout Plane: directions of the data, by their place in Directions
	// Colour is Usual, None, Communities, Joined, or an annotation or column by its name.
	Colour string
	// Size is None, Joined, or a numeric annotation or a column by its name.
	Size string
	// Arrows says which edges of a Bayesian network are shown: ByProbability, OfClass or OfBest.
	Arrows string `json:",omitempty"`
	// Scale is that of the groups that colour the nodes, where the result has several; 0 for the one asked for.
	Scale float64 `json:",omitempty"`
	// Alone shows nodes without an edge too, which are otherwise counted.
	Alone bool `json:",omitempty"`
	// Around is the greatest number of steps from the selection at which nodes are shown; 0 shows all.
	Around int
}

// State holds the choices for a graph.
type State struct {
	Look
	// Moved are the places of nodes that were moved by hand.
	Moved map[int][2]float64 `json:",omitempty"`
}

// The layouts of a graph.
const (
	Force   = "force"   // edges of about one length
	Layered = "layers"  // parents above their children
	Circle  = "circle"  // communities beside each other on a circle
	Grouped = "groups"  // communities apart
	OnPlane = "on data" // rows, or the weights of columns, over two directions of the data
)

// Colours and sizes of nodes, besides annotations and columns.
const (
	Usual       = ""
	None        = "none"
	Communities = "communities"
	Joined      = "edges" // the sum of the strengths of the edges of a node
)

// Kinds of edges of a Bayesian network.
const (
	ByProbability = ""        // those probable enough
	OfClass       = "class"   // of the equivalence class of the best network: lines where its members differ
	OfBest        = "network" // of one of the best networks, which all have one score
)

// ArrowChoices lists the kinds of edges of a graph; nil where there is one only.
func ArrowChoices(g *graph.Graph) []string {
	if g == nil || g.Class == nil {
		return nil
	}
	return []string{ByProbability, OfClass, OfBest}
}

// ArrowsNamed returns the kind of edges of a name: probability, class or network.
func ArrowsNamed(name string) string {
	if name == "probability" {
		return ByProbability
	}
	return name
}

// mostEach is how many edges a network shows at most for each of its nodes, on average, until a
// person chooses: with more nobody can tell them apart. All of them are in the numbers of the result.
const mostEach = 3

// UsualState is the state until the user chooses otherwise.
func UsualState(g *graph.Graph) State {
	l := Look{Least: 0.5, Thinned: true, Layout: Force, Up: 1, Size: None}
	switch {
	case g.Root != nil:
		l.Least = 0.25
	case g.Measure == graph.Significance:
		l.Least = 0.95
	case g.Measure == graph.Chosen, g.Measure == graph.Shared, g.Measure == graph.Neighbouring:
		l.Least = 0
	}
	l.Arranged = l.Least
	return State{Look: l}
}

// Layouts lists the layouts of a graph.
func Layouts(g *graph.Graph) []string {
	if g.Directed {
		return []string{Force, Layered, Circle, Grouped, OnPlane}
	}
	return []string{Force, Circle, Grouped, OnPlane}
}

// Directions lists the directions that nodes can be shown over: those of the rows, or for
// columns, which are shown at their weights, the principal components.
func Directions(s *subject.Subject) []string {
	d := directions.Of(s, false)
	if g := graph.Of(s.Snapshot); g != nil && g.Over == graph.Columns {
		return d.Names()[:d.FirstColumn()]
	}
	return d.Names()
}

// Colours lists the values of Look.Colour.
func Colours(s *subject.Subject) []string {
	list := []string{None, Communities, Joined}
	if usualStrip(s, graph.Of(s.Snapshot), 0) != nil {
		list = append([]string{Usual}, list...)
	}
	return append(list,
		slices.DeleteFunc(graphNumbers(s, false), func(name string) bool { return name == UsualColour(s) })...)
}

// UsualColour names the annotation, or the groups, that colour the nodes at first; "" for none.
func UsualColour(s *subject.Subject) string {
	if strip := usualStrip(s, graph.Of(s.Snapshot), 0); strip != nil {
		return strip.Annotation.Name
	}
	return ""
}

// Sizes lists the values of Look.Size.
func Sizes(s *subject.Subject) []string {
	return append([]string{None, Joined}, graphNumbers(s, true)...)
}

// graphNumbers lists the annotations of the nodes, and of rows the columns.
func graphNumbers(s *subject.Subject, numeric bool) (list []string) {
	g := graph.Of(s.Snapshot)
	if g == nil {
		return nil
	}
	for _, a := range nodeAnnotations(s.Data, g) {
		if a.Numeric || !numeric {
			list = append(list, a.Name)
		}
	}
	if g.Over != graph.Rows {
		return list
	}
	for _, c := range s.Data.Columns {
		if !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return list
}

// usualStrip returns the annotation that colours the nodes at first: of a graph of neighbours the groups that it was
// cut into, at a scale; of others an annotation of the rows, or the groups that the model found.
func usualStrip(s *subject.Subject, g *graph.Graph, scale float64) *beside.Strip {
	if p := partition.Of(s.Snapshot); p != nil && g != nil && g.Measure == graph.Neighbouring {
		return stripOf(scaled(s, p, scale))
	}
	if g != nil && g.Over == graph.Columns && len(s.Data.ColumnAnnotations) > 0 {
		return &beside.Strip{Annotation: s.Data.ColumnAnnotations[0]}
	}
	if g == nil || g.Over != graph.Rows {
		return nil
	}
	if a := s.Strips(); len(a) > 0 {
		return &beside.Strip{Annotation: a[0]}
	}
	if p := partition.Of(s.Snapshot); p != nil {
		return stripOf(p)
	}
	return nil
}

// scaled returns the groups at the scale nearest to a given one; those of the result where it has no others, or none
// was chosen.
func scaled(s *subject.Subject, p *partition.Partition, scale float64) *partition.Partition {
	of := scales.Of(s.Snapshot)
	if of == nil || len(of.At) == 0 || !(scale > 0) {
		return p
	}
	return &partition.Partition{Name: of.Of, Labels: of.Labels[of.Nearest(scale)]}
}

// nodeAnnotations are the annotations of the rows or columns that are the nodes of a graph.
func nodeAnnotations(data *inference.Dataset, g *graph.Graph) []inference.Annotation {
	if g.Over == graph.Columns {
		return data.ColumnAnnotations
	}
	return data.Annotations
}

// nodeAnnotation is an annotation of the nodes of a graph, or of rows a column in the units of the
// table, by its name.
func nodeAnnotation(data *inference.Dataset, g *graph.Graph, name string) (inference.Annotation, bool) {
	for _, a := range nodeAnnotations(data, g) {
		if a.Name == name {
			return a, true
		}
	}
	j := slices.Index(data.Columns, name)
	if j < 0 || g.Over != graph.Rows {
		return inference.Annotation{}, false
	}
	values := make([]string, len(data.Rows))
	for i := range values {
		if v := data.X.At(i, j); v == v {
			values[i] = short(data.Centre[j] + data.Scale[j]*v)
		}
	}
	return inference.NewAnnotation(name, values), true
}

// short writes a number with four digits.
func short(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
