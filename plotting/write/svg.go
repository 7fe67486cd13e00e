package write

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/affine"
	"example.org/espalier/plotting/ink"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

var svgFormat = Format{Name: "svg", Title: "SVG",
	Note: "Lines and text that stay editable, for journals and drawing programs.",
	figure: func(w io.Writer, f plotting.Figure, size plotting.Size, m plotting.Metadata) error {
		c := newSVG(size)
		f.Layout(size.Points()).Draw(c)
		return c.encode(w, m, plotting.InWords(f))
	}}

// svgCanvas writes SVG 1.1. It replaces gonum's canvas, which keeps five digits of a coordinate,
// names one font without an alternative, cannot clip, and has no title or metadata. Text stays
// text.
type svgCanvas struct {
	vectorPens
	size  plotting.Size
	box   vg.Point
	body  bytes.Buffer
	defs  bytes.Buffer
	buf   []byte
	clips int
	// groups counts those of each name.
	groups map[string]int
	// prefix begins every id, so that pictures in one page do not mix up theirs.
	prefix string
	low    float64 // lower end of the marks
	err    error
}

var (
	_ vg.CanvasSizer   = (*svgCanvas)(nil)
	_ plotting.Clipper = (*svgCanvas)(nil)
	_ plotting.Grouper = (*svgCanvas)(nil)
)

// svgDigits is the number of decimals: thousandths of 1/96 inch.
const svgDigits = 3

func newSVG(size plotting.Size) *svgCanvas {
	c := &svgCanvas{size: size, box: size.Points()}
	c.m = affine.Matrix{A: 1, D: -1, F: float64(c.box.Y)}
	vg.Initialize(c)
	return c
}

// Size implements vg.CanvasSizer.
func (c *svgCanvas) Size() (x, y vg.Length) { return c.box.X, c.box.Y }

// number writes a coordinate.
func (c *svgCanvas) number(x float64) { c.buf = decimal(c.buf, x, svgDigits) }

// attribute writes a number as an attribute.
func (c *svgCanvas) attribute(name string, x float64) {
	c.buf = append(append(append(c.buf, ' '), name...), `="`...)
	c.number(x)
	c.buf = append(c.buf, '"')
}

// color writes a colour and its opacity as attributes.
func (c *svgCanvas) color(name string) {
	c.buf = fmt.Appendf(c.buf, ` %s="#%02x%02x%02x"`, name, c.ink.R, c.ink.G, c.ink.B)
	if c.ink.A != 255 {
		c.attribute(name+"-opacity", float64(c.ink.A)/255)
	}
}

// flush moves the buffer to the body.
func (c *svgCanvas) flush() {
	c.body.Write(c.buf)
	c.buf = c.buf[:0]
}

// path writes the data of a path and reports whether there is any. Lines along the axes are written
// in short form.
func (c *svgCanvas) path(p vg.Path) bool {
	n := len(c.buf)
	var atX, atY float64
	pair := func(op byte, x, y float64) {
		c.buf = append(c.buf, op)
		c.number(x)
		c.buf = append(c.buf, ' ')
		c.number(y)
		atX, atY = x, y
		c.low = max(c.low, y)
	}
	c.visit(p,
		func(x, y float64) { pair('M', x, y) },
		func(x, y float64) {
			switch {
			case math.Abs(y-atY) < 1e-9:
				c.buf = append(c.buf, 'H')
				c.number(x)
				atX = x
			case math.Abs(x-atX) < 1e-9:
				c.buf = append(c.buf, 'V')
				c.number(y)
				atY = y
				c.low = max(c.low, y)
			default:
				pair('L', x, y)
			}
		},
		func(x1, y1, x2, y2, x, y float64) {
			pair('C', x1, y1)
			pair(' ', x2, y2)
			pair(' ', x, y)
		},
		func() { c.buf = append(c.buf, 'Z') },
	)
	return len(c.buf) > n
}

// Stroke implements vg.Canvas.
func (c *svgCanvas) Stroke(p vg.Path) {
	w := float64(c.width) * c.m.Factor()
	if !(w > 0) || c.ink.A == 0 {
		return
	}
	c.buf = append(c.buf[:0], `<path fill="none"`...)
	c.color("stroke")
	c.attribute("stroke-width", w)
	if len(c.pattern) > 0 {
		c.buf = append(c.buf, ` stroke-dasharray="`...)
		for i, d := range c.pattern {
			if i > 0 {
				c.buf = append(c.buf, ' ')
			}
			c.number(float64(d) * c.m.Factor())
		}
		c.buf = append(c.buf, '"')
		if c.offset != 0 {
			c.attribute("stroke-dashoffset", float64(c.offset)*c.m.Factor())
		}
		c.buf = append(c.buf, ` stroke-linecap="butt"`...) // round caps would close the gaps
	}
	c.buf = append(c.buf, ` d="`...)
	if c.path(p) {
		c.buf = append(c.buf, "\"/>\n"...)
		c.flush()
	}
}

