package write

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/draw"
	"image/png"
	"math"

	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// Many programs smooth the images of a vector file when they enlarge them, whatever the file asks
// for, and blur the cells. So images are written with at least sharpPerPoint pixels per point of
// the layout, each pixel repeated, unless they would exceed maximumImagePixels.
const (
	sharpPerPoint      = 3
	maximumImagePixels = 16e6
)

// embeddedPNG returns an image as a PNG file, for a vector file that draws it at the given size.
func embeddedPNG(img image.Image, size vg.Point) ([]byte, error) {
	var b bytes.Buffer
	err := png.Encode(&b, repeated(img, size))
	return b.Bytes(), err
}

// repeated returns img with its pixels repeated as often as they need to stay sharp.
func repeated(img image.Image, size vg.Point) image.Image {
	r := img.Bounds()
	if r.Empty() || !ink.Finite(float64(size.X)) || !ink.Finite(float64(size.Y)) {
		return img
	}
	times := func(points vg.Length, pixels int) int {
		return max(int(math.Ceil(math.Min(float64(points)*sharpPerPoint/float64(pixels), 1e4))), 1)
	}
	nx, ny := times(size.X, r.Dx()), times(size.Y, r.Dy())
	for float64(nx*r.Dx())*float64(ny*r.Dy()) > maximumImagePixels && (nx > 1 || ny > 1) {
		if nx > ny {
			nx = (nx + 1) / 2
		} else {
			ny = (ny + 1) / 2
		}
	}
	if nx == 1 && ny == 1 {
		return img
	}
	src, ok := img.(*image.RGBA)
	if !ok {
		src = image.NewRGBA(r)
		draw.Draw(src, r, img, r.Min, draw.Src)
	}
	dst := image.NewRGBA(image.Rect(0, 0, nx*r.Dx(), ny*r.Dy()))
	for y := range r.Dy() {
		row := src.Pix[src.PixOffset(r.Min.X, r.Min.Y+y):]
		first := dst.Pix[y*ny*dst.Stride:][:dst.Stride]
		for x := range r.Dx() {
			word := binary.LittleEndian.Uint32(row[4*x:])
			for k := range nx {
				binary.LittleEndian.PutUint32(first[4*(x*nx+k):], word)
			}
		}
		for k := 1; k < ny; k++ {
			copy(dst.Pix[(y*ny+k)*dst.Stride:], first)
		}
	}
	return dst
}
