package ink

import (
	"image/color"
	"math"

	"example.org/espalier/plotting"

	"gonum.org/v1/plot/vg"
)

// CategoryColours are the colours of Okabe and Ito (2008), which readers with any kind of colour
// vision can tell apart, in the order in which figures use them.
var CategoryColours = [...]color.NRGBA{
	plotting.Hex(0x0072B2), plotting.Hex(0xE69F00), plotting.Hex(0x009E73), plotting.Hex(0xCC79A7),
	plotting.Hex(0x56B4E9), plotting.Hex(0xD55E00), plotting.Hex(0x8C8C8C), plotting.Hex(0xF0E442),
}

// The number of categories that have a swatch of their own: plain, and with hatched ones.
const (
	PlainCategories = len(CategoryColours)
	Categories      = 2 * len(CategoryColours)
)

// A Swatch is how a category is filled.
type Swatch struct {
	Color   color.NRGBA
	Hatched bool // with diagonal lines in the colour of the surface
}

// CategorySwatch returns the swatch of category i ≥ 0: eight colours, the same
// hatched, and one pale grey for all that follow.
func CategorySwatch(i int) Swatch {
	switch {
	case i < PlainCategories:
		return Swatch{Color: CategoryColours[i]}
	case i < Categories:
		return Swatch{Color: CategoryColours[i-PlainCategories], Hatched: true}
	}
	return Swatch{Color: OtherCategories}
}

// OtherCategories is paler than the grey of category 7.
var OtherCategories = plotting.Hex(0xC9CDD2)

// Ungrouped is the grey of marks in no group, between those of other categories and of category 7.
var Ungrouped = plotting.Hex(0xB3B8BF)

// FillMissing fills rectangles as missing values: pale grey, hatched.
func FillMissing(c vg.Canvas, rects []vg.Rectangle, s plotting.Style) {
	if len(rects) == 0 {
		return
	}
	p := make(vg.Path, 0, 5*len(rects))
	for _, r := range rects {
		p = append(p, r.Path()...)
	}
	c.SetColor(s.Missing)
	c.Fill(p)
	Hatch(c, rects, s.MissingHatch, 4, 0.75)
}

// Hatch draws lines at 45°, rising to the right, pitch apart along x. They stay inside the
// rectangles, and the lines of neighbours meet.
func Hatch(c vg.Canvas, rects []vg.Rectangle, ink color.Color, pitch, width vg.Length) {
	var p vg.Path
	for _, r := range rects {
		p = appendHatch(p, r, pitch, width/2)
	}
	if len(p) == 0 {
		return
	}
	c.SetLineWidth(width)
	c.SetLineDash(nil, 0)
	c.SetColor(ink)
	c.Stroke(p)
}

// appendHatch appends the parts of the lines x − y = k·pitch that lie within r,
// drawn in by inset so that round caps stay inside.
func appendHatch(p vg.Path, r vg.Rectangle, pitch, inset vg.Length) vg.Path {
	x0, x1, y0, y1 := r.Min.X+inset, r.Max.X-inset, r.Min.Y+inset, r.Max.Y-inset
	if x0 >= x1 || y0 >= y1 {
		return p
	}
	for k := ceilDiv(x0-y1, pitch); ; k++ {
		d := vg.Length(k) * pitch // x = y + d
		if d > x1-y0 {
			return p
		}
		a, b := max(x0, y0+d), min(x1, y1+d)
		if a >= b {
			continue
		}
		p.Move(vg.Point{X: a, Y: a - d})
		p.Line(vg.Point{X: b, Y: b - d})
	}
}

// ceilDiv returns the least integer k with k·b ≥ a, for b > 0.
func ceilDiv(a, b vg.Length) int {
	k := int(a / b)
	if vg.Length(k)*b < a {
		k++
	}
	return k
}

// ClusterInk is the colour of cluster or group k ≥ 0 in every figure, until a person gives it another.
func ClusterInk(k int) color.NRGBA { return AnnotationInk(k) }

