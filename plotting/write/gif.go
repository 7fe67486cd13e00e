package write

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"math"
	"slices"
	"time"

	"example.org/espalier/inference/algorithm/stable"
)

var gifFormat = Format{Name: "gif", Title: "GIF", Note: "Plays by itself, for slides and web pages.",
	Pixels: true, film: encodeGIF}

// The colours of a film: 255 chosen from its frames, and a transparent one.
const (
	gifColours  = 255
	gifSampled  = 16 // frames from which the colours are chosen
	gifBits     = 5  // of each channel, in which colours are counted
	gifShortest = 20 * time.Millisecond
)

// Asked returns how many pictures an encoder asks for, some of them twice, that writes n into one file.
func Asked(n int) int { return n + min(n, gifSampled) }

// encodeGIF writes an animated GIF that repeats for ever. frame returns frame i of n, all of one
// size; it is asked twice for some frames, in ascending order each time, and may reuse a buffer.
// delay returns how long frame i stays, at least 20 ms, because players slow shorter ones down. One
// palette serves all frames, so nothing flickers, and only changes are written.
func encodeGIF(w io.Writer, n int, frame func(i int) (*image.RGBA, error), delay func(i int) time.Duration) error {
	if n < 1 {
		return errors.New("plotting: a film needs a frame at least")
	}
	counts := map[uint32]*gifBin{}
	for k := range min(n, gifSampled) {
		i := k
		if n > gifSampled {
			i = k * (n - 1) / (gifSampled - 1)
		}
		img, err := frame(i)
		if err != nil {
			return err
		}
		countColours(counts, img)
	}
	palette := medianCut(counts, gifColours)
	book := &gifBook{palette: palette, near: map[uint32]uint8{}, clear: uint8(len(palette))}
	all := append(slices.Clone(palette), color.RGBA{})
	out := &gif.GIF{}
	var before []uint8
	var size image.Point
	for i := range n {
		img, err := frame(i)
		if err != nil {
			return err
		}
		if i == 0 {
			size = img.Rect.Size()
		} else if img.Rect.Size() != size {
			return fmt.Errorf("plotting: frame %d of a film is %v, the first %v", i, img.Rect.Size(), size)
		}
		now := book.indices(img)
		part, pix := changed(before, now, size, book.clear)
		if before != nil && part.Empty() { // the same picture: the one before stays longer
			out.Delay[len(out.Delay)-1] += hundredths(delay(i))
			continue
		}
		p := &image.Paletted{Pix: pix, Stride: part.Dx(), Rect: part, Palette: all}
		out.Image = append(out.Image, p)
		out.Delay = append(out.Delay, hundredths(delay(i)))
		out.Disposal = append(out.Disposal, gif.DisposalNone)
		before = now
	}
	out.Config = image.Config{ColorModel: color.Palette(all), Width: size.X, Height: size.Y}
	if err := gif.EncodeAll(w, out); err != nil {
		return fmt.Errorf("plotting: gif: %w", err)
	}
	return nil
}

func hundredths(d time.Duration) int { return int(max(d, gifShortest) / (10 * time.Millisecond)) }

