package hdf5

import "math/bits"

// A fractal is a fractal heap: its objects lie in blocks that grow by rows of a table.
type fractal struct {
	*walk
	address     uint64
	id          int // bytes of an identifier
	offset      int // bytes of a place in it
	length      int // bytes of a length in it
	huge        uint64
	width       int // blocks of a row
	start       uint64
	largest     uint64 // direct block
	root        uint64
	rows        int               // of the root, 0 where the root is a direct block
	blocks      map[uint64][]byte // direct blocks that were read, by their place in the heap
	tables      map[uint64][]byte // indirect blocks, by their address
	direct      int               // rows of direct blocks
	hugeObjects map[uint64][2]uint64
}

// fractalHeap reads the header of a fractal heap.
func (w *walk) fractalHeap(address uint64) (*fractal, error) {
	f := w.f
	c, err := w.block(address, uint64(4+1+2+2+1+4+12*f.l+3*f.o+2+2+2+2+4), "FRHP")
	if err != nil {
		return nil, err
	}
	h := &fractal{walk: w, address: address, blocks: map[uint64][]byte{}, tables: map[uint64][]byte{}}
	if v := c.int(1); v != 0 {
		return nil, unsupported("a heap has version %d", v)
	}
	h.id = c.int(2)
	filters := c.int(2)
	c.skip(1)
	mostManaged := c.uint(4)
	c.skip(f.l)
	h.huge = f.address(c)
	c.skip(f.l + f.o + 8*f.l)
	h.width = c.int(2)
	h.start, h.largest = f.length(c), f.length(c)
	size := c.int(2)
	c.skip(2)
	h.root, h.rows = f.address(c), c.int(2)
	if filters != 0 {
		return nil, unsupported("a heap with filters is not read")
	}
	if err := w.check(c, c.at, address); err != nil {
		return nil, err
	}
	power := func(x uint64) bool { return x > 0 && x&(x-1) == 0 }
	if h.width < 1 || !power(h.start) || !power(h.largest) || h.largest < h.start || h.largest > mostMetadata ||
		size < 1 || size > 64 || h.id < 1 || h.rows > size {
		return nil, f.damaged(address, "the sizes of the heap are not sound")
	}
	h.offset = (size + 7) / 8
	// An object is no longer than a block, nor than the largest that is managed.
	h.length = min((bits.Len64(h.largest)-1+7)/8, (max(bits.Len64(mostManaged), 1)-1+7)/8)
	h.direct = bits.Len64(h.largest) - bits.Len64(h.start) + 2
	return h, nil
}

// size is how many bytes a block of a row has.
func (h *fractal) size(row int) uint64 {
	if row < 2 {
		return h.start
	}
	if row-1 > bits.LeadingZeros64(h.start) {
		return 1 << 63
	}
	return h.start << (row - 1)
}

// object returns the object of an identifier.
func (h *fractal) object(id []byte) ([]byte, error) {
	c := cursor{b: id}
	first := c.int(1)
	if first>>6 != 0 {
		return nil, unsupported("an identifier of a heap has version %d", first>>6)
	}
	switch first >> 4 & 3 {
	case 0:
		at, n := c.uint(h.offset), c.uint(h.length)
		if c.short {
			return nil, h.f.damaged(h.address, "an identifier of the heap is cut short")
		}
		return h.managed(at, n)
	case 1:
		return h.hugeObject(&c)
	case 2:
		n := first&15 + 1
		if len(id)-1 > 17 {
			n = (first&15)<<8 + c.int(1) + 1
		}
		b := c.take(n)
		if c.short {
			return nil, h.f.damaged(h.address, "an object of the heap is cut short")
		}
		return b, nil
	}
	return nil, h.f.damaged(h.address, "an identifier of the heap is of no kind")
}

