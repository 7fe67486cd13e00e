package hdf5

import (
	"errors"

	"example.org/espalier/inference/hdf5/grid"
)

// A place is where a chunk is stored.
type place struct {
	address uint64
	size    uint64
	mask    uint32 // filters that were not applied, by their numbers
}

// counts is how many chunks there are in each dimension, for sizes of the dimensions.
func (d *Dataset) counts(shape []uint64) []uint64 { return grid.Counts(shape, d.layout.chunk) }

// bytesOfChunk is how many bytes a chunk has when it is unpacked.
func (d *Dataset) bytesOfChunk() uint64 {
	n, _ := grid.Product(d.layout.chunk, 1<<62)
	return uint64(n) * uint64(d.Type.Size)
}

// readIndex finds the places of all chunks.
func (d *Dataset) readIndex() error {
	if d.index != nil {
		return nil
	}
	index := map[uint64]place{}
	l, counts := &d.layout, d.counts(d.Shape)
	whole := d.bytesOfChunk()
	put := func(at []uint64, p place) {
		if n, ok := grid.Number(at, counts); ok && p.address != undefined {
			index[n] = p
		}
	}
	var err error
	switch {
	case l.address == undefined:
	case l.index == treeIndex:
		err = d.treeChunks(put)
	case l.index == singleIndex:
		p := place{l.address, whole, 0}
		if l.filtered {
			p.size, p.mask = l.size, l.mask
		}
		put(make([]uint64, len(counts)), p)
	case l.index == implicitIndex:
		err = d.implicitChunks(put)
	case l.index == fixedIndex:
		most := d.counts(d.most)
		err = d.f.fixedArray(l.address, whole, func(n uint64, p place) { put(grid.Coordinates(n, most), p) })
	case l.index == extensibleIndex:
		err = d.extensibleChunks(put)
	default:
		err = d.tree2Chunks(put)
	}
	if err != nil {
		return err
	}
	d.index = index
	d.rows = grid.Rows{Cut: grid.Cut{Shape: d.Shape, Chunk: l.chunk, Size: uint64(d.Type.Size)}, Limit: d.f.limit,
		Chunk: d.chunk}
	return nil
}

// treeChunks lists the chunks of a B-tree of version 1.
func (d *Dataset) treeChunks(put func([]uint64, place)) error {
	rank := len(d.Shape)
	w := d.f.walk()
	return w.tree1(d.layout.address, 1, 8+8*(rank+1), func(key []byte, child uint64) error {
		c := cursor{b: key}
		p := place{address: child, size: c.uint(4), mask: uint32(c.uint(4))}
		at := make([]uint64, rank)
		for i := range at {
			x := c.uint(8)
			if x%d.layout.chunk[i] != 0 {
				return d.f.damaged(child, "a chunk does not begin where chunks do")
			}
			at[i] = x / d.layout.chunk[i]
		}
		put(at, p)
		return nil
	})
}

// implicitChunks lists chunks that lie one after another.
func (d *Dataset) implicitChunks(put func([]uint64, place)) error {
	most, whole := d.counts(d.most), d.bytesOfChunk()
	n, ok := grid.Product(most, d.f.size/int64(whole))
	if !ok {
		return d.f.damaged(d.layout.address, "the chunks lie beyond the end of the file")
	}
	for k := range uint64(n) {
		put(grid.Coordinates(k, most), place{address: d.layout.address + k*whole, size: whole})
	}
	return nil
}

// extensibleChunks lists the chunks of an extensible array, whose numbers count along the dimension without a limit
// last.
func (d *Dataset) extensibleChunks(put func([]uint64, place)) error {
	growing := -1
	most := append([]uint64(nil), d.most...)
	for i, n := range most {
		if n == undefined {
			growing = i
		}
	}
	if growing < 0 {
		return d.f.damaged(d.layout.address, "an extensible array needs a dimension without a limit")
	}
	most[growing] = d.Shape[growing]
	counts := d.counts(most)
	swapped := append([]uint64{counts[growing]}, counts[:growing]...)
	swapped = append(swapped, counts[growing+1:]...)
	return d.f.extensibleArray(d.layout.address, d.bytesOfChunk(), func(n uint64, p place) {
		at := grid.Coordinates(n, swapped)
		if at == nil {
			return
		}
		back := append(append([]uint64(nil), at[1:growing+1]...), at[0])
		put(append(back, at[growing+1:]...), p)
	})
}

// tree2Chunks lists the chunks of a B-tree of version 2.
func (d *Dataset) tree2Chunks(put func([]uint64, place)) error {
	rank, f := len(d.Shape), d.f
	return f.walk().tree2(d.layout.address, []int{10, 11}, func(kind int, record []byte) error {
		c := cursor{b: record}
		p := place{address: f.address(&c), size: d.bytesOfChunk()}
		if kind == 11 {
			n := len(record) - f.o - 4 - 8*rank
			if n < 1 || n > 8 {
				return f.damaged(d.layout.address, "the records of the tree of chunks have a wrong size")
			}
			p.size, p.mask = c.uint(n), uint32(c.uint(4))
		}
		at := make([]uint64, rank)
		for i := range at {
			at[i] = c.uint(8)
		}
		if c.short {
			return f.damaged(d.layout.address, "the records of the tree of chunks have a wrong size")
		}
		put(at, p)
		return nil
	})
}

// chunkedRows returns rows of chunks, of so many bytes together.
func (d *Dataset) chunkedRows(from, n, size uint64) ([]byte, error) {
	if err := d.readIndex(); err != nil {
		return nil, err
	}
	out := d.filled(int(size))
	if err := d.rows.Read(out, from, n); err != nil {
		if errors.Is(err, grid.ErrLimit) {
			err = &Error{At: -1, What: err.Error()}
		}
		return nil, err
	}
	return out, nil
}

// chunk returns a chunk, unpacked; nil where it was never written.
func (d *Dataset) chunk(n uint64) ([]byte, error) {
	p, ok := d.index[n]
	if !ok {
		return nil, nil
	}
	whole := d.bytesOfChunk()
	if p.size > uint64(d.f.limit) {
		return nil, d.f.damaged(p.address, "a chunk of %d bytes is beyond the limit", p.size)
	}
	b, err := d.f.bytes(p.address, p.size)
	if err != nil {
		return nil, err
	}
	if len(d.filters) > 0 && !(d.layout.wholeEdges && d.atEdge(n)) {
		if b, err = unfiltered(d.filters, p.mask, b, int(whole)); err != nil {
			e := d.f.damaged(p.address, "a chunk cannot be unpacked: %v", err)
			if u, ok := err.(*Error); ok {
				e.What, e.Unsupported = u.What, u.Unsupported
			}
			return nil, e
		}
	}
	if uint64(len(b)) != whole {
		return nil, d.f.damaged(p.address, "a chunk has %d bytes, but %d are expected", len(b), whole)
	}
	return b, nil
}

// atEdge reports whether a part of a chunk lies beyond the dataset.
func (d *Dataset) atEdge(n uint64) bool {
	for i, x := range grid.Coordinates(n, d.counts(d.Shape)) {
		if (x+1)*d.layout.chunk[i] > d.Shape[i] {
			return true
		}
	}
	return false
}
