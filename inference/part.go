package inference

import (
	"encoding"
	"slices"
)

// A Part is one value of a result: trees, factors, a partition. Its kind has a package of
// its own under inference/kind. A Part is never modified once published.
type Part interface {
	// Kind is the name of the kind, under which it is saved and listed: "forest".
	Kind() string
	// Check returns an error for a faulty value: shapes that do not fit together, or numbers out of range. With data it
	// also checks that the value is one of these data; data may be nil. Everything that Check passes can be shown and
	// saved.
	Check(data *Dataset) error
	// MarshalBinary encodes the whole value, in one form for equal values: these bytes are hashed, saved and sent. A NaN
	// is any NaN; other numbers keep their bits.
	encoding.BinaryMarshaler
}

// A Pooler is a Part of which several chains make one.
type Pooler interface {
	Part
	// Pool combines the parts of all chains. chains holds the part of each chain, of the receiver's kind, by the number of
	// the chain; nil where a chain has none. It modifies neither the receiver nor chains.
	Pool(chains []Part) Part
}

// A Live is a Part that may be the state of a fit at one moment.
type Live interface {
	Part
	// Over returns the state together with the summaries of draws in an older part of the fit. Groups have the numbers of
	// those of the older part that they share most rows with.
	Over(older Part) Part
}

// LiveParts returns the parts of a fit at one moment, given those of [Presenter.Present] and the parts that were shown
// last: each state over the older part of its kind, and the other parts as they were.
func LiveParts(present, older []Part) []Part {
	parts := slices.Clone(older)
	for _, p := range present {
		i := slices.IndexFunc(older, func(o Part) bool { return o.Kind() == p.Kind() })
		if i < 0 {
			parts = append(parts, p)
			continue
		}
		parts[i] = p
		if l, ok := p.(Live); ok {
			parts[i] = l.Over(older[i])
		}
	}
	return parts
}

// Find returns the part of type T; ok is false where there is none.
func Find[T Part](parts []Part) (part T, ok bool) {
	for _, p := range parts {
		if part, ok = p.(T); ok {
			return part, true
		}
	}
	return part, false
}

// Of returns the part of a snapshot that is of type T; ok is false where there is none, or
// s is nil.
func Of[T Part](s *Snapshot) (part T, ok bool) {
	if s == nil {
		return part, false
	}
	return Find[T](s.Parts)
}

// PoolParts returns the parts that several chains make together, given those of each chain:
// pooled where the kind can be, else those of the first chain.
func PoolParts(chains [][]Part) []Part {
	var out []Part
	var kinds []string
	for c, parts := range chains {
		for _, p := range parts {
			if slices.Contains(kinds, p.Kind()) {
				continue
			}
			pooler, ok := p.(Pooler)
			switch {
			case ok:
				kinds, out = append(kinds, p.Kind()), append(out, pooler.Pool(ofKind(chains, p.Kind())))
			case c == 0:
				kinds, out = append(kinds, p.Kind()), append(out, p)
			}
		}
	}
	return out
}

// ofKind returns the part of a kind of each chain; nil where there is none.
func ofKind(chains [][]Part, kind string) []Part {
	out := make([]Part, len(chains))
	for c, parts := range chains {
		if i := slices.IndexFunc(parts, func(p Part) bool { return p.Kind() == kind }); i >= 0 {
			out[c] = parts[i]
		}
	}
	return out
}

// A Replayed is a Part whose states can be shown one after the other, as a fit went through them.
type Replayed interface {
	Part
	// Present returns the part at one moment: the state of the first chain, without draws and their summaries.
	Present() Part
	// Change says how much differs from another state of the fit, from 0 for nothing to 1 for everything. It is 1 for
	// a part of another kind or size.
	Change(from Part) float64
	// Toward returns the state in the order of a later one and with its numbers of groups and components, as far as
	// both have the same, so that a picture moves no more than it must.
	Toward(later Part) Part
}
