package plottingtest

import (
	"image"
	"image/color"
	"math"

	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// InkRecorder is a canvas that keeps where things were drawn.
type InkRecorder struct {
	m      [6]float64 // x' = m0 x + m2 y + m4, y' = m1 x + m3 y + m5
	saved  [][6]float64
	clips  []vg.Rectangle
	width  vg.Length
	Texts  []recordedText
	Boxes  []vg.Rectangle // of strokes, fills and images, within the clip
	Pieces int            // of paths
	Image  int
}

type recordedText struct {
	Text    string
	Size    vg.Length
	Face    font.Font
	Corners [4]vg.Point // of the letters' ink: from the descent to the capitals' top
}

// NewInkRecorder returns a canvas of a size on which nothing is drawn yet.
func NewInkRecorder(size vg.Point) *InkRecorder {
	far := vg.Rectangle{Min: vg.Point{X: -1e9, Y: -1e9}, Max: vg.Point{X: 1e9, Y: 1e9}}
	return &InkRecorder{m: [6]float64{1, 0, 0, 1, 0, 0}, clips: []vg.Rectangle{far}}
}

func (r *InkRecorder) apply(p vg.Point) vg.Point {
	x, y := float64(p.X), float64(p.Y)
	return vg.Point{X: vg.Length(r.m[0]*x + r.m[2]*y + r.m[4]), Y: vg.Length(r.m[1]*x + r.m[3]*y + r.m[5])}
}

func (r *InkRecorder) times(n [6]float64) {
	m := r.m
	r.m = [6]float64{
		m[0]*n[0] + m[2]*n[1], m[1]*n[0] + m[3]*n[1],
		m[0]*n[2] + m[2]*n[3], m[1]*n[2] + m[3]*n[3],
		m[0]*n[4] + m[2]*n[5] + m[4], m[1]*n[4] + m[3]*n[5] + m[5],
	}
}

func (r *InkRecorder) Clip(b vg.Rectangle) {
	top := r.clips[len(r.clips)-1]
	r.clips = append(r.clips, intersection(top, b))
}
func (r *InkRecorder) Unclip() { r.clips = r.clips[:len(r.clips)-1] }

func intersection(a, b vg.Rectangle) vg.Rectangle {
	return vg.Rectangle{
		Min: vg.Point{X: max(a.Min.X, b.Min.X), Y: max(a.Min.Y, b.Min.Y)},
		Max: vg.Point{X: min(a.Max.X, b.Max.X), Y: min(a.Max.Y, b.Max.Y)},
	}
}

func (r *InkRecorder) SetLineWidth(w vg.Length)           { r.width = w }
func (r *InkRecorder) SetLineDash([]vg.Length, vg.Length) {}
func (r *InkRecorder) SetColor(color.Color)               {}
func (r *InkRecorder) Push()                              { r.saved = append(r.saved, r.m) }
func (r *InkRecorder) Pop()                               { r.m, r.saved = r.saved[len(r.saved)-1], r.saved[:len(r.saved)-1] }
func (r *InkRecorder) Translate(p vg.Point) {
	r.times([6]float64{1, 0, 0, 1, float64(p.X), float64(p.Y)})
}
func (r *InkRecorder) Scale(x, y float64)                      { r.times([6]float64{x, 0, 0, y, 0, 0}) }
func (r *InkRecorder) Stroke(p vg.Path)                        { r.path(p, r.width/2) }
func (r *InkRecorder) Fill(p vg.Path)                          { r.path(p, 0) }
func (r *InkRecorder) DrawImage(b vg.Rectangle, m image.Image) { r.Image++; r.path(b.Path(), 0) }

func (r *InkRecorder) Rotate(a float64) {
	s, c := math.Sincos(a)
	r.times([6]float64{c, s, -s, c, 0, 0})
}

func (r *InkRecorder) path(p vg.Path, around vg.Length) {
	r.Pieces += len(p)
	var box *vg.Rectangle
	for _, c := range p {
		if c.Type == vg.CloseComp {
			continue
		}
		reach := around
		if c.Type == vg.ArcComp {
			reach += c.Radius
		}
		q := r.apply(c.Pos)
		one := vg.Rectangle{Min: vg.Point{X: q.X - reach, Y: q.Y - reach}, Max: vg.Point{X: q.X + reach, Y: q.Y + reach}}
		if box == nil {
			box = &one
			continue
		}
		box.Min = vg.Point{X: min(box.Min.X, one.Min.X), Y: min(box.Min.Y, one.Min.Y)}
		box.Max = vg.Point{X: max(box.Max.X, one.Max.X), Y: max(box.Max.Y, one.Max.Y)}
	}
	if box == nil {
		return
	}
	if seen := intersection(*box, r.clips[len(r.clips)-1]); seen.Max.X >= seen.Min.X && seen.Max.Y >= seen.Min.Y {
		r.Boxes = append(r.Boxes, seen)
	}
}

func (r *InkRecorder) FillString(f font.Face, p vg.Point, s string) {
	w := ink.TextWidth(f, s)
	low, high := p.Y-f.Font.Size*ink.Descent, p.Y+ink.CapHeight(f)
	r.Texts = append(r.Texts, recordedText{s, f.Font.Size, f.Font, [4]vg.Point{
		r.apply(vg.Point{X: p.X, Y: low}), r.apply(vg.Point{X: p.X + w, Y: low}),
		r.apply(vg.Point{X: p.X + w, Y: high}), r.apply(vg.Point{X: p.X, Y: high}),
	}})
}

// Overlap reports whether two turned boxes share more than a thin edge: no side of
// either separates them.
func Overlap(a, b [4]vg.Point, slack float64) bool {
	for _, box := range [2][4]vg.Point{a, b} {
		for i := range 2 {
			dx, dy := float64(box[i+1].X-box[i].X), float64(box[i+1].Y-box[i].Y)
			n := math.Hypot(dx, dy)
			if n == 0 {
				continue
			}
			extent := func(c [4]vg.Point) (low, high float64) {
				low, high = math.Inf(1), math.Inf(-1)
				for _, p := range c {
					d := (float64(p.X)*dx + float64(p.Y)*dy) / n
					low, high = min(low, d), max(high, d)
				}
				return low, high
			}
			a0, a1 := extent(a)
			b0, b1 := extent(b)
			if a1 <= b0+slack || b1 <= a0+slack {
				return false
			}
		}
	}
	return true
}