// Fill implements vg.Canvas.
func (c *svgCanvas) Fill(p vg.Path) {
	if c.ink.A == 0 {
		return
	}
	c.buf = append(c.buf[:0], "<path"...)
	c.color("fill")
	c.buf = append(c.buf, ` d="`...)
	low := c.low
	if c.path(p) {
		c.buf = append(c.buf, "\"/>\n"...)
		c.flush()
	}
	if c.ground(p) {
		c.low = low
	}
}

// ground reports whether a path is the rectangle of the whole figure.
func (c *svgCanvas) ground(p vg.Path) bool {
	ground := vg.Rectangle{Max: c.box}.Path()
	return slices.EqualFunc(p, ground, func(a, b vg.PathComp) bool {
		ax, ay := c.m.Apply(a.Pos)
		return a.Type == b.Type && ax == float64(b.Pos.X) && ay == float64(c.box.Y-b.Pos.Y)
	})
}

// svgFamilies are the fonts a reader looks for, by the variant of Liberation: those after the first have letters
// of the same widths, so the layout is right even if Liberation is not installed.
var svgFamilies = map[font.Variant]string{
	"Sans":  `'Liberation Sans', Arial, Helvetica, sans-serif`,
	"Serif": `'Liberation Serif', 'Times New Roman', Times, serif`,
	"Mono":  `'Liberation Mono', 'Courier New', Courier, monospace`,
}

// FillString implements vg.Canvas.
func (c *svgCanvas) FillString(f font.Face, pt vg.Point, text string) {
	if f.Font.Size <= 0 || text == "" || c.ink.A == 0 {
		return
	}
	x, y := c.m.Apply(pt)
	if !ink.Finite(x) || !ink.Finite(y) {
		return
	}
	_, end := c.m.Apply(vg.Point{X: pt.X + f.Width(text), Y: pt.Y})
	c.low = max(c.low, max(y, end)+float64(f.Font.Size)*c.m.Factor()/4)
	c.buf = append(c.buf[:0], "<text"...)
	if m := c.m; m.B == 0 && m.C == 0 && m.A == -m.D && m.A > 0 {
		c.attribute("x", x)
		c.attribute("y", y)
		c.attribute("font-size", float64(f.Font.Size)*m.A)
	} else {
		c.buf = append(c.buf, ` transform="matrix(`...)
		for i, v := range [...]float64{m.A, m.B, -m.C, -m.D} {
			if i > 0 {
				c.buf = append(c.buf, ' ')
			}
			c.buf = decimal(c.buf, v, 6)
		}
		c.buf = append(c.buf, ' ')
		c.number(x)
		c.buf = append(c.buf, ' ')
		c.number(y)
		c.buf = append(c.buf, `)"`...)
		c.attribute("font-size", float64(f.Font.Size))
	}
	if f.Font.Variant != "Sans" {
		c.buf = append(append(append(c.buf, ` font-family="`...), svgFamilies[f.Font.Variant]...), '"')
	}
	if f.Font.Weight >= xfont.WeightSemiBold {
		c.buf = append(c.buf, ` font-weight="bold"`...)
	}
	if f.Font.Style != xfont.StyleNormal {
		c.buf = append(c.buf, ` font-style="italic"`...)
	}
	c.color("fill")
	if c.prefix != "" {
		// A page has no say in which fonts are there; in one with wider letters text would be cut at the edge.
		width := float64(f.Width(text))
		if m := c.m; m.B == 0 && m.C == 0 && m.A == -m.D && m.A > 0 {
			width *= m.A
		}
		c.attribute("textLength", width)
		c.buf = append(c.buf, ` lengthAdjust="spacingAndGlyphs"`...)
	}
	c.buf = append(c.buf, '>')
	c.buf = append(c.buf, escapeXML(text)...)
	c.buf = append(c.buf, "</text>\n"...)
	c.flush()
}

// DrawImage implements vg.Canvas. Cells stay sharp when enlarged.
func (c *svgCanvas) DrawImage(r vg.Rectangle, img image.Image) {
	s := r.Size()
	k := vg.Length(c.m.Factor())
	data, err := embeddedPNG(img, vg.Point{X: s.X * k, Y: s.Y * k})
	if err != nil {
		c.err = fmt.Errorf("plotting: svg: image: %w", err)
		return
	}
	_, _, _, bottom := c.m.Box(r)
	c.low = max(c.low, bottom)
	m := c.m.Translated(vg.Point{X: r.Min.X, Y: r.Max.Y}).Scaled(1, -1)
	c.buf = append(c.buf[:0], "<image"...)
	if m.B == 0 && m.C == 0 && m.A > 0 && m.D > 0 {
		c.attribute("x", m.E)
		c.attribute("y", m.F)
		c.attribute("width", float64(s.X)*m.A)
		c.attribute("height", float64(s.Y)*m.D)
	} else {
		c.buf = fmt.Appendf(c.buf, ` transform="matrix(%g %g %g %g %g %g)"`, m.A, m.B, m.C, m.D, m.E, m.F)
		c.attribute("width", float64(s.X))
		c.attribute("height", float64(s.Y))
	}
	c.buf = append(c.buf,
		` preserveAspectRatio="none" image-rendering="optimizeSpeed" style="image-rendering:pixelated" xlink:href="data:image/png;base64,`...)
	c.buf = base64.StdEncoding.AppendEncode(c.buf, data)
	c.buf = append(c.buf, "\"/>\n"...)
	c.flush()
}

