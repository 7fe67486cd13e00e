package dag

import (
	"errors"
	"math"

	"example.org/espalier/inference/saved"
)

// layout is the version of the saved state.
const layout = 1

var errOther = errors.New("dag: the saved state belongs to another table or other settings; start the run again")

// MarshalBinary implements inference.Saver. Scores are made again, and so is a sum that is not complete.
func (f *fit) MarshalBinary() ([]byte, error) { return saved.Seal("dag", layout, f.state) }

// UnmarshalBinary implements inference.Saver.
func (f *fit) UnmarshalBinary(data []byte) error {
	var s state
	if err := saved.Open("dag", layout, data, &s); err != nil {
		return err
	}
	if s.Iteration < 0 {
		return nil
	}
	f.prepare()
	if err := f.fits(s); err != nil {
		return err
	}
	f.built = f.build.advance(math.MaxInt)
	f.state, f.class, f.at = s, nil, 0
	if f.exact {
		return nil
	}
	if err := f.source.UnmarshalBinary(s.Generator); err != nil {
		return errors.New("dag: the saved random number generator cannot be read; start the run again")
	}
	f.layering = flat(f.families)
	copy(f.layering.layer, s.Layer)
	for _, at := range s.Layer {
		f.layering.layers = max(f.layering.layers, at+1)
	}
	return nil
}

// fits checks a state against the table.
func (f *fit) fits(s state) error {
	d := len(f.families)
	if len(s.Best) != d || len(s.Scalars) != 2 || math.IsNaN(s.BestLog) || math.IsInf(s.BestLog, 0) || !f.graph(s.Best) {
		return errOther
	}
	if f.exact {
		if len(s.Found) != d*d || s.Iteration != 0 {
			return errOther
		}
		for _, p := range s.Found {
			if !(p >= 0 && p <= 1) {
				return errOther
			}
		}
		return nil
	}
	if s.Found != nil || len(s.Layer) != d || s.Stride < 1 || len(s.Kept) > mostDraws || len(s.Kept) == 0 {
		return errOther
	}
	slots := make([]bool, d)
	layers := 0
	for _, at := range s.Layer {
		if at < 0 || at >= d {
			return errOther
		}
		slots[at], layers = true, max(layers, at+1)
	}
	for _, used := range slots[:layers] {
		if !used {
			return errOther
		}
	}
	edges := 0
	for _, fam := range f.families {
		edges += len(fam.candidates)
	}
	for _, k := range s.Kept {
		if k == nil || k.Iteration < 0 || k.Iteration > s.Iteration || !f.graph(k.Parents) {
			return errOther
		}
	}
	if len(s.Edges.Blocks) == 0 || !s.Edges.Fits(edges, s.Iteration, 0, 1) {
		return errOther
	}
	return nil
}

// graph reports whether masks are parents of all columns, without a cycle.
func (f *fit) graph(parents []uint32) bool {
	if len(parents) != len(f.families) {
		return false
	}
	for j, m := range parents {
		if int(m) >= len(f.families[j].score) {
			return false
		}
	}
	gone := make([]bool, len(parents))
	for range parents {
		found := false
		for j, m := range parents {
			if gone[j] {
				continue
			}
			ready := true
			for _, i := range f.families[j].set(m) {
				ready = ready && gone[i]
			}
			if ready {
				gone[j], found = true, true
			}
		}
		if !found {
			break
		}
	}
	for _, g := range gone {
		if !g {
			return false
		}
	}
	return true
}
