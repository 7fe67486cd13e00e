package write

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/raster"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

// sampler is a figure with one of everything that canvases draw.
type sampler struct{ style plotting.Style }

func (f sampler) WithStyle(s plotting.Style) plotting.Figure { f.style = s; return f }
func (f sampler) Layout(size vg.Point) plotting.Scene        { return samplerScene{f.style, size} }
func (s samplerScene) Size() vg.Point                        { return s.size }
func (s samplerScene) PlotArea() vg.Rectangle                { return vg.Rectangle{Max: s.size} }
func (s samplerScene) Hit(p vg.Point) (plotting.Mark, bool)  { return plotting.Mark{}, false }

type samplerScene struct {
	style plotting.Style
	size  vg.Point
}

func (s samplerScene) Draw(c vg.Canvas) {
	st := s.style
	ink.DrawGround(c, st, s.size)
	w, h := s.size.X, s.size.Y
	top := plottingtest.At(st.Margin, h-st.Margin)
	used := ink.Heading(c, st, top, w-2*st.Margin, "Tree & <matrix> of 1,240 “rows”", "σ² = 0.31, θ → 2 · ΑΒΓ − AVATAR")
	area := vg.Rectangle{Min: plottingtest.At(st.Margin, 50), Max: plottingtest.At(w*0.55, h-st.Margin-used-10)}
	plotting.Clip(c, area, func() {
		var p vg.Path
		for i := range 40 {
			y := area.Min.Y - 20 + vg.Length(i)*12
			p.Move(plottingtest.At(0, y))
			p.Line(plottingtest.At(area.Max.X-60, y))
			p.Line(plottingtest.At(area.Max.X-60, y+12))
		}
		c.SetLineWidth(st.Stroke)
		c.SetColor(st.Ink)
		c.Stroke(p)
		c.SetLineWidth(st.SelectedStroke)
		c.SetColor(st.Selection)
		c.Stroke(vg.Path{{Type: vg.MoveComp, Pos: plottingtest.At(0, 0)}, {Type: vg.LineComp, Pos: plottingtest.At(w, h)}})
		c.SetColor(plotting.Fade(st.Selection, 0.3))
		p = nil
		p.Move(plottingtest.At(area.Max.X+20, area.Min.Y+50))
		p.Arc(plottingtest.At(area.Max.X-20, area.Min.Y+50), 40, 0, 2*math.Pi)
		c.Fill(p)
		c.SetLineDash([]vg.Length{6, 3}, 0)
		c.SetColor(st.Muted)
		c.Stroke(vg.Path{{Type: vg.MoveComp, Pos: plottingtest.At(0, area.Min.Y+30)},
			{Type: vg.LineComp, Pos: plottingtest.At(w, area.Min.Y+30)}})
		c.SetLineDash(nil, 0)
	})
	c.SetColor(st.Hairline)
	c.SetLineWidth(1)
	c.Stroke(area.Path())

	cells := image.NewRGBA(image.Rect(0, 0, 9, 12))
	scale := ink.Scale{Map: ink.Signed, Low: -2.5, High: 2.5,
		Missing: color.RGBA{R: st.Missing.R, G: st.Missing.G, B: st.Missing.B, A: 255}}
	for y := range 12 {
		for x := range 9 {
			cells.SetRGBA(x, y, scale.At(3*math.Sin(float64(x)+float64(y)/3)))
		}
	}
	heat := vg.Rectangle{Min: plottingtest.At(w*0.6, area.Min.Y+30), Max: plottingtest.At(w*0.6+90, area.Max.Y)}
	c.DrawImage(heat, cells)
	ink.FillMissing(c, []vg.Rectangle{{Min: heat.Min, Max: heat.Min.Add(plottingtest.At(30, 20))}}, st)
	ink.ColorBar{Scale: scale, Unit: "s.d.", Missing: w > 500}.Draw(c, st, plottingtest.At(heat.Min.X, heat.Min.Y-8), 90)
	for i := range 5 {
		ink.DrawTurned(c, ink.Regular(st.Typeface, st.LabelSize), st.Ink,
			plottingtest.At(heat.Min.X+8+vg.Length(i)*20, heat.Max.Y+4), ink.MiddleLeft, math.Pi/2, "gene")
	}
	f := ink.Regular(st.Typeface, st.AxisSize)
	for i := range 18 {
		q := plottingtest.At(heat.Max.X+16, area.Max.Y-20-vg.Length(i)*17)
		box, fill := vg.Rectangle{Min: q, Max: q.Add(plottingtest.At(11, 11))}, ink.CategorySwatch(i)
		c.SetColor(fill.Color)
		c.Fill(box.Path())
		if fill.Hatched {
			ink.Hatch(c, []vg.Rectangle{box}, st.Surface, 4, 1)
		}
		ink.DrawText(c, f, st.Ink, q.Add(plottingtest.At(17, 5.5)), ink.MiddleLeft,
			ink.Elide(f, "category number "+plotting.FormatCount(i+1), w-q.X-17-st.Margin))
	}
	ink.Axis{From: plottingtest.At(area.Min.X, 44), To: plottingtest.At(area.Max.X, 44), Low: 0, High: 1,
		Ticks: ink.Ticks(0, 1, 5), Name: "diffusion time"}.Draw(c, st)
}

