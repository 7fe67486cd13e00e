package views

import (
	"strings"

	"espalier/plotting"

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

// wrapped breaks s at spaces into lines no wider than width.
func wrapped(s string, size, width float32) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && textWidth(longer, size, false) > width {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	return append(lines, line)
}

// diffusionTime writes a time in [0,1]: "t = 0.31".
func diffusionTime(t float64) string { return "t = " + plotting.FormatTime(t) }

// timeOrHeight writes a time, or the height it stands for in a tree whose origin is at
// a height above 0.
func timeOrHeight(t, origin float64) string {
	if origin > 0 {
		return "height " + plotting.FormatNumber(origin*(1-t))
	}
	return diffusionTime(t)
}
