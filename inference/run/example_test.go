package run_test

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/run"
)

// newton finds the square root of 2.
type newton struct{ x float64 }

func (n *newton) Step(context.Context) (inference.Report, error) {
	if n.x == 0 {
		n.x = 1 // the start
	} else {
		n.x = (n.x + 2/n.x) / 2
	}
	return inference.Report{Scalars: []float64{n.x}, Fraction: 1, Changed: true}, nil
}

func (n *newton) Snapshot() *inference.Snapshot {
	return &inference.Snapshot{Scalars: []inference.Scalar{{Name: "root", Mean: n.x}}}
}

func Example() {
	info := inference.Info{Name: "newton", Scalars: []string{"root"}}
	r := run.Start(context.Background(), &newton{}, info, run.Options{Iterations: 2})
	defer r.Close()
	if err := r.Wait(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v: %.6f\n", r.Progress().State, r.Latest().Trace.Column("root"))
	if err := r.More(2); err != nil {
		fmt.Println(err)
		return
	}
	if err := r.Wait(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("after %d iterations: %.6f\n", r.Latest().Iteration, r.Latest().Scalars[0].Mean)
	// Output:
	// finished: [1.000000 1.500000 1.416667]
	// after 4 iterations: 1.414214
}
