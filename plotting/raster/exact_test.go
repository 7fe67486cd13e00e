package raster_test

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"example.org/espalier/plotting/raster"

	"gonum.org/v1/plot/vg"
)

// paper returns a white canvas of w×h pixels at one pixel a point.
func paper(w, h int) (*image.RGBA, *raster.Canvas) {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(m, m.Bounds(), image.White, image.Point{}, draw.Src)
	return m, raster.New(m, 1)
}

func line(points ...float64) vg.Path {
	var p vg.Path
	for i := 0; i < len(points); i += 2 {
		q := vg.Point{X: vg.Length(points[i]), Y: vg.Length(points[i+1])}
		if i == 0 {
			p.Move(q)
		} else {
			p.Line(q)
		}
	}
	return p
}

func box(x0, y0, x1, y1 float64) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: vg.Length(x0), Y: vg.Length(y0)},
		Max: vg.Point{X: vg.Length(x1), Y: vg.Length(y1)}}
}

// dark returns how many pixels are black and how many are neither black nor white.
func dark(m *image.RGBA) (black, grey int) {
	for i := 0; i < len(m.Pix); i += 4 {
		switch m.Pix[i] {
		case 0:
			black++
		case 255:
		default:
			grey++
		}
	}
	return black, grey
}

func TestHairlinesAreSharp(t *testing.T) {
	for _, at := range []float64{10, 10.2, 10.5, 10.7, 10.999} {
		m, c := paper(40, 40)
		c.SetLineWidth(1)
		c.Stroke(line(5, at, 30, at, 30, at+12, 5, at+12))
		if black, grey := dark(m); grey != 0 || black < 26+26+10 || black > 27+27+12 {
			t.Errorf("at %v: %d black and %d grey pixels", at, black, grey)
		}
	}
}

func TestLinesOfALevelLookAlike(t *testing.T) {
	m, c := paper(60, 400)
	c.SetLineWidth(1.5)
	for i := range 60 {
		c.Stroke(line(10, 3.37+6.31*float64(i), 50, 3.37+6.31*float64(i)))
	}
	black, grey := dark(m)
	if rows := black / 41; rows < 60 || rows > 63 || grey < black*9/10 {
		t.Errorf("%d black and %d grey pixels: lines of 1.5 pixels should each be one black row beside one grey", black, grey)
	}
}

func TestCoverageIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		x, y := 2+10*r.Float64(), 2+10*r.Float64()
		w, h := 1.4*r.Float64(), 1.4*r.Float64() // so narrow that edges are not moved
		m, c := paper(20, 20)
		c.Fill(box(x, y, x+w, y+h).Path())
		sum := 0.0
		for i := 0; i < len(m.Pix); i += 4 {
			sum += 1 - float64(m.Pix[i])/255
		}
		if !(math.Abs(sum-w*h) <= 0.03) {
			t.Errorf("%v×%v at (%v, %v) covers %v", w, h, x, y, sum)
		}
	}
}

// Rectangles that share an edge leave no seam, wherever it falls.
func TestNeighboursMeet(t *testing.T) {
	m, c := paper(50, 50)
	for x := 1.3; x < 45; x += 3.7 {
		c.Fill(box(x, 5, x+3.7, 40).Path())
	}
	if _, grey := dark(m); grey != 0 {
		t.Errorf("%d grey pixels", grey)
	}
}

// A translucent path is laid on once, also where its parts overlap.
func TestTranslucentOnce(t *testing.T) {
	half := color.NRGBA{0, 0, 0, 128}
	m, c := paper(60, 60)
	c.SetColor(half)
	c.SetLineWidth(3)
	c.Stroke(append(line(5, 30, 55, 30), line(30, 5, 30, 55)...))
	c.Push()
	c.Translate(vg.Point{X: 0, Y: 0})
	c.SetLineWidth(2)
	c.Pop()
	c.Fill(append(box(2, 2, 12, 12).Path(), box(6, 6, 20, 20).Path()...))
	for i := 0; i < len(m.Pix); i += 4 {
		if m.Pix[i] < 125 {
			t.Fatalf("pixel %d is %d: darker than half", i/4, m.Pix[i])
		}
		if m.Pix[i+3] != 255 {
			t.Fatalf("pixel %d has alpha %d on an opaque ground", i/4, m.Pix[i+3])
		}
	}
}

