package kind

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/wire"
	"example.org/espalier/inference/pieces"
)

// SnapshotVersion is that of the form of a snapshot.
const SnapshotVersion = 1

// magic begins the form of every snapshot.
const magic = "espalier snapshot"

// envelope names the form of its content.
type envelope struct {
	_       struct{} `cbor:",toarray"`
	Magic   string
	Version int
	Body    wire.Raw
}

// snapshot is a Snapshot as it is written.
type snapshot struct {
	_            struct{} `cbor:",toarray"`
	Model, Phase string
	Iteration    int
	Parts        []*form
	Names        wire.Strings // of the scalars
	Mean, Spread wire.Floats  // of the scalars
	Trace        wire.Raw     // nil where it is the first of Chains
	Chains       []wire.Raw
}

// trace is a Trace as it is written.
type trace struct {
	_         struct{} `cbor:",toarray"`
	Names     wire.Strings
	Iteration wire.Ints
	Seconds   wire.Floats
	Values    []wire.Floats
}

func encodeTrace(t inference.Trace) (wire.Raw, error) {
	f := trace{Names: t.Names, Iteration: t.Iteration, Seconds: t.Seconds}
	for _, v := range t.Values {
		f.Values = append(f.Values, v)
	}
	return wire.Marshal(f)
}

func decodeTrace(data wire.Raw) (t inference.Trace, err error) {
	var f trace
	if err := wire.Unmarshal("a trace", data, &f); err != nil {
		return t, err
	}
	t = inference.Trace{Names: f.Names, Iteration: f.Iteration, Seconds: f.Seconds}
	for _, v := range f.Values {
		t.Values = append(t.Values, v)
	}
	return t, checkTrace(t)
}

func checkTrace(t inference.Trace) error {
	n := len(t.Iteration)
	if len(t.Seconds) != n && len(t.Seconds) > 0 || len(t.Values) != len(t.Names) {
		return fmt.Errorf("a trace has %d iterations, %d times, %d names and %d columns", n, len(t.Seconds), len(t.Names),
			len(t.Values))
	}
	for i, v := range t.Values {
		if len(v) != n {
			return fmt.Errorf("column %q of a trace has %d values for %d iterations", t.Names[i], len(v), n)
		}
	}
	if !slices.IsSorted(t.Iteration) || n > 0 && t.Iteration[0] < 0 {
		return errors.New("the iterations of a trace are out of order")
	}
	return nil
}

// Check returns an error for a faulty snapshot: a part of an unknown kind, two parts of one kind, a part that fails its
// own Check, or a trace whose columns do not fit together. data, if not nil, are the data that the parts must fit.
func Check(s *inference.Snapshot, data *inference.Dataset) error {
	if err := checkKinds(s); err != nil {
		return err
	}
	for _, p := range s.Parts {
		if err := p.Check(data); err != nil {
			return err
		}
	}
	for _, t := range append([]inference.Trace{s.Trace}, s.Chains...) {
		if err := checkTrace(t); err != nil {
			return err
		}
	}
	return nil
}

// Fits is [Check] with data of a snapshot that passed it without, such as one that was decoded. Parts with a method
// Fits check only their agreement with the data.
func Fits(s *inference.Snapshot, data *inference.Dataset) error {
	if err := checkKinds(s); err != nil {
		return err
	}
	for _, p := range s.Parts {
		fits := p.Check
		if f, ok := p.(interface {
			Fits(data *inference.Dataset) error
		}); ok {
			fits = f.Fits
		}
		if err := fits(data); err != nil {
			return err
		}
	}
	return nil
}

func checkKinds(s *inference.Snapshot) error {
	if s.Iteration < 0 {
		return fmt.Errorf("the snapshot is of iteration %d", s.Iteration)
	}
	seen := map[string]bool{}
	for _, p := range s.Parts {
		if err := known(p); err != nil {
			return err
		}
		if seen[p.Kind()] {
			return fmt.Errorf("the snapshot has two parts of kind %s", p.Kind())
		}
		seen[p.Kind()] = true
	}
	return nil
}

