package teach

import "testing"

// Over several draws the correlation is found and the groups come together.
func TestColumnsTogetherFindTheGroups(t *testing.T) {
	const draws = 3
	var learnt, without, with float64 // means
	for seed := range draws {
		c := open(t, columnsTogether(), uint64(seed)+50, "points=32")
		to(t, c, c.Steps())
		k := c.Counters()
		learnt, without, with = learnt+k[0].Drawn/float64(draws), without+k[1].Drawn/float64(draws), with+k[2].Drawn/float64(draws)
	}
	if !(learnt > 0.8) || !(with > without+0.1) {
		t.Errorf("correlation %.2f where 0.95 is true; purity %.2f without Σ, %.2f with it", learnt, without, with)
	}
}

// The contour at one standard deviation passes through √Σ₁₁ and is closed.
func TestEllipseOfACovariance(t *testing.T) {
	o := ellipse(sigmaOf(4, -0.5), 1)
	if !near(o.X[0], 2) || !near(o.Y[0], -1) || !near(o.X[len(o.X)-1], 2) {
		t.Errorf("it begins at %v, %v and ends at %v", o.X[0], o.Y[0], o.X[len(o.X)-1])
	}
	for i := range o.X {
		// xᵀΣ⁻¹x with Σ = (4 −2; −2 4), whose inverse is (4 2; 2 4)/12.
		if q := (4*o.X[i]*o.X[i] + 4*o.X[i]*o.Y[i] + 4*o.Y[i]*o.Y[i]) / 12; !near(q, 1) {
			t.Fatalf("corner %d lies at %v squared standard deviations", i, q)
		}
	}
}