func TestClip(t *testing.T) {
	m, c := paper(100, 100)
	c.Clip(box(20, 20, 80, 80))
	c.Push()
	c.Translate(vg.Point{X: 10, Y: 10})
	c.Clip(box(0, 0, 90, 40)) // 10..100 × 10..50
	c.Fill(box(-50, -50, 200, 200).Path())
	c.SetLineWidth(2)
	c.Stroke(line(-100, -100, 300, 250))
	c.Stroke(line(-100, 5, 300, 5))
	c.FillString(sans(40), vg.Point{X: -20, Y: 0}, "wide text")
	c.DrawImage(box(-30, -30, 130, 130), checker(7, 7))
	c.DrawImage(box(-30, -30, 130, 130), checker(700, 700))
	c.Unclip()
	c.Pop()
	for y := range 100 {
		for x := range 100 {
			inside := x >= 20 && x < 80 && y >= 50 && y < 80
			white := m.RGBAAt(x, y) == color.RGBA{255, 255, 255, 255}
			if inside == white {
				t.Fatalf("pixel (%d, %d): inside %v, white %v", x, y, inside, white)
			}
		}
	}
	c.Unclip()
	c.Fill(box(0, 0, 5, 5).Path())
	if m.RGBAAt(2, 97) != (color.RGBA{0, 0, 0, 255}) {
		t.Error("drawing outside after the last Unclip left no trace")
	}
}

// Enlarged cells are sharp, of the right colour and upright.
func TestEnlargedImage(t *testing.T) {
	m, c := paper(100, 100)
	img := checker(5, 4)
	c.DrawImage(box(10, 20, 60, 60), img)
	for y := range 4 {
		for x := range 5 {
			for _, d := range []image.Point{{0, 0}, {9, 9}, {4, 5}} {
				if got, want := m.RGBAAt(10+10*x+d.X, 40+10*y+d.Y), img.RGBAAt(x, y); got != want {
					t.Fatalf("cell (%d, %d) is %v, want %v", x, y, got, want)
				}
			}
		}
	}
}

// Shrunk images hold the means of what they cover, for every type of image.
func TestShrunkImage(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	const w, h, dw, dh = 137, 91, 40, 13
	img := image.NewRGBA(image.Rect(3, 5, 3+w, 5+h))
	other := image.NewNRGBA(img.Rect)
	for y := 5; y < 5+h; y++ {
		for x := 3; x < 3+w; x++ {
			k := color.RGBA{uint8(r.IntN(256)), uint8(r.IntN(256)), uint8(r.IntN(256)), 255}
			img.SetRGBA(x, y, k)
			other.Set(x, y, k)
		}
	}
	overlap := func(i int, n, m float64, k int) float64 { // of source k with pixel i
		a, b := float64(i)*n/m, float64(i+1)*n/m
		return max(0, min(b, float64(k+1))-max(a, float64(k)))
	}
	for name, src := range map[string]image.Image{"RGBA": img, "NRGBA": other} {
		m, c := paper(60, 60)
		c.DrawImage(box(10, 30, 10+dw, 30+dh), src)
		for i := range dw {
			for j := range dh {
				var sum [3]float64
				total := 0.0
				for x := range w {
					fx := overlap(i, w, dw, x)
					for y := range h {
						if f := fx * overlap(j, h, dh, y); f > 0 {
							k := img.RGBAAt(3+x, 5+y)
							sum[0] += f * float64(k.R)
							sum[1] += f * float64(k.G)
							sum[2] += f * float64(k.B)
							total += f
						}
					}
				}
				got := m.RGBAAt(10+i, 60-30-dh+j)
				for k, v := range []uint8{got.R, got.G, got.B} {
					if !(math.Abs(float64(v)-sum[k]/total) <= 2.5) {
						t.Fatalf("%s: pixel (%d, %d) is %v, want %v", name, i, j, got, sum)
					}
				}
			}
		}
	}
}

