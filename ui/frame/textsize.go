package frame

import (
	"fmt"
	"os"
	"slices"
	"strconv"

	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// textSizes are the sizes of the interface that the menu offers, in per cent of the usual one. The toolkit rounds its
// scale to tenths.
var textSizes = []int{90, 100, 110, 120, 130, 150, 170, 200}

const (
	prefTextSize = "text.size" // in per cent
	scaleName    = "FYNE_SCALE"
)

// A TextSize makes the interface larger or smaller: its text and all that stands around text. Figures keep
// their size. The toolkit has one scale for everything, which it reads from the environment; figures are laid out for
// as many more units as the scale is larger.
type TextSize struct {
	app     fyne.App
	base    float64 // the scale at 100 %
	percent int
	menu    *fyne.MenuItem

	kept, grown fyne.Size // of the window in pixels: as it should be, and as the toolkit makes it first
}

// NewTextSize applies the size that the user chose last. It comes before the first window.
func NewTextSize(app fyne.App) *TextSize {
	t := &TextSize{app: app, base: 1}
	if given, err := strconv.ParseFloat(os.Getenv(scaleName), 64); err == nil && given > 0 {
		t.base = given
	} else if set := float64(app.Settings().Scale()); set > 0 {
		t.base = set
	}
	t.apply(app.Preferences().IntWithFallback(prefTextSize, 100))
	return t
}

// apply tells the toolkit and the figures. A size that the menu does not offer is the usual one.
func (t *TextSize) apply(percent int) {
	before := t.percent
	if t.percent = percent; !slices.Contains(textSizes, percent) {
		t.percent = 100
	}
	k := float64(t.percent) / 100
	screen.SetTextSize(k)
	if t.percent != 100 || before != 0 {
		os.Setenv(scaleName, strconv.FormatFloat(k*t.base, 'f', -1, 64)) // fails for no name of this kind
	}
}

// Percent returns the size of the interface in per cent of the usual one.
func (t *TextSize) Percent() int { return t.percent }

// Set changes the size and remembers it. The window keeps its size on the screen.
func (t *TextSize) Set(win fyne.Window, percent int) {
	t.apply(percent)
	t.app.Preferences().SetInt(prefTextSize, t.percent)
	c := win.Canvas()
	before, scale := c.Size(), c.Scale()
	pixels := fyne.NewSize(before.Width*scale, before.Height*scale)
	if near(pixels, t.grown) {
		pixels = t.kept // the toolkit has not been told yet of the second of its two requests
	}
	t.app.Settings().SetTheme(t.app.Settings().Theme()) // makes the toolkit read its scale, and the window grow by it
	if now := c.Scale(); now != scale && !win.FullScreen() {
		t.kept, t.grown = pixels, fyne.NewSize(before.Width*now, before.Height*now)
		win.Resize(fyne.NewSize(pixels.Width/now, pixels.Height/now))
	}
	t.mark()
}

// near reports whether two sizes in pixels are equal but for rounding.
func near(a, b fyne.Size) bool {
	return max(a.Width-b.Width, b.Width-a.Width, a.Height-b.Height, b.Height-a.Height) < 3
}

// Step makes the interface larger or smaller by one size.
func (t *TextSize) Step(win fyne.Window, by int) {
	at := slices.Index(textSizes, t.percent) + by
	t.Set(win, textSizes[min(max(at, 0), len(textSizes)-1)])
}

// Menu returns the list of sizes for a menu of the window; changed is called after each change.
func (t *TextSize) Menu(win fyne.Window, changed func()) *fyne.MenuItem {
	t.menu = fyne.NewMenuItem("Text Size", nil)
	var items []*fyne.MenuItem
	for _, p := range textSizes {
		items = append(items, fyne.NewMenuItem(fmt.Sprintf("%d %%", p), func() { t.Set(win, p); changed() }))
	}
	step := func(label string, key fyne.KeyName, by int) *fyne.MenuItem {
		i := fyne.NewMenuItem(label, func() { t.Step(win, by); changed() })
		i.Shortcut = &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault}
		return i
	}
	t.menu.ChildMenu = fyne.NewMenu("", append(items, fyne.NewMenuItemSeparator(),
		step("Larger", fyne.KeyEqual, 1), step("Smaller", fyne.KeyMinus, -1))...)
	t.mark()
	return t.menu
}

func (t *TextSize) mark() {
	if t.menu == nil {
		return
	}
	for i, p := range textSizes {
		t.menu.ChildMenu.Items[i].Checked = p == t.percent
	}
}
