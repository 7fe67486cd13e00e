package write

import (
	"bytes"
	"image/color"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// All letters of a figure are of the typeface of its style, in each format that keeps text, and one book holds figures
// of several.
func TestTypefaces(t *testing.T) {
	size := plotting.Size{WidthMM: 120, HeightMM: 90}
	var pages []Page
	for face, want := range map[plotting.Typeface]struct{ svg, pdf string }{
		plotting.Sans:  {"", "liberationsans"},
		plotting.Serif: {`font-family="'Liberation Serif', 'Times New Roman', Times, serif"`, "liberationserif"},
		plotting.Mono:  {`font-family="'Liberation Mono', 'Courier New', Courier, monospace"`, "liberationmono"},
	} {
		style := plotting.Light
		style.Typeface = face
		f := sampler{style}
		pages = append(pages, Page{f, size, testMetadata})
		var svg, pdf bytes.Buffer
		if err := Inline(&svg, "a", f, size, "title", "words"); err != nil {
			t.Fatal(err)
		}
		texts := regexp.MustCompile(`<text[^>]*>`).FindAllString(svg.String(), -1)
		if len(texts) == 0 {
			t.Fatal("the figure has no text")
		}
		for _, text := range texts {
			if strings.Contains(text, "font-family") != (want.svg != "") || !strings.Contains(text, want.svg) {
				t.Errorf("%v: %s", face, text)
			}
			if !regexp.MustCompile(` textLength="[0-9.]+" lengthAdjust="spacingAndGlyphs"`).MatchString(text) {
				t.Errorf("in a page whose fonts are wider this is cut: %s", text)
			}
		}
		if err := Book(&pdf, "one", pages[len(pages)-1:]); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"liberationsans", "liberationserif", "liberationmono"} {
			if strings.Contains(pdf.String(), "/FontName /utf8"+name) != (name == want.pdf) {
				t.Errorf("%v: whether the document has %s is wrong", face, name)
			}
		}
	}
	var book bytes.Buffer
	if err := Book(&book, "all", pages); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"liberationsans", "liberationserif", "liberationmono"} {
		if !strings.Contains(book.String(), want) {
			t.Errorf("the book lacks %s", want)
		}
	}
}

// lowered draws a line, and text that goes down from its middle.
type lowered struct{ sampler }

func (l lowered) Layout(size vg.Point) plotting.Scene {
	return loweredScene{l.sampler.Layout(size), size}
}

type loweredScene struct {
	plotting.Scene
	size vg.Point
}

func (s loweredScene) Draw(c vg.Canvas) {
	ink.DrawGround(c, plotting.Dark, s.size)
	c.SetColor(color.Black)
	c.SetLineWidth(1)
	c.Stroke(vg.Path{{Type: vg.MoveComp, Pos: vg.Point{X: 10, Y: s.size.Y - 20}},
		{Type: vg.LineComp, Pos: vg.Point{X: 90, Y: s.size.Y - 20}}})
	c.Push()
	c.Translate(vg.Point{X: 50, Y: s.size.Y - 20})
	c.Rotate(-math.Pi / 2)
	c.FillString(ink.Regular(plotting.Sans, 10), vg.Point{}, "WWWWWW")
	c.Pop()
}

// A figure in a page is as high as what is drawn, with text that stands on end.
func TestInlineLeavesNoBlank(t *testing.T) {
	var b bytes.Buffer
	if err := Inline(&b, "a", lowered{sampler{plotting.Light}}, plotting.Size{WidthMM: 120, HeightMM: 90},
		"title", "words"); err != nil {
		t.Fatal(err)
	}
	box := regexp.MustCompile(`viewBox="0 0 ([0-9.]+) ([0-9.]+)"`).FindStringSubmatch(b.String())
	height, _ := strconv.ParseFloat(box[2], 64)
	length, _ := strconv.ParseFloat(regexp.MustCompile(`textLength="([0-9.]+)"`).FindStringSubmatch(b.String())[1], 64)
	if want := 20 + length + 10.0/4 + 12; !(math.Abs(height-want) <= 0.1) || length < 30 {
		t.Errorf("the picture is %v high, want %v: its text is %v long", height, want, length)
	}
}
