package pydt

import (
	"context"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
)

// cellsByRow lists the places of cells in their list, by row.
func cellsByRow(cells []inference.Cell) map[int][]int {
	by := map[int][]int{}
	for i, at := range cells {
		by[at.Row] = append(by[at.Row], i)
	}
	return by
}

// logCellsTogether adds the prediction of cells by a draw. Given Σ, and the missing cells of other
// rows as drawn, a cell is normal. If the draw has no Σ of its own, one is drawn from its posterior
// given the draw, from a stream that belongs to the draw.
func (c *chain) logCellsTogether(d *draw, cells []inference.Cell, value []float64, logWeight float64, out *predict.CellMixture) {
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
			if log, mean, told := z.apart.Cell(at, value[i], x, z.blanks, c.data.X, (1+d.Noise)*posterior.Sigma.MeanVariance()); told {
				out.Add(i, logWeight, log, mean)
			}
		}
	}
	if z.blanks == nil {
		return
	}
	by := cellsByRow(cells)
	covary.NewConditioner(z.blanks, w).Laws(covary.NewPasser(d.tree, x, d.Noise), func(l covary.BlankLaw) {
		for _, i := range by[l.Row] {
			a, missing := slices.BinarySearch(l.Columns, z.apart.Place(cells[i].Column))
			if !missing {
				continue
			}
			out.Add(i, logWeight, predict.NormalLog(value[i]-l.Mean[a], l.Variance*l.Spread[a]), l.Mean[a])
		}
	})
}

// cellStream is the first of the streams of draws for cells.
const cellStream = 1 << 41

// LogCells implements inference.CellPredictor: the mixture over the best trees and the draws of
// the pilot, Σ integrated out. The row of a cell is taken off the tree and put to all places of it,
// by the density of its other cells. Missing cells of other rows are taken at their means (math
// 11.5).
func (f *together) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	if f.round == 0 {
		return f.inner.LogCells(cells, value)
	}
	if err := predict.CheckCells(f.data, cells, value, false); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", f.model, err)
	}
	f.forecast()
	return f.predict.logCellsOf(f.data.X, cells, value)
}

// logCellsOf predicts missing cells of the table, whole.
func (f *forecast) logCellsOf(whole *mat.Dense, cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	if len(cells) == 0 {
		return nil, nil, nil
	}
	if err := f.prepare(context.Background()); err != nil {
		return nil, nil, err
	}
	out := predict.NewCellMixture(len(cells))
	members, less := f.fewMembers(f.blanks)
	for _, m := range members {
		for i, at := range cells {
			if log, mean, told := f.apart.Cell(at, value[i], f.law.filled, f.blanks, whole, (1+m.hyper.Noise)*m.sigma.MeanVariance()); told {
				out.Add(i, m.logWeight-less, log, mean)
			}
		}
		if f.blanks != nil {
			f.logCells(m, cells, value, m.logWeight-less, out)
		}
	}
	logDensity, mean = out.Values()
	return logDensity, mean, nil
}

// cellWork bounds the multiply-adds spent on predicting cells.
const cellWork = 1e10

// fewMembers returns the members that predict cells, as many as can be afforded and at least one:
// those of greatest weight, and as many evenly spaced draws. less is the logarithm of their weight.
func (f *forecast) fewMembers(blanks *covary.Blanks) (some []*member, less float64) {
	most := len(f.members)
	if blanks != nil {
		n, d := f.law.filled.Dims()
		look := 0.0 // at each node of the tree
		for _, row := range blanks.Rows() {
			m := float64(len(blanks.Missing(row)))
			look += 1000 + 100*float64(d) + 2*m*float64(d) + 8*m*m
		}
		most = max(1, int(math.Min(float64(most), cellWork/(2*float64(n)*look))))
	}
	searched := len(f.members) - len(f.draws)
	first := min(searched, (most+1)/2)
	rest := min(len(f.draws), most-first)
	for i := range first {
		some = append(some, &f.members[i])
	}
	for i := range rest {
		some = append(some, &f.members[searched+i*len(f.draws)/rest])
	}
	var total special.LogSum
	for _, m := range some {
		total.Add(m.logWeight)
	}
	return some, total.Value()
}

// logCells adds what a member says of the cells that are of Σ.
func (f *forecast) logCells(m *member, cells []inference.Cell, value []float64, logWeight float64, out *predict.CellMixture) {
	x, t := mat.DenseCopyOf(f.law.filled), m.tree.Publish(f.names)
	covary.NewConditioner(f.blanks, m.sigma.Map()).Settle(covary.NewPasser(t, x, m.hyper.Noise), fillSweeps)
	by := cellsByRow(cells)
	e := f.seatOn(m, x, nil)
	w := e.m.Dense()
	s := e.p.S
	for _, row := range f.blanks.Rows() {
		if by[row] == nil {
			continue
		}
		missing := f.blanks.Missing(row)
		s.Cavities()
		left := e.leave(int32(row))
		detached := s.Detach(int32(row))
		one := *e
		one.p = predict.NewPredictor(s)
		y := append([]float64(nil), s.MeanOf(int32(row))...)
		filled := make([]float64, len(missing))
		for a, j := range missing {
			filled[a] = x.At(row, j)
		}
		b := rowOn(&one, left, w, y, filled, missing)
		s.Restore(detached)
		for _, i := range by[row] {
			place := f.apart.Place(cells[i].Column)
			if a, found := slices.BinarySearch(missing, place); found {
				density, mean := b.cell(a, value[i])
				out.Add(i, logWeight, density, mean)
			}
		}
	}
}
