package selected

import (
	"fmt"

	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/plotting"

	"gonum.org/v1/gonum/mat"
)

func Example_directions() {
	c := &covariance.Covariance{Columns: []string{"a", "b"}, Form: covariance.Free, Estimate: covariance.PosteriorMean,
		Dense: mat.NewDense(2, 2, []float64{2, 1, 1, 2})}
	var l Directions
	l.Follow(c)
	fmt.Println(len(l.list), plotting.FormatPercent(l.list[0].Share))
	// Output: 2 75 %
}
