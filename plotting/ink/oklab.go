package ink

import (
	"image/color"
	"math"
)

// OKLab is a colour in the space of Björn Ottosson, "A perceptual color space for
// image processing" (2020): lightness, green-red, blue-yellow.
type OKLab struct{ L, A, B float64 }

// ToOKLab returns an sRGB colour in OKLab; its opacity is left out.
func ToOKLab(c color.NRGBA) OKLab {
	r, g, b := linear(c.R), linear(c.G), linear(c.B)
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	return OKLab{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}

// Mix returns the colour at a share t in [0,1] of the way from c to d.
func (c OKLab) Mix(d OKLab, t float64) OKLab {
	return OKLab{c.L + t*(d.L-c.L), c.A + t*(d.A-c.A), c.B + t*(d.B-c.B)}
}

// RGBA returns the nearest opaque sRGB colour.
func (c OKLab) RGBA() color.RGBA {
	l := c.L + 0.3963377774*c.A + 0.2158037573*c.B
	m := c.L - 0.1055613458*c.A - 0.0638541728*c.B
	s := c.L - 0.0894841775*c.A - 1.2914855480*c.B
	l, m, s = l*l*l, m*m*m, s*s*s
	return color.RGBA{
		companded(4.0767416621*l - 3.3077115913*m + 0.2309699292*s),
		companded(-1.2684380046*l + 2.6097574011*m - 0.3413193965*s),
		companded(-0.0041960863*l - 0.7034186147*m + 1.7076147010*s),
		255,
	}
}

// linear undoes the transfer curve of sRGB (IEC 61966-2-1).
func linear(v uint8) float64 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

func companded(x float64) uint8 {
	if x <= 0.0031308 {
		x *= 12.92
	} else {
		x = 1.055*math.Pow(x, 1/2.4) - 0.055
	}
	return uint8(min(max(x, 0), 1)*255 + 0.5)
}
