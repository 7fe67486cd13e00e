package pydt

import (
	"context"
	"fmt"
	"math"

	"espalier/inference"
	"espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// cellsByRow lists the places of cells in their list, by row.
func cellsByRow(cells []inference.Cell) map[int][]int {
	by := map[int][]int{}
	for i, at := range cells {
		by[at.Row] = append(by[at.Row], i)
	}
	return by
}

// columnOf returns where a column stands in a law.
func columnOf(l *covary.BlankLaw, column int) int {
	for a, j := range l.Columns {
		if j == column {
			return a
		}
	}
	panic("pydt: a cell that is not missing has no law")
}

// logCellsTogether adds what a draw says of cells. Given Σ and the missing cells of other rows as
// they were drawn, a cell is normal. Where the draw has no Σ of its own, one is drawn from its
// posterior given the draw, from a stream that belongs to the draw.
func (c *chain) logCellsTogether(d *draw, cells []inference.Cell, value []float64, logWeight float64, out *cellMixture) {
	z := c.spread
	x := mat.DenseCopyOf(z.x)
	if z.blanks != nil {
		z.blanks.Put(x, d.Cells)
	}
	var w *covary.Map
	if z.factors != nil {
		w = sigmaOf(d.Factors).Map()
	} else {
		rng := c.streams.Task(cellStream + uint64(d.Iteration))
		w, _ = covary.Wishart{Centre: z.prior.Centre, G: d.G, Nu: d.Nu}.Draw(covary.NewContrasts(d.tree, x, d.Noise), rng)
	}
	if z.apart != nil {
		posterior := (&covary.Wishart{Centre: z.prior.Centre, G: d.G, Nu: d.Nu}).Posterior(covary.NewContrasts(d.tree, x, d.Noise), nil)
		for i, at := range cells {
			if place, value0 := z.apart.place(at.Column); place < 0 {
				out.add(i, logWeight, normalLog(value[i]-value0, (1+d.Noise)*posterior.Sigma.MeanVariance()), value0)
			}
		}
	}
	if z.blanks == nil {
		return
	}
	by := cellsByRow(cells)
	covary.NewConditioner(z.blanks, w).Laws(covary.NewPasser(d.tree, x, d.Noise), func(l covary.BlankLaw) {
		for _, i := range by[l.Row] {
			place, _ := z.apart.place(cells[i].Column)
			if place < 0 {
				continue
			}
			a := columnOf(&l, place)
			out.add(i, logWeight, normalLog(value[i]-l.Mean[a], l.Variance*l.Spread[a]), l.Mean[a])
		}
	})
}

// cellStream is the first of the streams of draws for cells.
const cellStream = 1 << 41

// LogCells implements inference.CellPredictor: the mixture over the best trees and the draws of
// the pilot, Σ integrated out. Missing cells of other rows are taken at their means (math 11.5),
// which makes the densities of cells in tables with many of them a little too sure.
func (f *together) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	if f.form == independent || f.round == 0 {
		return f.inner.LogCells(cells, value)
	}
	if err := checkCells(f.data, cells, value, false); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", f.model, err)
	}
	if len(cells) == 0 {
		return nil, nil, nil
	}
	f.forecast()
	if err := f.predict.prepare(context.Background()); err != nil {
		return nil, nil, err
	}
	out, by := newCellMixture(len(cells)), cellsByRow(cells)
	for i := range f.predict.members {
		m := &f.predict.members[i]
		x, t := mat.DenseCopyOf(f.law.filled), m.tree.publish(f.data.Rows)
		for i, at := range cells {
			if place, value0 := f.apart.place(at.Column); place < 0 {
				out.add(i, m.logWeight, normalLog(value[i]-value0, (1+m.hyper.noise)*m.sigma.MeanVariance()), value0)
			}
		}
		if f.blanks == nil {
			continue
		}
		c := covary.NewConditioner(f.blanks, m.sigma.Map())
		passer := covary.NewPasser(t, x, m.hyper.noise)
		c.Settle(passer, fillSweeps)
		c.Laws(passer, func(l covary.BlankLaw) {
			for _, i := range by[l.Row] {
				place, _ := f.apart.place(cells[i].Column)
				if place < 0 {
					continue
				}
				a := columnOf(&l, place)
				out.add(i, m.logWeight, m.logCell(&l, a, value[i]), l.Mean[a])
			}
		})
	}
	logDensity, mean = out.values()
	return logDensity, mean, nil
}

// logCell returns the log density of a missing cell. Of a Σ that is integrated out it is a t: the
// row is taken out of the posterior, of which it leaves Σ_mm·o as it is, but for one degree of
// freedom, and makes a square q of the observed cells to q/(1−q).
func (m *member) logCell(l *covary.BlankLaw, a int, value float64) float64 {
	if m.posterior == nil {
		return normalLog(value-l.Mean[a], l.Variance*l.Spread[a])
	}
	total := m.posterior.Prior.Nu + float64(m.posterior.N)
	q := math.Min(l.Square/total, 1-1e-9)
	q /= 1 - q
	freedom := m.posterior.Freedom - 1 + float64(l.Observed)
	scale := l.Variance * (total - 1) * l.Spread[a] * (1 + q) / freedom
	return distuv.StudentsT{Mu: l.Mean[a], Sigma: math.Sqrt(scale), Nu: freedom}.LogProb(value)
}
