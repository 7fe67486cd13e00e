package write

import (
	"fmt"
	"image"
	"io"
	"math"
	"slices"
	"strings"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/affine"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/raster"

	"codeberg.org/go-pdf/fpdf"
	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

var pdfFormat = Format{Name: "pdf", Title: "PDF", Note: "Lines and text that stay editable, for journals and LaTeX.",
	figure: func(w io.Writer, f plotting.Figure, size plotting.Size, m plotting.Metadata) error {
		c := newPDF(size)
		f.Layout(size.Points()).Draw(c)
		return c.encode(w, m)
	}}

// pdfCanvas writes PDF through fpdf. It replaces gonum's canvas, which writes text in code page
// 1252, without Greek letters or a minus sign, cannot clip, and gives no access to the properties
// of the document. The letters used are embedded, and text stays text.
type pdfCanvas struct {
	vectorPens
	doc      *fpdf.Fpdf
	box      vg.Point
	height   float64 // of the page, in typographic points
	buf      []byte
	images   int      // registered
	families []string // of letters, in the document
	set      pdfState
	err      error
}

// pdfState is the last state written to the page, so that only changes are written.
type pdfState struct {
	stroke, fill [3]uint8
	alpha        uint8
	width        float64
	dash         string
	known        bool
}

var (
	_ vg.CanvasSizer   = (*pdfCanvas)(nil)
	_ plotting.Clipper = (*pdfCanvas)(nil)
)

const (
	pdfPerInch = 72
	pdfDigits  = 3
)

func newPDF(size plotting.Size) *pdfCanvas {
	doc := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: pageSize(size)})
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	doc.SetCatalogSort(true) // for equal bytes of equal figures
	c := &pdfCanvas{doc: doc}
	c.page(size)
	return c
}

func pageSize(s plotting.Size) fpdf.SizeType {
	return fpdf.SizeType{Wd: s.WidthMM / plotting.MMPerInch * pdfPerInch, Ht: s.HeightMM / plotting.MMPerInch * pdfPerInch}
}

// family returns the name of a variant of Liberation in the document, which it joins when it is first used.
func (c *pdfCanvas) family(variant font.Variant) string {
	name := "Liberation" + string(variant)
	if slices.Contains(c.families, name) {
		return name
	}
	c.families = append(c.families, name)
	fonts := raster.Families[string(variant)]
	c.doc.AddUTF8FontFromBytes(name, "", fonts.Regular.TTF())
	c.doc.AddUTF8FontFromBytes(name, "B", fonts.Bold.TTF())
	return name
}

// italics adds the italic fonts of a variant when they are first used: few documents have any.
func (c *pdfCanvas) italics(variant font.Variant) {
	name := c.family(variant)
	if mark := name + " in italics"; !slices.Contains(c.families, mark) {
		c.families = append(c.families, mark)
		fonts := raster.Families[string(variant)]
		c.doc.AddUTF8FontFromBytes(name, "I", fonts.Italic.TTF())
		c.doc.AddUTF8FontFromBytes(name, "BI", fonts.BoldItalic.TTF())
	}
}

// page begins a page.
func (c *pdfCanvas) page(size plotting.Size) {
	paper := pageSize(size)
	c.doc.AddPageFormat("P", paper)
	c.vectorPens, c.set = vectorPens{}, pdfState{}
	c.box, c.height = size.Points(), paper.Ht
	k := pdfPerInch / size.PerInch()
	c.m = affine.Matrix{A: k, D: k} // the origin of a page is at its bottom left
	c.doc.RawWriteStr("1 J 1 j")    // round caps and joins
	vg.Initialize(c)
}

// Size implements vg.CanvasSizer.
func (c *pdfCanvas) Size() (x, y vg.Length) { return c.box.X, c.box.Y }

// numbers writes numbers and an operator.
func (c *pdfCanvas) numbers(op string, xs ...float64) {
	for _, x := range xs {
		c.buf = append(decimal(c.buf, x, pdfDigits), ' ')
	}
	c.buf = append(append(c.buf, op...), '\n')
}