var testMetadata = plotting.Metadata{
	Title: "Consensus <tree>", Description: "branch weight: posterior support & more",
	Software: "Espalier 0.1.0", Model: "Pitman-Yor diffusion tree", Reference: "Knowles and Ghahramani (2015)",
	Settings: [][2]string{{"θ", "1.2"}, {"method", "em"}}, Seed: "1", Iterations: 1240, Iteration: "search step",
	Data: "tissue_expression", Rows: 189, Columns: 500, Preprocessing: "centred and scaled to unit variance",
	DataHash: "0123abcd", Created: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC),
}

func encoded(t *testing.T, format string, size plotting.Size, m plotting.Metadata) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Encode(&b, format, sampler{plotting.Light}, size, m); err != nil {
		t.Fatal(err)
	}
	if dir := os.Getenv("ESPALIER_PICTURES"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "sampler."+format), b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

// The pixels of a PNG file are those of the screen at the same scale.
func TestPNGIsTheScreen(t *testing.T) {
	size := plotting.Size{WidthMM: 180, HeightMM: 120, DPI: 96}
	got, err := png.Decode(bytes.NewReader(encoded(t, "png", size, testMetadata)))
	if err != nil {
		t.Fatal(err)
	}
	w, h, scale := size.Pixels()
	want, _ := raster.Figure(sampler{plotting.Light}, w, h, scale, nil)
	if got.Bounds() != want.Bounds() {
		t.Fatalf("%v, want %v", got.Bounds(), want.Bounds())
	}
	for y := range h {
		for x := range w {
			if c := color.RGBAModel.Convert(got.At(x, y)).(color.RGBA); c != want.RGBAAt(x, y) {
				t.Fatalf("pixel (%d, %d) is %v, want %v", x, y, c, want.RGBAAt(x, y))
			}
			if want.RGBAAt(x, y).A != 255 {
				t.Fatalf("pixel (%d, %d) is not opaque", x, y)
			}
		}
	}
}

func TestPNGMetadata(t *testing.T) {
	b := encoded(t, "png", plotting.Size{WidthMM: 60, HeightMM: 40, DPI: 300}, testMetadata)
	for _, s := range []string{
		"iTXtTitle\x00\x00\x00\x00\x00Consensus <tree>", "iTXtSoftware", "Espalier 0.1.0", "2026-03-04T05:06:07Z",
		"XML:com.adobe.xmp", "sha256:0123abcd", "θ = 1.2",
		"pHYs\x00\x00\x2e\x23\x00\x00\x2e\x23\x01", // 11811 a metre are 300 an inch
	} {
		if !bytes.Contains(b, []byte(s)) {
			t.Errorf("no %q", s)
		}
	}
}

// All canvases are given the same calls.
func TestSameCallsEverywhere(t *testing.T) {
	s := sampler{plotting.Light}.Layout(plottingtest.At(700, 500))
	var a, b recorder.Canvas
	s.Draw(&a)
	s.Draw(&b)
	if len(a.Actions) < 50 || len(a.Actions) != len(b.Actions) {
		t.Fatalf("%d and %d calls", len(a.Actions), len(b.Actions))
	}
	for i := range a.Actions {
		if a.Actions[i].Call() != b.Actions[i].Call() {
			t.Fatalf("call %d is %s, then %s", i, a.Actions[i].Call(), b.Actions[i].Call())
		}
	}
	// What is recorded can be replayed on each canvas: none needs more than vg has.
	w := 700.0 / 96 * 25.4
	svg, pdf := newSVG(plotting.Size{WidthMM: w, HeightMM: 400}), newPDF(plotting.Size{WidthMM: w, HeightMM: 400})
	for _, c := range []vg.Canvas{svg, pdf} {
		if err := a.ReplayOn(c); err != nil {
			t.Error(err)
		}
	}
	if n := strings.Count(svg.body.String(), "<text"); n < 20 {
		t.Errorf("%d texts", n)
	}
}

