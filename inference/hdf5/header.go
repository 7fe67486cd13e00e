package hdf5

// The messages of object headers that are read.
const (
	msgDataspace    = 0x01
	msgLinkInfo     = 0x02
	msgDatatype     = 0x03
	msgOldFill      = 0x04
	msgFill         = 0x05
	msgLink         = 0x06
	msgExternal     = 0x07
	msgLayout       = 0x08
	msgFilters      = 0x0b
	msgAttribute    = 0x0c
	msgContinuation = 0x10
	msgSymbols      = 0x11
	msgAttributes   = 0x15
)

// mostMessages is how many messages a header may have: each attribute and each link may be one.
const mostMessages = 1 << 20

// A message is a part of the header of an object.
type message struct {
	kind, flags int
	data        []byte
}

func (m message) shared() bool { return m.flags&2 != 0 }

// header returns the messages of the object at an address.
func (f *File) header(address uint64) ([]message, error) {
	w := f.walk()
	b, err := w.bytes(address, 4)
	if err != nil {
		return nil, err
	}
	h := &headers{w: w}
	if string(b) == "OHDR" {
		err = h.second(address)
	} else {
		err = h.first(address)
	}
	return h.messages, err
}

// headers gathers messages.
type headers struct {
	w        *walk
	messages []message
	left     int // of version 1: how many messages follow
	ordered  bool
	blocks   [][2]uint64 // continuations: address, length
}

// first reads a header of version 1.
func (h *headers) first(address uint64) error {
	f := h.w.f
	b, err := h.w.bytes(address, 16)
	if err != nil {
		return err
	}
	c := cursor{b: b}
	if v := c.int(1); v != 1 {
		return f.damaged(address, "the header of an object is expected here")
	}
	c.skip(1)
	h.left = c.int(2)
	c.skip(4)
	size := c.uint(4)
	h.blocks = append(h.blocks, [2]uint64{address + 16, size})
	for k := 0; k < len(h.blocks); k++ {
		b, err := h.w.bytes(h.blocks[k][0], h.blocks[k][1])
		if err != nil {
			return err
		}
		for c := (&cursor{b: b}); c.rest() >= 8 && h.left > 0; h.left-- {
			m := message{kind: c.int(2)}
			n := c.int(2)
			m.flags = c.int(1)
			c.skip(3)
			if m.data = c.take(n); c.short {
				return f.damaged(h.blocks[k][0], "a message of the header is cut short")
			}
			if err := h.add(m); err != nil {
				return err
			}
		}
	}
	return nil
}

// second reads a header of version 2.
func (h *headers) second(address uint64) error {
	f := h.w.f
	b, err := h.w.bytes(address, min(40, uint64(f.size)-min(uint64(f.size), f.base+address)))
	if err != nil {
		return err
	}
	c := &cursor{b: b, at: 4}
	if v := c.int(1); v != 2 {
		return unsupported("the header of an object has version %d", v)
	}
	flags := c.int(1)
	h.ordered = flags&4 != 0
	if flags&32 != 0 {
		c.skip(16)
	}
	if flags&16 != 0 {
		c.skip(4)
	}
	size := c.uint(1 << (flags & 3))
	if c.short {
		return f.damaged(address, "the header of an object is cut short")
	}
	start := c.at
	if size > mostMetadata {
		return f.damaged(address, "a header of %d bytes is not sound", size)
	}
	if c, err = h.w.summed(address, uint64(start)+size+4, "OHDR"); err != nil {
		return err
	}
	c.at = start
	if err := h.listed(c, address); err != nil {
		return err
	}
	for k := 0; k < len(h.blocks); k++ {
		c, err := h.w.summed(h.blocks[k][0], h.blocks[k][1], "OCHK")
		if err != nil {
			return err
		}
		if err := h.listed(c, h.blocks[k][0]); err != nil {
			return err
		}
	}
	return nil
}

// listed reads the messages of a block of version 2.
func (h *headers) listed(c *cursor, address uint64) error {
	head := 4
	if h.ordered {
		head += 2
	}
	for c.rest() >= head {
		m := message{kind: c.int(1)}
		n := c.int(2)
		m.flags = c.int(1)
		if h.ordered {
			c.skip(2)
		}
		if m.data = c.take(n); c.short {
			return h.w.f.damaged(address, "a message of the header is cut short")
		}
		if err := h.add(m); err != nil {
			return err
		}
	}
	return nil
}

// add keeps a message, or where the header goes on.
func (h *headers) add(m message) error {
	if len(h.messages) >= mostMessages {
		return &Error{At: -1, What: "the header has too many messages"}
	}
	if m.kind != msgContinuation {
		h.messages = append(h.messages, m)
		return nil
	}
	f := h.w.f
	c := cursor{b: m.data}
	at, n := f.address(&c), f.length(&c)
	if c.short {
		return &Error{At: -1, What: "a continuation of the header is cut short"}
	}
	h.blocks = append(h.blocks, [2]uint64{at, n})
	return nil
}

// resolve returns the data of a message that may be stored with another object.
func (f *File) resolve(kind int, data []byte, shared bool) ([]byte, error) {
	if !shared {
		return data, nil
	}
	c := cursor{b: data}
	version, how := c.int(1), c.int(1)
	switch {
	case version == 1:
		c.skip(6)
	case version == 3 && how == 1 || version == 2 && how == 1:
		return nil, unsupported("a table of shared header messages is not read")
	case version != 2 && version != 3:
		return nil, unsupported("a shared message has version %d", version)
	}
	at := f.address(&c)
	if c.short {
		return nil, &Error{At: -1, What: "a shared message is cut short"}
	}
	messages, err := f.header(at)
	if err != nil {
		return nil, err
	}
	for _, m := range messages {
		if m.kind == kind && !m.shared() {
			return m.data, nil
		}
	}
	return nil, f.damaged(at, "the object does not have the message that another shares")
}
