package teach

import (
	"fmt"
	"image/color"
	"math"

	"example.org/espalier/inference/process/shrinkage"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A sparsityPicture is a moment: one measurement seen through every prior.
type sparsityPicture struct {
	*sparsityPlan
	y         float64
	draw      [][]float64
	posterior []shrinkage.Posterior
	after     [][]float64 // densities of the posteriors on the far grid
}

// priorInk is the colour of each prior.
func priorInk(k int) color.NRGBA { return category([]int{0, 1, 2, 3, 4}[k]) }

func (m *sparsityPicture) drawing() drawing {
	return drawing{
		subtitle: fmt.Sprintf("measured y = %s · noise %s · scale %s · slab %s · ν = %s", plotting.FormatNumber(m.y),
			plotting.FormatNumber(m.noise), plotting.FormatNumber(m.scale), plotting.FormatPercent(m.share),
			plotting.FormatNumber(m.freedom)),
		paint: m.paint,
		sheets: []plotting.Sheet{
			table("shrinkage", []string{"y", "normal", "Laplace", "Student-t", "horseshoe", "spike-and-slab"},
				len(m.grid), func(i int) []string {
					line := []string{plotting.Cell(m.grid[i])}
					for k := range m.priors {
						line = append(line, plotting.Cell(m.mean[k][i]))
					}
					return line
				}),
		},
	}
}

func (m *sparsityPicture) paint(b *board) {
	var entries []keyEntry
	for k, p := range m.priors {
		entries = append(entries, keyEntry{priorInk(k), '-', p.Name})
	}
	entries = append(entries, keyEntry{b.Selection, '-', "measured, y"}, keyEntry{b.Ink, ':', "without a prior"})
	area := b.common(entries...)
	rows := down(area, 1.5*b.Gap, 0.42, 0.27, 0.31)
	top := across(rows[0], 2.5*b.Gap, 0.5, 0.5)
	m.paintPriors(b, b.head(top[0], "prior density"))
	m.paintShrinkage(b, b.head(top[1], "posterior mean of g, given y"))
	few := []float64{1, 1, 1, 1, 1}
	posteriors, pairs := across(b.head(rows[1], "posterior of g"), 1.2*b.Gap, few...), across(b.head(rows[2],
		fmt.Sprintf("two "+
			"loadings drawn from the prior; those beyond ± %s are placed on the edge",
			plotting.FormatNumber(pairsEdge*m.scale))), 1.2*b.Gap, few...)
	for k := range m.priors {
		m.paintPosterior(b, posteriors[k], k)
		m.paintPairs(b, pairs[k], k)
	}
}

func (m *sparsityPicture) paintPriors(b *board, room vg.Rectangle) {
	p := b.plot(room, axes{x0: -sparsityMost, x1: sparsityMost, y0: -4, y1: 0.5, x: "g", logY: true})
	for k := range m.priors {
		log := make([]float64, len(m.grid))
		for i, d := range m.density[k] {
			log[i] = math.Log10(max(d, 1e-9))
		}
		p.trace(priorInk(k), 1.6*b.Stroke, m.grid, log)
	}
	// The spike has all of its mass.
	spike := m.priors[len(m.priors)-1].Spike()
	colour := priorInk(len(m.priors) - 1)
	b.arrow(colour, 1.6*b.Stroke, p.at(0, -4), at(p.x(0), p.area.Max.Y))
	b.text(ink.Regular(b.Typeface, b.LabelSize), b.Ink, at(p.x(0)+b.Padding, p.area.Max.Y), ink.TopLeft,
		plotting.FormatPercent(spike)+" at 0")
}

func (m *sparsityPicture) paintShrinkage(b *board, room vg.Rectangle) {
	p := b.plot(room, axes{x0: -1, x1: sparsityMost, y0: -1, y1: sparsityMost, x: "y"})
	p.trace(b.Ink, b.Stroke, []float64{-1, sparsityMost}, []float64{-1, sparsityMost}, dash...)
	p.upright(b.Selection, 1.5*b.Stroke, m.y)
	for k := range m.priors {
		p.trace(priorInk(k), 1.6*b.Stroke, m.grid, m.mean[k])
	}
	for k, q := range m.posterior {
		b.discs(priorInk(k), 1.7*b.DotRadius, p.at(m.y, q.Mean))
	}
}

// paintPosterior draws the posterior density, with the spike as an arrow as high as its
// probability.
func (m *sparsityPicture) paintPosterior(b *board, room vg.Rectangle, k int) {
	q, colour := m.posterior[k], priorInk(k)
	high := 0.0
	for _, d := range m.after[k] {
		high = max(high, min(d, 1/m.noise))
	}
	name := ink.Regular(b.Typeface, b.LabelSize)
	note := m.priors[k].Name
	if q.Zero > 0 {
		note += ", zero: " + plotting.FormatPercent(q.Zero)
	}
	b.text(name, b.Ink, at(room.Min.X+b.Padding, room.Max.Y), ink.TopLeft, ink.Elide(name, note, room.Max.X-room.Min.X))
	room.Max.Y -= ink.LineHeight(name)
	p := b.plot(room, axes{x0: posteriorLow, x1: posteriorHigh, y1: 1.15 * max(high, 0.3), bare: true})
	p.band(plotting.Fade(colour, 0.25), m.far, make([]float64, len(m.far)), m.after[k])
	p.trace(colour, 1.5*b.Stroke, m.far, m.after[k])
	p.upright(b.Selection, 1.5*b.Stroke, m.y)
	if q.Zero > 0 {
		b.arrow(colour, 2*b.Stroke, p.at(0, 0), at(p.x(0), p.area.Min.Y+(p.area.Max.Y-p.area.Min.Y)*vg.Length(q.Zero)))
	}
	b.mark(p.area, "posterior", m.priors[k].Name, [2]string{"mean", plotting.FormatNumber(q.Mean)},
		[2]string{"standard deviation", plotting.FormatNumber(q.Deviation)},
		[2]string{"probability of zero", plotting.FormatPercent(q.Zero)})
}

// pairsEdge is the half-width of the squares of pairs, in scales.
const pairsEdge = 4

// paintPairs draws pairs of loadings; those outside the square are drawn on its edge.
func (m *sparsityPicture) paintPairs(b *board, room vg.Rectangle, k int) {
	r := square(room)
	b.rect(b.Ground, r)
	c := centre(r)
	w, _ := extent(r)
	b.line(b.Hairline, b.AxisStroke, at(c.X, r.Min.Y), at(c.X, r.Max.Y))
	b.line(b.Hairline, b.AxisStroke, at(r.Min.X, c.Y), at(r.Max.X, c.Y))
	limit := pairsEdge * m.scale
	place := func(g float64) vg.Length { return w / 2 * vg.Length(min(max(g/limit, -1), 1)) }
	var points []vg.Point
	for i := 0; i+1 < len(m.draw[k]); i += 2 {
		points = append(points, at(c.X+place(m.draw[k][i]), c.Y+place(m.draw[k][i+1])))
	}
	b.discs(plotting.Fade(priorInk(k), 0.7), 0.75*b.DotRadius, points...)
	b.mark(r, "pairs", m.priors[k].Name, [2]string{"pairs drawn", plotting.FormatCount(len(points))},
		[2]string{"edges at", "± " + plotting.FormatNumber(limit)})
}
