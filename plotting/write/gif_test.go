package write

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"testing"
	"time"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
)

// bouncing returns a film: a coloured square on paper that moves to the right.
func bouncing(n int) func(i int) (*image.RGBA, error) {
	img := image.NewRGBA(image.Rect(0, 0, 90, 40))
	return func(i int) (*image.RGBA, error) {
		for y := range 40 {
			for x := range 90 {
				c := plotting.Light.Surface
				if x >= i*8 && x < i*8+10 && y >= 10 && y < 20 {
					c = ink.CategorySwatch(i % 2).Color
				}
				img.Set(x, y, c)
			}
		}
		return img, nil
	}
}

func TestGIFShowsItsFrames(t *testing.T) {
	const n = 8
	var b bytes.Buffer
	frame := bouncing(n)
	if err := encodeGIF(&b, n, frame,
		func(i int) time.Duration { return time.Duration(100+i) * time.Millisecond }); err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != n || g.Delay[0] != 10 || g.LoopCount != 0 {
		t.Fatalf("%d frames, the first for %d hundredths, %d loops", len(g.Image), g.Delay[0], g.LoopCount)
	}
	shown := image.NewRGBA(image.Rect(0, 0, 90, 40))
	for i, p := range g.Image {
		for y := p.Rect.Min.Y; y < p.Rect.Max.Y; y++ {
			for x := p.Rect.Min.X; x < p.Rect.Max.X; x++ {
				if c := p.At(x, y); c.(color.RGBA).A == 255 {
					shown.Set(x, y, c)
				}
			}
		}
		want, _ := frame(i)
		for k := range want.Pix {
			if d := int(want.Pix[k]) - int(shown.Pix[k]); d > 3 || d < -3 {
				t.Fatalf("frame %d differs at byte %d: %d, want %d", i, k, shown.Pix[k], want.Pix[k])
			}
		}
		if i > 0 && p.Rect.Dx() > 40 {
			t.Errorf("frame %d writes %v although little changes", i, p.Rect)
		}
	}
}

func TestGIFKeepsEqualFramesOnce(t *testing.T) {
	var b bytes.Buffer
	still := bouncing(1)
	err := encodeGIF(&b, 5, func(int) (*image.RGBA, error) { return still(3) }, func(int) time.Duration { return 0 })
	if err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(&b)
	if err != nil || len(g.Image) != 1 || g.Delay[0] != 10 {
		t.Errorf("%d frames, %v, %v", len(g.Image), g.Delay, err)
	}
	if encodeGIF(&b, 0, still, nil) == nil {
		t.Error("a film without frames is written")
	}
}
