package nsfa_test

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/model/nsfa"
	"example.org/espalier/sampledata"
)

// A chain on a small table: how many factors there are after some sweeps.
func Example() {
	table, _ := sampledata.Open("crabs")
	m := nsfa.Model{}
	data, _ := table.Prepare(m.Info().Preprocessing)
	chain, _ := m.New(data, m.Info().Defaults(), inference.Streams{Seed: 1}, 1)
	for sweeps := 0; sweeps <= 50; {
		r, err := chain.Step(context.Background())
		if err != nil {
			fmt.Println(err)
			return
		}
		if r.Scalars != nil {
			sweeps++
		}
	}
	s := chain.Snapshot()
	fmt.Println(s.Iteration, "sweeps; some factors:", factor.StateOf(s).Count() > 0)
	// Output: 50 sweeps; some factors: true
}
