package dpmm

import (
	"context"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/marginal/block"
	"example.org/espalier/inference/process/marginal/leftout"
)

var _ inference.Believer = mixedSampler{}

// Believe implements inference.Believer: what the clusters of the other rows say of a cell, by draws after burn-in.
func (c mixedSampler) Believe(ctx context.Context, cells []inference.Cell, most int) ([]inference.Belief, error) {
	kept := c.draws.After(c.iteration)
	if len(kept) == 0 {
		return nil, nil
	}
	rows, _ := c.rows()
	p, q := len(c.kinds.Numbers), len(c.kinds.Others)
	place := make([]int, p+q) // of each column
	for at, j := range slices.Concat(c.kinds.Numbers, c.kinds.Others) {
		place[j] = at
	}
	at := func(i, at int) (value, exposure float64) {
		if at < p {
			return rows[i][at], 1
		}
		return rows[i][at], rows[i][at+q]
	}
	limits := map[inference.Cell]int{}
	for k, l := range c.limits {
		limits[inference.Cell{Row: l.row, Column: l.at}] = k
	}
	of := make([]int, p+q)
	var draws []leftout.Draw
	for _, d := range inference.Centred(kept, max(1, most)) {
		prior, _, err := c.prior()
		if err != nil {
			return nil, err
		}
		draws = append(draws, leftout.Draw{Of: of, Place: place,
			Views: []*leftout.Clusters{leftout.NewClusters(c.lawsOf(d, prior), d.Alpha, d.Z,
				func(i, place int) (value, exposure float64) {
					if k, is := limits[inference.Cell{Row: i, Column: place}]; is {
						return d.Drawn[k], 1
					}
					return at(i, place)
				})}})
	}
	return leftout.Beliefs(ctx, draws, cells, func(cell inference.Cell) leftout.Cell {
		y, e := at(cell.Row, place[cell.Column])
		if _, is := limits[inference.Cell{Row: cell.Row, Column: place[cell.Column]}]; is {
			y = math.NaN()
		}
		return leftout.Cell{Cell: cell, Value: y, Exposure: e, Scale: 1}
	})
}

// lawsOf returns the laws of the columns under a draw, in the order in which clusters take them. The prior becomes
// that of the draw.
func (c mixedSampler) lawsOf(d *draw, p *conjugate.Prior) (laws []block.Law) {
	p.Scale, p.Kappa = d.Scale, d.Kappa
	if len(d.Shape) > 0 {
		p.SetShape(d.Shape)
	}
	shape := p.Shape()
	for at := range c.kinds.Numbers {
		laws = append(laws, block.NewNumbers(p.Mean[at], p.Kappa, p.Freedom/2, p.Scale*(p.Freedom-2)*shape[at]/2))
	}
	for o, h := range d.Hyper {
		laws = append(laws, c.kinds.Usual[o].With(h))
	}
	return laws
}
