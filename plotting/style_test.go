package plotting_test

import (
	"image/color"
	"testing"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"
)

func TestTextCanBeRead(t *testing.T) {
	for _, s := range []plotting.Style{plotting.Light, plotting.Dark} {
		for name, ink := range map[string]color.NRGBA{"ink": s.Ink, "muted": s.Muted, "selection text": s.SelectionText} {
			for _, ground := range []color.NRGBA{s.Surface, s.Ground} {
				if c := plottingtest.ContrastRatio(ink, ground); c < 4.5 {
					t.Errorf("dark %v: %s has a contrast of %.2f", s.Dark, name, c)
				}
			}
		}
	}
}
