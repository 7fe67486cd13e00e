package factors

import (
	"cmp"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/factor"
)

// Worth returns the gain in the prediction of hidden cells by the weaker factors of draws, and its standard error over
// the cells: the mean log density of a cell under all factors of a draw, averaged over the draws, less that under the
// strongest ones alone. Strength is ‖g_k‖²‖x_k‖². The variance of an item that the other factors would explain,
// averaged over the cases, is added to its noise. Values are in working units; offset is that of the items, nil for
// zeros, unless a draw has its own. The result is NaN without draws or cells. O(cells·K) for each draw.
func Worth(draws []factor.Draw, side inference.Side, offset []float64, cells []inference.Cell, values []float64,
	strongest int) (nats, standardError float64) {
	if len(draws) == 0 || len(cells) == 0 {
		return math.NaN(), math.NaN()
	}
	all, few := make([]float64, len(cells)), make([]float64, len(cells))
	for i := range cells {
		all[i], few[i] = math.Inf(-1), math.Inf(-1)
	}
	for _, draw := range draws {
		s := draw.State
		from := offset
		if s.Offset != nil {
			from = make([]float64, len(s.Offset))
			for d, v := range s.Offset {
				from[d] = float64(v)
			}
		}
		fit, kept, lost := parts(s, strongest, cells, side)
		for i, c := range cells {
			d := c.Column
			if side == inference.OnRows {
				d = c.Row
			}
			mean := 0.0
			if from != nil {
				mean = from[d]
			}
			psi := float64(s.Noise[d])
			all[i] = special.LogAdd(all[i], logNormal(values[i]-mean-fit[i], psi))
			few[i] = special.LogAdd(few[i], logNormal(values[i]-mean-kept[i], psi+lost[d]))
		}
	}
	n, square := float64(len(cells)), 0.0
	for i := range cells {
		d := all[i] - few[i]
		nats += d / n
		square += d * d / n
	}
	return nats, math.Sqrt(max(square-nats*nats, 0) / n)
}

// Strong returns the mean over draws of the number of factors that have a hundredth of the variance or more, as
// [Summary.Explained] measures it, rounded; 0 without draws.
func Strong(draws []factor.Draw) int {
	sum := 0
	for _, draw := range draws {
		s, whole := draw.State, 0.0
		power, _ := powers(s)
		for _, p := range power {
			whole += p
		}
		if len(s.Activities) > 0 {
			for _, psi := range s.Noise {
				whole += float64(len(s.Activities[0])) * float64(psi)
			}
		}
		for _, p := range power {
			if p >= minorShare*whole {
				sum++
			}
		}
	}
	return int(math.Round(float64(sum) / float64(max(len(draws), 1))))
}

// powers returns ‖g_k‖²‖x_k‖² and ‖x_k‖² of each factor of a draw.
func powers(s *factor.Sparse) (power, square []float64) {
	power, square = make([]float64, len(s.Items)), make([]float64, len(s.Items))
	for k, values := range s.Values {
		g := 0.0
		for _, v := range values {
			g += float64(v) * float64(v)
		}
		for _, x := range s.Activities[k] {
			square[k] += float64(x) * float64(x)
		}
		power[k] = g * square[k]
	}
	return power, square
}

func logNormal(e, variance float64) float64 {
	return -0.5 * (math.Log(2*math.Pi*variance) + e*e/variance)
}

// parts returns the value of each cell under all factors of a draw and under the strongest, and, for each item, the
// mean square of the others.
func parts(s *factor.Sparse, strongest int, cells []inference.Cell, side inference.Side) (fit, kept, lost []float64) {
	fit, kept, lost = make([]float64, len(cells)), make([]float64, len(cells)), make([]float64, len(s.Noise))
	power, square := powers(s)
	order := inference.UpTo(len(s.Items))
	stable.Sort(order, func(a, b int) int { return cmp.Compare(power[b], power[a]) })
	loading := make([]float64, len(s.Noise))
	for place, k := range order {
		for i, d := range s.Items[k] {
			loading[d] = float64(s.Values[k][i])
		}
		for i, c := range cells {
			d, n := c.Column, c.Row
			if side == inference.OnRows {
				d, n = n, d
			}
			v := loading[d] * float64(s.Activities[k][n])
			fit[i] += v
			if place < strongest {
				kept[i] += v
			}
		}
		for _, d := range s.Items[k] {
			if place >= strongest {
				lost[d] += loading[d] * loading[d] * square[k] / float64(len(s.Activities[k]))
			}
			loading[d] = 0
		}
	}
	return fit, kept, lost
}