// SnapshotPieces returns the binary form, in pieces, of a snapshot with all its parts, scalars and traces.
// Equal snapshots give equal bytes. It fails for a part of an unknown kind or that its kind cannot
// write, and for two parts of one kind.
func SnapshotPieces(s *inference.Snapshot) (*pieces.Bytes, error) {
	if err := checkKinds(s); err != nil {
		return nil, err
	}
	out := pieces.Of(wire.AppendArray(nil, 3)) // an envelope
	if err := add(out, magic, SnapshotVersion); err != nil {
		return nil, err
	}
	out.Add(wire.AppendArray(nil, 9)) // a snapshot
	if err := add(out, s.Model, s.Phase, s.Iteration); err != nil {
		return nil, err
	}
	out.Add(wire.AppendArray(nil, len(s.Parts)))
	for _, p := range s.Parts {
		if err := encode(out, p); err != nil {
			return nil, err
		}
	}
	var f snapshot
	for _, x := range s.Scalars {
		f.Names, f.Mean, f.Spread = append(f.Names, x.Name), append(f.Mean, x.Mean), append(f.Spread, x.StandardDeviation)
	}
	chains := make([]wire.Raw, len(s.Chains))
	for i, t := range s.Chains {
		var err error
		if chains[i], err = encodeTrace(t); err != nil {
			return nil, err
		}
	}
	first, err := encodeTrace(s.Trace)
	if err != nil {
		return nil, err
	}
	if len(chains) > 0 && bytes.Equal(first, chains[0]) {
		first = nil
	}
	return out, add(out, f.Names, f.Mean, f.Spread, first, chains)
}

// DecodeSnapshot reads the bytes of [SnapshotPieces]. The bytes may come from anywhere: damaged
// bytes, or an unknown kind or form, give an error. It takes memory in proportion to the bytes, so
// limit these. The snapshot has passed [Check] without data; before it is shown with data, pass
// these to Check.
func DecodeSnapshot(data []byte) (*inference.Snapshot, error) {
	var e envelope
	if err := wire.Unmarshal("a snapshot", data, &e); err != nil {
		return nil, err
	}
	switch {
	case e.Magic != magic:
		return nil, errors.New("this is not an Espalier snapshot")
	case e.Version != SnapshotVersion:
		return nil, fmt.Errorf("the form of the snapshot has version %d, but this Espalier reads version %d: use the "+
			"Espalier that wrote it, or a newer one", e.Version, SnapshotVersion)
	}
	var f snapshot
	if err := wire.Unmarshal("a snapshot", e.Body, &f); err != nil {
		return nil, err
	}
	n := len(f.Names)
	if len(f.Mean) != n || len(f.Spread) != n {
		return nil, fmt.Errorf("the snapshot has %d scalars, %d means and %d deviations; the bytes are damaged", n,
			len(f.Mean), len(f.Spread))
	}
	s := &inference.Snapshot{Model: f.Model, Phase: f.Phase, Iteration: f.Iteration}
	for _, p := range f.Parts {
		if p == nil {
			return nil, errors.New("the snapshot lacks a part; the bytes are damaged")
		}
		part, err := p.decode()
		if err != nil {
			return nil, fmt.Errorf("reading a snapshot: %w", err)
		}
		s.Parts = append(s.Parts, part)
	}
	for i, name := range f.Names {
		s.Scalars = append(s.Scalars, inference.Scalar{Name: name, Mean: f.Mean[i], StandardDeviation: f.Spread[i]})
	}
	for _, c := range f.Chains {
		t, err := decodeTrace(c)
		if err != nil {
			return nil, fmt.Errorf("reading a snapshot: %w", err)
		}
		s.Chains = append(s.Chains, t)
	}
	switch {
	case !bytes.Equal(f.Trace, nothing):
		var err error
		if s.Trace, err = decodeTrace(f.Trace); err != nil {
			return nil, fmt.Errorf("reading a snapshot: %w", err)
		}
	case len(s.Chains) > 0:
		s.Trace = s.Chains[0]
	default:
		return nil, errors.New("the snapshot has no trace; the bytes are damaged")
	}
	if err := checkKinds(s); err != nil {
		return nil, fmt.Errorf("reading a snapshot: %w", err)
	}
	return s, nil
}

// nothing is the null of CBOR, as which a nil Raw is written.
var nothing = []byte{0xf6}
