package number

import (
	"fmt"
	"math"
	"testing"
)

// TestDissect: what a cell says beside its number.
func TestDissect(t *testing.T) {
	for text, want := range map[string]string{
		"12%":              "12 % exact",
		"15,5 %":           "15,5 % exact",
		"5 mg":             "5 mg exact",
		"1.2kg":            "1.2 kg exact",
		"3 µg/L":           "3 µg/L exact",
		"3 ug/l":           "3 µg/L exact",
		"$5.00":            "5.00 $ exact",
		"€ 5":              "5 € exact",
		"5 EUR":            "5 € exact",
		"EUR 5":            "5 € exact",
		"-$5":              "-5 $ exact",
		"$-5":              "-5 $ exact",
		"($1,234.50)":      "-1,234.50 $ exact",
		"(12)":             "-12  exact",
		"1 000,5":          "1 000,5  exact",
		"1\u202f000,5":     "1 000,5  exact",
		"1\u00a0000":       "1 000  exact",
		"1\u2009000":       "1 000  exact",
		"1’000.5":          "1'000.5  exact",
		"１２．５":             "12.5  exact",
		"－３":               "-3  exact",
		"−3 °C":            "-3 °C exact",
		"–4":               "-4  exact",
		"<0.05":            "0.05  below",
		"< 0.05 mg/L":      "0.05 mg/L below",
		"≤0.5":             "0.5  below",
		">=100":            "100  above",
		"1.5*":             "1.5  flagged",
		"~3":               "3  flagged",
		"1.5×10^3":         "1.5e3  exact",
		"2 x 10-3 M":       "2e-3 M exact",
		"1e-5 mol":         "1e-5 mol exact",
		"1 000 mg":         "1 000 mg exact",
		"12 mm Hg":         "12 mm Hg exact",
		"5 m2":             "5 m2 exact",
		"٣٫٥":              "",
		"٣":                "3  exact",
		"abc":              "",
		"A1":               "",
		"1-2":              "",
		"1–2":              "",
		"1.2.2020 a b c d": "",
		"12:30":            "",
		"<LOD":             "",
		"+":                "",
		"$":                "",
		"5 $ mg 7":         "",
		"1/2":              "",
		"10 (3)":           "",
	} {
		c, ok := Dissect([]byte(text))
		got := ""
		if ok {
			got = fmt.Sprintf("%s %s %s", c.Digits, c.Unit, []string{"exact", "below", "above", "flagged"}[c.Limit])
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestStyles: in which styles a number can be read, and as what.
func TestStyles(t *testing.T) {
	for text, want := range map[string]string{
		"1.000,92":     ",1=1000.92",
		"1,000.92":     ".1=1000.92",
		"1,234":        ".1=1234 ,0=1.234 ,1=1.234 ,2=1.234 ,3=1.234",
		"1.5":          ".0=1.5 .1=1.5 .2=1.5 .3=1.5",
		"1,5":          ",0=1.5 ,1=1.5 ,2=1.5 ,3=1.5",
		"1,234,567":    ".1=1.234567e+06",
		"12,34,567.5":  ".1=1.2345675e+06",
		"1'000.5":      ".3=1000.5",
		"1 000,5":      ",2=1000.5",
		"1 000":        ".2=1000 ,2=1000",
		"-1 000":       ".2=-1000 ,2=-1000",
		"0.123":        ".0=0.123 .1=0.123 .2=0.123 .3=0.123",
		"1,23,45":      "",
		"1,2345":       ",0=1.2345 ,1=1.2345 ,2=1.2345 ,3=1.2345",
		"1 00":         "",
		"1.000.00":     "",
		"1,000,00.5":   "",
		"0,123.5":      "",
		"1,000.5e3":    "",
		"1234,567.8":   "",
		"12'34":        "",
		"1e400":        "",
		"1,000,000,00": "",
	} {
		got := ""
		for _, s := range Of([]byte(text)).Styles() {
			x, ok := s.Parse([]byte(text))
			if !ok {
				t.Errorf("%q: not read in its style", text)
			}
			if got != "" {
				got += " "
			}
			got += fmt.Sprintf("%c%d=%g", s.Decimal, s.Group, x)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestOneGroup: which numbers may have one sign between thousands.
func TestOneGroup(t *testing.T) {
	for text, want := range map[string]bool{"1.234": true, "12,345": true, "-123.456": true, "0.234": false,
		"1234.567": false, "1.23": false, "1.2345": false, "12345": false, ".123": false, "1e3.123": false} {
		if OneGroup([]byte(text)) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

// TestRanges: two numbers are limits where ranges are, and words elsewhere.
func TestRanges(t *testing.T) {
	point, comma := Style{Decimal: '.'}, Style{Decimal: ','}
	for _, c := range []struct {
		text      string
		style     Style
		unit      string
		low, high float64
		is        bool
	}{
		{"3-5", point, "", 3, 5, true}, {"0.6–0.9", point, "", .6, .9, true}, {"1 to 2", point, "", 1, 2, true},
		{"-3 - -1", point, "", -3, -1, true}, {"-3--1", point, "", -3, -1, true}, {"1,5-2", comma, "", 1.5, 2, true},
		{"1-2 mg", point, "mg", 1, 2, true}, {"1 mg - 2 mg", point, "mg", 1, 2, true}, {"1-2 mg", point, "g", 0, 0, false},
		{"1e-5-1e-4", point, "", 1e-5, 1e-4, true},
		{"5-3", point, "", 0, 0, false}, {"2-2", point, "", 0, 0, false}, {"1-2-3", point, "", 0, 0, false},
		{"<1-2", point, "", 0, 0, false}, {"a-b", point, "", 0, 0, false}, {"-5", point, "", 0, 0, false},
		{"2020-01-05", point, "", 0, 0, false}, {"3-", point, "", 0, 0, false},
	} {
		ranges := Reading{Style: c.style, Unit: c.unit, Ranges: true}
		low, high, is := ranges.Bounds([]byte(c.text))
		if low != c.low || high != c.high || is != c.is {
			t.Errorf("%q: %v to %v, %v", c.text, low, high, is)
		}
		if !c.is {
			continue
		}
		if NewTally(nil).Add([]byte(c.text)) != Other || NewTally(&ranges).Add([]byte(c.text)) != Limited {
			t.Errorf("%q is not told by what ranges are", c.text)
		}
		if _, missing, ok := ranges.Read([]byte(c.text)); !missing || !ok {
			t.Errorf("%q is not missing", c.text)
		}
		ranges.Limits = AtLimit
		if x, missing, ok := ranges.Read([]byte(c.text)); missing || !ok || x != c.low+(c.high-c.low)/2 {
			t.Errorf("%q is read as %v, %v, %v", c.text, x, missing, ok)
		}
		ranges.Ranges = false
		if _, _, is := ranges.Bounds([]byte(c.text)); is {
			t.Errorf("%q is a limit without ranges", c.text)
		}
	}
}

// TestUnmeasured: what people write for what they could not measure, and words that are none of these.
func TestUnmeasured(t *testing.T) {
	for _, text := range []string{"BDL", "<LOD", "< LOD", "n/d", "N.D.", "nd", "Undetermined", "undet.", "<LLOQ", ">ULOQ",
		"BLQ", "below detection", "Below detection limit", "Not Detected", "not  detected", "nm",
		"*", "(BDL)", "[n.d.]", "ND (0.05)", "ND<0.05", "<LOD 0.05", "<DL", "<MDL", "<RL", "trace", "TNTC", "OOR <", "OVRFLW",
		"QNS", "k.A.", "keine Angabe", "…", "...", "n.q.", "non-detect", "No Ct", "ND*", "<crdl", "neg.", "x"} {
		if _, ok := Unmeasured([]byte(text)); !ok {
			t.Errorf("%q is a word", text)
		}
	}
	for _, text := range []string{"", "control", "high", "drug", "A", "ab", "north", "S1", "0.5", "12%", "yes", "TRUE",
		"male", "Norway", "a<b", "-3", "-3 mg", "- 3", "<controlled>", "2020-01-01"} {
		if _, ok := Unmeasured([]byte(text)); ok {
			t.Errorf("%q is taken for not measured", text)
		}
	}
	if c, ok := Unmeasured([]byte("ND (0.05)")); !ok || string(c.Digits) != "0.05" || c.Limit != Below {
		t.Errorf("%+v", c)
	}
}

// TestReading: what becomes of a cell by the choices.
func TestReading(t *testing.T) {
	comma := Style{',', Sign}
	for _, c := range []struct {
		text    string
		r       Reading
		want    float64
		missing bool
		ok      bool
	}{
		{"1.000,92", Reading{Style: comma}, 1000.92, false, true},
		{"1.000,92 €", Reading{Style: comma, Unit: "€"}, 1000.92, false, true},
		{"1 mg", Reading{Style: comma, Unit: "€"}, 0, false, false},
		{"<0,05", Reading{Style: comma}, 0, true, true},
		{"<0,05", Reading{Style: comma, Limits: AtLimit}, 0.05, false, true},
		{"<0,05", Reading{Style: comma, Limits: HalfWay}, 0.025, false, true},
		{">100", Reading{Style: comma, Limits: HalfWay}, 100, false, true},
		{"1,5*", Reading{Style: comma, Limits: HalfWay}, 1.5, false, true},
		{"<LOD", Reading{Style: comma, Limits: AtLimit}, 0, true, true},
		{"<LOD", Reading{Style: comma, Limits: Text}, 0, false, false},
		{"control", Reading{Style: comma}, 0, false, false},
	} {
		x, missing, ok := c.r.Read([]byte(c.text))
		if x != c.want || missing != c.missing || ok != c.ok {
			t.Errorf("%q %+v: %v, %v, %v", c.text, c.r, x, missing, ok)
		}
	}
}

// TestKnown: which units are certain.
func TestKnown(t *testing.T) {
	for text, want := range map[string]bool{"12%": true, "5 mg": true, "5 mg/day": true, "3 µg/mL": true,
		"5 apples": false, "3A": false, "3M": false, "4 K": true, "$5": true, "5 mg/kg/day": true, "1 yes": false,
		"3 days": true, "12 hpf": true} {
		c, ok := Dissect([]byte(text))
		if !ok || c.Known() != want {
			t.Errorf("%q: %+v, %v", text, c, ok)
		}
	}
}

// FuzzCell: no cell makes the readers panic, and what is read in a style is finite.
func FuzzCell(f *testing.F) {
	for _, text := range []string{"1.000,92", "<0.05 mg/L", "1’000", "($5)", "ND (0.5)", "１２", "1 x 10^5", "5\xff",
		"12,34,567", "~", "(", "$-", "1e5%", "·10-3"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		tally := NewTally(nil)
		sort := tally.Add(b)
		for _, s := range All.Styles() {
			for _, limits := range AllLimits {
				unit, _ := tally.Unit()
				x, missing, ok := Reading{Style: s, Unit: unit, Limits: limits}.Read(b)
				if math.IsInf(x, 0) && ok || math.IsNaN(x) || ok && sort == Other || missing && !ok {
					t.Fatalf("%q in %v: %v, %v, %v", b, s, x, missing, ok)
				}
			}
		}
		if sort == Grouped && tally.Styles == 0 {
			t.Fatalf("%q is a number in no style", b)
		}
	})
}

func TestTwo(t *testing.T) {
	for cell, want := range map[string]bool{"5.1 ± 0.2": true, "5.1±.2": false, "5,1 +/- 0,2": true, "5.1 (0.2)": true,
		"5.1 (4.9, 5.3)": true, "5.1 [4.9–5.3]": true,
		"120/80": true, "5.1": false, "5 apples": false, "-3 (−4; −2)": true, "": false, "a ± b": false} {
		if Two(cell) != want {
			t.Errorf("%q: %v", cell, !want)
		}
	}
}
