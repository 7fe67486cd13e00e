package leftout

import (
	"context"

	"example.org/espalier/inference"
)

// A Draw is the clusters of one draw, of some columns each.
type Draw struct {
	Views []*Clusters
	Of    []int // view of each column
	Place []int // of each column in its view
}

// Beliefs returns the predictions of draws for cells, which come row by row; cell returns one of them.
func Beliefs(ctx context.Context, draws []Draw, cells []inference.Cell,
	cell func(at inference.Cell) Cell) ([]inference.Belief, error) {
	out := make([]inference.Belief, len(cells))
	var rows [][][][]Part // of each draw and view, of the present row
	row := -1
	for k, at := range cells {
		if at.Row != row {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			row, rows = at.Row, make([][][][]Part, len(draws))
			for t, d := range draws {
				rows[t] = make([][][]Part, len(d.Views))
			}
		}
		parts := make([][]Part, len(draws))
		for t, d := range draws {
			v := d.Of[at.Column]
			if rows[t][v] == nil {
				rows[t][v] = d.Views[v].Row(row)
			}
			parts[t] = rows[t][v][d.Place[at.Column]]
		}
		out[k] = cell(at).Belief(parts)
	}
	return out, nil
}
