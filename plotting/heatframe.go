package plotting

import "image"

// A heatFrame is a picture of a heat map kept from the frame before.
type heatFrame struct {
	key   heatKey
	image *image.RGBA
}

type heatKey struct{ width, height int }
