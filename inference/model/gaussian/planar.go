package gaussian

import (
	"context"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/conjugate"
)

// planar is the predictive density of a fit.
type planar struct{ full *conjugate.Full }

// Planar fits the data again with the freedom that a snapshot has, which takes one evaluation of the
// evidence, or a few rounds where cells are missing.
func (Model) Planar(ctx context.Context, data *inference.Dataset, s inference.Settings,
	fitted *inference.Snapshot) (inference.Planar, error) {
	freedom := s.Real("freedom")
	for _, k := range fitted.Scalars {
		if k.Name == "freedom" {
			freedom = k.Mean
		}
	}
	f, err := newFit(data.X, freedom, s.Real("kappa"), true)
	if err != nil {
		return nil, err
	}
	for !f.Finished {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f.advance()
	}
	f.full.LogPredictive(f.rows[0]) // prepares the cache that Along reads, so that it only reads
	return planar{f.full}, nil
}

// Along implements inference.Planar.
func (p planar) Along(x, y []float64) []inference.PlanarTerm {
	at, xx, xy, yy, freedom := p.full.Along(x, y)
	return []inference.PlanarTerm{{Weight: 1, X: at[0], Y: at[1], XX: xx, XY: xy, YY: yy, Freedom: freedom}}
}
