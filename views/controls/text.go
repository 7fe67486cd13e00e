package controls

import (
	"strings"

	"espalier/plotting"

	"fyne.io/fyne/v2"
)

// TextWidth measures one line of text.
func TextWidth(s string, size float32, bold bool) float32 {
	return fyne.MeasureText(s, size, fyne.TextStyle{Bold: bold}).Width
}

// Elide shortens s to a width, ending in "…" where something was left out.
func Elide(s string, size float32, bold bool, width float32) string {
	if TextWidth(s, size, bold) <= width {
		return s
	}
	runes := []rune(s)
	low, high := 0, len(runes)
	for low < high {
		m := (low + high + 1) / 2
		if TextWidth(string(runes[:m])+"…", size, bold) <= width {
			low = m
		} else {
			high = m - 1
		}
	}
	return strings.TrimRight(string(runes[:low]), " ") + "…"
}

// Wrapped breaks s at spaces into lines no wider than width.
func Wrapped(s string, size, width float32) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && TextWidth(longer, size, false) > width {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	return append(lines, line)
}

// diffusionTime writes a time in [0,1]: "t = 0.31".
func diffusionTime(t float64) string { return "t = " + plotting.FormatTime(t) }

// TimeOrHeight writes a time, or the height it stands for in a tree whose origin is at
// a height above 0.
func TimeOrHeight(t, origin float64) string {
	if origin > 0 {
		return "height " + plotting.FormatNumber(origin*(1-t))
	}
	return diffusionTime(t)
}
