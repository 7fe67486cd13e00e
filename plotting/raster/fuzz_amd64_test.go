package raster

import (
	"bytes"
	"image"
	"image/color"
	"math/rand/v2"
	"testing"
)

// guard is how many bytes before and behind a slice must not change.
const guard = 64

// guarded returns n bytes in the middle of more, and a function that reports whether the bytes around them are
// unchanged.
func guarded(n, odd int) ([]uint8, func() bool) {
	all := bytes.Repeat([]uint8{0xA5}, guard+odd+n+guard)
	middle := all[guard+odd:][:n:n]
	clear(middle)
	return middle, func() bool {
		for i, v := range all {
			if (i < guard+odd || i >= guard+odd+n) && v != 0xA5 {
				return false
			}
		}
		return true
	}
}

// FuzzWide compares each function of wide_amd64.s with its Go version: for any size and slope, at any place in memory,
// and with bytes around each slice that must stay as they are.
func FuzzWide(f *testing.F) {
	if !wide {
		f.Skip("this processor has no instructions for 32 bytes")
	}
	for seed := range uint64(40) {
		f.Add(seed, uint8(5*seed), uint8(7*seed))
	}
	f.Fuzz(func(t *testing.T, seed uint64, width, height uint8) {
		defer func() { wide = true }()
		rng := rand.New(rand.NewPCG(seed, 1))
		w, h := 1+int(width), 1+int(height)
		odd := rng.IntN(guard)

		// Runs of lines over strips: many, so that sums saturate.
		type line struct{ a, n, at, step, thickness int }
		var lines []line
		for range 1 + rng.IntN(30) {
			a := rng.IntN(w)
			lines = append(lines, line{a, rng.IntN(w - a + 1), int((1.6*rng.Float64() - 0.3) * float64(h) * unit),
				rng.IntN(2*unit+1) - unit, 1 + rng.IntN(4*unit)})
		}
		cover := func(wider bool) ([]uint8, func() bool) {
			wide = wider
			var s strips
			s.reset(w, h)
			pix, intact := guarded(len(s.pix), odd)
			s.pix = pix
			for _, l := range lines {
				s.run(l.a, l.n, l.at, l.step, l.thickness)
			}
			for k := range (w + 7) / 8 { // the rows behind the last are spare: what they hold is never seen
				clear(pix[k*s.stride+8*h : (k+1)*s.stride])
			}
			return pix, intact
		}
		one, _ := cover(false)
		other, intact := cover(true)
		if !bytes.Equal(one, other) || !intact() {
			t.Fatalf("coverWide, %d × %d: the same: %t, intact around: %t", w, h, bytes.Equal(one, other), intact())
		}

		// A band woven of flat and steep strips that hold noise, and empty blocks.
		var m thin
		m.flat.reset(w, h)
		m.steep.reset(h, w)
		for _, s := range [][]uint8{m.flat.pix, m.steep.pix} {
			for i := range s {
				if i>>6%3 > 0 {
					s[i] = uint8(rng.Uint32() >> rng.IntN(9))
				}
			}
		}
		across := (w + 7) &^ 7
		weave := func(wider bool) ([]uint8, func() bool) {
			wide = wider
			out, intact := guarded(8*across, odd)
			for i := range out {
				out[i] = uint8(i * 37)
			}
			m.weave(out, across, (h-1)&^7) // the last rows
			return out, intact
		}
		one, _ = weave(false)
		if other, intact = weave(true); !bytes.Equal(one, other) || !intact() {
			t.Fatalf("weaveWide, %d × %d: the same: %t, intact around: %t", w, h, bytes.Equal(one, other), intact())
		}

		// A mask blended, whose rows may be longer than the picture's, and a run of one coverage.
		stride := w + rng.IntN(9)
		mask := make([]uint8, stride*(h-1)+w)
		for i := range mask {
			mask[i] = [4]uint8{0, 255, uint8(rng.Uint32()), uint8(rng.Uint32())}[rng.IntN(4)]
		}
		c := color.NRGBA{uint8(rng.Uint32()), uint8(rng.Uint32()), uint8(rng.Uint32()),
			[3]uint8{255, uint8(1 + rng.IntN(254)), 254}[rng.IntN(3)]}
		covered := uint32(rng.IntN(256))
		blend := func(wider bool) ([]uint8, func() bool) {
			wide = wider
			img := image.NewRGBA(image.Rect(0, 0, w, h))
			pix, intact := guarded(len(img.Pix), odd)
			img.Pix = pix
			for i := range pix {
				pix[i] = uint8(i * 41)
			}
			canvas := New(img, 1)
			canvas.SetColor(c)
			canvas.blendMask(mask, stride, 0, 0, w, h)
			run(pix[len(pix)-4*w:], w, canvas.ink, covered)
			return pix, intact
		}
		one, _ = blend(false)
		if other, intact = blend(true); !bytes.Equal(one, other) || !intact() {
			t.Fatalf("tintWide or opaqueWide, %d × %d, %v: the same: %t, intact around: %t", w, h, c,
				bytes.Equal(one, other), intact())
		}
	})
}
