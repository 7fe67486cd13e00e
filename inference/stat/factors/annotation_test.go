package factors

import (
	"fmt"
	"math"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"

	"gonum.org/v1/gonum/mat"
)

func TestAssociations(t *testing.T) {
	x := mat.NewDense(12, 2, nil)
	groups, numbers := make([]string, 12), make([]string, 12)
	for n := range 12 {
		x.Set(n, 0, float64(n))
		x.Set(n, 1, float64((n*5)%12))
		groups[n], numbers[n] = fmt.Sprint("g", n/4), fmt.Sprint(-n)
	}
	numbers[3] = ""
	s := &Summary{Factors: &factor.State{IDs: []int{0, 1}, Loadings: mat.NewDense(3, 2, nil), Activities: x}}
	a := Associations(s, inference.NewAnnotation("group", groups))
	// 3! of the 12!/(4!)³ = 34650 ways are as far apart.
	if len(a) != 2 || !a[0].Exact || !(math.Abs(a[0].P-6.0/34650) <= 1e-12) || a[0].Numeric ||
		a[0].Strength() != "strong" || a[1].P < 0.05 || !(math.Abs(a[0].Adjusted-2*a[0].P) <= 1e-12) {
		t.Errorf("by groups %+v", a)
	}
	a = Associations(s, inference.NewAnnotation("number", numbers))
	if !a[0].Numeric || a[0].Statistic != -1 || a[0].Cases != 11 {
		t.Errorf("by numbers %+v", a[0])
	}
	s.Factors.Side = inference.OnRows
	if Associations(s, inference.NewAnnotation("group", groups)) != nil ||
		Associations(nil, inference.Annotation{}) != nil {
		t.Error("associations of what has no annotation")
	}
}