// Clip implements Clipper.
func (c *svgCanvas) Clip(r vg.Rectangle) {
	c.clips++
	x0, y0, x1, y1 := c.m.Box(r)
	id := c.prefix + "clip" + strconv.Itoa(c.clips)
	c.buf = append(c.buf[:0], `<clipPath id="`+id+`"><rect`...)
	c.attribute("x", x0)
	c.attribute("y", y0)
	c.attribute("width", x1-x0)
	c.attribute("height", y1-y0)
	c.defs.Write(append(c.buf, "/></clipPath>\n"...))
	c.buf = append(c.buf[:0], `<g clip-path="url(#`+id+")\">\n"...)
	c.flush()
}

// Group implements plotting.Grouper. The first of a name has it as its id, the next have numbers too.
func (c *svgCanvas) Group(name string) {
	if c.groups == nil {
		c.groups = map[string]int{}
	}
	c.groups[name]++
	if n := c.groups[name]; n > 1 {
		name += "-" + strconv.Itoa(n)
	}
	if c.prefix != "" {
		name = c.prefix + "-" + name
	}
	c.body.WriteString(`<g id="` + escapeXML(name) + "\">\n")
}

// Ungroup implements plotting.Grouper.
func (c *svgCanvas) Ungroup() { c.body.WriteString("</g>\n") }

// Unclip implements Clipper.
func (c *svgCanvas) Unclip() { c.body.WriteString("</g>\n") }

// encode writes the document. words describe the figure.
func (c *svgCanvas) encode(w io.Writer, m plotting.Metadata, words string) error {
	if c.err != nil {
		return c.err
	}
	rdf, err := rdf(m)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	b.WriteString(
		`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" role="img"`)
	millimetres := func(x float64) []byte { return decimal(nil, x, 3) }
	fmt.Fprintf(&b, ` width="%smm" height="%smm" viewBox="0 0 %s %s"`,
		millimetres(c.size.WidthMM), millimetres(c.size.HeightMM),
		decimal(nil, float64(c.box.X), svgDigits), decimal(nil, float64(c.box.Y), svgDigits))
	fmt.Fprintf(&b, ` font-family="%s" stroke-linecap="round" stroke-linejoin="round">`+"\n", svgFamilies["Sans"])
	if m.Title != "" {
		fmt.Fprintf(&b, "<title>%s</title>\n", escapeXML(m.Title))
	}
	if text := strings.TrimSpace(m.Caption() + " " + words); text != "" {
		fmt.Fprintf(&b, "<desc>%s</desc>\n", escapeXML(text))
	}
	fmt.Fprintf(&b, "<metadata>\n%s\n</metadata>\n", rdf)
	return c.finish(w, &b)
}

// finish writes the marks after the head b.
func (c *svgCanvas) finish(w io.Writer, b *bytes.Buffer) error {
	if c.defs.Len() > 0 {
		fmt.Fprintf(b, "<defs>\n%s</defs>\n", c.defs.Bytes())
	}
	b.Write(c.body.Bytes())
	b.WriteString("</svg>\n")
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("plotting: svg: %w", err)
	}
	return nil
}

// Inline writes a figure as an SVG element that stands in a page of HTML, as wide as the page makes it, and as high as
// its marks. id begins all ids in it: a letter, then letters and digits. Title and description are read by screen
// readers.
func Inline(w io.Writer, id string, f plotting.Figure, size plotting.Size, title, description string) error {
	if err := svgFormat.CheckSize(size); err != nil {
		return err
	}
	c := newSVG(size)
	c.prefix = id
	f.Layout(size.Points()).Draw(c)
	if c.err != nil {
		return c.err
	}
	const margin = 12 // points, below the last mark
	height := min(float64(c.box.Y), c.low+margin)
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg role="img" aria-labelledby="%stitle %sdesc" viewBox="0 0 %s %s"`, id, id,
		decimal(nil, float64(c.box.X), svgDigits), decimal(nil, height, svgDigits))
	fmt.Fprintf(&b, ` font-family="%s" stroke-linecap="round" stroke-linejoin="round">`+"\n", svgFamilies["Sans"])
	fmt.Fprintf(&b, "<title id=\"%stitle\">%s</title>\n<desc id=\"%sdesc\">%s</desc>\n", id, escapeXML(title),
		id, escapeXML(description))
	return c.finish(w, &b)
}
