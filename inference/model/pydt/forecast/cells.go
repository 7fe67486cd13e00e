package forecast

import (
	"context"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/model/pydt/cellwise"
	"example.org/espalier/inference/model/pydt/predict"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/sequel"

	"gonum.org/v1/gonum/mat"
)

// LogCellsOf predicts missing cells of the table, whole.
func (f *Forecast) LogCellsOf(whole *mat.Dense, cells []inference.Cell, value []float64) (logDensity, mean []float64,
	err error) {
	if len(cells) == 0 {
		return nil, nil, nil
	}
	if err := f.Prepare(context.Background()); err != nil {
		return nil, nil, err
	}
	out := cellwise.NewMixture(len(cells))
	members, less := f.fewMembers(f.Blanks)
	for _, m := range members {
		for i, at := range cells {
			if log, mean, told := f.Apart.Cell(at, value[i], f.Law.Filled, f.Blanks, whole,
				(1+m.hyper.Noise)*m.Sigma.MeanVariance()); told {
				out.Add(i, m.logWeight-less, log, mean)
			}
		}
		if f.Blanks != nil {
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
func (f *Forecast) fewMembers(blanks *covary.Blanks) (some []*member, less float64) {
	most := len(f.Members)
	if blanks != nil {
		n, d := f.Law.Filled.Dims()
		look := 0.0 // at each node of the tree
		for _, row := range blanks.Rows() {
			m := float64(len(blanks.Missing(row)))
			look += 1000 + 100*float64(d) + 2*m*float64(d) + 8*m*m
		}
		most = max(1, int(math.Min(float64(most), cellWork/(2*float64(n)*look))))
	}
	searched := len(f.Members) - len(f.Draws)
	first := min(searched, (most+1)/2)
	rest := min(len(f.Draws), most-first)
	for i := range first {
		some = append(some, &f.Members[i])
	}
	for i := range rest {
		some = append(some, &f.Members[searched+i*len(f.Draws)/rest])
	}
	var total special.LogSum
	for _, m := range some {
		total.Add(m.logWeight)
	}
	return some, total.Value()
}

// logCells adds what a member says of the cells that are of Σ.
func (f *Forecast) logCells(m *member, cells []inference.Cell, value []float64, logWeight float64,
	out *cellwise.Mixture) {
	x, t := mat.DenseCopyOf(f.Law.Filled), m.Tree.Publish(f.Names)
	covary.NewConditioner(f.Blanks, m.Sigma.Map()).Settle(covary.NewPasser(t, x, m.hyper.Noise), sequel.FillSweeps)
	by := cellwise.ByRow(cells)
	e := f.SeatOn(m, x, nil)
	w := e.M.Dense()
	s := e.P.S
	for _, row := range f.Blanks.Rows() {
		if by[row] == nil {
			continue
		}
		missing := f.Blanks.Missing(row)
		s.Cavities()
		left := e.Leave(int32(row))
		detached := s.Detach(int32(row))
		one := *e
		one.P = predict.NewPredictor(s)
		y := append([]float64(nil), s.MeanOf(int32(row))...)
		filled := make([]float64, len(missing))
		for a, j := range missing {
			filled[a] = x.At(row, j)
		}
		b := rowOn(&one, left, w, y, filled, missing)
		s.Restore(detached)
		for _, i := range by[row] {
			place := f.Apart.Place(cells[i].Column)
			if a, found := slices.BinarySearch(missing, place); found {
				density, mean := b.cell(a, value[i])
				out.Add(i, logWeight, density, mean)
			}
		}
	}
}
