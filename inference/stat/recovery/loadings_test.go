package recovery

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The learnt factors are the true ones in another order, one with its sign turned and another length; one true factor
// was not found, and one learnt factor is like none.
func TestPairFactors(t *testing.T) {
	truth := mat.NewDense(6, 3, []float64{
		1, 0, 0,
		1, 0, 0,
		0, 1, 0,
		0, 2, 0,
		0, 0, 3,
		0, 0, 1,
	})
	learnt := mat.NewDense(6, 3, nil)
	for k, loadings := range [][]float64{{1, -1, 1, -1, 0.1, 0}, {2, 2, 0, 0, 0, 0.1}, {0.1, 0.2, -2, -4, 0, 0}} {
		learnt.SetCol(k, loadings)
	}
	p := PairFactors(truth, learnt, 0.5)
	if !slices.Equal(p.Of, []int{1, 2, -1}) || !slices.Equal(p.Extra, []int{0}) || p.Pairs() != 2 {
		t.Errorf("%+v", p)
	}
	if p.Correlation[0] < 0.99 || p.Correlation[1] > -0.98 || !math.IsNaN(p.Correlation[2]) {
		t.Errorf("correlations %v", p.Correlation)
	}
	if p := PairFactors(truth, mat.NewDense(6, 1, []float64{1, 1, 1, 1, 1, 1}), 0.5); p.Pairs() != 0 || len(p.Extra) != 1 {
		t.Errorf("a factor of equal loadings: %+v", p)
	}
}

// Two learnt factors are nearest to the same true one; both get a partner.
func TestPairFactorsTogether(t *testing.T) {
	truth := mat.NewDense(4, 2, []float64{1, 1, 2, 0, 3, 0, 4, 0})
	learnt := mat.NewDense(4, 2, []float64{1, 3, 2, 2, 3, 1, 4, 0})
	// Both have correlation ±1 with the first true factor, and ∓0.775 with the second.
	if p := PairFactors(truth, learnt, 0.5); p.Pairs() != 2 || len(p.Extra) != 0 {
		t.Errorf("%+v", p)
	}
}

func TestReadLoadings(t *testing.T) {
	for _, text := range []string{"item,f,g\na,1,2\nb,3,4\nc,5,6\n", "factor,a,b,c\nf,1,3,5\ng,2,4,6\n"} {
		l, err := ReadLoadings(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		names, x := l.Of([]string{"c", "a"})
		if !slices.Equal(names, []string{"f", "g"}) || !mat.Equal(x, mat.NewDense(2, 2, []float64{5, 6, 1, 2})) {
			t.Errorf("%q: %v %v", text, names, x)
		}
		if !l.Know([]string{"a", "c"}) || !l.Know([]string{"g"}) {
			t.Errorf("%q: known items and factors are not known", text)
		}
		if names, x := l.Of([]string{"a", "d"}); names != nil || x != nil || l.Know(nil) || l.Know([]string{"f", "a"}) {
			t.Errorf("%q: loadings of an unknown item", text)
		}
	}
	for text, want := range map[string]string{"": "need a header", "item\na\n": "need a header",
		"item,f\na,x\n":   `line 2 of the true loadings: "x"`,
		"item,f\na,NaN\n": "not a number", "item,f\na,1,2\n": "wrong number of fields"} {
		if _, err := ReadLoadings(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
