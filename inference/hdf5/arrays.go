package hdf5

import "math/bits"

// An entries reads the elements of fixed and extensible arrays: places of chunks.
type entries struct {
	w        *walk
	filtered bool
	size     int    // bytes of an element
	whole    uint64 // bytes of a chunk without filters
	put      func(n uint64, p place)
}

// setup checks the kind and the size of the elements.
func (e *entries) setup(kind, size int, at uint64) error {
	f := e.w.f
	e.filtered, e.size = kind == 1, size
	least := f.o
	if e.filtered {
		least += 1 + 4
	}
	if kind > 1 || size < least || size > f.o+8+4 || !e.filtered && size != f.o {
		return f.damaged(at, "the array has elements of kind %d and %d bytes", kind, size)
	}
	return nil
}

// list reads n elements, of which the first has a number.
func (e *entries) list(c *cursor, first, n uint64) {
	f := e.w.f
	for k := range n {
		one := cursor{b: c.take(e.size)}
		if c.short {
			return
		}
		p := place{address: f.address(&one), size: e.whole}
		if e.filtered {
			p.size, p.mask = one.uint(e.size-f.o-4), uint32(one.uint(4))
		}
		e.put(first+k, p)
	}
}

// pages reads elements that lie in pages, each followed by its checksum, of which used tells which were written.
func (e *entries) pages(address, first, n, page uint64, used func(page uint64) bool) error {
	for k := uint64(0); k*page < n; k++ {
		m := min(page, n-k*page)
		bytes := m*uint64(e.size) + 4
		if used(k) {
			b, err := e.w.bytes(address, bytes)
			if err != nil {
				return err
			}
			c := &cursor{b: b}
			if err := e.w.check(c, len(b)-4, address); err != nil {
				return err
			}
			e.list(c, first+k*page, m)
		}
		address += bytes
	}
	return nil
}

// bit reports whether a bit is set, the first of which is the highest of its byte.
func bit(b []byte, n uint64) bool { return n/8 < uint64(len(b)) && b[n/8]&(0x80>>(n%8)) != 0 }

// fixedArray lists the elements of the fixed array at an address.
func (f *File) fixedArray(address, whole uint64, put func(uint64, place)) error {
	e := entries{w: f.walk(), whole: whole, put: put}
	c, err := e.w.summed(address, uint64(4+4+f.l+f.o+4), "FAHD")
	if err != nil {
		return err
	}
	version, kind, size, pageBits := c.int(1), c.int(1), c.int(1), c.int(1)
	n, block := f.length(c), f.address(c)
	if version != 0 || pageBits > 40 {
		return f.damaged(address, "the array has version %d", version)
	}
	if err := e.setup(kind, size, address); err != nil {
		return err
	}
	if block == undefined {
		return nil
	}
	if n > uint64(f.size) {
		return f.damaged(address, "the array has more elements than the file has bytes")
	}
	page := uint64(1) << pageBits
	head := uint64(4 + 2 + f.o)
	if n <= page {
		c, err := e.w.summed(block, head+n*uint64(e.size)+4, "FADB")
		if err != nil {
			return err
		}
		c.skip(2 + f.o)
		e.list(c, 0, n)
		return nil
	}
	marks := ((n+page-1)/page + 7) / 8
	if c, err = e.w.summed(block, head+marks+4, "FADB"); err != nil {
		return err
	}
	c.skip(2 + f.o)
	used := c.take(int(marks))
	return e.pages(block+head+marks+4, 0, n, page, func(k uint64) bool { return bit(used, k) })
}

// An extensible is an extensible array: the index block holds the first elements and the addresses of data blocks and
// of secondary blocks, which hold the addresses of more data blocks.
type extensible struct {
	entries
	// elements of the index block; elements of the least data block; data blocks of the least secondary block
	inIndex, least, pointers uint64
	page                     uint64 // elements of a page of a data block
	offset                   int    // bytes of the place of a block
	most                     uint64 // elements that were ever set
}

