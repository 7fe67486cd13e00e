package depict

import (
	"fmt"
	"slices"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/depict/directions"
	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/space"
)

// ClustersState holds the choices for the figure of clusters.
type ClustersState struct {
	Across, Up int // directions, by their place in Directions
	Deep       int // a third direction; −1 for none
	Turn       space.Turn
	Colour     string // annotation; "" for the clusters
	Epoch      int    // accepted epoch, by its place among those with a picture; −1 for now
	NoGraph    bool   `json:",omitempty"` // the graph of the rows, if there is one, is not drawn
}

// UsualClusters is the state for data until the user chooses otherwise.
func UsualClusters(d *directions.Directions) ClustersState {
	x, y := d.Usual()
	return ClustersState{Across: x, Up: y, Deep: -1, Turn: UsualTurn, Epoch: -1}
}

// UsualTurn is the side from which three directions are seen first.
var UsualTurn = space.Turn{Around: -0.5, Up: 0.35}

// A ClustersMaker makes figures of clusters and keeps the points that it made last. The zero
// value is ready. It is safe for concurrent use.
type ClustersMaker struct {
	made madePoints

	mu        sync.Mutex // guards the density made last
	behind    *space.Ground
	behindOf  *space.Points
	behindFit *inference.Snapshot
}

// Figure shows the rows over two directions of the data with the clusters that the model
// found, as ellipses: the components of a mixture, or the moments of the rows of each cluster
// where a model gives labels alone. rows are selected.
func (k *ClustersMaker) Figure(s *Subject, dirs *directions.Directions, st ClustersState, rows []int) plotting.Figure {
	if dirs.Len() < 2 {
		return ink.Sentence{Text: "Clusters need two directions, but this table has one column.", Style: plotting.Light}
	}
	f := &space.Clusters{Places: s.Places, Things: s.Data.Things, Title: s.Title(0),
		Subtitle:  mixtureSubtitle(s, st.Epoch),
		Selection: plotting.NoSelection, Window: plotting.All, Style: plotting.Light}
	f.Selection.Rows = rows
	f.Class, f.Certainty = FoundAt(s, st.Epoch)
	class, of := f.Class, "clusters"
	if a, ok := annotation(s.Data, st.Colour); ok {
		f.Strip, class, of = &beside.Strip{Annotation: a}, a.Codes, a.Name
	}
	found := MixtureOf(s, st.Epoch)
	if found != nil {
		f.Shares = found.Responsibilities
	}
	shown := []int{st.Across, st.Up}
	if st.Deep >= 0 {
		shown = append(shown, st.Deep)
	}
	var weights [][]float64
	var measures []ink.Measure
	for _, i := range shown {
		w, m := dirs.Get(i, class, of)
		weights, measures = append(weights, w), append(measures, m)
	}
	points, turned := k.made.get(s.Data, weights, measures)
	across, up := weights[0], weights[1]
	if f.Points = points; turned != nil {
		f.Turned = turned.Seen(st.Turn)
		f.Points = f.Turned.Points(points.Names, points.Complete)
		across, up = f.Turned.Weights([3][]float64(weights))
	}
	if edges, words := graphs.RowEdges(s); len(edges) > 0 && !st.NoGraph {
		f.Edges = edges
		f.Subtitle += " · " + words
	}
	if found != nil {
		f.Ellipses = mixtureEllipses(found, across, up)
	} else {
		f.Ellipses = space.LabelEllipses(f.Points, f.Class)
	}
	return f
}

// madePoints keeps the points that were made last along up to three directions.
type madePoints struct {
	mu       sync.Mutex
	data     *inference.Dataset
	weights  [][]float64
	measures []ink.Measure
	points   *space.Points
	turned   *space.Turned
}

// get returns the rows along two directions, or three, then not yet seen from a side.
func (m *madePoints) get(data *inference.Dataset, weights [][]float64, measures []ink.Measure) (*space.Points,
	*space.Turned) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.data == data && slices.Equal(m.measures, measures) && slices.EqualFunc(m.weights, weights,
		slices.Equal[[]float64]) {
		return m.points, m.turned
	}
	m.data, m.weights, m.measures, m.turned = data, weights, measures, nil
	m.points = space.ProjectedPoints(data, weights[0], weights[1], measures[0], measures[1])
	if len(weights) > 2 {
		third := space.ProjectedPoints(data, weights[2], weights[1], measures[2], measures[1])
		complete := slices.Clone(m.points.Complete)
		for i, on := range third.Complete {
			complete[i] = complete[i] && on
		}
		m.points.Complete = complete
		m.turned = space.NewTurned([3][]float64{m.points.X, m.points.Y, third.X}, [3]ink.Measure{measures[0],
			measures[1], measures[2]})
	}
	return m.points, m.turned
}

// mixtureEllipses returns the Gaussians of the components along two directions, given as weights of
// the columns.
func mixtureEllipses(m *mixture.Mixture, wx, wy []float64) (list []space.Ellipse) {
	for k, c := range m.Components {
		e := space.Ellipse{Name: fmt.Sprintf("cluster %d", k+1), ID: c.ID + 1, Size: c.Size,
			Lines: [][2]string{{"factors", fmt.Sprint(c.Dimension())}, {"share", plotting.FormatPercent(c.Weight)},
				{"component", fmt.Sprint(c.ID + 1)}}}
		e.X, e.Y, e.XX, e.XY, e.YY = m.Projected(c, wx, wy)
		list = append(list, e)
	}
	return list
}
