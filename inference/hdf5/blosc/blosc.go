// Package blosc unpacks chunks of Blosc 1, as HDF5 and Zarr files hold them, in Go alone. It is written from the
// description of the chunk format that comes with C-Blosc. The compressors LZ4, zlib, Snappy and Zstandard are read.
package blosc

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// An Unsupported is the error of a sound chunk that is not read.
type Unsupported struct{ what string }

// Error names the feature that is not read.
func (e *Unsupported) Error() string { return e.what }

var errDamaged = errors.New("the Blosc data are damaged")

// The bits of the flags of a chunk.
const (
	shuffled    = 1
	copied      = 2
	bitShuffled = 4
	whole       = 16 // blocks are not split
)

const (
	mostSplit  = 16  // bytes of an element, whose bytes are packed apart
	leastSplit = 128 // elements of a block that is
)

// Decode returns the content of a chunk of at most so many bytes.
func Decode(b []byte, most int) ([]byte, error) {
	if len(b) < 16 {
		return nil, errDamaged
	}
	version, flags, size := b[0], b[2], int(b[3])
	n, block, packed := binary.LittleEndian.Uint32(b[4:]), binary.LittleEndian.Uint32(b[8:]),
		binary.LittleEndian.Uint32(b[12:])
	switch {
	case version < 1 || version > 2:
		return nil, &Unsupported{fmt.Sprintf("Blosc chunks of version %d are not read", version)}
	case uint64(packed) > uint64(len(b)) || packed < 16:
		return nil, errDamaged
	case uint64(n) > uint64(most):
		return nil, errors.New("the Blosc data unpack to more bytes than a chunk has")
	case n == 0:
		return nil, nil
	}
	b = b[:packed]
	if flags&copied != 0 {
		if uint64(n) > uint64(len(b)-16) {
			return nil, errDamaged
		}
		return b[16 : 16+n], nil
	}
	if block == 0 || block > n {
		return nil, errDamaged
	}
	blocks := int((n + block - 1) / block)
	if blocks > (len(b)-16)/4 {
		return nil, errDamaged
	}
	d := decoder{b: b, flags: flags, size: max(size, 1), block: int(block)}
	defer d.close()
	out := make([]byte, 0, min(uint64(n), 1<<20+256*uint64(len(b))))
	for k := range blocks {
		part, err := d.one(int64(int32(binary.LittleEndian.Uint32(b[16+4*k:]))), min(int(block), int(n)-k*int(block)))
		if err != nil {
			return nil, err
		}
		out = append(out, part...)
	}
	return out, nil
}

type decoder struct {
	b     []byte
	flags byte
	size  int // of an element
	block int
	zstd  *zstd.Decoder
}

func (d *decoder) close() {
	if d.zstd != nil {
		d.zstd.Close()
	}
}

// one unpacks the block of n bytes that begins at a place.
func (d *decoder) one(at int64, n int) ([]byte, error) {
	parts := 1
	if d.flags&whole == 0 && d.size <= mostSplit && d.block/d.size >= leastSplit && n == d.block {
		parts = d.size
	}
	if n%parts != 0 {
		return nil, errDamaged
	}
	var out []byte
	for range parts {
		if at < 16 || at > int64(len(d.b))-4 {
			return nil, errDamaged
		}
		packed := int64(int32(binary.LittleEndian.Uint32(d.b[at:])))
		at += 4
		if packed < 0 || packed > int64(len(d.b))-at {
			return nil, errDamaged
		}
		part := d.b[at : at+packed]
		at += packed
		if int(packed) != n/parts {
			var err error
			if part, err = d.unpack(part, n/parts); err != nil {
				return nil, err
			}
		}
		if parts == 1 {
			out = part
		} else {
			out = append(out, part...)
		}
	}
	switch {
	case d.flags&shuffled != 0 && d.size > 1:
		return Unshuffle(out, d.size), nil
	case d.flags&bitShuffled != 0 && n >= d.size:
		return bitUnshuffle(out, d.size), nil
	}
	return out, nil
}

// unpack unpacks b, which makes n bytes.
func (d *decoder) unpack(b []byte, n int) ([]byte, error) {
	var out []byte
	var err error
	switch kind := d.flags >> 5; kind {
	case 1:
		if n > 1<<10+256*len(b) { // LZ4 does not pack so well
			return nil, errDamaged
		}
		out = make([]byte, n)
		var k int
		k, err = lz4.UncompressBlock(b, out)
		out = out[:max(k, 0)]
	case 2:
		var k int
		if k, err = snappy.DecodedLen(b); err == nil && k == n {
			out, err = snappy.Decode(nil, b)
		}
	case 3:
		var r io.ReadCloser
		if r, err = zlib.NewReader(bytes.NewReader(b)); err == nil {
			out, err = io.ReadAll(io.LimitReader(r, int64(n)+1))
		}
	case 4:
		if d.zstd == nil {
			d.zstd, err = zstd.NewReader(nil, zstd.WithDecoderMaxMemory(uint64(d.block)+1<<10), zstd.WithDecoderConcurrency(1))
		}
		if err == nil {
			out, err = d.zstd.DecodeAll(b, nil)
		}
	case 0:
		return nil, &Unsupported{"the compressor BloscLZ is not read"}
	default:
		return nil, &Unsupported{fmt.Sprintf("compressor %d of Blosc is not read", kind)}
	}
	if err != nil || len(out) != n {
		return nil, errDamaged
	}
	return out, nil
}

// Unshuffle undoes a shuffle: the first bytes of all elements of a size stand before their second bytes, and so on. An
// incomplete element at the end stays as it was.
func Unshuffle(b []byte, size int) []byte {
	if size <= 1 || len(b) < size {
		return b
	}
	out := make([]byte, len(b))
	n := len(b) / size
	switch size {
	case 2:
		for i := range n {
			out[2*i], out[2*i+1] = b[i], b[n+i]
		}
	case 4:
		b0, b1, b2, b3 := b[:n], b[n:2*n], b[2*n:3*n], b[3*n:4*n]
		for i := range n {
			binary.LittleEndian.PutUint32(out[4*i:], uint32(b0[i])|uint32(b1[i])<<8|uint32(b2[i])<<16|uint32(b3[i])<<24)
		}
	default:
		for k := range size {
			at := k
			for _, x := range b[k*n : (k+1)*n] {
				out[at] = x
				at += size
			}
		}
	}
	copy(out[n*size:], b[n*size:])
	return out
}

// bitUnshuffle undoes a shuffle of bits: the first bits of all elements stand before their second bits, and so on.
// Where the number of elements is no multiple of 8 nothing was shuffled.
func bitUnshuffle(b []byte, size int) []byte {
	n := len(b) / size
	if n%8 != 0 {
		return b
	}
	out := make([]byte, len(b))
	plane := n / 8
	for k := range size {
		for bit := range 8 {
			row := b[(8*k+bit)*plane : (8*k+bit+1)*plane]
			for i, x := range row {
				for j := range 8 {
					out[(8*i+j)*size+k] |= x >> j & 1 << bit
				}
			}
		}
	}
	copy(out[n*size:], b[n*size:])
	return out
}
