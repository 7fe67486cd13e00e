package controls

import (
	"testing"

	"fyne.io/fyne/v2"
)

func TestControlsSayWhatTheyAre(t *testing.T) {
	for _, c := range []struct {
		control fyne.Accessible
		label   string
		role    fyne.AccessibleRole
	}{
		{&Button{Text: "Run", Tip: "Start the fit"}, "Run", fyne.AccessibleRoleButton},
		{&Button{Tip: "Close"}, "Close", fyne.AccessibleRoleButton},
		{&Picker{Label: "Format", Options: []Option{{Value: "svg", Title: "SVG"}}, Value: "svg"}, "Format: SVG", fyne.AccessibleRoleButton},
		{&Picker{Value: "x"}, "x", fyne.AccessibleRoleButton},
		{&Toggle{Tip: "Keep fixed", On: true}, "Keep fixed: on", fyne.AccessibleRoleButton},
		{&Toggle{}, "off", fyne.AccessibleRoleButton},
		{&Text{Text: "200 rows"}, "200 rows", fyne.AccessibleRoleText},
	} {
		if c.control.AccessibilityLabel() != c.label || c.control.AccessibilityRole() != c.role {
			t.Errorf("%T: %q, %q", c.control, c.control.AccessibilityLabel(), c.control.AccessibilityRole())
		}
	}
}