func (c *pdfCanvas) flush() {
	if len(c.buf) > 0 {
		c.doc.RawWriteStr(string(c.buf[:len(c.buf)-1])) // fpdf ends the line
	}
	c.buf = c.buf[:0]
}

// opacity sets the opacity of the page to that of the ink.
func (c *pdfCanvas) opacity() {
	if !c.set.known {
		// At the start and after Unclip, nothing is known about the state.
		c.set = pdfState{known: true, width: -1, dash: "?", stroke: [3]uint8{1, 2, 3},
			fill: [3]uint8{1, 2, 3}, alpha: c.ink.A + 1}
	}
	if c.set.alpha != c.ink.A {
		c.set.alpha = c.ink.A
		c.doc.SetAlpha(float64(c.ink.A)/255, "Normal")
	}
}

// color writes the ink for an operator: RG for strokes, rg for fills.
func (c *pdfCanvas) color(op string, now *[3]uint8) {
	ink := [3]uint8{c.ink.R, c.ink.G, c.ink.B}
	if *now != ink {
		*now = ink
		c.numbers(op, float64(ink[0])/255, float64(ink[1])/255, float64(ink[2])/255)
	}
}

func (c *pdfCanvas) path(p vg.Path) (some bool) {
	c.visit(p,
		func(x, y float64) { some = true; c.numbers("m", x, y) },
		func(x, y float64) { c.numbers("l", x, y) },
		func(x1, y1, x2, y2, x, y float64) { c.numbers("c", x1, y1, x2, y2, x, y) },
		func() { c.numbers("h") },
	)
	return some
}

// Stroke implements vg.Canvas.
func (c *pdfCanvas) Stroke(p vg.Path) {
	w := float64(c.width) * c.m.Factor()
	if !(w > 0) || c.ink.A == 0 || len(p) == 0 {
		return
	}
	c.opacity()
	c.color("RG", &c.set.stroke)
	if c.set.width != w {
		c.set.width = w
		c.numbers("w", w)
	}
	if d := c.dash(); c.set.dash != d {
		c.set.dash = d
		c.buf = append(append(c.buf, d...), '\n')
	}
	if c.path(p) {
		c.numbers("S")
	}
	c.flush()
}

// dash returns the operators for the pattern of a line. Dashes have no round caps,
// which would close the gaps.
func (c *pdfCanvas) dash() string {
	if len(c.pattern) == 0 {
		return "1 J [] 0 d"
	}
	b := []byte("0 J [")
	sum := 0.0
	for _, l := range c.pattern {
		x := max(float64(l)*c.m.Factor(), 0)
		sum += x
		b = append(decimal(b, x, pdfDigits), ' ')
	}
	if sum == 0 {
		return "1 J [] 0 d" // PDF does not allow a pattern of nothing
	}
	b = append(b, "] "...)
	return string(decimal(b, float64(c.offset)*c.m.Factor(), pdfDigits)) + " d"
}

// Fill implements vg.Canvas.
func (c *pdfCanvas) Fill(p vg.Path) {
	if c.ink.A == 0 || len(p) == 0 {
		return
	}
	c.opacity()
	c.color("rg", &c.set.fill)
	if c.path(p) {
		c.numbers("f")
	}
	c.flush()
}