func TestSVG(t *testing.T) {
	b := encoded(t, "svg", plotting.Size{WidthMM: 180, HeightMM: 120}, testMetadata)
	if !bytes.Equal(b, encoded(t, "svg", plotting.Size{WidthMM: 180, HeightMM: 120}, testMetadata)) {
		t.Error("two files of one figure differ")
	}
	d := xml.NewDecoder(bytes.NewReader(b))
	depth, texts := 0, []string{}
	inText := false
	for {
		k, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch k := k.(type) {
		case xml.StartElement:
			depth++
			inText = k.Name.Local == "text"
		case xml.EndElement:
			depth--
			inText = false
		case xml.CharData:
			if inText {
				texts = append(texts, string(k))
			}
		}
	}
	if depth != 0 {
		t.Errorf("depth %d at the end", depth)
	}
	all := strings.Join(texts, "|")
	for _, s := range []string{"Tree & <matrix> of 1,240 “rows”", "σ² = 0.31, θ → 2 · ΑΒΓ − AVATAR", "diffusion time",
		"category number 1", "−2.5"} {
		if !strings.Contains(all, s) {
			t.Errorf("no text %q in %s", s, all)
		}
	}
	for _, s := range []string{
		`width="180mm" height="120mm"`, "<title>Consensus &lt;tree&gt;</title>", "<desc>", "image-rendering:pixelated",
		"data:image/png;base64,",
		`font-family="'Liberation Sans', Arial`, "clipPath", "dc:title", "dcterms:provenance",
	} {
		if !bytes.Contains(b, []byte(s)) {
			t.Errorf("no %s", s)
		}
	}
}

// Coordinates keep a thousandth of a point in the largest figures.
func TestSVGPrecision(t *testing.T) {
	c := newSVG(plotting.Size{WidthMM: 5000, HeightMM: 5000})
	c.SetLineWidth(1)
	c.Stroke(vg.Path{{Type: vg.MoveComp, Pos: plottingtest.At(12345.678, 1)},
		{Type: vg.LineComp, Pos: plottingtest.At(18765.432, 2)}})
	for _, s := range []string{"12345.678", "18765.432"} {
		if !strings.Contains(c.body.String(), s) {
			t.Errorf("%s is not in %s", s, c.body.String())
		}
	}
}

func TestPDF(t *testing.T) {
	size := plotting.Size{WidthMM: 180, HeightMM: 120}
	b := encoded(t, "pdf", size, testMetadata)
	if !bytes.Equal(b, encoded(t, "pdf", size, testMetadata)) {
		t.Error("two files of one figure differ")
	}
	for _, s := range []string{"/MediaBox [0 0 510.24 340.16]", "/FontFile2", "/ToUnicode", "/Title", "/Subject",
		"/Keywords", "xmpmeta"} {
		if !bytes.Contains(b, []byte(s)) {
			t.Errorf("no %s", s)
		}
	}
	if len(b) > 300_000 {
		t.Errorf("%d bytes: the whole font is in it", len(b))
	}
}

