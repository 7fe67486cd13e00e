package hdf5

// The classes of layouts, numbered as in the file.
const (
	compactLayout = iota
	contiguousLayout
	chunkedLayout
	virtualLayout
)

// How the chunks of a dataset are found: by a B-tree of version 1, or as layouts of version 4 number it.
const (
	treeIndex = iota
	singleIndex
	implicitIndex
	fixedIndex
	extensibleIndex
	tree2Index
)

// A layout says where the values of a dataset are.
type layout struct {
	class   int
	data    []byte // of a compact layout
	address uint64 // of the values, or of the index of the chunks

	chunk   []uint64 // elements of a chunk in each dimension
	element uint64   // bytes of an element, 0 where the layout does not say
	index   int
	// Of a layout of version 4:
	wholeEdges bool   // chunks at the edges are stored without filters
	filtered   bool   // the single chunk is
	size       uint64 // of the single chunk as stored
	mask       uint32 // of its filters
}

// layout reads a layout message.
func (f *File) layout(data []byte) (l layout, err error) {
	c := cursor{b: data}
	version := c.int(1)
	switch version {
	case 1, 2:
		f.oldLayout(&c, &l)
	case 3, 4:
		l.class = c.int(1)
		switch l.class {
		case compactLayout:
			l.data = c.take(c.int(2))
		case contiguousLayout:
			l.address = f.address(&c)
			c.skip(f.l)
		case chunkedLayout:
			if version == 4 {
				err = f.newChunks(&c, &l)
				break
			}
			n := c.int(1)
			l.address = f.address(&c)
			l.sizes(&c, n, 4)
		}
	default:
		return l, unsupported("the layout has version %d", version)
	}
	if err == nil && l.class >= virtualLayout {
		err = unsupported("values that lie in other datasets (virtual storage) are not read")
	}
	if err == nil && c.short {
		err = &Error{At: -1, What: "the layout is cut short"}
	}
	return l, err
}

// sizes reads the extent of chunks in n dimensions, the last of which is an element.
func (l *layout) sizes(c *cursor, n, each int) {
	for k := range n {
		x := c.uint(each)
		if k == n-1 {
			l.element = x
		} else {
			l.chunk = append(l.chunk, x)
		}
	}
}

// oldLayout reads versions 1 and 2.
func (f *File) oldLayout(c *cursor, l *layout) {
	n := c.int(1)
	l.class = c.int(1)
	c.skip(5)
	if l.class != compactLayout {
		l.address = f.address(c)
	}
	if l.class == chunkedLayout {
		l.sizes(c, n, 4)
		return
	}
	c.skip(4 * n)
	if l.class == compactLayout {
		l.data = c.take(c.int(4))
	}
}

// newChunks reads the chunked layout of version 4.
func (f *File) newChunks(c *cursor, l *layout) error {
	flags, n, each := c.int(1), c.int(1), c.int(1)
	if each < 1 || each > 8 {
		return &Error{At: -1, What: "the layout has no sound sizes"}
	}
	l.wholeEdges = flags&1 != 0
	l.sizes(c, n, each)
	l.index = c.int(1)
	switch l.index {
	case singleIndex:
		if l.filtered = flags&2 != 0; l.filtered {
			l.size, l.mask = f.length(c), uint32(c.uint(4))
		}
	case implicitIndex:
	case fixedIndex:
		c.skip(1)
	case extensibleIndex:
		c.skip(5)
	case tree2Index:
		c.skip(6)
	default:
		return unsupported("an index of chunks of kind %d is not read", l.index)
	}
	l.address = f.address(c)
	return nil
}
