package facts

import (
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/plottingtest"
)

// The division of the variance in words: minor factors together, a warning where a sparse model has factors of all
// items.
func TestSharesInWords(t *testing.T) {
	s := plottingtest.SomeFactors(30, 10, 4)
	for j := range s.Explained {
		s.Explained[j].Mean = 0.1
	}
	s.Noise.Mean, s.Rest.Mean = 0.55, 0.05
	if text, _ := varianceWords(s); text != "4 factors explain 45 % of the variance; noise is 55 %" {
		t.Errorf("%q", text)
	}
	many := plottingtest.SomeFactors(30, 10, 16)
	for j := range many.Explained {
		many.Explained[j].Mean = 0.005
		if j < 2 {
			many.Explained[j].Mean = 0.2
		}
	}
	for i := range 30 {
		many.Factors.Inclusion.Set(i, 0, 1)
		many.Factors.Inclusion.Set(i, 1, float64((i+1)%3/2))
	}
	many.Noise.Mean, many.Rest.Mean = 0.5, 0.03
	text, dense := varianceWords(many)
	if text != "2 factors explain 40 % of the variance, and 14 minor factors, 10 %; noise is 50 %" {
		t.Errorf("%q", text)
	}
	if !strings.HasPrefix(dense, "1 factor loads on more than nine items in ten") {
		t.Errorf("%q", dense)
	}
	if text, _ := varianceWords(nil); text != "" {
		t.Errorf("%q of no model of factors", text)
	}
}

// What the factors explain is said once: by their shares, which add up.
func TestLearntLeavesTheSharesToTheFactors(t *testing.T) {
	snapshot := &inference.Snapshot{Scalars: []inference.Scalar{{Name: "noise", Mean: 0.4},
		{Name: "explained", Mean: 0.52}}}
	if l := Learnt(&depict.Subject{Snapshot: snapshot}); len(l) != 2 {
		t.Errorf("without factors %v is learnt", l)
	}
	snapshot.Parts = []inference.Part{&factor.Factors{State: &factor.State{}}}
	if l := Learnt(&depict.Subject{Snapshot: snapshot}); len(l) != 1 || l[0].Words != "noise" {
		t.Errorf("beside the shares of factors %v is learnt", l)
	}
}

// A mean has as many decimals as its deviation, and what goes by a letter with a star is a symbol.
func TestLearntInOneFormat(t *testing.T) {
	s := &depict.Subject{Snapshot: &inference.Snapshot{Scalars: []inference.Scalar{
		{Name: "clusters", Mean: 5.1325, StandardDeviation: 1.4}, {Name: "noise", Mean: 0.5, StandardDeviation: 0.084},
		{Name: "score", Mean: -476.4, StandardDeviation: 46}, {Name: "shape", Mean: 125}}},
		Info: inference.Info{Parameters: []inference.Parameter{{Name: "shape", Title: "a*, shape"}}}}
	words, symbols := Learnt(s).Split()
	var got []string
	for _, f := range words {
		got = append(got, f.Text)
	}
	if want := []string{"5.1 ± 1.4", "0.500 ± 0.084", "−476 ± 46"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if len(symbols) != 1 || symbols[0].Text != "125" {
		t.Errorf("symbols are %v", symbols)
	}
}

// What a model finds goes by its own name where a setting of that name is another number, and by the setting's where it
// was chosen in its place.
func TestLearntIsNotTheSetting(t *testing.T) {
	s := &depict.Subject{Snapshot: &inference.Snapshot{Scalars: []inference.Scalar{{Name: "components", Mean: 3},
		{Name: "edges", Mean: 17}, {Name: "penalty", Mean: 0.2}}},
		Info: inference.Info{Scalars: []string{"components", "edges", "penalty"}, Parameters: []inference.Parameter{
			{Name: "components", Title: "First clusters", Type: inference.Integer, Zero: "auto"},
			{Name: "edges", Title: "Edges of a column", Type: inference.Real},
			{Name: "penalty", Title: "ρ, penalty", Type: inference.Real, Zero: "auto"}}}}
	var got []string
	for _, f := range Learnt(s) {
		got = append(got, f.Words)
	}
	if want := []string{"components", "edges", "Penalty"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
