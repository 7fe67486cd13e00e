package pruning

import (
	"math"

	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/process/timetree"
)

// UpDown holds the messages of a tree in arrays: up, the likelihood of a node's location given the leaves below it, and
// down, that of its parent's location given all other leaves (the cavity, math 3.2). A search uses them, which scores
// all places of a subtree at once; see [Messages] for those of a sampler.
type UpDown struct {
	timetree.Arrays
	D       int
	Classes []Class
	// Columnwise: every column is a class of its own, and the loops run over columns.
	Columnwise bool
	Root       []float64 // variance of the location of the origin, one a class; nil: it is at 0
	Sigma2     *float64  // the variance that a path accumulates from time 0 to 1, read whenever messages are computed

	Mean []float64 // slot×D: mean of the message to the node from below
	Vari []float64 // slot×classes: its variance; +Inf where nothing is observed below

	CavMean []float64 // slot×D: mean of the parent's location given the rest of the tree
	CavVari []float64 // slot×classes

	precision []float64 // scratch
	shares    []float64
	suffix    []float64
}

// NewUpDown returns messages of n leaves in d columns, with no tree yet.
func NewUpDown(n, d int, classes []Class, columnwise bool, sigma2 *float64) UpDown {
	slots, c := 2*n, len(classes)
	return UpDown{Arrays: timetree.NewArrays(n), D: d, Classes: classes, Columnwise: columnwise, Sigma2: sigma2,
		Mean: make([]float64, slots*d), Vari: make([]float64, slots*c), CavMean: make([]float64, slots*d),
		CavVari: make([]float64, slots*c)}
}

// MeanOf returns the mean of the message from below v.
func (u *UpDown) MeanOf(v int32) []float64 { return u.Mean[int(v)*u.D : int(v)*u.D+u.D] }

// VariOf returns the variances of the message from below v, one a class.
func (u *UpDown) VariOf(v int32) []float64 {
	c := len(u.Classes)
	return u.Vari[int(v)*c : int(v)*c+c]
}

// CavMeanOf returns the mean of the cavity above v.
func (u *UpDown) CavMeanOf(v int32) []float64 { return u.CavMean[int(v)*u.D : int(v)*u.D+u.D] }

// CavVariOf returns the variances of the cavity above v, one a class.
func (u *UpDown) CavVariOf(v int32) []float64 {
	c := len(u.Classes)
	return u.CavVari[int(v)*c : int(v)*c+c]
}

// Join makes the message of v from those of its children and returns the constants of equation 3.1 at v: O(K·D).
func (u *UpDown) Join(v int32, kids []int32) float64 {
	switch two := len(kids) == 2; {
	case two && u.Columnwise:
		return u.joinColumns(v, kids[0], kids[1])
	case two:
		return u.joinTwo(v, kids[0], kids[1])
	case u.Columnwise:
		return u.joinManyColumns(v, kids)
	}
	return u.joinMany(v, kids)
}

func (u *UpDown) joinTwo(v, a, b int32) float64 {
	c, lik := len(u.Classes), 0.0
	sigma2 := *u.Sigma2
	wa0, wb0 := sigma2*(u.Rem[v]-u.Rem[a]), sigma2*(u.Rem[v]-u.Rem[b])
	ma, mb, mv := u.MeanOf(a), u.MeanOf(b), u.MeanOf(v)
	for k, cl := range u.Classes {
		wa, wb := u.Vari[int(a)*c+k]+wa0, u.Vari[int(b)*c+k]+wb0
		sum := wa + wb
		switch {
		case !math.IsInf(sum, 1):
			q := vector.Blend(mv[cl.Low:cl.High], ma[cl.Low:cl.High], mb[cl.Low:cl.High], wb/sum, wa/sum)
			u.Vari[int(v)*c+k] = wa * (wb / sum)
			lik -= 0.5 * (cl.Weight*math.Log(2*math.Pi*sum) + q/sum)
		case !math.IsInf(wa, 1):
			copy(mv[cl.Low:cl.High], ma[cl.Low:cl.High])
			u.Vari[int(v)*c+k] = wa
		default:
			copy(mv[cl.Low:cl.High], mb[cl.Low:cl.High])
			u.Vari[int(v)*c+k] = wb
		}
	}
	return lik
}

func (u *UpDown) joinMany(v int32, kids []int32) float64 {
	c, lik := len(u.Classes), 0.0
	mv := u.MeanOf(v)
	u.precision = Grow(u.precision, len(kids))
	for k, cl := range u.Classes {
		total, logs, finite := 0.0, 0.0, 0
		for i, child := range kids {
			w := u.Vari[int(child)*c+k] + *u.Sigma2*(u.Rem[v]-u.Rem[child])
			u.precision[i] = 1 / w // 0 where nothing is observed
			if !math.IsInf(w, 1) {
				total += u.precision[i]
				logs += math.Log(u.precision[i])
				finite++
			}
		}
		m := mv[cl.Low:cl.High]
		clear(m)
		if finite == 0 {
			u.Vari[int(v)*c+k] = math.Inf(1)
			continue
		}
		for i, child := range kids {
			if u.precision[i] > 0 {
				vector.AddScaled(m, u.MeanOf(child)[cl.Low:cl.High], u.precision[i]/total)
			}
		}
		q := 0.0
		for i, child := range kids {
			if u.precision[i] > 0 {
				q += u.precision[i] * vector.SquaredDistance(m, u.MeanOf(child)[cl.Low:cl.High])
			}
		}
		u.Vari[int(v)*c+k] = 1 / total
		lik += 0.5 * (cl.Weight*(logs-math.Log(total)-float64(finite-1)*Ln2Pi) - q)
	}
	return lik
}

// Grow returns a slice of n numbers, the given one where it has room.
func Grow(a []float64, n int) []float64 {
	if cap(a) < n {
		return make([]float64, n, 2*n)
	}
	return a[:n]
}
