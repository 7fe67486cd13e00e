package space

import (
	"context"
	"image"
	"iter"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/diffusion"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A Ground is the density of a new row over two directions, behind the rows of a figure: in tones,
// with lines around the smallest regions that hold 50, 80, 95 and 99 % of it. It is immutable, shared
// and safe for concurrent use.
type Ground struct {
	field   *diffusion.Field
	levels  []float64
	low     float64 // log density at the ends of the colours
	high    float64
	shown   [4]float64 // ranges of axes that show its main part
	painted paintedField
}

// How far a density reaches.
const (
	groundSpread = 2.6 // standard deviations that axes show of it
	groundFade   = 3.8 // standard deviations of each term, after which it has no tone: axes may become wider
	mostFade     = 1   // share of the axes' ranges that is computed beyond them, at most
)

// NewGround computes the density of the terms around the rows, in this many cells along each axis. A
// cancelled ctx gives its error.
func NewGround(ctx context.Context, p *Points, terms []inference.PlanarTerm, cells int) (*Ground, error) {
	m := &diffusion.Mixture{}
	freedom := 0.0
	for _, t := range terms {
		if t.Weight > 0 {
			m.Components = append(m.Components,
				diffusion.Component{Weight: t.Weight, Normal: diffusion.Normal{X: t.X, Y: t.Y, XX: t.XX, XY: t.XY, YY: t.YY}})
		}
		freedom = max(freedom, t.Freedom)
	}
	if len(m.Components) == 0 {
		return nil, nil
	}
	g, b := m.Moments(), p.bounds
	if !(g.XX > 0) || !(g.YY > 0) || g.XX*g.YY-g.XY*g.XY <= 1e-12*g.XX*g.YY {
		return nil, nil // the directions are one
	}
	sx, sy := groundSpread*math.Sqrt(g.XX), groundSpread*math.Sqrt(g.YY)
	x0, x1, y0, y1 := min(b[0], g.X-sx), max(b[1], g.X+sx), min(b[2], g.Y-sy), max(b[3], g.Y+sy)
	k := &Ground{shown: [4]float64{x0, x1, y0, y1}}
	x0, x1 = faded(m.Components, x0, x1, func(n diffusion.Normal) (float64, float64) { return n.X, n.XX })
	y0, y1 = faded(m.Components, y0, y1, func(n diffusion.Normal) (float64, float64) { return n.Y, n.YY })
	if freedom > 0 {
		k.field = studentField(terms, x0, x1, y0, y1, cells)
	} else {
		var err error
		if k.field, err = m.Field(ctx, x0, x1, y0, y1, cells, cells); err != nil {
			return nil, err
		}
	}
	levels := k.field.Levels(append([]float64{0.02}, densityShares...)...)
	k.levels, k.high = levels[1:], levels[0]
	k.low = k.high - 12
	for _, l := range levels {
		if !math.IsInf(l, -1) {
			k.low = min(l-2, k.high-4)
		}
	}
	beyond := k.beyond()
	for i, l := range k.levels {
		if l < beyond { // its line would leave the axes
			k.levels[i] = math.Inf(-1)
		}
	}
	return k, nil
}

// beyond returns the greatest log density outside the ranges of the axes.
func (k *Ground) beyond() float64 {
	most := math.Inf(-1)
	for i, v := range k.field.Log {
		x, y := fieldPlace(k.field, i%k.field.NX, i/k.field.NX)
		if x < k.shown[0] || x > k.shown[1] || y < k.shown[2] || y > k.shown[3] {
			most = max(most, v)
		}
	}
	return most
}

// faded widens a range to where the terms have faded.
func faded(terms []diffusion.Component, low, high float64,
	along func(diffusion.Normal) (mean, variance float64)) (float64, float64) {
	a, b := low, high
	for _, t := range terms {
		mean, variance := along(t.Normal)
		reach := groundFade * math.Sqrt(max(variance, 0))
		a, b = min(a, mean-reach), max(b, mean+reach)
	}
	most := mostFade * (high - low)
	return max(a, low-most), min(b, high+most)
}

// studentField computes the density of a mixture with Student t terms at the middles of cells.
func studentField(terms []inference.PlanarTerm, x0, x1, y0, y1 float64, cells int) *diffusion.Field {
	f := &diffusion.Field{X0: x0, X1: x1, Y0: y0, Y1: y1, NX: cells, NY: cells, Log: make([]float64, cells*cells)}
	for i := range f.Log {
		x, y := fieldPlace(f, i%cells, i/cells)
		most, sum := math.Inf(-1), 0.0
		for _, t := range terms {
			l := math.Log(t.Weight) + termLog(t, x, y)
			if l > most {
				sum, most = sum*math.Exp(most-l)+1, l
			} else {
				sum += math.Exp(l - most)
			}
		}
		f.Log[i] = most + math.Log(sum)
	}
	return f
}

// termLog is the log density of a term at a place: of a Student t along two directions the constant
// is 1/(2π √|S|) for any degrees of freedom.
func termLog(t inference.PlanarTerm, x, y float64) float64 {
	det := t.XX*t.YY - t.XY*t.XY
	dx, dy := x-t.X, y-t.Y
	q := (t.YY*dx*dx - 2*t.XY*dx*dy + t.XX*dy*dy) / det
	if t.Freedom > 0 {
		return -math.Log(2*math.Pi) - 0.5*math.Log(det) - (t.Freedom/2+1)*math.Log1p(q/t.Freedom)
	}
	return -math.Log(2*math.Pi) - 0.5*math.Log(det) - q/2
}

// rows lists the log density at the middles of cells, in the units of two axes.
func (k *Ground) rows(m [2]ink.Measure) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for i, v := range k.field.Log {
			x, y := fieldPlace(k.field, i%k.field.NX, i/k.field.NX)
			if !yield([]string{plotting.Cell(m[0].Value(x)), plotting.Cell(m[1].Value(y)), plotting.Cell(v + unitShift(m))}) {
				return
			}
		}
	}
}

// unitShift turns a log density in working units into one in the units of two axes.
func unitShift(m [2]ink.Measure) float64 { return -math.Log(math.Abs(m[0].Factor * m[1].Factor)) }

// bounds returns the ranges of axes that show a density and also the ranges b.
func (k *Ground) bounds(b [4]float64) [4]float64 {
	if k == nil {
		return b
	}
	return [4]float64{min(b[0], k.shown[0]), max(b[1], k.shown[1]), min(b[2], k.shown[2]), max(b[3], k.shown[3])}
}

// add paints the density and its lines on a plane.
func (k *Ground) add(list *ink.List, p *ink.Plane, s plotting.Style) {
	var picture *image.RGBA
	var lines []vg.Path
	picture, lines = k.painted.of(k.field, p, k.scale(s), k.levels)
	list.Add(ink.Image{Rect: p.Area, Image: picture})
	for i, path := range lines {
		list.Add(&ink.Stroke{Colour: plotting.Fade(s.Muted, 0.85-0.15*float64(i)), Width: 0.8, Path: path})
	}
}

func (k *Ground) scale(s plotting.Style) ink.Scale {
	return ink.Scale{Map: densityMap(s, false), Low: k.low, High: k.high}
}

// legend explains the tones and the lines; shift turns log densities into the units of the axes.
func (k *Ground) legend(s plotting.Style, shift float64) ink.LegendBlock {
	scale := k.scale(s)
	scale.Low, scale.High = scale.Low+shift, scale.High+shift
	return ink.LegendBlock{Title: "log density", Ramp: &ink.ColorBar{Scale: scale, Note: sharesNote(k.levels)}}
}
