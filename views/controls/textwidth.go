package controls

import (
	"strings"

	"fyne.io/fyne/v2"
)

// TextWidth measures one line of text.
func TextWidth(s string, size float32, bold bool) float32 {
	return fyne.MeasureText(s, size, fyne.TextStyle{Bold: bold}).Width
}

// Elide shortens s to a width, ending in "…" where something was left out.
func Elide(s string, size float32, bold bool, width float32) string {
	return shorten(s, width, size, fyne.TextStyle{Bold: bold}, false)
}

// ElideLines breaks s at spaces into at most n lines of a width. The last one ends in "…" where something
// was left out.
func ElideLines(s string, size float32, bold bool, width float32, n int) (lines []string) {
	for rest := strings.TrimSpace(s); rest != ""; {
		line := rest
		for len(lines) < n-1 && TextWidth(line, size, bold) > width {
			space := strings.LastIndexByte(line, ' ')
			if space < 0 {
				break
			}
			line = line[:space]
		}
		lines, rest = append(lines, Elide(line, size, bold, width)), strings.TrimSpace(rest[len(line):])
	}
	return lines
}
