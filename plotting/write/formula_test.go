package write

import (
	"bytes"
	"testing"

	"example.org/espalier/plotting"
)

// Texts that a spreadsheet would run are written as texts, in their wide and small forms and after blanks too, in cells
// and in headers; numbers and other texts stay as they are, and so does everything where that is wanted.
func TestFormulasAreTexts(t *testing.T) {
	as := func(put func(*bytes.Buffer, plotting.Sheet) error, text string) string {
		var b bytes.Buffer
		if err := put(&b, plotting.Sheet{Name: "s", Header: []string{text},
			Rows: func(yield func([]string) bool) { yield([]string{text}) }}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	safely := func(b *bytes.Buffer, s plotting.Sheet) error { return CSV(b, s) }
	plainly := func(b *bytes.Buffer, s plotting.Sheet) error { return CSVAsIs(b, s) }
	for _, text := range []string{"=1+1", "＝1+1", "﹦1+1", "＋cmd", "－2+3", "＠SUM(A1)", "﹫a", "@a", "+cmd|' /C calc'!A0",
		" =1", "\u200b=1", "\t=1", "\r=1"} {
		if got, want := as(safely, text), as(plainly, "'"+text); got != want {
			t.Errorf("%q is written as %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{"-1.5", "+2e3", "", "a=b", "1＝1", "NaN", "−1"} {
		if got, want := as(safely, text), as(plainly, text); got != want {
			t.Errorf("%q is written as %q, want %q", text, got, want)
		}
	}
	if got := as(plainly, "＝1+1"); got != "＝1+1\r\n＝1+1\r\n" {
		t.Errorf("as it is: %q", got)
	}
}
