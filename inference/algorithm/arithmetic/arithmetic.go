// Package arithmetic tells how this computer rounds. The exponential of the library uses fused multiply-adds where the
// processor has them, and on some architectures the compiler fuses products with sums, so fits by the same build have
// the same bits only where numbers are rounded alike.
package arithmetic

import (
	"fmt"
	"hash/fnv"
	"math"
	"runtime"
	"sync"
)

// Here names the architecture, the version of Go, and a mark of how functions and sums of products are rounded, such
// as "amd64, go1.26.0, rounding 1a2b3c4d". The mark is computed from results of arithmetic; the name of the processor
// plays no part.
var Here = sync.OnceValue(func() string {
	return fmt.Sprintf("%s, %s, rounding %s", runtime.GOARCH, runtime.Version(), Mark())
})

// Elsewhere says, in a sentence or two, that a fit was made where numbers are rounded in another way; "" where they are
// rounded as here, or where made, the value of Here there, is not known.
func Elsewhere(made string) string {
	if made == "" || made == Here() {
		return ""
	}
	return fmt.Sprintf(
		"This fit was made where numbers are rounded in another way (%q; here %q). It continues, but not to the same bits as there.",
		made, Here())
}

// Mark is eight hexadecimal digits, equal on computers that round alike.
func Mark() string {
	h := fnv.New32a()
	x, sum := 0.7, 0.0
	for range 2000 {
		x = 3.99 * x * (1 - x) // between 0 and 1, without a pattern
		sum = sum*0.9 + x*x
		for _, v := range []float64{math.Exp(10*x - 5), math.Expm1(x), math.Log(x + 0.1), math.Log1p(x), math.Pow(x+0.1, 1.7),
			math.Sin(9 * x), math.Tanh(x), math.Erf(x), sum} {
			fmt.Fprintf(h, "%x,", math.Float64bits(v))
		}
	}
	return fmt.Sprintf("%08x", h.Sum32())
}
