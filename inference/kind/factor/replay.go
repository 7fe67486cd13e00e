package factor

import (
	"math"

	"example.org/espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// Present implements inference.Replayed: the state without the draws.
func (f *Factors) Present() inference.Part { return &Factors{State: f.State} }

// Change implements inference.Replayed: the root of the sum of squares by which the loadings differ, or which cases
// own a feature, as a share of that of both states. Factors are matched by their IDs.
func (f *Factors) Change(from inference.Part) float64 {
	was, ok := from.(*Factors)
	if !ok {
		return 1
	}
	a, b := was.State.shown(), f.State.shown()
	before := map[int]int{}
	if was.State != nil {
		for k, id := range was.State.IDs {
			before[id] = k
		}
	}
	apart, size, met := 0.0, squares(a), 0.0
	if b != nil {
		rows, _ := b.Dims()
		for k, id := range f.State.IDs {
			old, stayed := before[id]
			if stayed = stayed && a != nil; stayed {
				if n, _ := a.Dims(); n != rows {
					return 1
				}
			}
			for i := range rows {
				x, y := b.At(i, k), 0.0
				if stayed {
					y = a.At(i, old)
					met += y * y
				}
				apart += (x - y) * (x - y)
				size += x * x
			}
		}
	}
	apart += max(0, squares(a)-met) // of factors that died
	if size == 0 {
		return 0
	}
	return min(1, math.Sqrt(apart/size))
}

// shown returns the matrix that tells states apart, a column for each factor: loadings, or who owns a feature.
func (f *State) shown() *mat.Dense {
	switch {
	case f == nil:
		return nil
	case f.Binary:
		return f.Inclusion
	}
	return f.Loadings
}

func squares(x *mat.Dense) (sum float64) {
	if x == nil {
		return 0
	}
	rows, _ := x.Dims()
	for i := range rows {
		for _, v := range x.RawRowView(i) {
			sum += v * v
		}
	}
	return sum
}

// Toward implements inference.Replayed: IDs tell factors apart, wherever they stand.
func (f *Factors) Toward(inference.Part) inference.Part { return f }
