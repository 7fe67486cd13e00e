package gap

import (
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference/algorithm/linkage"

	"gonum.org/v1/gonum/mat"
)

// One cloud with some rows spread far on one side is not cut into these and nearly all rows, and the reason says so.
func TestEvenParts(t *testing.T) {
	const n = 112
	rng := rand.New(rand.NewPCG(8, 1))
	x := mat.NewDense(n, 4, nil)
	for i := range n {
		for j := range 4 {
			x.Set(i, j, rng.NormFloat64())
		}
		if i%16 == 0 {
			x.Set(i, 0, 4+2*rng.Float64()+float64(i)/16)
			x.Set(i, 1, 4+2*rng.Float64())
		}
	}
	ward := linkage.Tree(linkage.Cluster(x, linkage.Ward), make([]string, n))
	cut := ward.CutBranches(MostGroups, x.RawRowView)
	sizes := func(k int) (largest int) {
		for _, g := range cut.Groups(k) {
			largest = max(largest, len(g))
		}
		return largest
	}
	if s := sizes(2); s != n-n/16 {
		t.Fatalf("the first cut leaves %d of %d rows", s, n)
	}
	k := Even(cut, 2)
	if k < 3 || 8*sizes(k) > 7*n || 8*sizes(k-1) <= 7*n || Even(cut, k+1) != k+1 {
		t.Errorf("%d parts, of at most %d rows", k, sizes(k))
	}
	one := Number{Groups: 1, Parts: 2}.even(cut)
	if one.Parts != k ||
		!strings.Contains(one.Reason(), "2 parts describe the rows best (gap statistic), but one of them has nearly") {
		t.Errorf("no clear groups: %+v, %s", one, one.Reason())
	}
	if two := (Number{Groups: 2, Parts: 2}).even(cut); two.Parts != 2 || two.Groups != 2 {
		t.Errorf("two clear groups became %+v", two)
	}
	few := linkage.Tree(linkage.Cluster(x.Slice(0, 2, 0, 4).(*mat.Dense), linkage.Ward), make([]string, 2)).
		CutBranches(4, x.RawRowView)
	if k := Even(few, 1); k != 2 {
		t.Errorf("two rows: %d parts", k)
	}
}