func TestTransparentImage(t *testing.T) {
	m, c := paper(10, 10)
	img := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	img.SetNRGBA(0, 0, color.NRGBA{0, 0, 0, 128})
	c.DrawImage(box(0, 0, 10, 10), img)
	if a, b := m.RGBAAt(2, 2), m.RGBAAt(7, 7); a.R < 125 || a.R > 129 || a.A != 255 || b.R != 255 {
		t.Errorf("half black on white is %v, nothing on white is %v", a, b)
	}
}

// No path, however odd, may panic or hang.
func TestOddPaths(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	paths := map[string]vg.Path{
		"empty":        nil,
		"one point":    line(5, 5),
		"close alone":  {{Type: vg.CloseComp}},
		"line first":   {{Type: vg.LineComp, Pos: vg.Point{X: 5, Y: 5}}},
		"not a number": line(5, 5, nan, 5, 10, 10),
		"infinite":     line(5, 5, inf, 5, 10, 10),
		"far":          line(-1e9, -1e9, 1e9, 1e9, 1e9, -1e9),
		"far flat":     line(-1e12, 7, 1e12, 7),
		"repeated":     line(5, 5, 5, 5, 5, 5),
		"no radius":    {{Type: vg.MoveComp}, {Type: vg.ArcComp, Angle: 7}},
		"huge arc":     {{Type: vg.ArcComp, Radius: 1e9, Angle: 7}},
	}
	for name, p := range paths {
		for _, width := range []vg.Length{0, 0.2, 1, 5, 1e6} {
			for _, dashes := range [][]vg.Length{nil, {0}, {1}, {3, 1, 2}, {0, 4}, {1e-9, 1e-9}} {
				for _, ink := range []color.Color{color.Black, color.NRGBA{0, 0, 0, 99}, color.Transparent, nil} {
					_, c := paper(20, 20)
					c.SetLineWidth(width)
					c.SetLineDash(dashes, -2.5)
					c.SetColor(ink)
					c.Stroke(p)
					c.Fill(p)
					if t.Failed() {
						t.Fatal(name)
					}
				}
			}
		}
	}
	_, c := paper(20, 20)
	c.FillString(sans(12), vg.Point{X: vg.Length(nan)}, "x")
	c.FillString(sans(vg.Length(inf)), vg.Point{}, "x")
	c.FillString(sans(0), vg.Point{}, "x")
	c.DrawImage(box(nan, 0, 5, 5), checker(3, 3))
	c.DrawImage(box(-1e9, -1e9, 1e9, 1e9), checker(3, 3))
	c.DrawImage(box(5, 5, 5, 5), checker(3, 3))
	c.Scale(0, 0)
	c.Stroke(line(0, 0, 10, 10))
	c.FillString(sans(12), vg.Point{}, "x")
}

// A dashed line that reaches far out keeps the phase of its dashes.
func TestDashPhase(t *testing.T) {
	row := func(x0 float64) []uint8 {
		m, c := paper(60, 3)
		c.SetLineDash([]vg.Length{5, 3}, 0)
		c.Stroke(line(x0, 1.5, 1000, 1.5))
		var out []uint8
		for x := range 60 {
			out = append(out, m.RGBAAt(x, 1).R)
		}
		return out
	}
	near, far := row(-8), row(-8*1000)
	for x := range near {
		if d := int(near[x]) - int(far[x]); d > 2 || d < -2 {
			t.Fatalf("pixel %d: %d and %d", x, near[x], far[x])
		}
	}
}

