package partition

import "example.org/espalier/inference/kind/wire"

// viewsForm is a Views as it is written.
type viewsForm struct {
	_        struct{} `cbor:",toarray"`
	Columns  []byte
	Rows     [][]byte
	Depends  wire.Matrix
	Prior    wire.Floats // one number
	Draws    []viewDrawForm
	Surprise wire.Matrix
}

type viewDrawForm struct {
	_    struct{} `cbor:",toarray"`
	Of   wire.Ints
	Rows []wire.Ints
}

// MarshalBinary implements inference.Part.
func (v *Views) MarshalBinary() ([]byte, error) {
	f := viewsForm{Depends: wire.Matrix{Dense: v.Dependence}, Prior: wire.Floats{v.Prior},
		Surprise: wire.Matrix{Dense: v.Surprise}}
	columns := v.Columns
	if columns == nil {
		columns = new(Partition)
	}
	var err error
	if f.Columns, err = columns.MarshalBinary(); err != nil {
		return nil, err
	}
	for _, p := range v.Rows {
		b, err := p.MarshalBinary()
		if err != nil {
			return nil, err
		}
		f.Rows = append(f.Rows, b)
	}
	for _, d := range v.Draws {
		g := viewDrawForm{Of: d.Of}
		for _, z := range d.Rows {
			g.Rows = append(g.Rows, z)
		}
		f.Draws = append(f.Draws, g)
	}
	return wire.Marshal(f)
}

// UnmarshalBinary reads what MarshalBinary wrote. The bytes may come from anywhere; after an error v is unchanged.
func (v *Views) UnmarshalBinary(data []byte) error {
	var f viewsForm
	if err := wire.Unmarshal("views", data, &f); err != nil {
		return err
	}
	read := Views{Columns: new(Partition), Dependence: f.Depends.Dense,
		Surprise: f.Surprise.Dense}
	if len(f.Prior) == 1 {
		read.Prior = f.Prior[0]
	} else {
		read.Prior = -1 // which is refused
	}
	if err := read.Columns.UnmarshalBinary(f.Columns); err != nil {
		return err
	}
	for _, b := range f.Rows {
		p := new(Partition)
		if err := p.UnmarshalBinary(b); err != nil {
			return err
		}
		read.Rows = append(read.Rows, p)
	}
	for _, g := range f.Draws {
		d := ViewDraw{Of: g.Of}
		for _, z := range g.Rows {
			d.Rows = append(d.Rows, z)
		}
		read.Draws = append(read.Draws, d)
	}
	if err := read.Check(nil); err != nil {
		return err
	}
	*v = read
	return nil
}
