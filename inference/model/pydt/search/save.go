package search

import (
	"fmt"
	"math/rand/v2"

	"example.org/espalier/inference/model/pydt/branches"
	"example.org/espalier/inference/model/pydt/evidence"
	"example.org/espalier/inference/model/pydt/pilot"
	"example.org/espalier/inference/model/pydt/placing"
	"example.org/espalier/inference/model/pydt/posterior"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/saved"
)

// A mark is everything that a search needs to continue from the end of an iteration. An iteration
// under way is repeated, to the same bits.
type mark struct {
	Iteration int
	Generator []byte
	Hyper     savedHyper
	Current   *posterior.Sketch
	Working   *posterior.Sketch // of a large tree: that of the next search step
	Best      []*posterior.Sketch
	Fallbacks int // of method mp
	Learnt    *pilot.Learning
	Witnesses []byte `cbor:",omitempty"` // what the second chain has told; nil without one
	Scored    bool   // objectives are scores; false in states that were saved before there were any
}

// savedHyper is hyper without what is derived from it.
type savedHyper struct {
	Theta, Alpha, Sigma2, C, Noise float64
	TauA, TauB, CA, CB, Stride     float64
	HoldStructure, Held            bool
	Weight, Typical, Spread        float64
}

func (f *Fit) setMark() {
	h := f.state.Hyper
	f.mark = mark{Iteration: f.Iteration, Generator: saved.Generator(f.source), Current: f.Current,
		Best: append([]*posterior.Sketch(nil), f.Best...),
		Hyper: savedHyper{h.Prior.Theta, h.Prior.Alpha, h.Sigma2, h.C, h.Noise, h.TauA, h.TauB, h.CA, h.CB, h.Stride,
			h.HoldStructure, h.Held, h.Weight, h.Typical, h.Spread}, Scored: true, Learnt: f.Piloted}
	if f.messenger != nil {
		f.mark.Fallbacks = f.messenger.fallbacks
	}
	f.mark.Witnesses = f.backing.bytes
}

// MarshalBinary implements inference.Saver. Before iteration 0 there is nothing but
// the seed to save: a restored fit builds its trees again.
func (f *Fit) MarshalBinary() ([]byte, error) {
	m := f.mark
	if f.Stage != Searching {
		m = mark{}
	} else if f.searchesNearby() && m.Working == nil {
		m.Working = f.working()
	}
	return saved.Seal(f.Model, sampler.Layout, m)
}

// UnmarshalBinary implements inference.Saver.
func (f *Fit) UnmarshalBinary(data []byte) error {
	var m mark
	if err := saved.Open(f.Model, sampler.Layout, data, &m); err != nil {
		return err
	}
	if m.Current == nil {
		return nil
	}
	if m.Learnt != nil {
		for i := range m.Learnt.Draws {
			if err := m.Learnt.Draws[i].Restore(f.Data.Rows); err != nil {
				return fmt.Errorf("pydt: draw %d of the saved state: %w", i, err)
			}
		}
	}
	if err := f.backing.restore(m.Witnesses, f.Data); err != nil {
		return err
	}
	for _, k := range append([]*posterior.Sketch{m.Current}, m.Best...) {
		if k.Support != nil && len(k.Support) != len(k.Parent) {
			return fmt.Errorf("pydt: the saved state has %d supports for %d nodes", len(k.Support), len(k.Parent))
		}
	}
	if len(m.Current.Parent) != 2*f.Problem.N {
		return fmt.Errorf("pydt: the saved state has %d rows, but the data have %d", len(m.Current.Parent)/2, f.Problem.N)
	}
	h := f.start
	h.Sigma2, h.C, h.Noise = m.Hyper.Sigma2, m.Hyper.C, m.Hyper.Noise
	h.FixNoise = h.FixNoise || h.Noise == 0
	h.TauA, h.TauB, h.CA, h.CB, h.Stride = m.Hyper.TauA, m.Hyper.TauB, m.Hyper.CA, m.Hyper.CB, m.Hyper.Stride
	h.HoldStructure, h.Held = m.Hyper.HoldStructure, m.Hyper.Held
	h.Weight, h.Typical, h.Spread = m.Hyper.Weight, m.Hyper.Typical, m.Hyper.Spread
	f.Piloted = m.Learnt
	h.SetStructure(m.Hyper.Theta, m.Hyper.Alpha)
	h.Refresh()
	f.state = posterior.NewState(f.Problem, h)
	f.source = new(rand.PCG)
	if err := f.source.UnmarshalBinary(m.Generator); err != nil {
		return fmt.Errorf("pydt: the saved random number generator cannot be read: %w", err)
	}
	if !m.Scored {
		m.rescore(f)
	}
	// The current tree is the first of the list and shares its memory.
	for i, k := range m.Best {
		if k.Hash == m.Current.Hash && k.Objective == m.Current.Objective {
			m.Best[i] = m.Current
		}
	}
	f.state.Load(m.Current)
	f.state.Recompute()
	f.Iteration, f.Current, f.Best = m.Iteration, m.Current, m.Best
	f.Learned = f.state.Hyper
	f.Points, f.depth = f.state.Extent()
	f.Scalars = nil
	f.weighed = nil
	if m.Current.Support != nil {
		f.weighed = branches.Weighed(f.state, m.Current.Support)
	}
	if f.messenger != nil {
		f.messenger = &messenger{f: f, reference: f.Current, fallbacks: m.Fallbacks}
	}
	f.first, f.starts, f.balancer, f.upkeep = beginning{}, starts{orders: f.starts.orders}, nil, nil
	f.openings, f.Pilot, f.supporter, f.weigher = nil, nil, nil, nil
	f.beginSearcher()
	if m.Working != nil && f.searchesNearby() {
		f.resumeNearby(m.Working)
	}
	f.Stage, f.Phase, f.Fraction = Searching, f.SearchPhase(), 1
	f.setMark()
	return nil
}

// rescore gives trees the scores that this version compares them by.
func (m *mark) rescore(f *Fit) {
	for i, k := range append([]*posterior.Sketch{m.Current}, m.Best...) {
		f.state.Load(k)
		f.state.Recompute()
		if f.messenger == nil {
			k.Objective = evidence.Score(f.state)
		}
		if i > 0 {
			k.Hash = f.state.Hash[f.state.Top]
		}
	}
	list := m.Best
	m.Best = nil
	for _, k := range list {
		m.Best = placing.Remember(m.Best, k.Objective, k.Hash, func() *posterior.Sketch { return k })
	}
}