func TestTextWidthIsThatOfVg(t *testing.T) {
	face := sans(11)
	for _, s := range []string{"", "AVATAR", "AVATAR", "Tree of 1,240 leaves", "Tree of 1,240 leaves", "σ² = 0.31 − θ", "日本"} {
		// again: from tables
		if got, want := raster.Advance(face.Face, s)*11, float64(face.Width(s)); !(math.Abs(got-want) <= 1e-9) {
			t.Errorf("%q is %v wide, want %v", s, got, want)
		}
	}
}

// Text on quarter turns is the same letters turned.
func TestTurnedText(t *testing.T) {
	draw := func(turns int) *image.RGBA {
		m, c := paper(100, 100)
		c.Translate(vg.Point{X: 50, Y: 50})
		c.Rotate(float64(turns) * math.Pi / 2)
		c.FillString(sans(14), vg.Point{X: -20, Y: 0}, "turned")
		return m
	}
	upright := draw(0)
	for turns := 1; turns < 4; turns++ {
		m := draw(turns)
		for y := range 100 {
			for x := range 100 {
				u, v := x, y
				for range turns { // a quarter turn anticlockwise on the screen
					u, v = v, 99-u
				}
				if d := int(upright.RGBAAt(x, y).R) - int(m.RGBAAt(u, v).R); d > 3 || d < -3 {
					t.Fatalf("%d quarter turns: pixel (%d, %d) differs by %d", turns, u, v, d)
				}
			}
		}
	}
}

func TestConcurrentText(t *testing.T) {
	want, c := paper(200, 40)
	c.FillString(sans(13), vg.Point{X: 5, Y: 10}, "The quick brown fox, 0123456789")
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 20 {
				m, c := paper(200, 40)
				c.FillString(sans(vg.Length(8+g+i)), vg.Point{X: 5, Y: 10}, "Straße żółć Ωμέγα")
				draw.Draw(m, m.Bounds(), image.White, image.Point{}, draw.Src)
				c.FillString(sans(13), vg.Point{X: 5, Y: 10}, "The quick brown fox, 0123456789")
				if string(m.Pix) != string(want.Pix) {
					t.Error("text differs")
				}
			}
		}()
	}
	wg.Wait()
}

// A canvas may draw on a part of an image and leaves the rest alone.
func TestSubImage(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 60, 60))
	part := m.SubImage(image.Rect(20, 10, 50, 40)).(*image.RGBA)
	draw.Draw(part, part.Bounds(), image.White, image.Point{}, draw.Src)
	scene(raster.New(part, 0.1))
	for y := range 60 {
		for x := range 60 {
			if inside := (image.Point{x, y}).In(part.Rect); inside != (m.RGBAAt(x, y).A == 255) {
				t.Fatalf("pixel (%d, %d): inside %v, alpha %d", x, y, inside, m.RGBAAt(x, y).A)
			}
		}
	}
}

// Wide lines along the axes have round ends and fill their corners, as slanted ones do.
func TestWideLines(t *testing.T) {
	path := line(10.3, 12.6, 40.2, 12.6, 40.2, 35.9)
	for _, width := range []vg.Length{3.2, 5, 9} {
		m, c := paper(60, 60)
		c.SetLineWidth(width)
		c.Stroke(path)
		slanted, d := paper(60, 60)
		d.SetLineWidth(width)
		// A speck far outside that is along no axis sends the path the other way.
		d.Stroke(append(line(-90, -90, -89.5, -89), path...))
		if diff := mean(t, m, slanted, m.Rect); diff > 3 {
			t.Errorf("width %v: mean difference %.2f", width, diff)
		}
		ink := func(m *image.RGBA) (sum float64) {
			for i := 0; i < len(m.Pix); i += 4 {
				sum += 1 - float64(m.Pix[i])/255
			}
			return sum
		}
		if a, b := ink(m), ink(slanted); !(math.Abs(a-b) <= 0.04*b) {
			t.Errorf("width %v: %.1f and %.1f pixels of ink", width, a, b)
		}
		keep(t, "wide", m)
	}
}
