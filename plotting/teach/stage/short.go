package stage

import (
	"strconv"

	"example.org/espalier/plotting"
)

// Short writes a number with two digits, for text beside a picture.
func Short(x float64) string { return plotting.FormatDigits(x, 2) }

// Numbered returns the names 1, 2, …
func Numbered(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = strconv.Itoa(i + 1)
	}
	return names
}
