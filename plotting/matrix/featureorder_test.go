package matrix

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// columnNumbers reads the columns as binary numbers, the first row their highest digit.
func columnNumbers(z *mat.Dense, rows, columns []int) (list []*big.Int) {
	for _, k := range columns {
		x := new(big.Int)
		for _, i := range rows {
			x.Lsh(x, 1)
			if z.At(i, k) >= 0.5 {
				x.SetBit(x, 0, 1)
			}
		}
		list = append(list, x)
	}
	return list
}

func falling(list []*big.Int) bool {
	return slices.IsSortedFunc(list, func(a, b *big.Int) int { return b.Cmp(a) })
}

// Left-ordered columns fall as binary numbers, and grouped rows fall as numbers over the
// columns; of a doubly ordered matrix both are so.
func TestFeatureOrders(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	for range 60 {
		d, n := 1+rng.IntN(150), 1+rng.IntN(70)
		z, g := mat.NewDense(d, n, nil), mat.NewDense(d, n, nil)
		for i := range d {
			for k := range n {
				if z.Set(i, k, rng.Float64()*rng.Float64()*2); z.At(i, k) >= 0.5 {
					g.Set(i, k, rng.NormFloat64())
				}
			}
		}
		rows := rng.Perm(d)
		if got := leftOrder(z, rows); !falling(columnNumbers(z, rows, got)) || !isPermutation(got, n) {
			t.Fatalf("%d×%d: left order is %v", d, n, got)
		}
		transposed := mat.DenseCopyOf(z.T())
		columns := rng.Perm(n)
		if got := groupRows(z, g, columns); !falling(columnNumbers(transposed, columns, got)) || !isPermutation(got, d) {
			t.Fatalf("%d×%d: grouped rows are %v", d, n, got)
		}
		r, c := doublyOrdered(z, g)
		if !falling(columnNumbers(z, r, c)) || !falling(columnNumbers(transposed, c, r)) {
			t.Fatalf("%d×%d: not ordered both ways", d, n)
		}
		sizes := bySize(z)
		for p := 1; p < n; p++ {
			if owners(z, sizes[p]) > owners(z, sizes[p-1]) {
				t.Fatalf("by size: %v", sizes)
			}
		}
	}
}

func owners(z *mat.Dense, k int) (n int) {
	d, _ := z.Dims()
	for i := range d {
		if z.At(i, k) >= 0.5 {
			n++
		}
	}
	return n
}

func isPermutation(list []int, n int) bool {
	return slices.Equal(slices.Sorted(slices.Values(list)), inference.UpTo(n))
}

func TestRowsByStrongest(t *testing.T) {
	// The second column is ten times as large; beside its spread it is not stronger.
	x := mat.NewDense(4, 2, []float64{-3, 10, 1, 20, 2, 0, 0, -5})
	if got := groupRows(nil, x, nil); !slices.Equal(got, []int{2, 0, 1, 3}) {
		t.Errorf("rows stand as %v", got)
	}
}

func TestCaseOrders(t *testing.T) {
	data, f := factorData(60, 20, 4, 0, 8)
	a := data.Annotations[0]
	order := CasesByAnnotation(a, f.Activities)
	codes := make([]int, len(order))
	for p, i := range order {
		codes[p] = a.Codes[i]
	}
	if !isPermutation(order, 60) || !slices.IsSorted(codes) {
		t.Errorf("by annotation: %v", codes)
	}
	if got := CasesByFactor(f.Activities, 2); !isPermutation(got, 60) || !slices.IsSortedFunc(got, func(a, b int) int {
		if f.Activities.At(a, 2) >= f.Activities.At(b, 2) {
			return -1
		}
		return 1
	}) {
		t.Errorf("by a factor: %v", got)
	}
	// Neighbours of a clustering are nearer than those of the table.
	path := func(order []int) (sum float64) {
		for p := 1; p < len(order); p++ {
			var diff mat.VecDense
			diff.SubVec(f.Activities.RowView(order[p]), f.Activities.RowView(order[p-1]))
			sum += mat.Norm(&diff, 2)
		}
		return sum
	}
	shuffled := rand.New(rand.NewPCG(1, 1)).Perm(60)
	if got := ClusterCases(f.Activities); !isPermutation(got, 60) || path(got) > 0.6*path(shuffled) {
		t.Errorf("a clustering has a path of %v, any order %v", path(got), path(shuffled))
	}
	large := mat.NewDense(maxClusteredCases+1, 2, nil)
	for i := range maxClusteredCases + 1 {
		large.Set(i, i%2, 1+float64(i))
	}
	if got := ClusterCases(large); !isPermutation(got, maxClusteredCases+1) || got[0] != maxClusteredCases {
		t.Errorf("too many to cluster: the first is %d", got[0])
	}
}
