package raster

import "golang.org/x/sys/cpu"

// wide reports whether the processor has instructions for 32 bytes at a time. Tests change it.
var wide = cpu.X86.HasAVX2

// These are in wide_amd64.s. They check nothing: every count must be at least 1, and the memory that they read and
// write must exist.

// coverWide is the loop of strips.run over n strips from the one at pix on. The first begins at lane first, the last
// ends with lane last.
//
//go:noescape
func coverWide(pix *uint8, stride, n, at, step, thick, rows, first, last int)

// tintWide is blendMask of a translucent ink for n times eight pixels in each of some rows.
//
//go:noescape
func tintWide(dst, mask *uint8, n, rows, dstStride, maskStride int, word uint32)

// opaqueWide is the same for an opaque ink.
//
//go:noescape
func opaqueWide(dst, mask *uint8, n, rows, dstStride, maskStride int, word uint32)

// weaveWide is the loop of weave over a row of blocks.
//
//go:noescape
func weaveWide(out, flat, steep *uint8, width, stride int)