// PlaceOf returns the place of a colour among those of clusters, −1 if it is none of them.
func PlaceOf(c color.NRGBA) int {
	for k := range ManyCategories {
		if ClusterInk(k) == c {
			return k
		}
	}
	return -1
}

// Places are those of clusters 0, 1, … among the colours. Clusters beyond them have the first places after all others;
// nil gives each its number.
type Places []int

// Ink returns the colour of cluster k ≥ 0.
func (p Places) Ink(k int) color.NRGBA { return ClusterInk(p.Place(k)) }

// Place returns the place of cluster k ≥ 0.
func (p Places) Place(k int) int {
	if k < len(p) {
		return p[k]
	}
	next := 0
	for _, q := range p {
		next = max(next, q+1)
	}
	return next + k - len(p)
}

// ManyCategories is how many categories have a colour of their own; then the colours repeat.
const ManyCategories = 3 * PlainCategories

// MostLevels is how many levels of an annotation have a look of their own: the colours, the same with pale lines over
// them, and with dark ones.
const MostLevels = 3 * ManyCategories

// A Lined draws the lines over boxes of categories whose colours stand for others too.
type Lined struct {
	Rects []vg.Rectangle
	Round int // 1 for pale lines, 2 for dark ones
	Style plotting.Style
}

// Draw implements Item.
func (i Lined) Draw(c vg.Canvas) {
	line := i.Style.Surface
	if (i.Round == 2) != i.Style.Dark {
		line = i.Style.Ink
	}
	if i.Round > 0 {
		Hatch(c, i.Rects, line, 3, 0.9)
	}
}

// CategoryInk is the colour of category i ≥ 0 where each has one: the eight of the palette, then each
// lighter or darker with its hue turned a little, in two more rounds. More than eight cannot all be
// told apart by colour alone: name them in the figure too.
func CategoryInk(i int) color.NRGBA {
	i %= ManyCategories
	base := CategoryColours[i%PlainCategories]
	round := i / PlainCategories
	if round == 0 {
		return base
	}
	// The steps leave the nearest two of all 24 colours as far apart as a search found, none of the new
	// ones near white or black.
	c := ToOKLab(base)
	shift, turn := 0.26, -0.5
	switch light := c.L > 0.66; {
	case round == 1 && light:
		shift = -0.24
	case round == 2 && light:
		shift, turn = -0.12, 0.5
	case round == 2:
		shift, turn = -0.24, 0.5
	}
	sin, cos := math.Sincos(turn)
	c = OKLab{min(max(c.L+shift, 0.40), 0.84), c.A*cos - c.B*sin, c.A*sin + c.B*cos}
	k := c.RGBA()
	return color.NRGBA{k.R, k.G, k.B, 255}
}

// annotationOrder is the order of the categories for levels, clusters and groups: last those that are near the amber of
// the selection or the grey of marks without colour.
var annotationOrder = [ManyCategories]int{0, 2, 3, 4, 6, 7, 11, 19, 10, 21, 8, 16, 12, 23, 20, 22, 18,
	13, 9, 17, 14, 1, 15, 5}

// AnnotationInk is the colour of level i ≥ 0 of an annotation: the colours of CategoryInk in an order in which the
// first 17 are far from the colour of the selection.
func AnnotationInk(i int) color.NRGBA { return CategoryInk(annotationOrder[i%ManyCategories]) }

// SignedInks are the colours of the ground and of positive and negative values.
func SignedInks(s plotting.Style) (ground, positive, negative color.NRGBA) {
	if s.Dark {
		return plotting.Hex(0x2A2E32), plotting.Hex(0xE98A52), plotting.Hex(0x6FA0DC)
	}
	return plotting.Hex(0xF0F0EC), plotting.Hex(0xC24D0E), plotting.Hex(0x1F4E8C)
}

// MaxLevels is how many levels of an annotation have a colour and a line in its legend where there are more than
// ManyCategories.
const MaxLevels = PlainCategories

// LegendLimits are how many levels each legend lists: fewer and fewer, until all legends have room.
var LegendLimits = []int{MostLevels, ManyCategories, 16, MaxLevels, 5, 3}