// FillString implements vg.Canvas. fpdf does not kern, so letters are spaced evenly to make the
// text exactly as wide as it was laid out.
func (c *pdfCanvas) FillString(f font.Face, pt vg.Point, text string) {
	size := float64(f.Font.Size)
	x, y := c.m.Apply(pt)
	if size <= 0 || text == "" || c.ink.A == 0 || !ink.Finite(x) || !ink.Finite(y) {
		return
	}
	text = strings.Map(basicPlane, text)
	style := ""
	if f.Font.Weight >= xfont.WeightSemiBold {
		style = "B"
	}
	if f.Font.Style != xfont.StyleNormal {
		c.italics(f.Font.Variant)
		style += "I"
	}
	c.opacity()
	c.color("rg", &c.set.fill)
	c.buf = append(c.buf, "q "...)
	for _, v := range [...]float64{c.m.A, c.m.B, c.m.C, c.m.D} {
		c.buf = append(decimal(c.buf, v, 6), ' ')
	}
	c.numbers("cm", x, y)
	if n := len([]rune(text)); n > 1 {
		if kern := raster.Kerning(f.Face, text); kern != 0 {
			c.buf = append(decimal(c.buf, kern*size/float64(n-1), 5), " Tc\n"...)
		}
	}
	c.flush()
	c.doc.SetFont(c.family(f.Font.Variant), style, size)
	c.doc.SetFontSize(size) // writes the font even where fpdf believes it set
	c.doc.Text(0, c.height, text)
	c.doc.RawWriteStr("Q")
}

// basicPlane replaces letters that fpdf's fonts cannot address.
func basicPlane(r rune) rune {
	if r > 0xFFFF {
		return '□'
	}
	return r
}

// DrawImage implements vg.Canvas.
func (c *pdfCanvas) DrawImage(r vg.Rectangle, img image.Image) {
	s := r.Size()
	k := vg.Length(c.m.Factor() * plotting.UsualPerInch / pdfPerInch)
	data, err := embeddedPNG(img, vg.Point{X: s.X * k, Y: s.Y * k})
	if err != nil {
		c.err = fmt.Errorf("plotting: pdf: image: %w", err)
		return
	}
	options := fpdf.ImageOptions{ImageType: "png", AllowNegativePosition: true}
	name, err := c.register(data, options)
	if err != nil {
		c.err = fmt.Errorf("plotting: pdf: image: %w", err)
		return
	}
	m := c.m.Translated(r.Min)
	if math.IsNaN(float64(s.X+s.Y)) || !ink.Finite(m.E) || !ink.Finite(m.F) || s.X <= 0 || s.Y <= 0 {
		return
	}
	m = m.Scaled(float64(s.X), float64(s.Y))
	ink := c.ink
	c.ink.A = 255 // the image has its own opacity
	c.opacity()
	c.ink = ink
	c.buf = append(c.buf, "q "...)
	for _, v := range [...]float64{m.A, m.B, m.C, m.D} {
		c.buf = append(decimal(c.buf, v, 5), ' ')
	}
	c.numbers("cm", m.E, m.F)
	c.flush()
	c.doc.ImageOptions(name, 0, c.height-1, 1, 1, false, options, 0, "")
	c.doc.RawWriteStr("Q")
}

// Clip implements Clipper.
func (c *pdfCanvas) Clip(r vg.Rectangle) {
	x0, y0, x1, y1 := c.m.Box(r)
	c.buf = append(c.buf, "q "...)
	c.numbers("re W n", x0, y0, x1-x0, y1-y0)
	c.flush()
}

// Unclip implements Clipper.
func (c *pdfCanvas) Unclip() {
	c.doc.RawWriteStr("Q")
	c.set.known = false
}

// encode writes the document.
func (c *pdfCanvas) encode(w io.Writer, m plotting.Metadata) error {
	if c.err != nil {
		return c.err
	}
	c.doc.SetTitle(m.Title, true)
	c.doc.SetSubject(m.Caption(), true)
	c.doc.SetAuthor(m.Author, true)
	c.doc.SetKeywords(keywords(m), true)
	c.doc.SetCreator(m.Software, true)
	c.doc.SetLang("en")
	c.doc.SetCreationDate(m.Created)
	c.doc.SetModificationDate(m.Created)
	xmp, err := xmp(m)
	if err != nil {
		return err
	}
	c.doc.SetXmpMetadata(xmp)
	if err := c.doc.Output(w); err != nil {
		return fmt.Errorf("plotting: pdf: %w", err)
	}
	return nil
}
