package factor

import (
	"encoding"
	"errors"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/wire"
	"example.org/espalier/inference/pieces"

	"gonum.org/v1/gonum/mat"
)

// Version is that of the form that MarshalBinary writes.
const Version = 1

// form is Factors as they are written: of the draws one column for each number.
type form struct {
	_                struct{} `cbor:",toarray"`
	State            *state
	Chain, Iteration wire.Ints
	Objective        wire.Floats
	Draws            []*sparse
}

type state struct {
	_                               struct{} `cbor:",toarray"`
	Side                            int
	IDs                             wire.Ints
	Loadings, Inclusion, Activities wire.Matrix // Activities nil where Shared
	Shared                          bool        // Activities equal Inclusion
	Noise, Offset                   wire.Floats
	Binary                          bool
}

type sparse struct {
	_             struct{} `cbor:",toarray"`
	IDs           wire.Ints
	Counts        wire.Ints // items of each factor
	Items         wire.Ints // of all factors, one after the other
	Values        wire.Singles
	Activities    wire.Singles // as many for each factor
	Noise, Offset wire.Singles
}

// Kind implements inference.Part.
func (*Factors) Kind() string { return Kind }

// Pieces returns the form of MarshalBinary, of which each draw is a piece. It fails for a draw whose factors have
// different numbers of activities, or other numbers of values than of items.
func (f *Factors) Pieces() (*pieces.Bytes, error) {
	out := form{}
	if s := f.State; s != nil {
		out.State = &state{Side: int(s.Side), IDs: s.IDs, Loadings: wire.Matrix{Dense: s.Loadings},
			Inclusion: wire.Matrix{Dense: s.Inclusion},
			Noise:     s.Noise, Offset: s.Offset, Binary: s.Binary}
		if out.State.Shared = sameBits(s.Activities, s.Inclusion); !out.State.Shared {
			out.State.Activities.Dense = s.Activities
		}
	}
	for _, d := range f.Draws {
		out.Chain, out.Iteration = append(out.Chain, d.Chain), append(out.Iteration, d.Iteration)
		out.Objective = append(out.Objective, d.Objective)
	}
	first, err := wire.Marshal(out.State)
	if err != nil {
		return nil, err
	}
	b := append(wire.AppendArray(nil, 5), first...)
	for _, column := range []encoding.BinaryMarshaler{out.Chain, out.Iteration, out.Objective} {
		if b, err = wire.AppendColumn(b, column); err != nil {
			return nil, err
		}
	}
	if len(f.Draws) == 0 {
		return pieces.Of(wire.AppendNil(b)), nil
	}
	p := pieces.Of(wire.AppendArray(b, len(f.Draws)))
	for _, d := range f.Draws {
		if err := d.State.same(); err != nil {
			return nil, err
		}
		p.AddSource(d.State)
	}
	return p, nil
}

// MarshalBinary implements inference.Part. It fails as Pieces does.
func (f *Factors) MarshalBinary() ([]byte, error) { return pieces.Whole(f.Pieces()) }

// sameBits reports whether two matrices hold the same numbers, bit by bit; not for nil.
func sameBits(a, b *mat.Dense) bool {
	if a == nil || b == nil || a == b {
		return a != nil && a == b
	}
	r, c := a.Dims()
	if n, k := b.Dims(); n != r || k != c {
		return false
	}
	for i := range r {
		for j, x := range a.RawRowView(i) {
			if math.Float64bits(x) != math.Float64bits(b.At(i, j)) {
				return false
			}
		}
	}
	return true
}

// Len is how many bytes the form of a draw has.
func (s *Sparse) Len() int {
	activities, values := 0, 0
	for k, a := range s.Activities {
		activities, values = activities+len(a), values+len(s.Values[k])
	}
	return 1 + wire.SizeOfInts(s.IDs) + wire.SizeOfInts(s.counts()) + wire.SizeOfInts(s.Items...) +
		wire.SizeOfSingles(values) + wire.SizeOfSingles(activities) +
		wire.SizeOfSingles(len(s.Noise)) + wire.SizeOfSingles(len(s.Offset))
}

