package hdf5

import "example.org/espalier/inference/hdf5/grid"

// Attribute returns the values of an attribute, nil where there is none of that name. An error is an *[Error].
func (o *Object) Attribute(name string) (v *Values, err error) {
	found := o.attributes(func(n string, read func() (*Values, error)) bool {
		if n != name {
			return true
		}
		v, err = read()
		return false
	})
	if err == nil {
		err = found
	}
	return v, in(o.path, err)
}

// attributes calls f for each attribute until it returns false.
func (o *Object) attributes(call func(name string, read func() (*Values, error)) bool) error {
	on := true
	one := func(data []byte) error {
		if !on {
			return nil
		}
		name, read, err := o.f.attribute(data)
		if err != nil {
			return in(o.path, err)
		}
		on = call(name, read)
		return nil
	}
	for _, m := range o.messages {
		switch m.kind {
		case msgAttribute:
			data, err := o.f.resolve(msgAttribute, m.data, m.shared())
			if err == nil {
				err = one(data)
			}
			if err != nil {
				return in(o.path, err)
			}
		case msgAttributes:
			c := cursor{b: m.data}
			c.skip(1)
			if c.int(1)&1 != 0 {
				c.skip(2)
			}
			heap, tree := o.f.address(&c), o.f.address(&c)
			if c.short {
				return in(o.path, &Error{At: -1, What: "the message of the attributes is cut short"})
			}
			err := o.f.dense(heap, tree, 8, func(record, data []byte) error {
				if len(record) > 8 && record[8]&2 != 0 {
					return unsupported("a table of shared header messages is not read")
				}
				return one(data)
			}, 0)
			if err != nil {
				return in(o.path, err)
			}
		}
	}
	return nil
}

// attribute reads the message of an attribute.
func (f *File) attribute(data []byte) (name string, read func() (*Values, error), err error) {
	c := cursor{b: data}
	version, flags := c.int(1), c.int(1)
	if version < 1 || version > 3 {
		return "", nil, unsupported("an attribute has version %d", version)
	}
	n, typeSize, spaceSize := c.int(2), c.int(2), c.int(2)
	pad := 1
	switch version {
	case 1:
		pad, flags = 8, 0
	case 3:
		c.skip(1)
	}
	take := func(n int) []byte {
		b := c.take(padded(n, pad))
		return b[:min(n, len(b))]
	}
	text := cursor{b: take(n)}
	name = text.text(1)
	typ, space := take(typeSize), take(spaceSize)
	rest := c.b[c.at:]
	if c.short || text.short {
		return "", nil, &Error{At: -1, What: "an attribute is cut short"}
	}
	return name, func() (*Values, error) {
		typ, err := f.resolve(msgDatatype, typ, flags&1 != 0)
		if err != nil {
			return nil, err
		}
		if space, err = f.resolve(msgDataspace, space, flags&2 != 0); err != nil {
			return nil, err
		}
		t, err := datatype(typ)
		if err != nil {
			return nil, err
		}
		shape, _, err := f.dataspace(space)
		if err != nil {
			return nil, err
		}
		count, ok := grid.Product(shape, int64(len(rest))/int64(t.Size))
		if !ok {
			return nil, &Error{At: -1, What: "the attribute " + name + " is cut short"}
		}
		return &Values{Type: t, Shape: shape, N: int(count), f: f, b: rest[:int(count)*t.Size], step: t.Size}, nil
	}, nil
}
