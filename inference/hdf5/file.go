package hdf5

import (
	"io"
	"math"
	"sync"
)

// Signature begins each HDF5 file, unless a block of the user's own stands before it.
const Signature = "\x89HDF\r\n\x1a\n"

// undefined is the address of blocks that are not stored, once its size is extended to 8 bytes.
const undefined = math.MaxUint64

// Limits of a sound file.
const (
	mostRank     = 32      // dimensions of a dataset
	mostDepth    = 64      // of a tree, and of groups
	mostMetadata = 1 << 28 // bytes of one structure
)

// Limit is how many bytes one call may return or unpack.
const Limit = 1 << 30

// A File is an open HDF5 file.
type File struct {
	r    io.ReaderAt
	size int64
	base uint64 // of all addresses
	o, l int    // bytes of an address, of a length
	root uint64 // address of the header of the root group

	limit   int64 // tests lower it
	trust   bool  // checksums are not compared; tests set it
	mu      sync.Mutex
	heaps   map[uint64]*collection
	heapAge []uint64 // their addresses, the oldest first
}

// Open reads the beginning of an HDF5 file of size bytes. r must stay open while the file is used. An error is an
// *[Error].
func Open(r io.ReaderAt, size int64) (*File, error) {
	f := &File{r: r, size: size, limit: Limit, heaps: map[uint64]*collection{}}
	// The signature is at 0, 512, 1024, 2048 and so on.
	for at := int64(0); at+int64(len(Signature)) <= size; at = max(512, 2*at) {
		b := make([]byte, len(Signature))
		if _, err := r.ReadAt(b, at); err != nil {
			return nil, &Error{At: at, What: "cannot be read: " + err.Error()}
		}
		if string(b) == Signature {
			if err := f.superblock(uint64(at)); err != nil {
				return nil, err
			}
			return f, nil
		}
	}
	return nil, &Error{At: 0, What: "there is no HDF5 signature"}
}

// superblock reads the superblock at a byte of the file.
func (f *File) superblock(at uint64) error {
	b := make([]byte, min(f.size-int64(at), 256))
	if _, err := f.r.ReadAt(b, int64(at)); err != nil {
		return &Error{At: int64(at), What: "cannot be read: " + err.Error()}
	}
	c := cursor{b: b}
	c.skip(8)
	version := c.int(1)
	switch version {
	case 0, 1:
		c.skip(4)
		f.o, f.l = c.int(1), c.int(1)
		c.skip(1 + 2 + 2 + 4)
		if version == 1 {
			c.skip(4)
		}
	case 2, 3:
		f.o, f.l = c.int(1), c.int(1)
		c.skip(1)
	default:
		return unsupported("the superblock has version %d; versions 0 to 3 are read", version)
	}
	for _, n := range []int{f.o, f.l} {
		if n != 2 && n != 4 && n != 8 {
			return &Error{At: int64(at), What: "the sizes of addresses and lengths are not 2, 4 or 8 bytes"}
		}
	}
	f.base = f.address(&c)
	if f.base != at && f.base != 0 {
		return &Error{At: int64(at), What: "the base address is not that of the superblock"}
	}
	f.base = at
	c.skip(f.o) // free space or extension
	end := f.address(&c)
	if version < 2 {
		c.skip(f.o + f.o) // driver block, name of the root
		f.root = f.address(&c)
	} else {
		f.root = f.address(&c)
		sum := c.at
		if c.uint(4) != uint64(lookup3(b[:sum])) && !c.short && !f.trust {
			return &Error{At: int64(at), What: "the checksum of the superblock is wrong"}
		}
	}
	if c.short {
		return &Error{At: int64(at), What: "the superblock is cut short"}
	}
	if end != undefined && end > uint64(f.size) && end-f.base > uint64(f.size) {
		return &Error{At: f.size, What: "the file is cut short"}
	}
	return nil
}

// address reads an address.
func (f *File) address(c *cursor) uint64 {
	x := c.uint(f.o)
	if f.o < 8 && x == 1<<(8*f.o)-1 {
		return undefined
	}
	return x
}

// length reads a length.
func (f *File) length(c *cursor) uint64 { return c.uint(f.l) }

// has reports whether n bytes from an address lie in the file.
func (f *File) has(address, n uint64) bool {
	room := uint64(f.size) - f.base
	return address <= room && n <= room-address
}

// bytes returns n bytes from an address.
func (f *File) bytes(address, n uint64) ([]byte, error) {
	if address == undefined || !f.has(address, n) {
		return nil, f.damaged(address, "%d bytes are expected here, but the file ends before", n)
	}
	b := make([]byte, n)
	if _, err := f.r.ReadAt(b, int64(f.base+address)); err != nil {
		return nil, f.damaged(address, "cannot be read: %v", err)
	}
	return b, nil
}

// A walk follows structures that point to each other. It reads no more than the file holds, so it ends.
type walk struct {
	f    *File
	left int64
}

func (f *File) walk() *walk { return &walk{f, f.size + 1<<16} }

// bytes returns n bytes of metadata from an address.
func (w *walk) bytes(address, n uint64) ([]byte, error) {
	if n > mostMetadata {
		return nil, w.f.damaged(address, "a structure of %d bytes is not sound", n)
	}
	if w.left -= int64(n) + 8; w.left < 0 {
		return nil, w.f.damaged(address, "the structures point to each other in a circle")
	}
	return w.f.bytes(address, n)
}

// block returns a structure of n bytes that begins with a signature.
func (w *walk) block(address, n uint64, signature string) (*cursor, error) {
	b, err := w.bytes(address, n)
	if err != nil {
		return nil, err
	}
	if len(b) < len(signature) || string(b[:len(signature)]) != signature {
		return nil, w.f.damaged(address, "the signature %s is expected here", signature)
	}
	return &cursor{b: b, at: len(signature)}, nil
}

// summed is block for a structure that ends with a checksum, which is left out.
func (w *walk) summed(address, n uint64, signature string) (*cursor, error) {
	c, err := w.block(address, n, signature)
	if err != nil {
		return nil, err
	}
	if len(c.b) < len(signature)+4 {
		return nil, w.f.damaged(address, "the structure is cut short")
	}
	return c, w.check(c, len(c.b)-4, address)
}

// check compares the checksum that follows the first n bytes of c, and cuts c there.
func (w *walk) check(c *cursor, n int, address uint64) error {
	if n < 0 || n > len(c.b)-4 {
		return w.f.damaged(address, "the structure is cut short")
	}
	if !w.f.trust && little(c.b[n:n+4]) != uint64(lookup3(c.b[:n])) {
		return w.f.damaged(address, "the checksum is wrong")
	}
	c.b = c.b[:n]
	return nil
}
