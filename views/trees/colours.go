package trees

import (
	"image/color"
	"math"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
)

// How far apart in OKLab the colours of groups are from each other and from that of the selection; how
// grey they are at most, how light and, for lines in a dark window, how dark.
const (
	leastApart  = 0.11
	leastChroma = 0.06
	mostLight   = 0.86
	mostDark    = 0.5
)

// FreeColour returns the first colour of a category that is unlike those in use and that of the selection, neither
// grey, nor too light for lines on paper, nor too dark for a dark window. If there is none, it returns one that is not
// in use.
func FreeColour(used map[color.NRGBA]bool) color.NRGBA {
	free := func(c color.NRGBA) bool {
		k := ink.ToOKLab(c)
		if math.Hypot(k.A, k.B) < leastChroma || k.L > mostLight || k.L < mostDark || alike(c, plotting.Light.Selection) ||
			alike(c, plotting.Dark.Selection) {
			return false
		}
		for u := range used {
			if alike(c, u) {
				return false
			}
		}
		return true
	}
	for i := range ink.ManyCategories {
		if c := ink.AnnotationInk(i); free(c) {
			return c
		}
	}
	for _, unlike := range []bool{true, false} {
		for round := range shades {
			for i := range ink.PlainCategories {
				if c := shade(ink.CategorySwatch(i).Color, round); unlike && free(c) || !unlike && !used[c] {
					return c
				}
			}
		}
	}
	return ink.CategorySwatch(ink.Categories).Color
}

// alike reports whether two colours are hard to tell apart.
func alike(a, b color.NRGBA) bool {
	x, y := ink.ToOKLab(a), ink.ToOKLab(b)
	return math.Hypot(math.Hypot(x.L-y.L, x.A-y.A), x.B-y.B) < leastApart
}

// shades is how many shades of a colour there are, itself included.
const shades = 9

// shade mixes a colour with white in odd rounds and with black in even ones, more in
// each; round 0 leaves it.
func shade(c color.NRGBA, round int) color.NRGBA {
	if round == 0 {
		return c
	}
	to, share := 255.0, 0.25+0.1*float64(round)
	if round%2 == 0 {
		to = 0
	}
	mix := func(x uint8) uint8 { return uint8(float64(x)*(1-share) + to*share + 0.5) }
	return color.NRGBA{R: mix(c.R), G: mix(c.G), B: mix(c.B), A: c.A}
}
