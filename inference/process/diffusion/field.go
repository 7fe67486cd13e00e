package diffusion

import (
	"context"
	"math"
	"slices"
)

// A Field is the logarithm of a density on a grid of NX×NY cells that fill a box. Cell (i, j) is
// Log[j*NX+i], with i along x and j along y from Y0.
type Field struct {
	X0, X1, Y0, Y1 float64
	NX, NY         int
	Log            []float64
}

// fieldDepth is how far below the greatest, in nats, a contribution to a field still counts.
const fieldDepth = 32

// Field computes the density of a mixture along two directions on a grid. Each component is widened
// by half a cell, so none is lost between the centres of cells. A component costs the cells that it
// covers, at most the whole grid. Cancelling ctx ends the work early with its error.
func (m *Mixture) Field(ctx context.Context, x0, x1, y0, y1 float64, nx, ny int) (*Field, error) {
	f := &Field{x0, x1, y0, y1, nx, ny, make([]float64, nx*ny)}
	hx, hy := (x1-x0)/float64(nx), (y1-y0)/float64(ny)
	widened := make([]Component, len(m.Components))
	peak, peaks := math.Inf(-1), make([]float64, len(m.Components))
	for i, c := range m.Components {
		c.XX += hx * hx / 4
		c.YY += hy * hy / 4
		widened[i] = c
		peaks[i] = math.Log(c.Weight) - math.Log(2*math.Pi) - 0.5*math.Log(c.XX*c.YY-c.XY*c.XY)
		peak = max(peak, peaks[i])
	}
	for i := range widened {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		f.add(&widened[i].Normal, peaks[i]-peak, hx, hy)
	}
	for i, v := range f.Log {
		f.Log[i] = math.Log(v) + peak
	}
	return f, nil
}

// add adds a Gaussian with the given log peak, row by row.
func (f *Field) add(g *Normal, peak, hx, hy float64) {
	slope := g.XY / g.YY
	vx := g.XX - g.XY*slope
	reach := peak + fieldDepth
	if reach <= 0 {
		return
	}
	down, up := cells(g.Y, math.Sqrt(2*g.YY*reach), f.Y0, hy, f.NY)
	for j := down; j < up; j++ {
		dy := f.Y0 + (float64(j)+0.5)*hy - g.Y
		left := reach - dy*dy/(2*g.YY)
		if left <= 0 {
			continue
		}
		addRow(f.Log[j*f.NX:(j+1)*f.NX], left, g.X+slope*dy, vx, f.X0, hx)
	}
}

// addRow adds a Gaussian with the given middle and variance vx to cells of width h from start. Its
// peak is e^(left−fieldDepth). The ratio between neighbouring cells itself falls by a constant
// ratio, so the loop needs no exponentials.
func addRow(row []float64, left, middle, vx, start, h float64) {
	from, to := cells(middle, math.Sqrt(2*vx*left), start, h, len(row))
	if from >= to {
		return
	}
	dx := start + (float64(from)+0.5)*h - middle
	value := math.Exp(left - fieldDepth - dx*dx/(2*vx))
	ratio, fall := math.Exp(-(2*dx*h+h*h)/(2*vx)), math.Exp(-h*h/vx)
	row = row[from:to]
	for i := range row {
		row[i] += value
		value *= ratio
		ratio *= fall
	}
}

// Curve returns the density of a mixture along one direction in n cells from x0 to x1, with each
// component widened by half a cell.
func (m *Mixture) Curve(x0, x1 float64, n int) []float64 {
	out, h := make([]float64, n), (x1-x0)/float64(n)
	peak, peaks := math.Inf(-1), make([]float64, len(m.Components))
	for i, c := range m.Components {
		peaks[i] = math.Log(c.Weight) - 0.5*math.Log(2*math.Pi*(c.XX+h*h/4))
		peak = max(peak, peaks[i])
	}
	for i, c := range m.Components {
		if left := peaks[i] - peak + fieldDepth; left > 0 {
			addRow(out, left, c.X, c.XX+h*h/4, x0, h)
		}
	}
	for i := range out {
		out[i] *= math.Exp(peak)
	}
	return out
}

// cells returns which of n cells of width h from start have their centres within reach of a place.
func cells(place, reach, start, h float64, n int) (from, to int) {
	a := math.Ceil((place-reach-start)/h - 0.5)
	b := math.Floor((place+reach-start)/h-0.5) + 1
	return int(min(max(a, 0), float64(n))), int(min(max(b, 0), float64(n)))
}

func (f *Field) area() float64 { return (f.X1 - f.X0) / float64(f.NX) * (f.Y1 - f.Y0) / float64(f.NY) }

// Levels returns, for each share of probability, the log density at the edge of the smallest region
// that holds it; −Inf for more than the box holds.
func (f *Field) Levels(shares ...float64) []float64 {
	sorted := slices.Clone(f.Log)
	slices.SortFunc(sorted, func(a, b float64) int {
		switch {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
	levels := make([]float64, len(shares))
	for k, share := range shares {
		levels[k] = math.Inf(-1)
		sum := 0.0
		for _, v := range sorted {
			if sum += math.Exp(v) * f.area(); sum >= share {
				levels[k] = v
				break
			}
		}
	}
	return levels
}
