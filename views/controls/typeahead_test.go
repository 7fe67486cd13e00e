package controls

import (
	"testing"

	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// Letters typed on a closed picker open its list and go to the short name; keys that are no letters do not.
func TestTypeAheadOpensTheList(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(look.New(look.Light))
	got := ""
	p := NewPicker([]Option{{Value: "pydt", Title: "Pitman-Yor diffusion tree"},
		{Value: "sfa", Title: "Sparse factors"}, {Value: "nsfa", Title: "Nonparametric sparse factors"}}, "pydt",
		func(v string) { got = v })
	w := test.NewTempWindow(t, p)
	w.Resize(fyne.NewSize(300, 400))
	w.Canvas().Focus(p)
	p.TypedRune('+')
	if w.Canvas().Overlays().Top() != nil {
		t.Error("a sign opens the list")
	}
	p.TypedRune('n')
	for _, r := range "sfa" {
		w.Canvas().Focused().TypedRune(r)
	}
	w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got != "nsfa" {
		t.Errorf("nsfa picks %q", got)
	}
}
