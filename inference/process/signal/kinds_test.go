package signal_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/process/signal"
)

// The intervals of counts, categories, grades and numbers with a limit hold the λ of the latent numbers from which the
// cells were drawn, and the likeliest λ is right on average.
func TestIntervalsOfKindsHold(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	const columns, least = 15, 12 // of 60, 56 to 60 held it
	rng := rand.New(rand.NewPCG(17, 8))
	of := randomTree(t, 80, rng)
	s := signal.New(of)
	type kind struct {
		name string
		see  func(lambda float64) (observation.Column, []float64)
	}
	for _, k := range []kind{
		{"counts", func(lambda float64) (observation.Column, []float64) {
			y := drawn(t, of, lambda, rng)
			for i, u := range y {
				rate, count := math.Exp(2+.8*u), 0.
				for rate -= rng.ExpFloat64(); rate > 0; rate -= rng.ExpFloat64() {
					count++
				}
				y[i] = count
			}
			level, spread := observation.RatesOf(y, nil)
			return observation.NewCounts(nil, level, spread), y
		}},
		{"grades", func(lambda float64) (observation.Column, []float64) {
			y, counts := drawn(t, of, lambda, rng), make([]int, 4)
			for i, u := range y {
				k := 0
				for _, cut := range []float64{-.6, .1, .9} {
					if u > cut {
						k++
					}
				}
				y[i] = float64(k)
				counts[k]++
			}
			return observation.NewOrdered(observation.CutPoints(counts)), y
		}},
		{"categories", func(lambda float64) (observation.Column, []float64) {
			a, b, y := drawn(t, of, lambda, rng), drawn(t, of, lambda, rng), make([]float64, of.Leaves())
			for i := range y { // the largest of three utilities, by their contrasts
				u, v := a[i]/math.Sqrt2, b[i]/math.Sqrt(6)
				switch {
				case u+v >= v-u && u+v >= -2*v:
				case v-u >= -2*v:
					y[i] = 1
				default:
					y[i] = 2
				}
			}
			return observation.NewCategories(3), y
		}},
		{"limits", func(lambda float64) (observation.Column, []float64) {
			y, limit := drawn(t, of, lambda, rng), map[int]column.Interval{}
			for i, u := range y {
				if u < -.3 {
					y[i], limit[i] = math.NaN(), column.Interval{Low: math.Inf(-1), High: -.3}
				}
			}
			return &observation.Censored{Limit: limit}, y
		}},
	} {
		for _, lambda := range []float64{0, .5, 1} {
			hold, known, mean := 0, 0., 0.
			for range columns {
				c, y := k.see(lambda)
				share := s.Column(c, y)
				if !share.Known() {
					hold++
					continue
				}
				known++
				mean += share.Lambda
				if share.Low <= lambda+.01 && lambda-.01 <= share.High {
					hold++
				}
			}
			mean /= known
			t.Logf("%s, λ %v: mean %.2f; %d of %d intervals hold it", k.name, lambda, mean, hold, columns)
			if hold < least || !(math.Abs(mean-lambda) <= .25) {
				t.Errorf("%s, λ %v: mean %.2f; %d of %d intervals hold it", k.name, lambda, mean, hold, columns)
			}
		}
	}
}
