package categorical

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestDraw: indices come as often as their weights say, whatever the scale of these; those of weight
// 0 never come.
func TestDraw(t *testing.T) {
	const draws = 40_000
	weights := []float64{0, 1, 0, 3, 6, 0}
	for name, draw := range map[string]func(rng *rand.Rand) int{
		"weights": func(rng *rand.Rand) int { return Draw(weights, rng) },
		"logs": func(rng *rand.Rand) int {
			logs := make([]float64, len(weights))
			for i, w := range weights {
				logs[i] = math.Log(w) - 5000
			}
			return DrawLogs(logs, rng)
		},
	} {
		rng := rand.New(rand.NewPCG(3, 8))
		count := make([]int, len(weights))
		for range draws {
			count[draw(rng)]++
		}
		for i, w := range weights {
			p := w / 10
			if limit := 4.5 * math.Sqrt(draws*p*(1-p)); !(math.Abs(float64(count[i])-draws*p) <= limit) {
				t.Errorf("%s: index %d came %d times, want %.0f ± %.0f", name, i, count[i], draws*p, limit)
			}
		}
	}
	if i := Draw(make([]float64, 3), rand.New(rand.NewPCG(1, 1))); i != 0 {
		t.Errorf("of no weight: %d", i)
	}
}
