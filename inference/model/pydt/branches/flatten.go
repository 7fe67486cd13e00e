package branches

import (
	"math"

	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/process/pruning"
)

// A Flat replaces the means of a few messages by coordinates in the space that they span. The
// evidence of M messages that meet depends only on the distances among their means, which are those
// of M points in M−1 dimensions. So evaluating it many times no longer costs anything for each
// column. If a class has M−1 columns or fewer, its means stay as they are.
type Flat struct {
	Spans []span    // of each class
	axes  []float64 // of the present class, orthonormal rows
	room  []float64 // the coordinates
}

// span is where the coordinates of a class stand in each mean.
type span struct{ Low, High int }

// leastAxis is the relative squared length below which the rest of a difference is rounding.
const leastAxis = 1e-24

// Reduce gives all messages of the lists new means. A message without information in a class gets
// none there.
func (f *Flat) Reduce(classes []pruning.Class, lists ...[]Arrival) {
	count := 0
	for _, list := range lists {
		count += len(list)
	}
	f.Spans = f.Spans[:0]
	width := 0
	narrow := false
	for _, cl := range classes {
		w := min(cl.High-cl.Low, count-1)
		narrow = narrow || w < cl.High-cl.Low
		f.Spans = append(f.Spans, span{width, width + w})
		width += w
	}
	if !narrow {
		return
	}
	f.room = pruning.Grow(f.room, count*width)
	for k, cl := range classes {
		if w := f.Spans[k].High - f.Spans[k].Low; w < cl.High-cl.Low {
			f.measure(k, cl, width, lists)
			continue
		}
		i := 0
		for _, list := range lists {
			for _, m := range list {
				copy(f.room[i*width+f.Spans[k].Low:], m.Mean[cl.Low:cl.High])
				i++
			}
		}
	}
	i := 0
	for _, list := range lists {
		for j := range list {
			list[j].Mean = f.room[i*width : (i+1)*width]
			i++
		}
	}
}

// measure finds the coordinates of one class by Gram and Schmidt, the first message at the origin.
// The rest of each is orthogonalised twice, so that nearly collinear messages do no harm.
func (f *Flat) measure(k int, cl pruning.Class, width int, lists [][]Arrival) {
	d := cl.High - cl.Low
	f.axes = pruning.Grow(f.axes, (f.Spans[k].High-f.Spans[k].Low)*d)
	var origin []float64
	axes, i := 0, -1
	for _, list := range lists {
		for _, m := range list {
			i++
			own := f.room[i*width+f.Spans[k].Low : i*width+f.Spans[k].High]
			clear(own)
			if math.IsInf(m.Vari[k], 1) {
				continue
			}
			mean := m.Mean[cl.Low:cl.High]
			if origin == nil {
				origin = mean
				continue
			}
			left := f.axes[axes*d : axes*d+d]
			for j, x := range mean {
				left[j] = x - origin[j]
			}
			whole := vector.Dot(left, left)
			for range 2 {
				for a := range axes {
					axis := f.axes[a*d : a*d+d]
					along := vector.Dot(left, axis)
					own[a] += along
					vector.AddScaled(left, axis, -along)
				}
			}
			square := vector.Dot(left, left)
			if square <= leastAxis*whole {
				continue
			}
			own[axes] = math.Sqrt(square)
			for j := range left {
				left[j] /= own[axes]
			}
			axes++
		}
	}
}

// Arrival is a message at the end of a branch: its mean, its variances and the time that remains there.
type Arrival struct {
	Mean, Vari []float64
	rem        float64
	above      bool
}
