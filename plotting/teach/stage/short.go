package stage

import "example.org/espalier/plotting"

// Short writes a number with two digits, for text beside a picture.
func Short(x float64) string { return plotting.FormatDigits(x, 2) }
