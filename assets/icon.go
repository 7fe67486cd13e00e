package assets

import _ "embed"

// Icon is the icon of the program, a PNG of 512 × 512 pixels, as scripts/icon makes it from icon.svg.
//
//go:embed icon.png
var Icon []byte
