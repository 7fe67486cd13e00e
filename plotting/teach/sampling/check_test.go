package sampling

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/plotting/teach/stage"
	"example.org/espalier/plotting/teach/stage/stagetest"
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
		for range checkSteps {
			if err := p.step(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		if got := p.summary(); !strings.Contains(got, want) {
			t.Errorf("pushed by %v: %s", push, got)
		}
		if said := p.history().Subtitle; strings.HasSuffix(said, "; no mistake found") != strings.Contains(want, "no mistake") || push > 0 && !strings.HasSuffix(said, "; sampler and model disagree") {
			t.Errorf("pushed by %v the picture says %q", push, said)
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
		p := stagetest.Played[checkPlay](t, s, 2, "model", name, "pairs", "400", "moves", "2")
		if last(p.greatest) > 4.5 || !strings.Contains(p.summary(), "z values") {
			t.Errorf("%s: %s", name, p.summary())
		}
	}
	set := s.Defaults()
	if err := set.Set("model", "kmeans"); err == nil {
		if _, err := s.New(stage.Options{Settings: set}); err == nil {
			t.Error("k-means is checked")
		}
	}
}

// The settings of the form reach the sampler, and the picture says which they are. What a model does not have is refused.
func TestSettingsAreChecked(t *testing.T) {
	s := CheckAModel()
	for _, c := range []struct {
		inner []string
		title string
	}{
		{nil, "Nonparametric sparse factor analysis with default settings"},
		{[]string{"alpha=2", "fix=alpha"}, "Nonparametric sparse factor analysis with alpha 2, alpha held"},
		{[]string{"alpha=2", "beta=3", "noise=shared", "moves=basic", "update=plain"}, "Nonparametric sparse factor analysis with alpha 2, beta 3, noise shared and 2 more settings"},
	} {
		p, err := s.New(stage.Options{Settings: s.Defaults(), Seed: 1, Inner: c.inner})
		if err != nil {
			t.Fatal(err)
		}
		k := p.(*stage.Course[*checkPlay]).State
		if k.title != c.title || len(c.inner) > 0 && k.set.Text("alpha") != "2" {
			t.Errorf("%q with alpha %s, want %q", k.title, k.set.Text("alpha"), c.title)
		}
		if c.inner != nil && slices.Contains(c.inner, "fix=alpha") != k.set.Fixed("alpha") {
			t.Errorf("%v: alpha held %v", c.inner, k.set.Fixed("alpha"))
		}
	}
	for _, bad := range []string{"theta=2", "alpha=-1", "fix=beta"} {
		if _, err := s.New(stage.Options{Settings: s.Defaults(), Seed: 1, Inner: []string{bad}}); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}

// With each choice of each model there is a check, or a sentence says why not.
func TestEveryChoiceIsCheckedOrRefused(t *testing.T) {
	s := CheckAModel()
	for _, name := range s.Controls[0].Choices {
		m, err := catalog.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range m.Info().Parameters {
			choices := p.Choices
			if p.Type == inference.Boolean {
				choices = []string{"false", "true"}
			}
			for _, c := range choices {
				set := s.Defaults()
				if err := set.Set("model", name); err != nil {
					t.Fatal(err)
				}
				q, err := s.New(stage.Options{Settings: set, Seed: 3, Inner: []string{p.Name + "=" + c}})
				if err != nil {
					if text := err.Error(); len(text) < 20 || strings.Contains(text, "\n") {
						t.Errorf("%s with %s %s: %q", name, p.Name, c, text)
					}
					continue
				}
				k := q.(*stage.Course[*checkPlay]).State
				k.pairs, k.moves = 2*checkSteps, 1
				if err := k.step(context.Background()); err != nil {
					t.Errorf("%s with %s %s: %v", name, p.Name, c, err)
				}
				for _, row := range append(k.before, k.after...) {
					for i, v := range row {
						if math.IsNaN(v) || math.IsInf(v, 0) {
							t.Errorf("%s with %s %s: %s is %v", name, p.Name, c, k.names[i], v)
						}
					}
				}
			}
		}
	}
}
