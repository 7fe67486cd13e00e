package zarr

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"

	"example.org/espalier/inference/hdf5/blosc"
	"example.org/espalier/inference/hdf5/grid"
)

// A decoder undoes the codecs of chunks of one extent.
type decoder struct {
	codecs []codec
	typ    Type
	shape  []uint64
	limit  int64
	fill   []byte // an element that was never written
	list   *list  // of strings of any length
	nested bool   // in a shard
}

// size is how many bytes the elements have.
func (d *decoder) size() (int, error) {
	n, ok := grid.Product(append([]uint64{uint64(d.typ.Size)}, d.shape...), d.limit)
	if !ok {
		return 0, &Error{What: "a chunk has more bytes than the limit"}
	}
	return int(n), nil
}

// decode returns the elements of a chunk, the last dimension running fastest, the least significant byte first unless
// the type says otherwise.
func (d *decoder) decode(b []byte) ([]byte, error) {
	size, err := d.size()
	if err != nil {
		return nil, err
	}
	for k := len(d.codecs) - 1; k >= 0; k-- {
		if b, err = d.undo(d.codecs[k], b, size); err != nil {
			return nil, err
		}
	}
	if len(b) != size {
		return nil, &Error{What: "a chunk has another number of bytes than is expected"}
	}
	return b, nil
}

// settings are those of all codecs.
type settings struct {
	Endian      string          `json:"endian"`
	Order       json.RawMessage `json:"order"`
	ElementSize int             `json:"elementsize"`
}

var errDamaged = &Error{What: "a chunk is damaged"}

