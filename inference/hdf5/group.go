package hdf5

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// An Object is a group or a dataset.
type Object struct {
	f        *File
	path     string
	messages []message

	links  map[string]link // of a group
	listed bool
}

// A link leads from a group to an object.
type link struct {
	address uint64
	soft    string // a path instead
	outside bool   // in another file
}

// Root returns the group of which all objects are.
func (f *File) Root() (*Object, error) { return f.object("/", f.root) }

func (f *File) object(path string, address uint64) (*Object, error) {
	messages, err := f.header(address)
	if err != nil {
		return nil, in(path, err)
	}
	return &Object{f: f, path: path, messages: messages}, nil
}

// Path returns the path that led to the object, "/" for the root.
func (o *Object) Path() string { return o.path }

// IsDataset reports whether the object is a dataset and no group.
func (o *Object) IsDataset() bool { return o.first(msgLayout) != nil && o.first(msgDatatype) != nil }

// first returns the first message of a kind, nil where there is none.
func (o *Object) first(kind int) *message {
	for i := range o.messages {
		if o.messages[i].kind == kind {
			return &o.messages[i]
		}
	}
	return nil
}

// Names returns the names of the members of a group, in alphabetical order; none for a dataset. An error is an
// *[Error].
func (o *Object) Names() ([]string, error) {
	if err := o.list(); err != nil {
		return nil, err
	}
	return slices.Sorted(maps.Keys(o.links)), nil
}

// Child returns the object of that name in a group. An error, which is an *[Error], says why there is none.
func (o *Object) Child(name string) (*Object, error) { return o.child(name, mostDepth) }

func (o *Object) child(name string, depth int) (*Object, error) {
	if err := o.list(); err != nil {
		return nil, err
	}
	l, ok := o.links[name]
	full := path.Join(o.path, name)
	switch {
	case !ok:
		return nil, in(o.path, &Error{At: -1, What: "there is no object " + name})
	case l.outside:
		return nil, in(full, unsupported("the object is in another file"))
	case l.soft == "":
		return o.f.object(full, l.address)
	case depth == 0:
		return nil, in(full, &Error{At: -1, What: "the links point to each other in a circle"})
	}
	from, target := o, l.soft
	if strings.HasPrefix(target, "/") {
		root, err := o.f.Root()
		if err != nil {
			return nil, err
		}
		from = root
	}
	for part := range strings.SplitSeq(target, "/") {
		if part == "" || part == "." {
			continue
		}
		var err error
		if depth--; depth < 0 {
			return nil, in(full, &Error{At: -1, What: "the links point to each other in a circle"})
		}
		if from, err = from.child(part, depth); err != nil {
			return nil, err
		}
	}
	return from, nil
}

// list reads the links of a group, once.
func (o *Object) list() error {
	if o.listed {
		return nil
	}
	links, err := o.read()
	if err != nil {
		return in(o.path, err)
	}
	o.links, o.listed = links, true
	return nil
}

func (o *Object) read() (map[string]link, error) {
	links := map[string]link{}
	for i := range o.messages {
		m := &o.messages[i]
		c := cursor{b: m.data}
		switch m.kind {
		case msgSymbols:
			tree, heap := o.f.address(&c), o.f.address(&c)
			if c.short {
				return nil, &Error{At: -1, What: "the message of the symbol table is cut short"}
			}
			if err := o.f.symbols(tree, heap, links); err != nil {
				return nil, err
			}
		case msgLink:
			if err := o.f.link(m.data, links); err != nil {
				return nil, err
			}
		case msgLinkInfo:
			c.skip(1)
			if c.int(1)&1 != 0 {
				c.skip(8)
			}
			heap, tree := o.f.address(&c), o.f.address(&c)
			if c.short {
				return nil, &Error{At: -1, What: "the message of the links is cut short"}
			}
			err := o.f.dense(heap, tree, 5, func(record, data []byte) error { return o.f.link(data, links) }, 4)
			if err != nil {
				return nil, err
			}
		}
	}
	return links, nil
}

