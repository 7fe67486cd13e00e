package theme

import (
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// luminance is the relative luminance of WCAG 2.2.
func luminance(c color.NRGBA) float64 {
	f := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*f(c.R) + 0.7152*f(c.G) + 0.0722*f(c.B)
}

func contrast(a, b color.NRGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

// over is a laid over an opaque b.
func over(a, b color.NRGBA) color.NRGBA {
	m := func(x, y uint8) uint8 {
		return uint8((int(x)*int(a.A) + int(y)*(255-int(a.A))) / 255)
	}
	return color.NRGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 255}
}

func TestContrast(t *testing.T) {
	if c := contrast(rgb(0), rgb(0xffffff)); !(math.Abs(c-21) <= 1e-9) {
		t.Fatalf("black on white has contrast %g, not 21", c)
	}
	texts := map[fyne.ThemeColorName][]fyne.ThemeColorName{
		Ink:      {Ground, Surface, Field, FieldHover},
		Muted:    {Ground, Surface, Field},
		Accent:   {Ground, Surface, Field},
		OnAccent: {Accent, AccentHover},
		MarkText: {Ground, Surface},
		GoodText: {Ground, Surface},
		WarnText: {Ground, Surface},
		BadText:  {Ground, Surface, Field},

		theme.ColorNameForeground: {theme.ColorNameBackground, theme.ColorNameMenuBackground,
			theme.ColorNameOverlayBackground, theme.ColorNameInputBackground, theme.ColorNameButton,
			theme.ColorNameHeaderBackground},
		theme.ColorNamePlaceHolder:         {theme.ColorNameInputBackground, theme.ColorNameBackground},
		theme.ColorNameForegroundOnPrimary: {theme.ColorNamePrimary},
		theme.ColorNameForegroundOnError:   {theme.ColorNameError},
		theme.ColorNameForegroundOnWarning: {theme.ColorNameWarning},
		theme.ColorNameForegroundOnSuccess: {theme.ColorNameSuccess},
		theme.ColorNameHyperlink:           {theme.ColorNameBackground},
	}
	for name, p := range map[string]palette{"light": light, "dark": dark} {
		for text, grounds := range texts {
			for _, g := range grounds {
				if c := contrast(p[text], p[g]); c < 4.5 {
					t.Errorf("%s: %s on %s has contrast %.2f, less than 4.5", name, text, g, c)
				}
			}
		}
		for _, veil := range []fyne.ThemeColorName{theme.ColorNameHover, theme.ColorNameSelection} {
			if c := contrast(p[Ink], over(p[veil], p[Surface])); c < 4.5 {
				t.Errorf("%s: ink under %s has contrast %.2f, less than 4.5", name, veil, c)
			}
		}
		for _, dot := range []fyne.ThemeColorName{Good, Warn, Bad, Mark} {
			if c := contrast(p[dot], p[Surface]); c < 3 {
				t.Errorf("%s: mark %s has contrast %.2f, less than 3", name, dot, c)
			}
		}
	}
}

func TestEveryNameHasAColourInBoth(t *testing.T) {
	for n := range light {
		if _, ok := dark[n]; !ok {
			t.Errorf("%s is missing in dark", n)
		}
	}
	for n := range dark {
		if _, ok := light[n]; !ok {
			t.Errorf("%s is missing in light", n)
		}
	}
}

func TestMode(t *testing.T) {
	for _, c := range []struct {
		mode    Mode
		variant fyne.ThemeVariant
		dark    bool
	}{
		{System, theme.VariantDark, true}, {System, theme.VariantLight, false},
		{Light, theme.VariantDark, false}, {Dark, theme.VariantLight, true}, {"", theme.VariantDark, true},
	} {
		if got := (Theme{mode: c.mode}).IsDark(c.variant); got != c.dark {
			t.Errorf("mode %q, variant %d: dark is %v", c.mode, c.variant, got)
		}
	}
	if (Theme{mode: System, quiet: true}).IsDark(theme.VariantDark) {
		t.Error("dark although the desktop does not say so")
	}
}