// undo undoes a codec of a chunk, whose elements have so many bytes.
func (d *decoder) undo(c codec, b []byte, size int) ([]byte, error) {
	var s settings
	if len(c.Config) > 0 && json.Unmarshal(c.Config, &s) != nil {
		return nil, &Error{What: "the codec " + c.Name + " has no sound settings"}
	}
	most := size + size/8 + 1<<16
	if d.typ.Class == Variable {
		most = int(d.limit)
	}
	var out []byte
	var err error
	switch name := strings.TrimPrefix(c.Name, "numcodecs."); name {
	case "bytes":
		if s.Endian == "big" && d.typ.Size > 1 && !d.typ.Text() {
			out = swapped(b, d.typ.Size)
		} else {
			out = b
		}
	case "vlen-utf8":
		out, err = d.strings(b, size/4)
	case "transpose":
		out, err = d.transposed(b, s.Order)
	case "sharding_indexed":
		out, err = d.shard(c, b)
	case "crc32c":
		if len(b) < 4 || crc32.Checksum(b[:len(b)-4], castagnoli) != binary.LittleEndian.Uint32(b[len(b)-4:]) {
			return nil, &Error{What: "the checksum of a chunk is wrong"}
		}
		out = b[:len(b)-4]
	case "gzip", "zlib":
		out, err = unzipped(name, b, most)
	case "zstd":
		out, err = unZstd(b, most)
	case "lz4":
		out, err = unLZ4(b, most)
	case "blosc":
		out, err = blosc.Decode(b, most)
		var no *blosc.Unsupported
		if errors.As(err, &no) {
			return nil, unsupported("%s", no.Error())
		}
	case "shuffle":
		out = blosc.Unshuffle(b, max(1, min(s.ElementSize, 1<<20)))
	default:
		return nil, unsupported("the codec %q is not read", c.Name)
	}
	if err != nil {
		var e *Error
		if errors.As(err, &e) {
			return nil, e
		}
		return nil, &Error{What: "a chunk cannot be unpacked (" + c.Name + "): " + err.Error()}
	}
	return out, nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func swapped(b []byte, size int) []byte {
	out := make([]byte, len(b))
	for at := 0; at+size <= len(b); at += size {
		for k := range size {
			out[at+k] = b[at+size-1-k]
		}
	}
	return out
}

func unzipped(name string, b []byte, most int) ([]byte, error) {
	var r io.Reader
	var err error
	if name == "gzip" {
		r, err = gzip.NewReader(bytes.NewReader(b))
	} else {
		r, err = zlib.NewReader(bytes.NewReader(b))
	}
	if err != nil {
		return nil, err
	}
	out, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	if err == nil && len(out) > most {
		err = errDamaged
	}
	return out, err
}

func unZstd(b []byte, most int) ([]byte, error) {
	d, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(uint64(most)), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.DecodeAll(b, nil)
}

// unLZ4 unpacks a block after the number of its bytes.
func unLZ4(b []byte, most int) ([]byte, error) {
	if len(b) < 4 {
		return nil, errDamaged
	}
	n := binary.LittleEndian.Uint32(b)
	if uint64(n) > uint64(most) || uint64(n) > 1<<10+256*uint64(len(b)) {
		return nil, errDamaged
	}
	out := make([]byte, n)
	k, err := lz4.UncompressBlock(b[4:], out)
	if err == nil && k != len(out) {
		err = errDamaged
	}
	return out, err
}

// A list holds strings of any length, of which chunks hold the numbers.
type list struct{ texts []string }

func (l *list) add(s string) uint32 {
	l.texts = append(l.texts, s)
	return uint32(len(l.texts) - 1)
}

// strings reads n strings, each after the number of its bytes, and returns their numbers in the list.
func (d *decoder) strings(b []byte, n int) ([]byte, error) {
	if len(b) < 4 || uint64(binary.LittleEndian.Uint32(b)) != uint64(n) || n > len(b)/4 || len(d.list.texts)+n > 1<<30 {
		return nil, errDamaged
	}
	b = b[4:]
	out := make([]byte, 0, 4*n)
	for range n {
		if len(b) < 4 {
			return nil, errDamaged
		}
		size := uint64(binary.LittleEndian.Uint32(b))
		if b = b[4:]; size > uint64(len(b)) || !utf8.Valid(b[:size]) {
			return nil, errDamaged
		}
		out = binary.LittleEndian.AppendUint32(out, d.list.add(string(b[:size])))
		b = b[size:]
	}
	return out, nil
}

// transposed undoes a change of the order of dimensions: "F", or for each stored dimension which of the array's it is.
func (d *decoder) transposed(b []byte, order json.RawMessage) ([]byte, error) {
	rank := len(d.shape)
	var places []int
	switch string(order) {
	case `"C"`:
		return b, nil
	case `"F"`:
		for i := rank - 1; i >= 0; i-- {
			places = append(places, i)
		}
	default:
		if json.Unmarshal(order, &places) != nil {
			return nil, &Error{What: "a transposition has no sound order"}
		}
	}
	seen := make([]bool, rank)
	for _, p := range places {
		if p < 0 || p >= rank || seen[p] {
			return nil, &Error{What: "a transposition has no sound order"}
		}
		seen[p] = true
	}
	size, err := d.size()
	if err != nil || len(places) != rank || len(b) != size {
		return nil, errDamaged
	}
	strides := make([]int, rank) // of the dimensions of the array, in elements
	at := 1
	for i := rank - 1; i >= 0; i-- {
		strides[i] = at
		at *= int(d.shape[i])
	}
	out := make([]byte, len(b))
	count := make([]uint64, rank) // of the stored dimensions
	to := 0
	for from := 0; from < len(b); from += d.typ.Size {
		copy(out[to*d.typ.Size:(to+1)*d.typ.Size], b[from:])
		for k := rank - 1; k >= 0; k-- {
			p := places[k]
			count[k]++
			to += strides[p]
			if count[k] < d.shape[p] {
				break
			}
			to -= int(count[k]) * strides[p]
			count[k] = 0
		}
	}
	return out, nil
}

// shard returns the elements of a shard, which holds chunks of its own and an index of them.
func (d *decoder) shard(c codec, b []byte) ([]byte, error) {
	var config struct {
		Chunk    []uint64 `json:"chunk_shape"`
		Codecs   []part   `json:"codecs"`
		Index    []part   `json:"index_codecs"`
		Location string   `json:"index_location"`
	}
	if json.Unmarshal(c.Config, &config) != nil || len(config.Chunk) != len(d.shape) || len(d.shape) == 0 || d.nested {
		return nil, &Error{What: "the shards have no sound settings"}
	}
	for i, n := range config.Chunk {
		if n == 0 || d.shape[i]%n != 0 {
			return nil, &Error{What: "the shards have no sound settings"}
		}
	}
	counts := grid.Counts(d.shape, config.Chunk)
	n, ok := grid.Product(counts, int64(len(b))/16)
	if !ok {
		return nil, errDamaged
	}
	inner := decoder{typ: d.typ, shape: config.Chunk, limit: d.limit, fill: d.fill, list: d.list, nested: true}
	index := decoder{typ: Type{Class: Uint, Size: 8}, shape: []uint64{uint64(n), 2}, limit: d.limit, nested: true}
	for _, p := range config.Codecs {
		inner.codecs = append(inner.codecs, codec(p))
	}
	bytesOfIndex := 16 * int(n)
	for _, p := range config.Index {
		index.codecs = append(index.codecs, codec(p))
		if p.Name == "crc32c" {
			bytesOfIndex += 4
		}
	}
	if bytesOfIndex > len(b) {
		return nil, errDamaged
	}
	at := len(b) - bytesOfIndex
	if config.Location == "start" {
		at = 0
	}
	places, err := index.decode(b[at : at+bytesOfIndex])
	if err != nil {
		return nil, err
	}
	size, err := d.size()
	if err != nil {
		return nil, err
	}
	out := filled(d.fill, size)
	cut := grid.Cut{Shape: d.shape, Chunk: config.Chunk, Size: uint64(d.typ.Size)}
	row := size / int(d.shape[0])
	for k := range uint64(n) {
		from, length := binary.LittleEndian.Uint64(places[16*k:]), binary.LittleEndian.Uint64(places[16*k+8:])
		if from == 1<<64-1 && length == 1<<64-1 {
			continue
		}
		if from > uint64(len(b)) || length > uint64(len(b))-from {
			return nil, errDamaged
		}
		chunk, err := inner.decode(b[from : from+length])
		if err != nil {
			return nil, err
		}
		place := grid.Coordinates(k, counts)
		first := place[0] * config.Chunk[0]
		cut.CopyRows(out[first*uint64(row):], chunk, place, first, first+config.Chunk[0])
	}
	return out, nil
}

// filled returns so many bytes of one element after another; zeros where it is nil.
func filled(element []byte, size int) []byte {
	b := make([]byte, size)
	if element != nil {
		for at := 0; at < size; at += len(element) {
			copy(b[at:], element)
		}
	}
	return b
}
