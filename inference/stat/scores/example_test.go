package scores_test

import (
	"fmt"

	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/inference/tree"
)

func Example() {
	clusters := []int{0, 0, 0, 1, 1, 1}
	labels := []int{5, 5, 6, 6, 6, 6}
	fmt.Printf("adjusted Rand %.3f\n", scores.AdjustedRand(clusters, labels))
	fmt.Printf("purity        %.3f\n", scores.Purity(clusters, labels))
	fmt.Printf("NMI           %.3f\n", scores.NormalizedMutualInformation(clusters, labels))
	// Output:
	// adjusted Rand 0.324
	// purity        0.833
	// NMI           0.479
}

func ExampleDendrogramPurity() {
	t, _ := tree.ParseNewick([]byte("((cat:.3,dog:.3):.7,(carp:.6,(pike:.4,eel:.4):.2):.4);"))
	// Mammals are one clade, and so are fish.
	fmt.Println(scores.DendrogramPurity(t, []int{0, 0, 1, 1, 1}))
	// Now pike is taken for a mammal.
	fmt.Println(scores.DendrogramPurity(t, []int{0, 0, 1, 0, 1}))
	// Output:
	// 1
	// 0.7166666666666667
}
