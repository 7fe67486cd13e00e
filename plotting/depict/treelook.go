package depict

import (
	"slices"

	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/dendro"
)

// TreePane is the name of the state of the pane of trees.
const TreePane = "tree"

// A TreeLook is what the pane of trees keeps of how a tree is drawn. It may come from a file of others.
type TreeLook struct {
	Shape        dendro.Shape
	Labels       bool
	Strips       []string // annotations shown as strips, in order
	Heat         bool
	ColumnsOrder beside.ColumnOrder
	ColumnsShut  []study.Set // clades of columns drawn as one, of the tree above the heat map
	Support      dendro.SupportStyle
	Below        float64 // branches of less support are collapsed; 0 for none
	Intervals    bool
}

// treeLookOf returns how the user looks at the trees of a sheet; nil if nobody has looked.
func treeLookOf(h study.Sheet) *TreeLook {
	k, ok := study.PaneOf[TreeLook](h.Panes, TreePane)
	if !ok {
		return nil
	}
	if !slices.Contains(dendro.Shapes(), k.Shape) {
		k.Shape = dendro.Rectangular
	}
	if k.Support < 0 || k.Support > dendro.SupportHidden {
		k.Support = 0
	}
	if o := k.ColumnsOrder; o != beside.Clustered && o != beside.Joined && o != beside.FileOrder {
		k.ColumnsOrder = beside.Usual
	}
	k.Below = min(max(k.Below, 0), 1)
	return &k
}

// asLooked draws the tree as the user looks at trees of its table, except for what the subject itself says, such as what
// flags of the command line ask for.
func asLooked(s *Subject, d *dendro.Dendrogram) *dendro.Dendrogram {
	k := s.Look
	if k == nil {
		return d
	}
	d.ShowLabels, d.Support = k.Labels, k.Support
	if s.Shape == dendro.Rectangular {
		d.Shape = k.Shape
	}
	if k.Intervals && d.Intervals == nil {
		d.Intervals = intervalsOf(s, d)
	}
	if s.Beside == nil && len(s.Annotations) == 0 {
		d.Strips = nil
		for _, name := range k.Strips {
			for _, a := range s.Data.Annotations {
				if a.Name == name {
					d.Strips = append(d.Strips, beside.Strip{Annotation: a})
				}
			}
		}
		for i, c := range d.Collapsed {
			d.Collapsed[i].Name = CladeName(c.Rows, s.Data, s.Groups, k.Strips)
		}
	}
	switch {
	case !k.Heat:
		d.Heat = nil
	case k.ColumnsOrder == beside.Joined:
		d.Heat = joinedHeat(s)
	case k.ColumnsOrder != beside.Usual:
		d.Heat = beside.NewHeat(s.Data, beside.HeatOptions{Order: k.ColumnsOrder})
	}
	if d.Heat != nil && d.Heat.Tree != nil && len(k.ColumnsShut) > 0 {
		d.Heat = d.Heat.Collapsed(k.ColumnsShut)
	}
	return d
}

// intervalsOf returns between which times the branch points of a tree lie; nil where that is unknown.
func intervalsOf(s *Subject, d *dendro.Dendrogram) *dendro.Intervals {
	if i := DrawIntervals(d.Tree.Tree(), s.Draws()); i != nil {
		return i
	}
	return BestIntervals(d.Tree.Tree(), forest.TreesOf(s.Snapshot))
}
