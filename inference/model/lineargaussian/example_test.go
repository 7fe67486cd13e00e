package lineargaussian_test

import (
	"context"
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/model/lineargaussian"
	"example.org/espalier/inference/read"
)

// Rows that are sums of two patterns, and the features that a chain finds in them.
func Example() {
	table, err := read.Bytes("table", "table", []byte(
		"name,a,b,c,d\nr1,5.1,4.9,0.1,0\nr2,0,0.1,5,5.1\nr3,5,5,4.9,5.2\nr4,0.1,0,-0.1,0\nr5,4.9,5.1,0,0.1\nr6,-0.1,0,5.1,5\n"),
		read.Options{})
	if err != nil {
		panic(err)
	}
	data, err := table.Prepare(inference.Preprocessing{})
	if err != nil {
		panic(err)
	}
	settings := lineargaussian.Model{}.Info().Defaults()
	_ = settings.Set("base", "false")
	chain, err := lineargaussian.Model{}.New(data, settings, inference.Streams{Seed: 1}, 1)
	if err != nil {
		panic(err)
	}
	for range 200 {
		if _, err := chain.Step(context.Background()); err != nil {
			panic(err)
		}
	}
	f := factor.StateOf(chain.Snapshot())
	for i, name := range data.Rows {
		fmt.Println(name, f.Inclusion.RawRowView(i))
	}
	// Output:
	// r1 [0 1]
	// r2 [1 0]
	// r3 [1 1]
	// r4 [0 0]
	// r5 [0 1]
	// r6 [1 0]
}
