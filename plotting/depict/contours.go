package depict

import (
	"context"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/depict/directions"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/space"
)

// hasPlanar reports whether the model has a density of a new row along any two directions, and there
// are two.
func hasPlanar(s *Subject) bool {
	_, ok := s.Model.(inference.PlanarModel)
	return ok && s.Classification() == nil && len(s.Snapshot.Scalars) > 0 && directions.Of(s, true).Len() > 1
}

type planarKey struct{}

// planarOf is the density of a new row of the result, made once.
func planarOf(ctx context.Context, s *Subject) (inference.Planar, error) {
	return subject.Derived(s, planarKey{}, func() (inference.Planar, error) {
		return s.Model.(inference.PlanarModel).Planar(ctx, s.Data, s.Settings, s.Snapshot)
	})
}

// Contours shows the density of a new row over two directions of the data, with the rows coloured by
// an annotation. rows are selected.
func (k *ClustersMaker) Contours(ctx context.Context, s *Subject, dirs *directions.Directions, st ClustersState,
	rows []int) (plotting.Figure, error) {
	if dirs.Len() < 2 {
		return ink.Sentence{Text: "A density over two directions needs two columns.", Style: plotting.Light}, nil
	}
	f := &space.Clusters{Title: s.Title(0), Subtitle: s.Data.Say("predictive density of a new row"),
		Selection: plotting.NoSelection, Window: plotting.All, Style: plotting.Light}
	f.Selection.Rows = rows
	f.Class = make([]int, len(s.Data.Rows))
	for i := range f.Class {
		f.Class[i] = -1
	}
	class, of := f.Class, "classes"
	if a, ok := annotation(s.Data, st.Colour); ok {
		f.Strip, class, of = &beside.Strip{Annotation: a}, a.Codes, a.Name
	}
	wx, mx := dirs.Get(st.Across, class, of)
	wy, my := dirs.Get(st.Up, class, of)
	f.Points, _ = k.made.get(s.Data, [][]float64{wx, wy}, []ink.Measure{mx, my})
	p, err := planarOf(ctx, s)
	if err != nil {
		return nil, err
	}
	f.Ground, err = k.ground(ctx, s, f.Points, p, wx, wy)
	return f, err
}

// ground returns the density behind points, the last one where they are the same.
func (k *ClustersMaker) ground(ctx context.Context, s *Subject, points *space.Points, p inference.Planar, wx,
	wy []float64) (*space.Ground, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.behind != nil && k.behindOf == points && k.behindFit == s.Snapshot {
		return k.behind, nil
	}
	g, err := space.NewGround(ctx, points, p.Along(wx, wy), FineCells)
	if err == nil {
		k.behind, k.behindOf, k.behindFit = g, points, s.Snapshot
	}
	return g, err
}
