package dendro

import (
	"image/color"
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// BranchValues are numbers of the branches of a tree that colour them: blue below 0, grey at 0,
// orange above it, and the thicker the farther from 0.
type BranchValues struct {
	Values []float64 // of the branch above each node; NaN for none
	Limit  float64   // colours end here on both sides; above 0
	Title  string    // of the legend: "change of factor 2"
	Unit   string    // "s.d."
	Note   string    // how the limit was chosen
	Bare   bool      // no legend
}

// valueClasses is where the classes of branches coloured by values begin, and valueSteps how many
// colours there are on either side of 0.
const (
	valueClasses = 1 << 21
	valueSteps   = 12
)

// valueMaps go from blue through the grey of quiet lines to orange, on light and on dark ground.
var valueMaps = [2]*ink.ColorMap{
	ink.NewMap("values", []uint32{0x1F4E8C, 0xB4BAC2, 0xC24D0E}),
	ink.NewMap("values, dark", []uint32{0x6FA9E6, 0x4C535B, 0xF08A4B}),
}

func valueMap(s plotting.Style) *ink.ColorMap {
	if s.Dark {
		return valueMaps[1]
	}
	return valueMaps[0]
}

// branchValue returns the number of the branch above v as a share of the limit, between −1 and 1;
// ok is false where there is none.
func (bp *branchPart) branchValue(v int) (share float64, ok bool) {
	b := bp.l.d.Branches
	if b == nil || v >= len(b.Values) || math.IsNaN(b.Values[v]) || !(b.Limit > 0) {
		return 0, false
	}
	return min(max(b.Values[v]/b.Limit, -1), 1), true
}

// valuePen returns the class and colour of a branch with a number: strong colours lie on weak ones.
func (bp *branchPart) valuePen(share float64) (int, color.NRGBA) {
	step := int(math.Round(share * valueSteps))
	class := valueClasses + 2*max(step, -step)
	if step < 0 {
		class++
	}
	c := valueMap(bp.l.style).At(0.5 + 0.5*float64(step)/valueSteps)
	return class, color.NRGBA{c.R, c.G, c.B, 255}
}

// valueWidth is the stroke of a branch with a number.
func (bp *branchPart) valueWidth(share float64) vg.Length {
	return bp.l.style.Stroke + (bp.l.style.MaximumStroke-bp.l.style.Stroke)*vg.Length(math.Round(4*math.Abs(share))/4)
}

// valuesBlock explains the colours of branches.
func (bp *branchPart) valuesBlock() (ink.LegendBlock, bool) {
	b := bp.l.d.Branches
	if b == nil || b.Bare {
		return ink.LegendBlock{}, false
	}
	return ink.LegendBlock{Title: b.Title, Ramp: &ink.ColorBar{Scale: ink.Scale{Map: valueMap(bp.l.style),
		Low: -b.Limit, High: b.Limit}, Unit: b.Unit, Note: b.Note}}, true
}

// branchLine names the number of the branch above v for a tooltip.
func (bp *branchPart) branchLine(v int) (line [2]string, ok bool) {
	b := bp.l.d.Branches
	if b == nil || v >= len(b.Values) || math.IsNaN(b.Values[v]) {
		return line, false
	}
	text := plotting.FormatNumber(b.Values[v])
	if b.Unit != "" {
		text += " " + b.Unit
	}
	return [2]string{b.Title, text}, true
}
