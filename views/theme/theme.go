// Package theme is the look of the window: paper, ink and one green, light and
// dark, on a grid of four.
package theme

import (
	"image/color"
	"os"
	"path/filepath"
	"runtime"

	"example.org/espalier/plotting/typeface"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// A Mode says which variant is shown.
type Mode string

// The modes.
const (
	System Mode = "system" // as the desktop says
	Light  Mode = "light"
	Dark   Mode = "dark"
)

// Sizes of text, in the toolkit's units.
const (
	SizeHead    float32 = 11   // section heads
	SizeSmall   float32 = 11.5 // second lines
	SizeBody    float32 = 12.5
	SizeName    float32 = 15 // names and titles
	LeftWidth   float32 = 268
	RightWidth  float32 = 250
	Margin      float32 = 20                   // of columns
	LeftInner           = LeftWidth - 2*Margin // within the margins of the left column
	LeftValue   float32 = 108                  // of values typed or chosen there
	CardRadius  float32 = 8
	FieldRadius float32 = 5
)

// A Theme is the window's fyne.Theme in one mode.
type Theme struct {
	mode  Mode
	quiet bool // the desktop states no preference
}

var _ fyne.Theme = Theme{}

// New returns the theme in a mode; an unknown one follows the desktop, and is light
// where the desktop does not say.
func New(m Mode) Theme { return Theme{mode: m, quiet: !DesktopSpeaks()} }

// DesktopSpeaks reports whether there is something to ask whether the desktop is
// light or dark: on free desktops that is the session bus.
func DesktopSpeaks() bool {
	switch runtime.GOOS {
	case "linux", "freebsd", "openbsd", "netbsd":
	default:
		return true
	}
	if os.Getenv("DBUS_SESSION_BUS_ADDRESS") != "" {
		return true
	}
	_, err := os.Stat(filepath.Join(os.Getenv("XDG_RUNTIME_DIR"), "bus"))
	return os.Getenv("XDG_RUNTIME_DIR") != "" && err == nil
}

// Mode returns the mode the theme was made with.
func (t Theme) Mode() Mode { return t.mode }

// IsDark reports whether the theme shows dark where the desktop prefers v.
func (t Theme) IsDark(v fyne.ThemeVariant) bool {
	switch t.mode {
	case Dark:
		return true
	case Light:
		return false
	}
	return v == theme.VariantDark && !t.quiet
}

// Color returns a colour by its name, one of the toolkit's or of this package.
func (t Theme) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	p := light
	if t.IsDark(v) {
		p = dark
	}
	if c, ok := p[name]; ok {
		return c
	}
	return theme.DefaultTheme().Color(name, v)
}

// A face is a font as the toolkit takes it, unpacked when it is first used.
type face struct{ typeface.Font }

func (f face) Name() string    { return f.Font.Name }
func (f face) Content() []byte { return f.TTF() }

// Font returns the face that the figures use too, so that window and figure are of one hand.
func (t Theme) Font(s fyne.TextStyle) fyne.Resource {
	switch {
	case s.Symbol:
		return theme.DefaultTheme().Font(s)
	case s.Monospace:
		return face{typeface.Mono.Regular}
	case s.Bold && s.Italic:
		return face{typeface.Sans.BoldItalic}
	case s.Bold:
		return face{typeface.Sans.Bold}
	case s.Italic:
		return face{typeface.Sans.Italic}
	}
	return face{typeface.Sans.Regular}
}

// Icon returns the toolkit's own icons.
func (t Theme) Icon(n fyne.ThemeIconName) fyne.Resource { return theme.DefaultTheme().Icon(n) }

var sizes = map[fyne.ThemeSizeName]float32{
	theme.SizeNameText:            SizeBody,
	theme.SizeNameCaptionText:     SizeSmall,
	theme.SizeNameHeadingText:     18,
	theme.SizeNameSubHeadingText:  SizeName,
	theme.SizeNamePadding:         4,
	theme.SizeNameInnerPadding:    5,
	theme.SizeNameInputRadius:     FieldRadius,
	theme.SizeNameButtonRadius:    6,
	theme.SizeNameSelectionRadius: 4,
	theme.SizeNameCardRadius:      CardRadius,
	theme.SizeNameDialogRadius:    CardRadius,
	theme.SizeNamePopupRadius:     6,
	theme.SizeNameMenuRadius:      6,
	theme.SizeNameScrollBar:       10,
	theme.SizeNameScrollBarSmall:  4,
	theme.SizeNameScrollBarRadius: 3,
	theme.SizeNameInputBorder:     1,
	theme.SizeNameInlineIcon:      16,
	theme.SizeNameModalBlurRadius: 0, // costs a frame, and tells nothing
}

// Size returns a size by its name.
func (t Theme) Size(n fyne.ThemeSizeName) float32 {
	if s, ok := sizes[n]; ok {
		return s
	}
	return theme.DefaultTheme().Size(n)
}