// changed returns the smallest part in which two frames differ, and its pixels, clear where they
// are unchanged.
func changed(before, now []uint8, size image.Point, clear uint8) (image.Rectangle, []uint8) {
	if before == nil {
		return image.Rectangle{Max: size}, now
	}
	r := image.Rectangle{}
	for y := range size.Y {
		for x := range size.X {
			if k := y*size.X + x; before[k] != now[k] {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	pix := make([]uint8, 0, r.Dx()*r.Dy())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if k := y*size.X + x; before[k] != now[k] {
				pix = append(pix, now[k])
			} else {
				pix = append(pix, clear)
			}
		}
	}
	return r, pix
}

// A gifBin holds the colours with the same upper bits.
type gifBin struct {
	n    int
	sum  [3]int
	mean [3]uint8
}

func binOf(p []uint8) uint32 {
	const drop = 8 - gifBits
	return uint32(p[0]>>drop)<<(2*gifBits) | uint32(p[1]>>drop)<<gifBits | uint32(p[2]>>drop)
}

func countColours(counts map[uint32]*gifBin, img *image.RGBA) {
	size := img.Rect.Size()
	last, lastBin := ^uint32(0), (*gifBin)(nil)
	for y := range size.Y {
		row := img.Pix[y*img.Stride : y*img.Stride+4*size.X]
		for x := 0; x < len(row); x += 4 {
			key := binOf(row[x:])
			if key != last || lastBin == nil {
				if counts[key] == nil {
					counts[key] = &gifBin{}
				}
				last, lastBin = key, counts[key]
			}
			lastBin.n++
			for c := range 3 {
				lastBin.sum[c] += int(row[x+c])
			}
		}
	}
}

// medianCut chooses at most n colours: it halves the box of colours with the greatest sum of squares, weighted by
// frequency, until there are enough boxes (Heckbert 1982).
func medianCut(counts map[uint32]*gifBin, n int) color.Palette {
	keys := make([]uint32, 0, len(counts))
	for k := range counts {
		keys = append(keys, k)
	}
	slices.Sort(keys) // maps have no order
	bins := make([]*gifBin, len(keys))
	for i, k := range keys {
		b := counts[k]
		for c := range 3 {
			b.mean[c] = uint8((b.sum[c] + b.n/2) / b.n)
		}
		bins[i] = b
	}
	boxes := [][]*gifBin{bins}
	for len(boxes) < n {
		widest, channel, most := -1, 0, 0.0
		for i, box := range boxes {
			if len(box) < 2 {
				continue
			}
			if c, s := spreadOf(box); s > most {
				widest, channel, most = i, c, s
			}
		}
		if widest < 0 {
			break
		}
		box := boxes[widest]
		stable.Sort(box, func(a, b *gifBin) int { return cmp.Compare(a.mean[channel], b.mean[channel]) })
		at := halfOf(box)
		boxes[widest] = box[:at]
		boxes = append(boxes, box[at:])
	}
	out := make(color.Palette, 0, len(boxes))
	for _, box := range boxes {
		var sum [3]int
		total := 0
		for _, b := range box {
			for c := range 3 {
				sum[c] += b.sum[c]
			}
			total += b.n
		}
		out = append(out, color.RGBA{uint8((sum[0] + total/2) / total), uint8((sum[1] + total/2) / total),
			uint8((sum[2] + total/2) / total), 255})
	}
	return out
}

// spreadOf returns the channel in which a box has the greatest sum of squares about its mean, and that sum. Counts are
// weighted by their root, because otherwise thin lines and letters would get no colours beside the ground.
func spreadOf(box []*gifBin) (channel int, most float64) {
	for c := range 3 {
		n, x, xx := 0.0, 0.0, 0.0
		for _, b := range box {
			w, v := math.Sqrt(float64(b.n)), float64(b.mean[c])
			n, x, xx = n+w, x+w*v, xx+w*v*v
		}
		if s := xx - x*x/n; s > most {
			channel, most = c, s
		}
	}
	return channel, most
}

// halfOf returns the place that divides a sorted box into halves of about the same weight.
func halfOf(box []*gifBin) int {
	all := 0.0
	for _, b := range box {
		all += math.Sqrt(float64(b.n))
	}
	sum := 0.0
	for i, b := range box {
		if sum += math.Sqrt(float64(b.n)); 2*sum >= all {
			return min(max(i+1, 1), len(box)-1)
		}
	}
	return len(box) / 2
}

// A gifBook finds the nearest colours and remembers them.
type gifBook struct {
	palette color.Palette
	near    map[uint32]uint8
	clear   uint8
}

// indices returns the colours of a frame by their numbers in the palette.
func (g *gifBook) indices(img *image.RGBA) []uint8 {
	size := img.Rect.Size()
	out := make([]uint8, size.X*size.Y)
	last, lastIndex := ^uint32(0), uint8(0)
	for y := range size.Y {
		row := img.Pix[y*img.Stride : y*img.Stride+4*size.X]
		for x := range size.X {
			p := row[4*x : 4*x+4]
			key := uint32(p[0])<<16 | uint32(p[1])<<8 | uint32(p[2])
			if key != last {
				i, ok := g.near[key]
				if !ok {
					i = uint8(g.palette.Index(color.RGBA{p[0], p[1], p[2], 255}))
					g.near[key] = i
				}
				last, lastIndex = key, i
			}
			out[y*size.X+x] = lastIndex
		}
	}
	return out
}
