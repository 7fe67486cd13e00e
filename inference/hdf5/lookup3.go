package hdf5

import (
	"encoding/binary"
	"math/bits"
)

// lookup3 is the checksum of metadata: Jenkins' hash "lookup3" (Bob Jenkins 2006, function hashlittle, with start
// value 0).
func lookup3(b []byte) uint32 {
	a := 0xdeadbeef + uint32(len(b))
	c, d := a, a // c is Jenkins' b, d is his c
	for len(b) > 12 {
		a += binary.LittleEndian.Uint32(b)
		c += binary.LittleEndian.Uint32(b[4:])
		d += binary.LittleEndian.Uint32(b[8:])
		a -= d
		a ^= bits.RotateLeft32(d, 4)
		d += c
		c -= a
		c ^= bits.RotateLeft32(a, 6)
		a += d
		d -= c
		d ^= bits.RotateLeft32(c, 8)
		c += a
		a -= d
		a ^= bits.RotateLeft32(d, 16)
		d += c
		c -= a
		c ^= bits.RotateLeft32(a, 19)
		a += d
		d -= c
		d ^= bits.RotateLeft32(c, 4)
		c += a
		b = b[12:]
	}
	if len(b) == 0 {
		return d
	}
	var last [12]byte
	copy(last[:], b)
	a += binary.LittleEndian.Uint32(last[:])
	c += binary.LittleEndian.Uint32(last[4:])
	d += binary.LittleEndian.Uint32(last[8:])
	d ^= c
	d -= bits.RotateLeft32(c, 14)
	a ^= d
	a -= bits.RotateLeft32(d, 11)
	c ^= a
	c -= bits.RotateLeft32(a, 25)
	d ^= c
	d -= bits.RotateLeft32(c, 16)
	a ^= d
	a -= bits.RotateLeft32(d, 4)
	c ^= a
	c -= bits.RotateLeft32(a, 14)
	d ^= c
	d -= bits.RotateLeft32(c, 24)
	return d
}
