package survey

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
)

// BenchmarkDoubts looks at a wide table of measurements.
func BenchmarkDoubts(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	u := table(numbered("r%d", 200), numbered("c%d", 20000), func(int, int) float64 { return math.Exp(rng.NormFloat64()) })
	d, err := u.Prepare(inference.Preprocessing{Centre: true, Scale: true})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		Doubts(d, false)
	}
}