// managed returns n bytes from a place in the blocks.
func (h *fractal) managed(at, n uint64) ([]byte, error) {
	address, size, from := h.root, h.start, uint64(0)
	if h.rows > 0 {
		var err error
		if address, size, from, err = h.find(at); err != nil {
			return nil, err
		}
	}
	block := h.blocks[from]
	if block == nil {
		if size > h.largest {
			return nil, h.f.damaged(h.address, "a block of the heap is too large")
		}
		c, err := h.walk.block(address, size, "FHDB")
		if err != nil {
			return nil, err
		}
		block = c.b
		h.blocks[from] = block
	}
	at -= from
	if at > uint64(len(block)) || n > uint64(len(block))-at {
		return nil, h.f.damaged(h.address, "an object of the heap lies beyond its block")
	}
	return block[at : at+n], nil
}

// find returns the address of the direct block that holds a place, its size and its own place.
func (h *fractal) find(at uint64) (address, size, from uint64, err error) {
	address, rows := h.root, h.rows
	for range mostDepth {
		row := 0
		for ; row < rows; row++ {
			part := h.size(row) * uint64(h.width)
			if part > at-from {
				break
			}
			from += part
		}
		if row == rows {
			break
		}
		size := h.size(row)
		column := (at - from) / size
		from += column * size
		table, err := h.table(address, rows)
		if err != nil {
			return 0, 0, 0, err
		}
		c := cursor{b: table, at: (row*h.width + int(column)) * h.f.o}
		address = h.f.address(&c)
		if row < h.direct {
			return address, size, from, nil
		}
		// An indirect block has as many rows as make up its size.
		rows = bits.Len64(size) - bits.Len64(h.start*uint64(h.width)) + 1
		if rows < 1 {
			break
		}
	}
	return 0, 0, 0, h.f.damaged(h.address, "an object of the heap lies beyond its blocks")
}

// table returns the addresses in the indirect block of so many rows.
func (h *fractal) table(address uint64, rows int) ([]byte, error) {
	table, ok := h.tables[address]
	if !ok {
		c, err := h.summed(address, uint64(4+1+h.f.o+h.offset+rows*h.width*h.f.o+4), "FHIB")
		if err != nil {
			return nil, err
		}
		c.skip(1 + h.f.o + h.offset)
		table = c.b[c.at:]
		h.tables[address] = table
	}
	return table, nil
}

// hugeObject returns an object that has a place of its own in the file.
func (h *fractal) hugeObject(c *cursor) ([]byte, error) {
	f := h.f
	var at, n uint64
	if h.id-1 >= f.o+f.l {
		at, n = f.address(c), f.length(c)
	} else {
		if h.hugeObjects == nil {
			h.hugeObjects = map[uint64][2]uint64{}
			err := h.tree2(h.huge, []int{1}, func(_ int, record []byte) error {
				r := cursor{b: record}
				at, n := f.address(&r), f.length(&r)
				h.hugeObjects[f.length(&r)] = [2]uint64{at, n}
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
		object, ok := h.hugeObjects[c.uint(min(h.id-1, f.l, 8))]
		if !ok {
			return nil, f.damaged(h.address, "an object of the heap is not in its tree")
		}
		at, n = object[0], object[1]
	}
	return h.bytes(at, n)
}

// dense calls one for each object of a fractal heap that a tree of a kind lists: with the record and the object. at is
// where in a record the identifier begins.
func (f *File) dense(heap, tree uint64, kind int, one func(record, data []byte) error, at int) error {
	if heap == undefined || tree == undefined {
		return nil
	}
	w := f.walk()
	h, err := w.fractalHeap(heap)
	if err != nil {
		return err
	}
	return w.tree2(tree, []int{kind}, func(_ int, record []byte) error {
		if len(record) < at+h.id {
			return f.damaged(tree, "a record of the tree is cut short")
		}
		data, err := h.object(record[at : at+h.id])
		if err != nil {
			return err
		}
		return one(record, data)
	})
}