// counts returns how many items each factor has.
func (s *Sparse) counts() (counts []int) {
	for _, items := range s.Items {
		counts = append(counts, len(items))
	}
	return counts
}

// AppendBinary appends the form of a draw, that of a sparse.
func (s *Sparse) AppendBinary(b []byte) ([]byte, error) {
	if err := s.same(); err != nil {
		return nil, err
	}
	b = wire.AppendInts(wire.AppendArray(b, 7), s.IDs)
	b = wire.AppendInts(wire.AppendInts(b, s.counts()), s.Items...)
	b = wire.AppendSingles(wire.AppendSingles(b, s.Values...), s.Activities...)
	return wire.AppendSingles(wire.AppendSingles(b, s.Noise), s.Offset), nil
}

// MarshalBinary returns the draw as it stands in the saved states of models. It fails as that of Factors does.
func (s *Sparse) MarshalBinary() ([]byte, error) { return s.AppendBinary(nil) }

// UnmarshalCBOR implements cbor.Unmarshaler. It reads the byte string that MarshalBinary writes, and the map of older
// files.
func (s *Sparse) UnmarshalCBOR(data []byte) error {
	var b []byte
	if err := wire.Unmarshal("a draw", data, &b); err != nil {
		type plain Sparse
		return wire.Unmarshal("a draw", data, (*plain)(s))
	}
	var f sparse
	if err := wire.Unmarshal("a draw", b, &f); err != nil {
		return err
	}
	read, err := f.sparse()
	if err == nil {
		*s = *read
	}
	return err
}

// UnmarshalBinary reads what MarshalBinary wrote. The bytes may come from anywhere; after an error
// f is unchanged.
func (f *Factors) UnmarshalBinary(data []byte) error {
	var in form
	if err := wire.Unmarshal("factors", data, &in); err != nil {
		return err
	}
	var read Factors
	if s := in.State; s != nil {
		read.State = &State{Side: inference.Side(s.Side), IDs: s.IDs, Loadings: s.Loadings.Dense,
			Inclusion:  s.Inclusion.Dense,
			Activities: s.Activities.Dense, Noise: s.Noise, Offset: s.Offset, Binary: s.Binary}
		if s.Shared {
			read.State.Activities = read.State.Inclusion
		}
	}
	if n := len(in.Draws); len(in.Chain) != n || len(in.Iteration) != n || len(in.Objective) != n {
		return errForm
	}
	for i, s := range in.Draws {
		d := Draw{Chain: in.Chain[i], Iteration: in.Iteration[i], Objective: in.Objective[i]}
		var err error
		if d.State, err = s.sparse(); err != nil {
			return err
		}
		read.Draws = append(read.Draws, d)
	}
	if err := read.Check(nil); err != nil {
		return err
	}
	*f = read
	return nil
}

var errForm = errors.New("factors: a draw cannot be decoded; the bytes are damaged")

func (s *sparse) sparse() (*Sparse, error) {
	if s == nil {
		return nil, errForm
	}
	out := &Sparse{IDs: s.IDs, Noise: s.Noise, Offset: s.Offset}
	k := len(s.Counts)
	if k == 0 {
		if len(s.Items) > 0 || len(s.Values) > 0 || len(s.Activities) > 0 {
			return nil, errForm
		}
		return out, nil
	}
	if len(s.Values) != len(s.Items) || len(s.Activities)%k != 0 {
		return nil, errForm
	}
	items := make([]int32, len(s.Items))
	for i, v := range s.Items {
		if items[i] = int32(v); int(items[i]) != v {
			return nil, errForm
		}
	}
	n := len(s.Activities) / k
	at := 0
	for j, count := range s.Counts {
		if count < 0 || count > len(items)-at {
			return nil, errForm
		}
		end := at + count
		out.Items, out.Values = append(out.Items, items[at:end:end]), append(out.Values, s.Values[at:end:end])
		out.Activities = append(out.Activities, s.Activities[j*n:(j+1)*n:(j+1)*n])
		at = end
	}
	if at != len(items) {
		return nil, errForm
	}
	return out, nil
}
