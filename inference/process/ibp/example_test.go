package ibp_test

import (
	"fmt"
	"math/rand/v2"

	"example.org/espalier/inference/process/ibp"
)

// Five customers and the dishes they took, the class of it in left-ordered form.
func Example() {
	buffet := ibp.NewProcess(ibp.Prior{Alpha: 2, Beta: 1})
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		buffet.Step(rng)
	}
	z := buffet.Matrix().LeftOrdered()
	for i := range z.Rows {
		for _, v := range z.Dense().RawRowView(i) {
			fmt.Print(v)
		}
		fmt.Println()
	}
	fmt.Printf("log P([Z]) = %.3f\n", ibp.Prior{Alpha: 2, Beta: 1}.LogClass(z))
	// Output:
	// 1110000
	// 1001000
	// 1101000
	// 0000100
	// 0001011
	// log P([Z]) = -16.644
}
