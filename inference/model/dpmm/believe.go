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

// Believe implements inference.Believer: the prediction of a cell from the clusters of the other rows, by draws after
// burn-in.
func (c mixedSampler) Believe(ctx context.Context, cells []inference.Cell, most int) ([]inference.Belief, error) {
	kept := c.draws.After(c.iteration)
	if len(kept) == 0 {
		return nil, nil
	}
	out := c.leaveOut()
	of := make([]int, len(out.place))
	var draws []leftout.Draw
	for _, d := range inference.Centred(kept, max(1, most)) {
		clusters, err := out.clusters(d)
		if err != nil {
			return nil, err
		}
		draws = append(draws, leftout.Draw{Of: of, Place: out.place, Views: []*leftout.Clusters{clusters}})
	}
	return leftout.Beliefs(ctx, draws, cells, out.cell)
}

// A leaving is a table of which cells are left out.
type leaving struct {
	of     mixedSampler
	rows   [][]float64
	place  []int                  // of each column in a row as clusters take it
	limits map[inference.Cell]int // by place
}

func (c mixedSampler) leaveOut() *leaving {
	l := &leaving{of: c, place: make([]int, len(c.kinds.Numbers)+len(c.kinds.Others)),
		limits: map[inference.Cell]int{}}
	l.rows, _ = c.rows()
	for at, j := range slices.Concat(c.kinds.Numbers, c.kinds.Others) {
		l.place[j] = at
	}
	for k, o := range c.limits {
		l.limits[inference.Cell{Row: o.row, Column: o.at}] = k
	}
	return l
}

// at returns a cell as its law takes it.
func (l *leaving) at(i, place int) (value, exposure float64) {
	if place < len(l.of.kinds.Numbers) {
		return l.rows[i][place], 1
	}
	return l.rows[i][place], l.rows[i][place+len(l.of.kinds.Others)]
}

// cell returns the value of a cell, NaN for one of which only limits are known.
func (l *leaving) cell(at inference.Cell) leftout.Cell {
	y, e := l.at(at.Row, l.place[at.Column])
	if _, is := l.limits[inference.Cell{Row: at.Row, Column: l.place[at.Column]}]; is {
		y = math.NaN()
	}
	return leftout.Cell{Cell: at, Value: y, Exposure: e, Scale: 1}
}

// clusters returns those of a draw.
func (l *leaving) clusters(d *draw) (*leftout.Clusters, error) {
	prior, _, err := l.of.prior()
	if err != nil {
		return nil, err
	}
	return leftout.NewClusters(l.of.lawsOf(d, prior), d.Alpha, d.Z, func(i, place int) (value, exposure float64) {
		if k, is := l.limits[inference.Cell{Row: i, Column: place}]; is {
			return d.Drawn[k], 1
		}
		return l.at(i, place)
	}), nil
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
