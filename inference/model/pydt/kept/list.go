package kept

import (
	"math"

	"example.org/espalier/inference"
)

const (
	Most      = 1000
	MostBytes = 48 << 20 // a chain
)

// A List has evenly spaced draws, the best one, and the moments of all scalars
// after burn-in.
type List struct {
	Names   []string
	Draws   []Draw
	Spacing int
	Best    Draw
	First   []float64   // scalars of iteration 0
	Sums    [][]float64 // by iteration: Σ(x−first) and Σ(x−first)² of each scalar so far
}

// Offer gives the list a state that it may keep.
func (k *List) Offer(iteration int, scalars []float64, capture func() Draw) {
	k.Spacing = max(k.Spacing, 1)
	k.count(scalars)
	best := iteration == 0 || scalars[0] > k.Best.Objective
	if iteration%k.Spacing != 0 && !best {
		return
	}
	d := capture()
	if best {
		k.Best = d
	}
	if iteration%k.Spacing != 0 {
		return
	}
	k.Draws = append(k.Draws, d)
	if len(k.Draws) >= min(Most, max(MostBytes/d.bytes(), 20)) {
		// Drop every other draw; those published stay as they are.
		k.Spacing *= 2
		var fewer []Draw
		for _, d := range k.Draws {
			if d.Iteration%k.Spacing == 0 {
				fewer = append(fewer, d)
			}
		}
		k.Draws = fewer
	}
}

// AfterBurnIn returns the kept draws after burn-in.
func (k *List) AfterBurnIn() []Draw {
	if len(k.Draws) == 0 {
		return nil
	}
	last := len(k.Sums) - 1
	for i, d := range k.Draws {
		if float64(d.Iteration) >= inference.BurnIn*float64(last) {
			return k.Draws[i:]
		}
	}
	return k.Draws[len(k.Draws)-1:]
}

// count adds the scalars of an iteration to the running sums.
func (k *List) count(scalars []float64) {
	w := len(scalars)
	row := make([]float64, 2*w)
	if k.First == nil {
		k.First = scalars
	} else {
		copy(row, k.Sums[len(k.Sums)-1])
	}
	for i, x := range scalars {
		x -= k.First[i]
		row[i] += x
		row[w+i] += x * x
	}
	k.Sums = append(k.Sums, row)
}

// Moments returns mean and standard deviation of each scalar after burn-in.
func (k *List) Moments() []inference.Scalar {
	if len(k.Sums) == 0 {
		return nil
	}
	last := len(k.Sums) - 1
	from := int(math.Ceil(inference.BurnIn * float64(last)))
	w, n := len(k.First), float64(last-from+1)
	list := make([]inference.Scalar, w)
	for i, name := range k.Names {
		sum, square := k.Sums[last][i], k.Sums[last][w+i]
		if from > 0 {
			sum -= k.Sums[from-1][i]
			square -= k.Sums[from-1][w+i]
		}
		mean := sum / n
		list[i] = inference.Scalar{Name: name, Mean: k.First[i] + mean,
			StandardDeviation: math.Sqrt(math.Max(0, square/n-mean*mean))}
	}
	return list
}
