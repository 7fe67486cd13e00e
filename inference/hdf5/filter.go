package hdf5

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"

	"example.org/espalier/inference/hdf5/blosc"
)

// A filter is a step by which chunks were packed.
type filter struct {
	id     int
	name   string
	values []uint32
}

// The filters that are read, by their registered numbers.
const (
	deflateFilter  = 1
	shuffleFilter  = 2
	fletcherFilter = 3
	lzfFilter      = 32000
	bloscFilter    = 32001
	lz4Filter      = 32004
	zstdFilter     = 32015
)

// unread are the names of other filters.
var unread = map[int]string{4: "szip", 5: "n-bit", 6: "scale-offset", 307: "bzip2",
	32008: "bitshuffle", 32013: "ZFP", 32017: "SZ",
	32024: "SZ3", 32026: "Blosc2"}

// filters reads a message of filters.
func filters(data []byte) (list []filter, err error) {
	c := cursor{b: data}
	version, n := c.int(1), c.int(1)
	switch version {
	case 1:
		c.skip(6)
	case 2:
	default:
		return nil, unsupported("the list of filters has version %d", version)
	}
	for range n {
		f := filter{id: c.int(2)}
		name := 0
		if version == 1 || f.id >= 256 {
			name = c.int(2)
		}
		c.skip(2)
		values := c.int(2)
		text := c.take(name)
		if version == 1 {
			c.skip(padded(name, 8) - name)
		}
		f.name = string(bytes.TrimRight(text, "\x00"))
		for range values {
			f.values = append(f.values, uint32(c.uint(4)))
			if c.short {
				break
			}
		}
		if version == 1 && values%2 == 1 {
			c.skip(4)
		}
		if c.short {
			return nil, &Error{At: -1, What: "the list of filters is cut short"}
		}
		list = append(list, f)
	}
	return list, nil
}

var errFletcher = errors.New("the checksum (fletcher32) is wrong")

// unfiltered undoes the filters of a chunk, the last first, but for those in the mask. size is how many bytes it has
// then.
func unfiltered(filters []filter, mask uint32, b []byte, size int) ([]byte, error) {
	for k := len(filters) - 1; k >= 0; k-- {
		if k < 32 && mask>>k&1 != 0 {
			continue
		}
		f := filters[k]
		most := size + size/8 + 1024 // before it is unpacked further
		var err error
		switch f.id {
		case deflateFilter:
			b, err = inflate(b, size, most)
		case shuffleFilter:
			if len(f.values) == 0 {
				return nil, errors.New("shuffle lacks the size of elements")
			}
			b = blosc.Unshuffle(b, int(min(f.values[0], 1<<20)))
		case fletcherFilter:
			if len(b) < 4 {
				return nil, errFletcher
			}
			n := len(b) - 4
			if sum := uint32(little(b[n:])); sum != fletcher32(b[:n]) {
				return nil, errFletcher
			}
			b = b[:n]
		case lzfFilter:
			b, err = unLZF(b, most)
		case lz4Filter:
			b, err = unLZ4(b, most)
		case zstdFilter:
			b, err = unZstd(b, most)
		case bloscFilter:
			b, err = blosc.Decode(b, most)
			var no *blosc.Unsupported
			if errors.As(err, &no) {
				return nil, unsupported("%s", no.Error())
			}
		default:
			name := unread[f.id]
			if name == "" {
				name = f.name
			}
			return nil, unsupported("the compression %s (filter %d) is not read", name, f.id)
		}
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}

var errUnpacked = errors.New("it unpacks to more bytes than a chunk has")

// inflate undoes deflate. size is how many bytes are expected, most how many there may be.
func inflate(b []byte, size, most int) ([]byte, error) {
	r, err := zlib.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	// No byte unpacks to more than 1,032.
	var out bytes.Buffer
	out.Grow(min(size, len(b)*1032) + 512)
	if _, err := io.Copy(&out, io.LimitReader(r, int64(most)+1)); err != nil {
		return nil, err
	}
	if out.Len() > most {
		return nil, errUnpacked
	}
	return out.Bytes(), nil
}

// fletcher32 is the checksum of the filter of that name: two sums, modulo 65535, of words of 2 bytes, the first byte of
// each the most significant; an odd last byte is the most significant of a word.
func fletcher32(b []byte) uint32 {
	var low, high uint32
	words := len(b) / 2
	for i := 0; i < words; {
		for end := min(words, i+360); i < end; i++ { // the sums do not overflow before they are reduced
			low += uint32(b[2*i])<<8 | uint32(b[2*i+1])
			high += low
		}
		low, high = low&0xffff+low>>16, high&0xffff+high>>16
	}
	if len(b)%2 == 1 {
		low += uint32(b[len(b)-1]) << 8
		high += low
		low, high = low&0xffff+low>>16, high&0xffff+high>>16
	}
	low, high = low&0xffff+low>>16, high&0xffff+high>>16
	return high<<16 | low
}

var errLZF = errors.New("the LZF data are damaged")

// unLZF unpacks bytes packed by LZF (Lehmann 2000), at most so many.
func unLZF(b []byte, most int) ([]byte, error) {
	out := make([]byte, 0, min(most, 4*len(b)))
	for i := 0; i < len(b); {
		control := int(b[i])
		i++
		if control < 32 {
			n := control + 1
			if n > len(b)-i || n > most-len(out) {
				return nil, errLZF
			}
			out = append(out, b[i:i+n]...)
			i += n
			continue
		}
		n := control >> 5
		if n == 7 {
			if i >= len(b) {
				return nil, errLZF
			}
			n += int(b[i])
			i++
		}
		if i >= len(b) {
			return nil, errLZF
		}
		from := len(out) - (control&31)<<8 - int(b[i]) - 1
		i++
		n += 2
		if from < 0 || n > most-len(out) {
			return nil, errLZF
		}
		for range n {
			out = append(out, out[from])
			from++
		}
	}
	return out, nil
}

var errLZ4 = errors.New("the LZ4 data are damaged")

// unLZ4 unpacks the blocks of the LZ4 filter: the whole size, the size of a block, and each block after its packed
// size.
func unLZ4(b []byte, most int) ([]byte, error) {
	if len(b) < 12 {
		return nil, errLZ4
	}
	size, block := binary.BigEndian.Uint64(b), uint64(binary.BigEndian.Uint32(b[8:]))
	b = b[12:]
	if size > uint64(most) {
		return nil, errUnpacked
	}
	if size > 255*uint64(len(b)) {
		return nil, errLZ4
	}
	out := make([]byte, size)
	for rest := out; len(rest) > 0; {
		part := rest[:min(uint64(len(rest)), block)]
		if len(b) < 4 || len(part) == 0 {
			return nil, errLZ4
		}
		n := uint64(binary.BigEndian.Uint32(b))
		b = b[4:]
		if n > uint64(len(b)) {
			return nil, errLZ4
		}
		if n == uint64(len(part)) {
			copy(part, b)
		} else if k, err := lz4.UncompressBlock(b[:n], part); err != nil || k != len(part) {
			return nil, errLZ4
		}
		b, rest = b[n:], rest[len(part):]
	}
	return out, nil
}

// unZstd unpacks a frame of Zstandard of at most so many bytes.
func unZstd(b []byte, most int) ([]byte, error) {
	d, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(uint64(max(most, 1<<10))), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("zstd: %w", err)
	}
	defer d.Close()
	return d.DecodeAll(b, nil)
}
