package pydt

import (
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/numbers"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
)

// Which tables are fitted by probit, which notes the others get, and which tables are refused.
func TestObservation(t *testing.T) {
	animals, err := sampledata.Open("animals")
	if err != nil {
		t.Fatal(err)
	}
	n, _ := animals.Dims()
	mixed := *animals
	mixed.X = mat.DenseCopyOf(animals.X)
	for i := range n {
		mixed.X.(*mat.Dense).Set(i, 2, 0.5*float64(i))
	}
	mixed.Kind = inference.KindOf(mixed.X)
	penguins, err := sampledata.Open("penguins")
	if err != nil {
		t.Fatal(err)
	}
	standard := Model{}.Info().Preprocessing
	for _, c := range []struct {
		name        string
		table       *inference.Table
		p           inference.Preprocessing
		observation string
		probit      bool
		note, err   string // part of it; "" for none
	}{
		{"binary", animals, standard.For(animals), "auto", true, "by probit", ""},
		{"binary, asked for", animals, inference.Preprocessing{}, "probit", true, "by probit", ""},
		{"binary as numbers", animals, standard.For(animals), "gaussian", false, "fitted as numbers", ""},
		{"binary, centred", animals, inference.Preprocessing{Centre: true}, "auto", false, "neither centre nor scale it", ""},
		{"binary, centred, asked for", animals, inference.Preprocessing{Centre: true}, "probit", false, "",
			"turn centring and scaling off"},
		{"mixed", &mixed, standard, "auto", false, "", ""},
		{"mixed, asked for", &mixed, standard, "probit", false, "", "annotations"},
		{"mixed as read, asked for", &mixed, inference.Preprocessing{}, "probit", false, "", mixed.Columns[2]},
		{"continuous, asked for", penguins, standard, "probit", false, "", "set observation to gaussian"},
	} {
		data, err := c.table.Prepare(c.p)
		if err != nil {
			t.Fatal(err)
		}
		s := independent(Model{})
		if err := s.Set("observation", c.observation); err != nil {
			t.Fatal(err)
		}
		notes, err := Model{}.Check(data, s)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if err != nil || !strings.Contains(strings.Join(notes, "\n"), c.note) {
			t.Errorf("%s: %q, %v", c.name, notes, err)
		}
		if probit, err := isProbit(data, s); err != nil || probit != c.probit {
			t.Errorf("%s: binary is %v, %v", c.name, probit, err)
		}
	}
}

// TestSmallNumbersAreNotZeros: numbers far below 1 are numbers, however they are scaled.
func TestSmallNumbersAreNotZeros(t *testing.T) {
	penguins, err := sampledata.Open("penguins")
	if err != nil {
		t.Fatal(err)
	}
	small, x := *penguins, mat.DenseCopyOf(penguins.X)
	x.Scale(1e-14, x)
	small.X = x
	for _, p := range []inference.Preprocessing{{}, {Centre: true}, {Centre: true, Scale: true}} {
		data, err := small.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		for j := range data.Columns {
			if numbers.NotBinaryIn(data, j) < 0 {
				t.Errorf("%v: column %s seems to hold only zeros and ones", p, data.Columns[j])
			}
		}
	}
}