// link reads a link message.
func (f *File) link(data []byte, links map[string]link) error {
	c := cursor{b: data}
	if v := c.int(1); v != 1 {
		return unsupported("a link has version %d", v)
	}
	flags, kind := c.int(1), 0
	if flags&8 != 0 {
		kind = c.int(1)
	}
	if flags&4 != 0 {
		c.skip(8)
	}
	if flags&16 != 0 {
		c.skip(1)
	}
	name := string(c.take(c.int(1 << (flags & 3))))
	l := link{}
	switch kind {
	case 0:
		l.address = f.address(&c)
	case 1:
		l.soft = string(c.take(c.int(2)))
	default:
		l.outside = true
	}
	if c.short || name == "" {
		return &Error{At: -1, What: "a link is cut short"}
	}
	links[name] = l
	return nil
}

// symbols reads the links of a symbol table: a tree of nodes whose names are in a local heap.
func (f *File) symbols(tree, heap uint64, links map[string]link) error {
	w := f.walk()
	names, err := w.localHeap(heap)
	if err != nil {
		return err
	}
	return w.tree1(tree, 0, f.l, func(_ []byte, child uint64) error { return w.symbolNode(child, names, links) })
}

// symbolNode reads a leaf of a symbol table.
func (w *walk) symbolNode(address uint64, names []byte, links map[string]link) error {
	f := w.f
	c, err := w.block(address, 8, "SNOD")
	if err != nil {
		return err
	}
	c.skip(2)
	n := c.int(2)
	each := 2*f.o + 24
	b, err := w.bytes(address+8, uint64(n*each))
	if err != nil {
		return err
	}
	for c := (&cursor{b: b}); c.rest() >= each; {
		at := f.address(c)
		l := link{address: f.address(c)}
		kind := c.int(4)
		c.skip(4)
		scratch := cursor{b: c.take(16)}
		name, ok := heapText(names, at)
		if kind == 2 {
			var also bool
			l.soft, also = heapText(names, scratch.uint(4))
			ok = ok && also
		}
		if !ok || name == "" {
			return f.damaged(address, "the name of an object is not in the heap of its group")
		}
		links[name] = l
	}
	return nil
}

// localHeap returns the data of the local heap at an address.
func (w *walk) localHeap(address uint64) ([]byte, error) {
	f := w.f
	c, err := w.block(address, uint64(8+2*f.l+f.o), "HEAP")
	if err != nil {
		return nil, err
	}
	c.skip(4)
	n := f.length(c)
	c.skip(f.l)
	return w.bytes(f.address(c), n)
}

// heapText returns the text at a place of a local heap, up to its zero byte.
func heapText(heap []byte, at uint64) (string, bool) {
	if at >= uint64(len(heap)) {
		return "", false
	}
	c := cursor{b: heap, at: int(at)}
	s := c.text(1)
	return s, !c.short || s != ""
}

// tree1 calls leaf for each entry of the leaves of a B-tree of version 1, whose keys have so many bytes.
func (w *walk) tree1(address uint64, kind, key int, leaf func(key []byte, child uint64) error) error {
	return w.node1(address, kind, key, mostDepth, leaf)
}

func (w *walk) node1(address uint64, kind, key, above int, leaf func(key []byte, child uint64) error) error {
	f := w.f
	head := 8 + 2*f.o
	c, err := w.block(address, uint64(head), "TREE")
	if err != nil {
		return err
	}
	k, level, n := c.int(1), c.int(1), c.int(2)
	if k != kind || level >= above {
		return f.damaged(address, "the node of the tree is of another kind or level")
	}
	b, err := w.bytes(address+uint64(head), uint64(n*(key+f.o)))
	if err != nil {
		return err
	}
	for c := (&cursor{b: b}); c.rest() >= key+f.o; {
		k := c.take(key)
		child := f.address(c)
		if level == 0 {
			err = leaf(k, child)
		} else {
			err = w.node1(child, kind, key, level, leaf)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
