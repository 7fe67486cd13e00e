package ink

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/plotting"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/vg"
)

func TestElide(t *testing.T) {
	f := Regular(plotting.Sans, 9.5)
	for _, s := range []string{"", "x", "hippocampus 42", strings.Repeat("long ", 50), "Ωμέγα σ²"} {
		for w := vg.Length(0); w < 120; w += 3 {
			got := Elide(f, s, w)
			if TextWidth(f, got) > w {
				t.Errorf("%q in %v: %q is too wide", s, w, got)
			}
			if TextWidth(f, s) <= w && got != s {
				t.Errorf("%q in %v: %q, though it fits", s, w, got)
			}
		}
	}
	if got := Elide(f, "hippocampus", 40); got != "hippoc…" {
		t.Errorf("%q", got)
	}
}

func TestWrap(t *testing.T) {
	f := Regular(plotting.Sans, 12)
	lines := Wrap(f, "The objective appears when the first tree stands.", 120)
	for _, l := range lines {
		if TextWidth(f, l) > 120 {
			t.Errorf("%q is too wide", l)
		}
	}
	if got := strings.Join(lines, " "); got != "The objective appears when the first tree stands." || len(lines) < 3 {
		t.Errorf("%q", lines)
	}
	for width := vg.Length(60); width < 200; width++ {
		for _, l := range Wrap(f, "after 725 sweeps · 150 leaves · 4 columns", width) {
			if strings.HasPrefix(l, "·") {
				t.Fatalf("a line begins with the dot: %q", l)
			}
		}
	}
}

func TestThinning(t *testing.T) {
	for _, c := range []struct {
		pitch, height vg.Length
		want          int
	}{{10, 10, 1}, {9.9, 10, 2}, {5, 10, 2}, {0.1, 11, 110}, {0, 10, math.MaxInt}} {
		if got := ThinStep(c.pitch, c.height); got != c.want {
			t.Errorf("pitch %v, height %v: %d, want %d", c.pitch, c.height, got, c.want)
		}
	}
	at := []vg.Length{0, 4, 8, 12, 16, 20, 24}
	if got := ThinLabels(at, 10, nil); !slices.Equal(got, []int{0, 3, 6}) {
		t.Errorf("%v", got)
	}
	if got := ThinLabels(at, 10, func(i int) bool { return i == 2 || i == 3 }); !slices.Equal(got, []int{2, 5}) {
		t.Errorf("with 2 and 3 wanted: %v", got)
	}
	down := slices.Clone(at)
	slices.Reverse(down)
	if got := ThinLabels(down, 10, nil); !slices.Equal(got, []int{0, 3, 6}) {
		t.Errorf("descending: %v", got)
	}
	if got := ThinLabels(nil, 10, nil); len(got) != 0 {
		t.Errorf("none: %v", got)
	}
}

func TestWindow(t *testing.T) {
	w := plotting.All.Zoom(4, 1, 0.25, 0.5)
	if w != (plotting.Window{X0: 0.1875, X1: 0.4375, Y0: 0, Y1: 1}) {
		t.Errorf("zoomed: %v", w)
	}
	if back := w.Zoom(0.25, 1, 0.25, 0.5); back != plotting.All {
		t.Errorf("zoomed back: %v", back)
	}
	if got := w.Pan(-9, 9); got != (plotting.Window{X0: 0, X1: 0.25, Y0: 0, Y1: 1}) {
		t.Errorf("panned: %v", got)
	}
	for _, odd := range []plotting.Window{{}, {X0: 1, X1: 0, Y0: 1, Y1: 0}, {X0: -3, X1: 9, Y0: 0, Y1: 1},
		{X0: math.NaN(), X1: 1, Y0: 0, Y1: math.Inf(1)}} {
		if got := odd.Normal(); got != plotting.All {
			t.Errorf("%v: %v", odd, got)
		}
	}
	deep := plotting.All
	for range 100 {
		deep = deep.Zoom(2, 2, 0.9, 0.1)
	}
	if !(deep.X1 > deep.X0) || !(deep.Y1 > deep.Y0) || deep.X1 > 1 || deep.Y0 < 0 {
		t.Errorf("deep: %v", deep)
	}
}

