//go:build !amd64

package raster

// wide is false: the loops for any processor are used.
const wide = false

func coverWide(pix *uint8, stride, n, at, step, thick, rows, first, last int) {
	panic("raster: no wide instructions")
}

func tintWide(dst, mask *uint8, n, rows, dstStride, maskStride int, word uint32) {
	panic("raster: no wide instructions")
}

func opaqueWide(dst, mask *uint8, n, rows, dstStride, maskStride int, word uint32) {
	panic("raster: no wide instructions")
}

func weaveWide(out, flat, steep *uint8, width, stride int) { panic("raster: no wide instructions") }
