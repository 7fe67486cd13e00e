package profile_test

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/profile"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

func full() inferencetest.KindValue {
	t, err := tree.ParseNewick([]byte("((class_1:0.5,class_2:0.5):0.25,class_3:0.75):0.25;"))
	if err != nil {
		panic(err)
	}
	t.Support = []float64{1, 1, 1, 1, 0.75}
	at := func(v float64) profile.Interval { return profile.Interval{Mean: v, Low: v - 0.125, High: v + 0.25} }
	return &profile.Profiles{Labels: []int{0, 1, 2, 0}, Sure: []float64{1, 0.5, 0.75, 1}, Tree: t,
		Sizes: []profile.Interval{at(2), at(1), at(1)}, Together: []float64{1, 0, 0, 0.25, 0.5, 0.25, 0.25, 0, 0.75},
		Columns: []profile.Column{{Name: "diet", Levels: []string{"fish", "grain"}},
			{Name: "weight", Levels: []string{""}}},
		Responses: []profile.Interval{at(0.5), at(0.5), at(-3), at(0.25), at(0.75), at(2), at(0.125), at(0.875), at(7)},
		Agreement: []float64{1, 0.5}}
}

func empty() inferencetest.KindValue { return new(profile.Profiles) }

func TestKind(t *testing.T) { inferencetest.Kind(t, full, empty) }

func TestVersion1(t *testing.T) {
	inferencetest.SameForm(t, full(), empty(), "testdata/profiles1.bin")
}

func FuzzProfiles(f *testing.F) { inferencetest.FuzzKind(f, full, empty) }

func TestCheck(t *testing.T) {
	for want, change := range map[string]func(p *profile.Profiles){
		"4 rows are sure":            func(p *profile.Profiles) { p.Labels = p.Labels[:3] },
		"row 2 is in class 4 of 3":   func(p *profile.Profiles) { p.Labels[1] = 3 },
		"row 1 is in its class with": func(p *profile.Profiles) { p.Sure[0] = 2 },
		"not of 3 classes":           func(p *profile.Profiles) { p.Tree = nil },
		"8 shares of 3":              func(p *profile.Profiles) { p.Together = p.Together[:8] },
		"9 responses of 3 classes":   func(p *profile.Profiles) { p.Columns = p.Columns[:1] },
		"a share of NaN":             func(p *profile.Profiles) { p.Together[0] = math.NaN() },
		"from 3 to":                  func(p *profile.Profiles) { p.Sizes[0].Low = 3 },
		"chains agree by NaN":        func(p *profile.Profiles) { p.Agreement[0] = math.NaN() },
		"at time 1, where only":      func(p *profile.Profiles) { p.Tree.LogTime[3] = math.Inf(1) },
	} {
		p := full().(*profile.Profiles)
		change(p)
		if err := p.Check(nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if err := full().Check(&inference.Dataset{X: mat.NewDense(2, 5, nil)}); err == nil {
		t.Error("classes of another table pass")
	}
}

// The classes of the first chain stand for all, with how far the others agree.
func TestPool(t *testing.T) {
	a, b := full().(*profile.Profiles), full().(*profile.Profiles)
	a.Agreement = nil
	b.Labels = []int{1, 0, 2, 1}
	p := a.Pool([]inference.Part{a, nil, b}).(*profile.Profiles)
	if len(p.Agreement) != 2 || p.Agreement[0] != 1 || p.Agreement[1] != 1 || p.Labels[0] != 0 {
		t.Errorf("%v, agreement %v", p.Labels, p.Agreement)
	}
	if one := a.Pool([]inference.Part{a}).(*profile.Profiles); one.Agreement != nil {
		t.Errorf("one chain agrees by %v", one.Agreement)
	}
}