func TestSaveErrors(t *testing.T) {
	dir := t.TempDir()
	small := plotting.Size{WidthMM: 50, HeightMM: 50, DPI: 100}
	for _, c := range []struct {
		path string
		size plotting.Size
		want string
	}{
		{"a.jpg", small, "end the name in .png, .svg"},
		{"a", small, "end the name in .png, .svg"},
		{"a.png", plotting.Size{WidthMM: 0, HeightMM: 50}, "5 to 5,000 mm"},
		{"a.png", plotting.Size{WidthMM: math.NaN(), HeightMM: 50}, "width"},
		{"a.png", plotting.Size{WidthMM: 50, HeightMM: 9999}, "height"},
		{"a.png", plotting.Size{WidthMM: 50, HeightMM: 50, DPI: 9999}, "30 to 2,400"},
		{"a.png", plotting.Size{WidthMM: 5000, HeightMM: 5000, DPI: 300}, "fewer dots per inch"},
		{filepath.Join("none", "a.svg"), small, "cannot write"},
	} {
		err := Figure(filepath.Join(dir, c.path), sampler{plotting.Light}, c.size, plotting.Metadata{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %v: error %v, want %q in it", c.path, c.size, err, c.want)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// A file that was there keeps its contents when writing fails, and its permissions
// when it does not.
func TestSaveIsAtomic(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.svg")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := File(path, func(w io.Writer) error {
		io.WriteString(w, "half of")
		return errors.New("the disk is full")
	}); err == nil {
		t.Fatal("no error")
	}
	if b, _ := os.ReadFile(path); string(b) != "old" {
		t.Errorf("now it holds %q", b)
	}
	if err := Figure(path, sampler{plotting.Light}, plotting.Size{WidthMM: 50, HeightMM: 50},
		plotting.Metadata{}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 || info.Size() < 1000 {
		t.Errorf("%v, %v", info, err)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

func TestSentences(t *testing.T) {
	want :=
		"Consensus <tree>. Branch weight: posterior support & more. Data: tissue_expression (189 rows, 500 columns), centred and scaled to unit variance. " +
			"Pitman-Yor diffusion tree with θ = 1.2, method em, 1,240 search steps, seed 1. Made with Espalier 0.1.0."
	if got := testMetadata.Caption(); got != want {
		t.Errorf("caption\n%s\nwant\n%s", got, want)
	}
	want =
		"The table tissue_expression (189 rows, 500 columns; SHA-256 0123abcd) was centred and scaled to unit variance. " +
			"A Pitman-Yor diffusion tree was fitted to it with Espalier 0.1.0, using θ = 1.2, method em, 1,240 search steps, seed 1. " +
			"The model is that of Knowles and Ghahramani (2015)."
	if got := testMetadata.Methods(); got != want {
		t.Errorf("methods\n%s\nwant\n%s", got, want)
	}
	if got := (plotting.Metadata{}).Caption(); got != "" {
		t.Errorf("caption of nothing: %q", got)
	}
	if got := (plotting.Metadata{}).Methods(); got != "" {
		t.Errorf("methods of nothing: %q", got)
	}
}

// Nothing in a vector file may be NaN or infinite, whatever is drawn.
func TestVectorFilesHoldNumbers(t *testing.T) {
	nan, inf := vg.Length(math.NaN()), vg.Length(math.Inf(1))
	svg, pdf := newSVG(plotting.Size{WidthMM: 50, HeightMM: 50}), newPDF(plotting.Size{WidthMM: 50, HeightMM: 50})
	for _, c := range []vg.Canvas{svg, pdf} {
		p := vg.Path{
			{Type: vg.MoveComp, Pos: plottingtest.At(1, 1)}, {Type: vg.LineComp, Pos: plottingtest.At(nan, 2)},
			{Type: vg.LineComp, Pos: plottingtest.At(3, inf)},
			{Type: vg.LineComp, Pos: plottingtest.At(3, 3)},
			{Type: vg.LineComp, Pos: plottingtest.At(4, 4)}, {Type: vg.CloseComp},
			{Type: vg.CurveComp, Pos: plottingtest.At(4, 4), Control: []vg.Point{plottingtest.At(nan, 0)}},
		}
		c.Stroke(p)
		c.Fill(p)
		c.FillString(ink.Regular(plotting.Sans, 10), plottingtest.At(nan, 0), "text")
		c.FillString(ink.Regular(plotting.Sans, 10), plottingtest.At(5, 5), "日本 𝛼 \x01")
		c.SetLineDash([]vg.Length{0, 0}, 0)
		c.Stroke(p)
	}
	if bad := regexp.MustCompile(`NaN|Inf`).FindString(svg.body.String()); bad != "" {
		t.Errorf("%s in %s", bad, svg.body.String())
	}
	var b bytes.Buffer
	pdf.doc.SetCompression(false)
	if err := pdf.encode(&b, plotting.Metadata{}); err != nil {
		t.Fatal(err)
	}
	if bad := regexp.MustCompile(`NaN|Inf\b`).Find(b.Bytes()); bad != nil {
		t.Errorf("%s in the PDF file", bad)
	}
}

func TestGoldenSampler(t *testing.T) {
	for name, f := range map[string]plotting.Figure{"sampler_light": sampler{plotting.Light},
		"sampler_dark": sampler{plotting.Dark}} {
		img, _ := raster.Figure(f, 680, 454, 1, nil)
		plottingtest.Golden(t, name, img)
	}
}
