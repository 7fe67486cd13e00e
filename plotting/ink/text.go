package ink

import (
	"image/color"
	"math"
	"strings"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/raster"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// A design is a typeface as the canvases know it.
type design struct {
	variant   font.Variant
	family    raster.Family
	capHeight float64 // of H, as a share of the size
	line      float64 // between baselines
}

// The designs, by plotting.Typeface. Heights are those that the fonts state, in 2,048ths of the size.
var designs = [...]design{
	plotting.Sans:  {"Sans", raster.Families["Sans"], 1409.0 / 2048, (1854.0 + 434) / 2048 * 1.1},
	plotting.Serif: {"Serif", raster.Families["Serif"], 1341.0 / 2048, (1825.0 + 443) / 2048 * 1.1},
	plotting.Mono:  {"Mono", raster.Families["Mono"], 1349.0 / 2048, (1705.0 + 615) / 2048 * 1.1},
}

// Regular returns the regular face of a typeface at a size in points.
func Regular(t plotting.Typeface, size vg.Length) font.Face {
	d := &designs[t]
	return font.Face{Font: font.Font{Typeface: "Liberation", Variant: d.variant, Size: size},
		Face: d.family.Regular.Parsed()}
}

// Bold returns the bold face of a typeface at a size in points.
func Bold(t plotting.Typeface, size vg.Length) font.Face {
	d := &designs[t]
	return font.Face{Font: font.Font{Typeface: "Liberation", Variant: d.variant, Weight: xfont.WeightBold, Size: size},
		Face: d.family.Bold.Parsed()}
}

// RowFace returns a face as the names of rows have it in a style: in italics where a person wants that.
func RowFace(s plotting.Style, f font.Face) font.Face {
	if !s.Look.Italics {
		return f
	}
	family := designOf(f).family
	f.Font.Style, f.Face = xfont.StyleItalic, family.Italic.Parsed()
	if f.Font.Weight >= xfont.WeightSemiBold {
		f.Face = family.BoldItalic.Parsed()
	}
	return f
}

// RowName returns the name of a row as a style writes it. In italics it is that of a species, whose words files join by
// underscores.
func RowName(s plotting.Style, name string) string {
	if !s.Look.Italics {
		return name
	}
	return strings.ReplaceAll(name, "_", " ")
}

// Descent is how far letters reach below the baseline, as a share of their size.
const Descent = 434.0 / 2048

// designOf returns the design of a face.
func designOf(f font.Face) *design {
	for t := range designs {
		if designs[t].variant == f.Font.Variant {
			return &designs[t]
		}
	}
	return &designs[plotting.Sans]
}

// CapHeight returns the height of capital letters above the baseline.
func CapHeight(f font.Face) vg.Length { return f.Font.Size * vg.Length(designOf(f).capHeight) }

// LineHeight returns the distance between baselines of successive lines.
func LineHeight(f font.Face) vg.Length { return f.Font.Size * vg.Length(designOf(f).line) }

// TextWidth returns the width of s. It is fast: advances and kerning are cached.
func TextWidth(f font.Face, s string) vg.Length {
	return vg.Length(raster.Advance(f.Face, s)) * f.Font.Size
}

// An Anchor says which point of a text is put at the given position.
type Anchor struct {
	X float64 // 0 left, 0.5 centre, 1 right
	Y float64 // 0 baseline, 0.5 middle of the capital letters, 1 their top
}

// The anchors most used.
var (
	BaseLeft     = Anchor{0, 0}
	BaseCentre   = Anchor{0.5, 0}
	BaseRight    = Anchor{1, 0}
	MiddleLeft   = Anchor{0, 0.5}
	MiddleCentre = Anchor{0.5, 0.5}
	MiddleRight  = Anchor{1, 0.5}
	TopLeft      = Anchor{0, 1}
	TopCentre    = Anchor{0.5, 1}
	TopRight     = Anchor{1, 1}
)

// DrawText draws one line of text.
func DrawText(c vg.Canvas, f font.Face, ink color.Color, at vg.Point, a Anchor, s string) {
	if s == "" {
		return
	}
	if a.X != 0 {
		at.X -= TextWidth(f, s) * vg.Length(a.X)
	}
	at.Y -= CapHeight(f) * vg.Length(a.Y)
	c.SetColor(ink)
	c.FillString(f, at, s)
}

// DrawTurned draws one line of text turned anticlockwise by an angle in radians
// about the anchor; π/2 reads upwards.
func DrawTurned(c vg.Canvas, f font.Face, ink color.Color, at vg.Point, a Anchor, angle float64, s string) {
	if s == "" {
		return
	}
	c.Push()
	c.Translate(at)
	c.Rotate(angle)
	DrawText(c, f, ink, vg.Point{}, a, s)
	c.Pop()
}

// Elide returns s, shortened at its end with "…" where it is wider than width, or
// "" where not even one letter fits.
func Elide(f font.Face, s string, width vg.Length) string {
	if TextWidth(f, s) <= width {
		return s
	}
	runes := []rune(s)
	low, high := 0, len(runes) // the longest prefix that fits, by bisection
	for low < high {
		m := (low + high + 1) / 2
		if TextWidth(f, string(runes[:m])+"…") <= width {
			low = m
		} else {
			high = m - 1
		}
	}
	if low == 0 {
		return ""
	}
	return strings.TrimRight(string(runes[:low]), " ") + "…"
}

// Wrap breaks s at spaces into lines no wider than width. A single wider word is elided, and no
// line begins with the dot that separates parts.
func Wrap(f font.Face, s string, width vg.Length) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		longer := word
		if line != "" {
			longer = line + " " + word
		}
		if TextWidth(f, longer) <= width {
			line = longer
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		if line = Elide(f, word, width); word == "·" {
			line = "" // the break parts them already
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// WidestText returns the greatest width among names.
func WidestText(f font.Face, names []string) vg.Length {
	w := vg.Length(0)
	for _, s := range names {
		w = max(w, TextWidth(f, s))
	}
	return w
}

// ThinStep returns the smallest k ≥ 1 such that labels 0, k, 2k, … of labels pitch apart each have
// at least height of room, so that they do not touch.
func ThinStep(pitch, height vg.Length) int {
	if pitch >= height {
		return 1
	}
	if pitch <= 0 {
		return math.MaxInt
	}
	return int(math.Min(math.Ceil(float64(height/pitch)-1e-9), math.MaxInt32))
}

// ThinLabels returns the indices of the labels to draw so that no two are nearer than gap.
// Positions are ascending or descending. Labels for which keep is true go first; keep may be nil.
func ThinLabels(at []vg.Length, gap vg.Length, keep func(i int) bool) []int {
	near := func(a, b vg.Length) bool { return a-b < gap && b-a < gap }
	kept := []int{}
	if keep != nil {
		for i := range at {
			if keep(i) && (len(kept) == 0 || !near(at[i], at[kept[len(kept)-1]])) {
				kept = append(kept, i)
			}
		}
	}
	out := []int{}
	next := 0 // the first kept one not yet out
	for i := range at {
		if next < len(kept) && kept[next] == i {
			out = append(out, i)
			next++
			continue
		}
		if len(out) > 0 && near(at[i], at[out[len(out)-1]]) || next < len(kept) && near(at[i], at[kept[next]]) {
			continue
		}
		out = append(out, i)
	}
	return out
}

// FirstFitting returns the first text that fits without being shortened, else "".
func FirstFitting(f Face, room vg.Length, texts ...string) string {
	for _, t := range texts {
		if TextWidth(f, t) <= room {
			return t
		}
	}
	return ""
}

// ElideMiddle returns s, its middle replaced by "…" if it is wider than width, because names that
// differ do so at their ends. It returns "" if not even two letters fit.
func ElideMiddle(f font.Face, s string, width vg.Length) string {
	if TextWidth(f, s) <= width {
		return s
	}
	runes := []rune(s)
	cut := func(kept int) string {
		head := (kept + 1) / 2
		return strings.TrimRight(string(runes[:head]), " ") + "…" +
			strings.TrimLeft(string(runes[len(runes)-(kept-head):]), " ")
	}
	low, high := 0, len(runes)-1
	for low < high {
		m := (low + high + 1) / 2
		if TextWidth(f, cut(m)) <= width {
			low = m
		} else {
			high = m - 1
		}
	}
	if low < 2 {
		return ""
	}
	return cut(low)
}
