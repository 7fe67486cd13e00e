package sampling

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting/teach/stage"
)

// A slanted model's moves push its only parameter a little upwards.
type slanted struct {
	inference.Jointly
	push float64
}

func (s slanted) Joint(_ inference.Settings, rng *rand.Rand) (inference.Joint, error) {
	return &slantedJoint{push: s.push, rng: rng}, nil
}

type slantedJoint struct {
	push, x float64
	rng     *rand.Rand
}

func (*slantedJoint) Names() []string   { return []string{"x"} }
func (j *slantedJoint) Draw() []float64 { j.x = j.rng.NormFloat64(); return []float64{j.x} }
func (j *slantedJoint) Move() []float64 {
	// x given data y ~ N(x, 1): N(y/2, 1/2).
	y := j.x + j.rng.NormFloat64()
	j.x = y/2 + j.rng.NormFloat64()*0.7071067811865476 + j.push
	return []float64{j.x}
}

// A right sampler passes in words, one that is slightly wrong is said to be.
func TestCheckSaysWhatItFinds(t *testing.T) {
	for push, want := range map[float64]string{0: "The test finds no mistake", 0.1: "disagree"} {
		p := &checkPlay{checkPlan: &checkPlan{title: "Test", model: slanted{push: push}, names: []string{"x"}, pairs: 3000, moves: 3, seed: 5}}
		for range p.Steps() {
			if err := p.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		if got := p.Summary(); !strings.Contains(got, want) {
			t.Errorf("pushed by %v: %s", push, got)
		}
		if len(p.before) != 3000 {
			t.Errorf("%d pairs", len(p.before))
		}
	}
}

// Every model that the stage offers can be checked to its end.
func TestEveryModelIsChecked(t *testing.T) {
	s := CheckAModel()
	if len(s.Controls[0].Choices) < 10 {
		t.Fatalf("only %v", s.Controls[0].Choices)
	}
	for _, name := range s.Controls[0].Choices {
		p := opened(t, s, 2, "model", name, "pairs", "400", "moves", "2").(*checkPlay)
		play(t, p)
		if last(p.greatest) > 4.5 || !strings.Contains(p.Summary(), "z values") {
			t.Errorf("%s: %s", name, p.Summary())
		}
	}
	set := s.Defaults()
	if err := set.Set("model", "kmeans"); err == nil {
		if _, err := s.New(stage.Options{Settings: set}); err == nil {
			t.Error("k-means is checked")
		}
	}
}