func TestHatchStaysInside(t *testing.T) {
	r := vg.Rectangle{Min: vg.Point{X: -7.3, Y: 2.2}, Max: vg.Point{X: 9.1, Y: 30.6}}
	p := appendHatch(nil, r, 4, 0.5)
	if len(p) < 10 {
		t.Fatalf("%d places", len(p))
	}
	for i := 0; i < len(p); i += 2 {
		a, b := p[i].Pos, p[i+1].Pos
		if !(math.Abs(float64(a.X-a.Y-b.X+b.Y)) <= 1e-9) {
			t.Errorf("%v to %v is not at 45°", a, b)
		}
		if k := float64(a.X-a.Y) / 4; !(math.Abs(k-math.Round(k)) <= 1e-9) {
			t.Errorf("%v is off the common pitch", a)
		}
		for _, q := range []vg.Point{a, b} {
			if !Contains(vg.Rectangle{Min: r.Min.Add(vg.Point{X: 0.49, Y: 0.49}), Max: r.Max.Sub(vg.Point{X: 0.49, Y: 0.49})},
				q) {
				t.Errorf("%v is outside %v", q, r)
			}
		}
	}
}

// The heights of letters are those that the fonts state, and the widths those of the fonts that journals ask for: H of
// Arial is 1,479 and of Times New Roman 1,479 of 2,048, and all letters of Courier New are 1,229 wide.
func TestTypefaces(t *testing.T) {
	for face, want := range map[plotting.Typeface]struct{ wide, high float64 }{
		plotting.Sans:  {1479.0 / 2048, 1409},
		plotting.Serif: {1479.0 / 2048, 1341},
		plotting.Mono:  {1229.0 / 2048, 1349},
	} {
		for _, f := range []Face{Regular(face, 100), Bold(face, 100)} {
			index, _ := f.Face.GlyphIndex(new(sfnt.Buffer), 'H')
			box, _, err := f.Face.GlyphBounds(new(sfnt.Buffer), index, fixed.I(2048), font.HintingNone)
			if err != nil {
				t.Fatal(err)
			}
			if up := float64(-box.Min.Y) / 64; !(math.Abs(up-want.high) <= 12) ||
				!(math.Abs(float64(CapHeight(f))-want.high/20.48) <= 1e-9) {
				t.Errorf("%v: H is %g of 2,048 high, and CapHeight %g of 100", face, up, CapHeight(f))
			}
		}
		if got := float64(TextWidth(Regular(face, 100), "H")); !(math.Abs(got-100*want.wide) <= 0.05) {
			t.Errorf("%v: H is %g wide, not %g", face, got, 100*want.wide)
		}
	}
}

// A title that is a little too long is set smaller, not cut; it never becomes smaller than the subtitle.
func TestLongTitlesAreSetSmaller(t *testing.T) {
	s := plotting.Light
	title := "Agglomerative clustering of tissue_expression"
	whole := TextWidth(Bold(s.Typeface, s.TitleSize), title)
	for _, share := range []vg.Length{1.2, 1, 0.9, 0.8, 0.5} {
		f := TitleFace(s, title, share*whole)
		cut := Elide(f, title, share*whole) != title
		if cut != (share < 0.77) || f.Font.Size < s.SubtitleSize || (f.Font.Size < s.TitleSize) != (share < 1) {
			t.Errorf("in %.0f %% of its width the title has letters of %.1f; cut: %v", 100*share, float64(f.Font.Size), cut)
		}
	}
}

// A subtitle takes a second line before it is cut, and the height that is asked for beforehand is that of the lines
// drawn.
func TestLongSubtitlesTakeTwoLines(t *testing.T) {
	s := plotting.Light
	one := Heading(nil, s, vg.Point{}, 300, "title", "short")
	for words, lines := range map[int]vg.Length{3: 1, 12: 2, 60: 2} {
		subtitle := strings.Repeat("word ", words)
		if h := Heading(nil, s, vg.Point{}, 300, "title", subtitle); (h > one) != (lines == 2) {
			t.Errorf("%d words: %.1f high, one line %.1f", words, float64(h), float64(one))
		}
		got := subtitleLines(Regular(s.Typeface, s.SubtitleSize), subtitle, 300)
		if vg.Length(len(got)) != lines || strings.Contains(strings.Join(got, " "), "…") != (words == 60) {
			t.Errorf("%d words: %q", words, got)
		}
	}
}
