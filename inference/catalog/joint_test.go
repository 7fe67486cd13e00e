package catalog

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/geweke"
)

// Every model whose inference samples can be checked by the joint distribution, and passes with the settings of the
// form; other methods are refused with a sentence.
func TestSamplersCanBeChecked(t *testing.T) {
	pairs := 1500
	if testing.Short() {
		pairs = 400
	}
	checked := 0
	for _, m := range Models() {
		s := m.Info().Defaults()
		if s.Has("method") {
			if err := s.Set("method", "mcmc"); err != nil {
				continue
			}
		}
		j, ok := m.(inference.Jointly)
		if samples := inference.InfoFor(m, s).Samples; samples != ok {
			t.Errorf("%s: samples is %v, but a joint distribution is %v", m.Info().Name, samples, ok)
		}
		if !ok {
			continue
		}
		checked++
		t.Run(m.Info().Name, func(t *testing.T) {
			t.Parallel()
			joint, err := j.Joint(s, rand.New(rand.NewPCG(8, 8)))
			if err != nil {
				t.Fatal(err)
			}
			p := geweke.NewPairs(joint.Names())
			for range pairs {
				before := slices.Clone(joint.Draw())
				joint.Move()
				joint.Move()
				p.Add(before, joint.Move())
			}
			for _, z := range p.Scores() {
				if !(z.Z < geweke.Limit && z.Z > -geweke.Limit) {
					t.Errorf("%s differs by %.1f standard errors", z.Name, z.Z)
				}
			}
			if len(p.Before[0]) != pairs {
				t.Errorf("%d pairs", len(p.Before[0]))
			}
			if s.Has("method") {
				other := s.Clone()
				if err := other.Set("method", "em"); err != nil {
					t.Fatal(err)
				}
				if _, err := j.Joint(other, rand.New(rand.NewPCG(8, 8))); err == nil {
					t.Error("a search is checked as if it were a sampler")
				}
			}
		})
	}
	if checked < 9 {
		t.Errorf("only %d models can be checked", checked)
	}
}
