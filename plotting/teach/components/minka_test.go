package components

import (
	"math"
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// The evidence of one component is an integral over its direction. On a circle, and on a sphere, it is added up over a
// grid: with the angle to the direction found the exponent is −N/2 (λ₁ − λⱼ)(1/v − 1/λ₁) times the squared sines. The
// paper counts one of the two ends of a direction, the integral both.
func TestEvidenceOfOneDirection(t *testing.T) {
	const n, cells = 4000, 200000
	constant := func(values []float64, v float64) float64 { // but for the direction
		sum := math.Log(values[0])
		for range values[1:] {
			sum += math.Log(v)
		}
		return -n/2*sum + math.Log(2*math.Pi)/2 - math.Log(n)/2 - math.Ln2
	}
	two := []float64{2.2, 1.1}
	v, mean := 1.1, 0.0
	for i := range cells {
		sin := math.Sin(math.Pi * (float64(i) + 0.5) / cells)
		mean += math.Exp(-n/2*(two[0]-two[1])*(1/v-1/two[0])*sin*sin) / cells
	}
	inferencetest.Near(t, "on a circle", logEvidence(two, n, 1), constant(two, v)+math.Log(mean), 2e-3)

	three := []float64{2.5, 1.3, 0.9}
	v, mean = 1.1, 0
	for i := range cells { // the first coordinate of a point on a sphere is uniform
		x := (float64(i) + 0.5) / cells
		if (1-x*x)*n > 400 {
			continue
		}
		inner := 0.0
		const turns = 64
		for j := range turns {
			sin, cos := math.Sincos(2 * math.Pi * float64(j) / turns)
			bend := (three[0]-three[1])*cos*cos + (three[0]-three[2])*sin*sin
			inner += math.Exp(-n/2*bend*(1/v-1/three[0])*(1-x*x)) / turns
		}
		mean += inner / cells
	}
	inferencetest.Near(t, "on a sphere", logEvidence(three, n, 1), constant(three, v)+math.Log(mean), 2e-2)
}
