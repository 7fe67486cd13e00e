package sampler

import (
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/cellwise"
	"example.org/espalier/inference/model/pydt/factors"
	"example.org/espalier/inference/model/pydt/hyper"
	"example.org/espalier/inference/model/pydt/kept"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/process/covary"

	"gonum.org/v1/gonum/mat"
)

// cells adds the prediction of cells by a draw. Given Σ, and the missing cells of other
// rows as drawn, a cell is normal. If the draw has no Σ of its own, one is drawn from its posterior
// given the draw, from a stream that belongs to the draw.
func (z *spread) cells(d *kept.Draw, _ *problem.Problem, _ hyper.Hyper, cells []inference.Cell, value []float64,
	logWeight float64, out *cellwise.Mixture) {
	if z.hidden != nil {
		z.cellsOfKinds(d, cells, value, logWeight, out)
		return
	}
	x := mat.DenseCopyOf(z.x)
	if z.blanks != nil {
		z.blanks.Put(x, d.Cells)
	}
	var w *covary.Map
	if z.factors != nil {
		w = factors.SigmaOf(d.Factors).Map()
	} else {
		rng := z.streams.Task(cellStream + uint64(d.Iteration))
		w, _ = covary.Wishart{Centre: z.prior.Centre, G: d.G, Nu: d.Nu}.Draw(covary.NewContrasts(d.Tree(), x, d.Noise), rng)
	}
	if z.apart != nil {
		posterior := (&covary.Wishart{Centre: z.prior.Centre, G: d.G, Nu: d.Nu}).Posterior(covary.NewContrasts(d.Tree(), x,
			d.Noise), nil)
		for i, at := range cells {
			if log, mean, told := z.apart.Cell(at, value[i], x, z.blanks, z.data.X,
				(1+d.Noise)*posterior.Sigma.MeanVariance()); told {
				out.Add(i, logWeight, log, mean)
			}
		}
	}
	if z.blanks == nil {
		return
	}
	by := cellwise.ByRow(cells)
	covary.NewConditioner(z.blanks, w).Laws(covary.NewPasser(d.Tree(), x, d.Noise), func(l covary.BlankLaw) {
		for _, i := range by[l.Row] {
			a, missing := slices.BinarySearch(l.Columns, z.apart.Place(cells[i].Column))
			if !missing {
				continue
			}
			out.Add(i, logWeight, cellwise.NormalLog(value[i]-l.Mean[a], l.Variance*l.Spread[a]), l.Mean[a])
		}
	})
}

// cellStream is the first of the streams of draws for cells.
const cellStream = 1 << 41