// extensibleArray lists the elements of the extensible array at an address.
func (f *File) extensibleArray(address, whole uint64, put func(uint64, place)) error {
	e := extensible{entries: entries{w: f.walk(), whole: whole, put: put}}
	c, err := e.w.summed(address, uint64(4+8+6*f.l+f.o+4), "EAHD")
	if err != nil {
		return err
	}
	version, kind, size, allBits := c.int(1), c.int(1), c.int(1), c.int(1)
	e.inIndex, e.least, e.pointers = c.uint(1), c.uint(1), c.uint(1)
	pageBits := c.int(1)
	c.skip(4 * f.l)
	e.most = f.length(c)
	c.skip(f.l)
	index := f.address(c)
	power := func(x uint64) bool { return x > 0 && x&(x-1) == 0 }
	if version != 0 || allBits > 64 || pageBits > 40 || !power(e.least) || !power(e.pointers) ||
		e.pointers < 2 && e.pointers != 1 {
		return f.damaged(address, "the sizes of the array are not sound")
	}
	if err := e.setup(kind, size, address); err != nil {
		return err
	}
	if index == undefined || e.most == 0 {
		return nil
	}
	e.page, e.offset = 1<<pageBits, (allBits+7)/8
	return e.indexBlock(index, allBits)
}

// blocks returns how many data blocks the secondary block of a number has, and the elements of each.
func (e *extensible) blocks(k int) (n, elements uint64) {
	return 1 << (k / 2), e.least << ((k + 1) / 2)
}

// indexBlock reads the index block and the blocks that it points to.
func (e *extensible) indexBlock(address uint64, allBits int) error {
	f := e.w.f
	direct := 2 * (bits.Len64(e.pointers) - 1) // secondary blocks whose data blocks the index block points to
	all := 1 + allBits - (bits.Len64(e.least) - 1)
	if all < direct || all > 64 {
		return f.damaged(address, "the sizes of the array are not sound")
	}
	dataBlocks := 2 * (e.pointers - 1)
	size := 4 + 2 + uint64(f.o) + e.inIndex*uint64(e.size) + (dataBlocks+uint64(all-direct))*uint64(f.o) + 4
	c, err := e.w.summed(address, size, "EAIB")
	if err != nil {
		return err
	}
	c.skip(2 + f.o)
	e.list(c, 0, e.inIndex)
	first := e.inIndex
	for k := range all {
		n, elements := e.blocks(k)
		if k < direct {
			for range n {
				if at := f.address(c); at != undefined && first < e.most {
					if err := e.dataBlock(at, first, elements, nil); err != nil {
						return err
					}
				}
				first += elements
			}
			continue
		}
		if first >= e.most {
			break
		}
		if at := f.address(c); at != undefined {
			if err := e.secondary(at, first, n, elements); err != nil {
				return err
			}
		}
		first += n * elements
	}
	return nil
}

// secondary reads a secondary block of n data blocks.
func (e *extensible) secondary(address, first, n, elements uint64) error {
	f := e.w.f
	marks := uint64(0) // bytes that tell which pages of a data block were written
	if elements > e.page {
		marks = (elements/e.page + 7) / 8
	}
	if n > uint64(f.size) || marks > uint64(f.size) {
		return f.damaged(address, "the array has more elements than the file has bytes")
	}
	c, err := e.w.summed(address, 4+2+uint64(f.o+e.offset)+n*marks+n*uint64(f.o)+4, "EASB")
	if err != nil {
		return err
	}
	c.skip(2 + f.o + e.offset)
	used := c.take(int(n * marks))
	for k := range n {
		at := f.address(c)
		if at != undefined && first < e.most {
			written := func(page uint64) bool { return bit(used, k*(elements/e.page)+page) }
			if err := e.dataBlock(at, first, elements, written); err != nil {
				return err
			}
		}
		first += elements
	}
	return nil
}

// dataBlock reads a data block of n elements; used tells which of its pages were written.
func (e *extensible) dataBlock(address, first, n uint64, used func(page uint64) bool) error {
	f := e.w.f
	head := 4 + 2 + uint64(f.o+e.offset)
	if n > uint64(f.size) {
		return f.damaged(address, "the array has more elements than the file has bytes")
	}
	if n <= e.page {
		c, err := e.w.summed(address, head+n*uint64(e.size)+4, "EADB")
		if err != nil {
			return err
		}
		c.skip(2 + f.o + e.offset)
		e.list(c, first, n)
		return nil
	}
	if _, err := e.w.summed(address, head+4, "EADB"); err != nil {
		return err
	}
	if used == nil {
		return f.damaged(address, "the index block of the array points to pages")
	}
	return e.pages(address+head+4, first, n, e.page, used)
}
