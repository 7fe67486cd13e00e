package expected_test

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/expected"

	"gonum.org/v1/gonum/mat"
)

func full() inferencetest.KindValue {
	no := math.NaN()
	return &expected.Cells{Columns: 3, List: []expected.Cell{
		{0, 0, []float64{.25, .75}, no, no, no, .5, -.25, 1.5, -.25},
		{0, 2, nil, 1, 4, 9, .125, -1, 2, no},
		{1, 1, []float64{.5, .25, .25}, no, no, no, no, no, no, -1.5},
		{4, 0, []float64{1, 0}, no, no, no, -2, -3, -1, -4}}}
}

func empty() inferencetest.KindValue { return new(expected.Cells) }

func TestKind(t *testing.T) { inferencetest.Kind(t, full, empty) }

func TestVersion1(t *testing.T) {
	inferencetest.SameForm(t, full(), empty(), "testdata/expected1.bin")
}

func FuzzCells(f *testing.F) { inferencetest.FuzzKind(f, full, empty) }

func TestCheck(t *testing.T) {
	for want, change := range map[string]func(c *expected.Cells){
		"no row 1, column 3":          func(c *expected.Cells) { c.Columns = 2 },
		"row 2, column 2 comes out":   func(c *expected.Cells) { c.List[1].Row = 2 },
		"row 1, column 1 comes out":   func(c *expected.Cells) { c.List[1] = c.List[0] },
		"a probability of -0.5":       func(c *expected.Cells) { c.List[0].Probabilities = []float64{-.5, 1.5} },
		"probabilities sum to 0.5":    func(c *expected.Cells) { c.List[2].Probabilities = []float64{.5, 0, 0} },
		"quantiles of 1, 0.5 and 9":   func(c *expected.Cells) { c.List[1].Middle = .5 },
		"a log probability of -Inf":   func(c *expected.Cells) { c.List[0].Log = math.Inf(-1) },
		"a hidden number of 9 from":   func(c *expected.Cells) { c.List[0].Hidden = 9 },
		"a hidden number of -2 from ": func(c *expected.Cells) { c.List[3].HiddenLow = math.Inf(-1) },
	} {
		c := full().(*expected.Cells)
		change(c)
		if err := c.Check(nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	yes := column.Kind{Sort: column.YesNo, Levels: []string{"no", "yes"}}
	three := column.Kind{Sort: column.Category, Levels: []string{"a", "b", "c"}}
	data := &inference.Dataset{X: mat.NewDense(5, 3, nil), Kinds: []column.Kind{yes, three, {Sort: column.Count}}}
	if err := full().Check(data); err != nil {
		t.Error(err)
	}
	data.Kinds[1] = yes
	if err := full().Check(data); err == nil || !strings.Contains(err.Error(), "3 probabilities for 2") {
		t.Error(err)
	}
	data.X, data.Kinds[1] = mat.NewDense(4, 3, nil), three
	if err := full().Check(data); err == nil || !strings.Contains(err.Error(), "no row 5") {
		t.Error(err)
	}
}

func TestAt(t *testing.T) {
	c := full().(*expected.Cells)
	if one, ok := c.At(1, 1); !ok || one.Likely() != 0 || one.HasHidden() {
		t.Errorf("%+v", one)
	}
	if one, ok := c.At(0, 2); !ok || one.Likely() != -1 || one.Middle != 4 {
		t.Errorf("%+v", one)
	}
	for _, at := range [][2]int{{0, 1}, {3, 0}, {9, 0}} {
		if _, ok := c.At(at[0], at[1]); ok {
			t.Errorf("a cell at %v", at)
		}
	}
	var none *expected.Cells
	if _, ok := none.At(0, 0); ok {
		t.Error("a cell of nothing")
	}
}
