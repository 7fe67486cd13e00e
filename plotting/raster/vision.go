package raster

import (
	"image"
	"math"
	"sync"
)

// Vision is how the three kinds of cones of an eye see.
type Vision int

// The usual vision, and those without one kind of cones: of long, middle and short waves.
const (
	Usual Vision = iota
	Protanopia
	Deuteranopia
	Tritanopia
)

// visions turn linear red, green and blue into the colours perceived: Machado, Oliveira and Fernandes, "A
// physiologically-based model for simulation of color vision deficiency", IEEE Transactions on Visualization and
// Computer Graphics 15 (2009), severity 1.
var visions = map[Vision][9]float32{
	Protanopia:   {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	Deuteranopia: {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
	Tritanopia:   {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
}

// gammaSteps is how finely light is divided on the way back to sRGB.
const gammaSteps = 4096

var gamma = sync.OnceValues(func() (linear [256]float32, back [gammaSteps + 1]uint8) {
	for i := range linear {
		if c := float64(i) / 255; c <= 0.04045 {
			linear[i] = float32(c / 12.92)
		} else {
			linear[i] = float32(math.Pow((c+0.055)/1.055, 2.4))
		}
	}
	for i := range back {
		c := float64(i) / gammaSteps
		if c <= 0.0031308 {
			c *= 12.92
		} else {
			c = 1.055*math.Pow(c, 1/2.4) - 0.055
		}
		back[i] = uint8(255*c + 0.5)
	}
	return linear, back
})

// Seen changes an opaque picture to its look for that vision.
func Seen(img *image.RGBA, v Vision) {
	m, ok := visions[v]
	if !ok {
		return
	}
	linear, back := gamma()
	channel := func(x float32) uint8 { return back[int(min(max(x, 0), 1)*gammaSteps+0.5)] }
	w := img.Rect.Dx() * 4
	for y := range img.Rect.Dy() {
		row := img.Pix[y*img.Stride : y*img.Stride+w]
		var last, seen [3]uint8 // neighbours are mostly alike
		for i := 0; i < w; i += 4 {
			p := [3]uint8(row[i : i+3])
			if i == 0 || p != last {
				r, g, b := linear[p[0]], linear[p[1]], linear[p[2]]
				last = p
				seen = [3]uint8{channel(m[0]*r + m[1]*g + m[2]*b), channel(m[3]*r + m[4]*g + m[5]*b),
					channel(m[6]*r + m[7]*g + m[8]*b)}
			}
			copy(row[i:], seen[:])
		}
	}
}
