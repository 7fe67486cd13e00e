package measure

import "testing"

// TestUnits: what is a unit, and what is a word that looks like one.
func TestUnits(t *testing.T) {
	for name, want := range map[string]string{
		"mass (g)": "g", "length [mm]": "mm", "body_mass_g": "g", "SBP (mmHg)": "mmHg", "glucose (mg/dl)": "mg/dl",
		"share (%)": "%", "wing mm": "mm",
		"class (a)": "", "mm": "", "vitamin_d": "", "sex_m": "", "type_k": "", "log(x)": "", "p01": "", "": "", "()": "",
	} {
		if got := Of(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestDimension(t *testing.T) {
	if Dimension("mg/L") != "concentration" || Dimension("mg/L") != Dimension("ng/mL") ||
		Dimension("kg") == Dimension("cm") || Dimension("x") != "" {
		t.Errorf("%q, %q, %q, %q", Dimension("mg/L"), Dimension("ng/mL"), Dimension("kg"), Dimension("x"))
	}
	if !Same("mL", "ml") || Same("mg", "g") {
		t.Error("units are told apart wrongly")
	}
}
