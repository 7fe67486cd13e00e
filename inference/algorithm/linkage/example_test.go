package linkage_test

import (
	"fmt"

	"example.org/espalier/inference/algorithm/linkage"

	"gonum.org/v1/gonum/mat"
)

func Example() {
	x := mat.NewDense(4, 1, []float64{0, 7, 1, 3})
	merges := linkage.Cluster(x, linkage.Average)
	for _, m := range merges {
		fmt.Printf("%d + %d at %.2f: %d rows\n", m.A, m.B, m.Height, m.Size)
	}
	fmt.Println(linkage.OptimalOrder(x, merges))
	fmt.Println(linkage.Tree(merges, []string{"a", "d", "b", "c"}).Canonical())
	// Output:
	// 0 + 2 at 1.00: 2 rows
	// 3 + 4 at 2.50: 3 rows
	// 1 + 5 at 5.67: 4 rows
	// [1 3 2 0]
	// (((0,2),3),1)
}
