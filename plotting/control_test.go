package plotting_test

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/plotting"
)

// TestEveryControlChangesTheStyle sets each control to a value other than the usual one.
func TestEveryControlChangesTheStyle(t *testing.T) {
	values := map[plotting.ControlKind]string{plotting.SwitchControl: "off", plotting.TextControl: "A title",
		plotting.LimitControl: "2%", plotting.ColourControl: "#123456"}
	seen := map[string]bool{}
	for _, c := range plotting.Controls() {
		if seen[c.Name] || c.Title == "" || c.Help == "" || c.Group == "" {
			t.Errorf("%s is listed twice, or says too little of itself", c.Name)
		}
		seen[c.Name] = true
		value := values[c.Kind]
		switch c.Kind {
		case plotting.ChoiceControl:
			value = c.Options[len(c.Options)-1]
		case plotting.NumberControl:
			value = "7.5"
			if c.Most < 7.5 {
				value = "2.5"
			}
		case plotting.SwitchControl:
			if c.Usual == "off" {
				value = "on"
			}
		}
		if err := c.Check(value); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		if c.Usual != "" && c.Check(c.Usual) != nil {
			t.Errorf("%s does not take its usual value", c.Name)
		}
		k := plotting.Choices{}.With(c, value)
		if k.In(plotting.Light) == plotting.Light || k.Value(c) != value {
			t.Errorf("%s=%s changes nothing", c.Name, value)
		}
		if back := k.With(c, c.Usual); len(back) != 0 || len(k) != 1 {
			t.Errorf("%s: the usual value is kept, or the choices were written to", c.Name)
		}
	}
}

// TestHostileChoicesAreIgnored reads values as a damaged or forged study could hold them.
func TestHostileChoicesAreIgnored(t *testing.T) {
	for _, value := range []string{"", "NaN", "Inf", "-1", "1e999", "1e300", "\x00", "a\nb", "#12345", "#GGGGGG", "150%",
		"-3%", "none\n", strings.Repeat("x", 301), "\xff"} {
		k := plotting.Choices{"no such control": value}
		for _, c := range plotting.Controls() {
			if c.Check(value) != nil {
				k[c.Name] = value
			}
		}
		if got := k.In(plotting.Light); got != plotting.Light {
			t.Errorf("%q changes the style to %+v", value, got)
		}
	}
}

func TestLimits(t *testing.T) {
	c, _ := plotting.ControlNamed("low")
	for text, want := range map[string]plotting.Limit{
		"-2.5": {Set: true, Value: -2.5},
		"2%":   {Set: true, Quantile: true, Value: 0.02},
		"1e3":  {Set: true, Value: 1000},
	} {
		if got := (plotting.Choices{}).With(c, text).In(plotting.Light).Look.Low; got.Set != want.Set ||
			got.Quantile != want.Quantile || !(math.Abs(got.Value-want.Value) <= 1e-15) {
			t.Errorf("%s is %+v", text, got)
		}
	}
}

func TestHeadingOfALook(t *testing.T) {
	for _, k := range []struct {
		look           plotting.Look
		title, subline string
	}{
		{plotting.Look{}, "own", "line"},
		{plotting.Look{Title: "mine"}, "mine", "line"},
		{plotting.Look{Title: "mine", Untitled: true}, "", "line"},
		{plotting.Look{Plain: true}, "own", ""},
	} {
		if title, line := k.look.Heading("own", "line"); title != k.title || line != k.subline {
			t.Errorf("%+v gives %q and %q", k.look, title, line)
		}
	}
}
