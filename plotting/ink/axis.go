package ink

import (
	"math"
	"strings"

	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

// A Tick is a labelled place on an axis.
type Tick struct {
	Value float64
	Label string
}

// Ticks returns at most n round values within [low, high], 1, 2, 2.5 or 5 times a
// power of ten apart, in ascending order, labelled with just the digits that tell
// them apart. It returns one tick or none where there is no room or no range.
func Ticks(low, high float64, n int) []Tick {
	if low > high {
		low, high = high, low
	}
	if !Finite(low) || !Finite(high) || n < 1 {
		return nil
	}
	// If the ends differ by rounding alone, there are no ticks to tell apart.
	if high-low <= 1e-12*max(math.Abs(low), math.Abs(high)) || n == 1 {
		return []Tick{{low, plotting.FormatDigits(low, 6)}}
	}
	step := tickStep((high-low)/float64(n), n, low, high)
	if step == 0 {
		return nil
	}
	var ticks []Tick
	for k := math.Ceil(low/step - 1e-9); k*step <= high+1e-9*step && len(ticks) < n; k++ {
		v := k * step
		ticks = append(ticks, Tick{v, plotting.FormatTick(v, step)})
	}
	return ticks
}

// tickStep returns the smallest round step that gives at most n ticks.
func tickStep(least float64, n int, low, high float64) float64 {
	power := math.Floor(math.Log10(least))
	for range 4 {
		for _, m := range [...]float64{1, 2, 2.5, 5} {
			step := m * math.Pow(10, power)
			if power < 0 { // exact where a decimal fraction is
				step = m / math.Pow(10, -power)
			}
			if step == 0 || math.IsInf(step, 0) {
				return 0
			}
			if math.Floor(high/step+1e-9)-math.Ceil(low/step-1e-9)+1 <= float64(n) {
				return step
			}
		}
		power++
	}
	return 0
}

// WholeTicks is Ticks for values that are counts: the step is at least one.
func WholeTicks(low, high float64, n int) []Tick {
	ticks := Ticks(low, high, n)
	out := ticks[:0]
	for _, t := range ticks {
		if !strings.Contains(t.Label, ".") {
			out = append(out, t)
		}
	}
	return out
}

// An Axis is a horizontal scale with its line, ticks, numbers and name below it.
type Axis struct {
	From, To vg.Point // ends of the line, From at the left
	// Low and High are the values at the ends.
	Low, High float64
	Ticks     []Tick
	Name      string // with its unit; centred below; may be empty
}

// AxisTick is the length of a tick.
const AxisTick = 4

// AxisHeight returns the room that a horizontal axis takes below its line.
func AxisHeight(s plotting.Style, named bool) vg.Length {
	h := AxisTick + s.Padding + CapHeight(Regular(s.Typeface, s.TickSize)) + 1
	if named {
		h += s.Padding + LineHeight(Regular(s.Typeface, s.AxisSize))
	}
	return h
}

// At returns where a value lies.
func (a Axis) At(v float64) vg.Length {
	return a.From.X + (a.To.X-a.From.X)*vg.Length((v-a.Low)/(a.High-a.Low))
}

// Draw draws the axis. Numbers that would touch are left out, the outermost last.
func (a Axis) Draw(c vg.Canvas, s plotting.Style) {
	var p vg.Path
	p.Move(a.From)
	p.Line(a.To)
	face := Regular(s.Typeface, s.TickSize)
	for _, t := range a.Ticks {
		x := a.At(t.Value)
		p.Move(vg.Point{X: x, Y: a.From.Y})
		p.Line(vg.Point{X: x, Y: a.From.Y - AxisTick})
	}
	c.SetLineWidth(s.AxisStroke)
	c.SetLineDash(nil, 0)
	c.SetColor(s.Muted)
	c.Stroke(p)
	y := a.From.Y - AxisTick - s.Padding
	for _, i := range a.Labelled(face) {
		DrawText(c, face, s.Muted, vg.Point{X: a.At(a.Ticks[i].Value), Y: y}, TopCentre, a.Ticks[i].Label)
	}
	if a.Name != "" {
		name := Regular(s.Typeface, s.AxisSize)
		at := vg.Point{X: (a.From.X + a.To.X) / 2, Y: y - CapHeight(face) - s.Padding - 2}
		DrawText(c, name, s.Muted, at, TopCentre, Elide(name, a.Name, a.To.X-a.From.X+2*s.Margin))
	}
}

// Labelled returns the ticks whose numbers have room, thinned evenly.
func (a Axis) Labelled(f Face) []int {
	for step := 1; step <= len(a.Ticks); step++ {
		fits := true
		for i := step; i < len(a.Ticks) && fits; i += step {
			x0 := a.At(a.Ticks[i-step].Value) + TextWidth(f, a.Ticks[i-step].Label)/2
			x1 := a.At(a.Ticks[i].Value) - TextWidth(f, a.Ticks[i].Label)/2
			fits = x1-x0 >= f.Font.Size/2
		}
		if fits {
			var out []int
			for i := 0; i < len(a.Ticks); i += step {
				out = append(out, i)
			}
			return out
		}
	}
	return nil
}

// AxisItem draws an axis.
type AxisItem struct {
	Axis  Axis
	Style plotting.Style
}

// Draw implements Item.
func (i AxisItem) Draw(c vg.Canvas) { plotting.Group(c, "axis", func() { i.Axis.Draw(c, i.Style) }) }
