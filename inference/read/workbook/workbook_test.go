package workbook

import (
	"testing"

	"github.com/xuri/excelize/v2"
)

// TestIsDate: formats with words and units show numbers, whatever letters these have.
func TestIsDate(t *testing.T) {
	for code, want := range map[string]bool{
		"yyyy-mm-dd": true, "d/m/yy h:mm": true, "[h]:mm:ss": true, "mm:ss.0": true, "hh:mm:ss,000": true,
		"[$-409]d-mmm-yy;@": true, "h:mm AM/PM": true, "[ss].00": true, `dd" day"`: true, "m": true,
		"0.00": false, "General": false, `0.0" min"`: false, `"Day "0`: false, `0 "days"`: false, `0.00" mg/day"`: false,
		`0\h`: false, "#,##0 [$€-407]": false, "0.00E+00": false, "0%": false, "[Red]0.0": false,
		`0 "dpi"`: false, `_-* #,##0.00\ "h"_-`: false, "@": false, "": false, `"yd`: false, "[h": false,
		`0.0\ "mmHg";-0.0\ "mmHg"`: false, "# ?/?": false,
	} {
		if isDate(code) != want {
			t.Errorf("%q: %v", code, !want)
		}
	}
}

// TestText: numbers in full, dates and truths as they are shown.
func TestText(t *testing.T) {
	for _, c := range [][3]string{{"1234.567", "1,234.57", "1,234.57"}, {"1234.567", "1234.57", "1234.567"},
		{"43831", "2020-01-01", "2020-01-01"}, {"1", "TRUE", "TRUE"}, {"abc", "abc", "abc"}, {"abc", "", "abc"}} {
		if got := shownText(c[0], c[1]); got != c[2] {
			t.Errorf("%v: %q", c, got)
		}
	}
}

// TestUncomputed: a formula that was never computed is found.
func TestUncomputed(t *testing.T) {
	for formula, want := range map[string]bool{"": false, "A1*2": true} {
		book := excelize.NewFile()
		defer book.Close()
		if err := book.SetCellValue("Sheet1", "A1", 3); err != nil {
			t.Fatal(err)
		}
		if formula != "" {
			if err := book.SetCellFormula("Sheet1", "B1", formula); err != nil {
				t.Fatal(err)
			}
		}
		written, err := book.WriteToBuffer()
		if err != nil {
			t.Fatal(err)
		}
		again, err := excelize.OpenReader(written)
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		if uncomputed(again) != want {
			t.Errorf("%q: %v", formula, !want)
		}
	}
}

// FuzzIsDate: no format makes it panic.
func FuzzIsDate(f *testing.F) {
	for _, code := range []string{"yyyy", `0" min"`, "[h]", `\`, "_", "[", `"`, "[]", "s.000"} {
		f.Add(code)
	}
	f.Fuzz(func(t *testing.T, code string) { isDate(code) })
}
