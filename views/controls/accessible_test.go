package controls

import (
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
)

func TestControlsSayWhatTheyAre(t *testing.T) {
	for _, c := range []struct {
		control fyne.Accessible
		label   string
		role    fyne.AccessibleRole
	}{
		{&Button{Text: "Run", Touch: Touch{Tip: "Start the fit"}}, "Run", fyne.AccessibleRoleButton},
		{&Button{Touch: Touch{Tip: "Close"}}, "Close", fyne.AccessibleRoleButton},
		{&Picker{Label: "Format", Options: []Option{{Value: "svg", Title: "SVG"}}, Value: "svg"}, "Format: SVG",
			fyne.AccessibleRoleButton},
		{&Picker{Value: "x"}, "x", fyne.AccessibleRoleButton},
		{&Toggle{Touch: Touch{Tip: "Keep fixed"}, On: true}, "Keep fixed: on", fyne.AccessibleRoleButton},
		{&Toggle{}, "off", fyne.AccessibleRoleButton},
		{&Toggle{name: "θ", Lock: true}, "θ: learnt", fyne.AccessibleRoleButton},
		{&Field{name: "Seed"}, "Seed: empty", fyne.AccessibleRoleText},
		{&Slider{Touch: Touch{Tip: "Step"}, Value: 3, Steps: 10}, "Step: 3 of 10", fyne.AccessibleRoleText},
		{NewTabs([]string{"Tree", "Trace"}, nil), "page Tree, 1 of 2", fyne.AccessibleRoleButton},
		{NewSwatch(color.NRGBA{0, 114, 178, 255}, nil), "colour #0072B2", fyne.AccessibleRoleButton},
		{&Text{Text: "200 rows"}, "200 rows", fyne.AccessibleRoleText},
	} {
		if c.control.AccessibilityLabel() != c.label || c.control.AccessibilityRole() != c.role {
			t.Errorf("%T: %q, %q", c.control, c.control.AccessibilityLabel(), c.control.AccessibilityRole())
		}
	}
}

// A control in a row is called by the label beside it, and says what it holds.
func TestRowsNameTheirControls(t *testing.T) {
	field, lock, picker := NewField("7", nil), NewLock(true, nil),
		NewPicker([]Option{{Value: "a", Title: "All"}}, "a", nil)
	RowWith(80, NewFormLabel("σ², diffusion", 100, ""), lock, field)
	Row(80, Label("Rows"), picker)
	for c, want := range map[fyne.Accessible]string{field: "σ², diffusion: 7",
		lock: "σ², diffusion: held", picker: "Rows: All"} {
		if got := c.AccessibilityLabel(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
