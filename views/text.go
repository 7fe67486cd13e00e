package views

import (
	"math"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
)

// textWidth measures one line of text.
func textWidth(s string, size float32, bold bool) float32 {
	return fyne.MeasureText(s, size, fyne.TextStyle{Bold: bold}).Width
}

// elide shortens s to a width, ending in "…" where something was left out.
func elide(s string, size float32, bold bool, width float32) string {
	if textWidth(s, size, bold) <= width {
		return s
	}
	runes := []rune(s)
	low, high := 0, len(runes)
	for low < high {
		m := (low + high + 1) / 2
		if textWidth(string(runes[:m])+"…", size, bold) <= width {
			low = m
		} else {
			high = m - 1
		}
	}
	return strings.TrimRight(string(runes[:low]), " ") + "…"
}

// count writes a whole number in groups of three digits: "1,240".
func count(n int) string {
	s := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, s = "−", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// plural writes a number with its noun: "1 leaf", "8 leaves".
func plural(n int, one, many string) string {
	if n == 1 {
		return count(n) + " " + one
	}
	return count(n) + " " + many
}

// number writes a value in three significant digits with a true minus sign.
func number(x float64) string {
	switch {
	case math.IsNaN(x):
		return "none"
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "−∞"
	case x == 0:
		return "0"
	}
	var s string
	if a := math.Abs(x); a >= 1e6 || a < 1e-3 {
		s = strconv.FormatFloat(x, 'g', 3, 64)
	} else {
		digits := max(0, 2-int(math.Floor(math.Log10(a))))
		s = strconv.FormatFloat(x, 'f', digits, 64)
		if strings.Contains(s, ".") {
			s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
		}
	}
	return strings.Replace(s, "-", "−", 1)
}

// diffusionTime writes a time in [0,1]: "t = 0.31". Times close to 1 keep the digits
// that tell them apart from it.
func diffusionTime(t float64) string {
	if t > 0.995 && t < 1 {
		digits := min(8, int(math.Ceil(-math.Log10(1-t)-1e-6)))
		return "t = " + strconv.FormatFloat(t, 'f', digits, 64)
	}
	return "t = " + strconv.FormatFloat(t, 'f', 2, 64)
}
