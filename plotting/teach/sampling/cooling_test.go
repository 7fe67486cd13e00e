package sampling

import (
	"math"
	"testing"

	"example.org/espalier/plotting/teach/stage/stagetest"
)

// Without bumps the mean energy of a bowl is T, away from the edges, and the energy is 0 at the bottom alone.
func TestSurfaceInEquilibrium(t *testing.T) {
	if e, _ := (surface{}).inEquilibrium(0.05); !(math.Abs(e-0.05) <= 5e-4) {
		t.Errorf("mean energy %v at temperature 0.05", e)
	}
	s := surface{3}
	if s.energy(surfaceX, surfaceY) > 1e-12 {
		t.Errorf("energy %v at the bottom", s.energy(surfaceX, surfaceY))
	}
	for i := range surfaceCells {
		for j := range surfaceCells {
			if e := s.energy(middle(i), middle(j)); !(e > 0) {
				t.Fatalf("energy %v at %v, %v", e, middle(i), middle(j))
			}
		}
	}
	// A sum over other cells, with the energy written out.
	const cells = 500
	total, energy, share := 0.0, 0.0, 0.0
	for i := range cells {
		for j := range cells {
			x, y := 8*(float64(i)+0.5)/cells-4, 8*(float64(j)+0.5)/cells-4
			e := 0.4*(math.Pow(x-1.6, 2)+math.Pow(y+1.6, 2)) + 3*(math.Pow(math.Sin(math.Pi*x/1.6), 2)+math.Pow(math.Sin(math.Pi*y/1.6), 2))
			w := math.Exp(-e / 0.7)
			total, energy = total+w, energy+w*e
			if x > 0.8 && x < 2.4 && y < -0.8 && y > -2.4 {
				share += w
			}
		}
	}
	if e, p := s.inEquilibrium(0.7); !(math.Abs(e-energy/total) <= 2e-3) || !(math.Abs(p-share/total) <= 2e-3) {
		t.Errorf("energy %v and share %v, want %v and %v", e, p, energy/total, share/total)
	}
	if _, p := s.inEquilibrium(coldest); p < 0.99 {
		t.Errorf("share %v of the deepest valley when cold", p)
	}
}

// At the defaults nearly all walkers that are cooled slowly keep near equilibrium and end in the deepest valley. Cooled
// fast they leave it and fewer do; without heat they stay where they began.
func TestSlowCoolingFindsTheBottom(t *testing.T) {
	found := map[string]float64{}
	for _, schedule := range []string{"slow", "fast", "none"} {
		for seed := range 3 {
			p := stagetest.Played[coolingPlay](t, SimulatedAnnealing(), uint64(seed)+1, "schedule", schedule)
			found[schedule] += p.inDeepest() / 3
			above := p.energy[coolingSteps] - p.coolingPlan.energy[coolingSteps]
			if schedule == "slow" && !(above < 0.1) || schedule != "slow" && !(above > 0.15) {
				t.Errorf("%s, seed %d: the mean energy ends %v above that of equilibrium", schedule, seed+1, above)
			}
		}
	}
	if !(found["slow"] > 0.9) || !(found["fast"] < found["slow"]-0.15) || !(found["none"] < 0.15) {
		t.Errorf("shares in the deepest valley: %v", found)
	}
}
