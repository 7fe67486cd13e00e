package vector

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// rows returns five rows of n numbers of many sizes and a copy of the first.
func rows(n int, seed uint64) (list [5][]float64, first []float64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for i := range list {
		list[i] = make([]float64, n)
		for j := range list[i] {
			list[i][j] = rng.NormFloat64() * math.Exp(3*rng.NormFloat64())
		}
	}
	return list, append([]float64(nil), list[0]...)
}

func same(t *testing.T, what string, n int, a, b []float64) {
	t.Helper()
	for i := range a {
		if math.Float64bits(a[i]) != math.Float64bits(b[i]) {
			t.Fatalf("%s of %d numbers: number %d is %v in one way and %v in the other", what, n, i, a[i], b[i])
		}
	}
}

// positive returns the magnitudes of numbers, and +Inf for every this many of them.
func positive(x []float64, every int) []float64 {
	list := make([]float64, len(x))
	for i := range x {
		if list[i] = math.Abs(x[i]); every > 0 && i%every == 0 {
			list[i] = math.Inf(1)
		}
	}
	return list
}

// calls are the functions of this package, each with what it returns and leaves behind as one list.
var calls = map[string]func(r [5][]float64) []float64{
	"SquaredDistance": func(r [5][]float64) []float64 { return []float64{SquaredDistance(r[0], r[1])} },
	"Dot":             func(r [5][]float64) []float64 { return []float64{Dot(r[0], r[1])} },
	"Blend": func(r [5][]float64) []float64 {
		return append([]float64{Blend(r[0], r[1], r[2], 0.3, 0.7)}, r[0]...)
	},
	"Mix":       func(r [5][]float64) []float64 { Mix(r[0], r[1], r[2], 0.3, 0.7); return r[0] },
	"AddScaled": func(r [5][]float64) []float64 { AddScaled(r[0], r[1], -1.1); return r[0] },
	"Scaled":    func(r [5][]float64) []float64 { Scaled(r[0], r[1], -1.1); return r[0] },
	"Lower":     func(r [5][]float64) []float64 { Lower(r[0], r[1], 0.3); return r[0] },
	"LeastSum":  func(r [5][]float64) []float64 { return []float64{LeastSum(r[0], r[1])} },
	"Divide":    func(r [5][]float64) []float64 { Divide(r[0], 0.3); return r[0] },
	"Join": func(r [5][]float64) []float64 {
		va, vb := positive(r[3], 3), positive(r[4], 5)
		vari := make([]float64, len(r[0]))
		Join(vari, r[0], va, r[1], vb, r[2], 0.3, 0.7)
		return append(vari, r[0]...)
	},
	"Gather": func(r [5][]float64) []float64 {
		precision := positive(r[3][:len(r[0])], 0)
		Gather(precision, r[0], positive(r[4], 3), r[1], 0.3)
		return append(precision, r[0]...)
	},
	"Distances": func(r [5][]float64) []float64 {
		a, b, c := Distances(r[0], r[1], r[2])
		return []float64{a, b, c}
	},
	"Turns": func(r [5][]float64) []float64 {
		a, b, c, d := Turns([2][]float64{r[0], r[1]}, [2][]float64{r[2], r[3]}, [2][]float64{r[4], r[0]})
		return []float64{a, b, c, d}
	},
	"BlendAndMeasure": func(r [5][]float64) []float64 {
		a, b, c := BlendAndMeasure(r[0], r[1], r[2], 0.3, 0.7, r[3], r[4])
		return append([]float64{a, b, c}, r[0]...)
	},
}

// Sums and rows by the definitions, added up one by one: right to rounding.
func TestAgainstDefinitions(t *testing.T) {
	for n := range 70 {
		r, first := rows(n, uint64(n))
		var square, dot, dq, mq, dm float64
		mixed := make([]float64, n)
		for i := range n {
			a, b := r[1][i], r[2][i]
			mixed[i] = float64(0.3*a) + float64(0.7*b) // each rounded, on any processor
			square += (a - b) * (a - b)
			dot += a * b
			dq += (mixed[i] - r[4][i]) * (mixed[i] - r[4][i])
			mq += (r[3][i] - r[4][i]) * (r[3][i] - r[4][i])
			dm += (mixed[i] - r[3][i]) * (mixed[i] - r[3][i])
		}
		near := func(what string, got, want, scale float64) {
			t.Helper()
			if !(math.Abs(got-want) <= 1e-13*scale) {
				t.Fatalf("%s of %d numbers is %v, not %v", what, n, got, want)
			}
		}
		near("SquaredDistance", SquaredDistance(r[1], r[2]), square, square)
		bc, ac, ab := Distances(r[1], r[2], r[3])
		dd, de, df, ef := Turns([2][]float64{r[1], r[2]}, [2][]float64{r[3], r[1]}, [2][]float64{r[4], r[2]})
		var squares [3]float64
		var turns, sizes [4]float64
		for i := range n {
			a, b, c := r[1][i], r[2][i], r[3][i]
			squares[0] += (b - c) * (b - c)
			squares[1] += (a - c) * (a - c)
			squares[2] += (a - b) * (a - b)
			d, e, f := a-b, c-a, r[4][i]-b
			for k, v := range []float64{d * d, d * e, d * f, e * f} {
				turns[k] += v
				sizes[k] += math.Abs(v)
			}
		}
		for k, v := range []float64{bc, ac, ab} {
			near("Distances", v, squares[k], squares[k])
		}
		for k, v := range []float64{dd, de, df, ef} {
			near("Turns", v, turns[k], sizes[k])
		}
		scale := 0.0
		for i := range n {
			scale += math.Abs(r[1][i] * r[2][i])
		}
		near("Dot", Dot(r[1], r[2]), dot, scale)
		near("Blend", Blend(r[0], r[1], r[2], 0.3, 0.7), square, square)
		same(t, "Blend", n, r[0], mixed)
		clear(r[0])
		Mix(r[0], r[1], r[2], 0.3, 0.7)
		same(t, "Mix", n, r[0], mixed)
		clear(r[0])
		MixFew(r[0], r[1], r[2], 0.3, 0.7)
		same(t, "MixFew", n, r[0], mixed)
		clear(r[0])
		a, b, c := BlendAndMeasure(r[0], r[1], r[2], 0.3, 0.7, r[3], r[4])
		same(t, "BlendAndMeasure", n, r[0], mixed)
		near("‖dst−q‖²", a, dq, dq)
		near("‖m−q‖²", b, mq, mq)
		near("‖dst−m‖²", c, dm, dm)
		copy(r[0], first)
		AddScaled(r[0], r[1], 0.3)
		for i := range n {
			mixed[i] = first[i] + float64(0.3*r[1][i])
		}
		same(t, "AddScaled", n, r[0], mixed)
		Scaled(r[0], r[0], 0.3)
		for i := range n {
			mixed[i] *= 0.3
		}
		same(t, "Scaled", n, r[0], mixed)
		Divide(r[0], 0.7)
		for i := range n {
			mixed[i] /= 0.7
		}
		same(t, "Divide", n, r[0], mixed)
	}
}

// The product of Gaussian densities by its definition, and of what is known of one side alone.
func TestMessages(t *testing.T) {
	const n = 31
	r, _ := rows(n, 5)
	va, vb := positive(r[3], 3), positive(r[4], 5)
	vari, mean := make([]float64, n), make([]float64, n)
	Join(vari, mean, va, r[1], vb, r[2], 0.3, 0.7)
	precision, sum := make([]float64, n), make([]float64, n)
	Gather(precision, sum, va, r[1], 0.3)
	Gather(precision, sum, vb, r[2], 0.7)
	for i := range n {
		pa, pb := 1/(va[i]+0.3), 1/(vb[i]+0.7)
		if p := pa + pb; p == 0 {
			if !math.IsInf(vari[i], 1) || precision[i] != 0 || sum[i] != 0 {
				t.Fatalf("column %d: variance %v, precision %v and sum %v where nothing is known", i, vari[i], precision[i], sum[i])
			}
			continue
		}
		want, scale := (pa*r[1][i]+pb*r[2][i])/(pa+pb), math.Abs(r[1][i])+math.Abs(r[2][i])
		for _, got := range [][2]float64{{vari[i], mean[i]}, {1 / precision[i], sum[i] / precision[i]}} {
			if !(math.Abs(got[0]*(pa+pb)-1) < 1e-13) || !(math.Abs(got[1]-want) < 1e-13*scale) {
				t.Fatalf("column %d: variance %v and mean %v, not %v and %v", i, got[0], got[1], 1/(pa+pb), want)
			}
		}
	}
}

// What was gathered, normalised, is what joining gives.
func TestNormalise(t *testing.T) {
	const n = 31
	r, _ := rows(n, 6)
	va, vb := positive(r[3], 3), positive(r[4], 5)
	vari, mean := make([]float64, n), make([]float64, n)
	Join(vari, mean, va, r[1], vb, r[2], 0.3, 0.7)
	precision, sum := make([]float64, n), make([]float64, n)
	Gather(precision, sum, va, r[1], 0.3)
	Gather(precision, sum, vb, r[2], 0.7)
	Normalise(precision, sum)
	for i := range n {
		if math.IsInf(vari[i], 1) && math.IsInf(precision[i], 1) && sum[i] == 0 {
			continue
		}
		if !(math.Abs(precision[i]/vari[i]-1) < 1e-13) ||
			!(math.Abs(sum[i]-mean[i]) < 1e-12*(math.Abs(r[1][i])+math.Abs(r[2][i]))) {
			t.Fatalf("column %d: variance %v and mean %v, not %v and %v", i, precision[i], sum[i], vari[i], mean[i])
		}
	}
}

// The integral of the product of three messages, by adding up the product over a fine grid.
func TestLogMeeting(t *testing.T) {
	const up, down, length = 0.2, 0.5, 0.1
	inf := math.Inf(1)
	for _, c := range []struct{ va, vb, vr, ma, mb, mr float64 }{
		{0.4, 0.9, 0.3, 1, -0.5, 0.2}, {2, 0.1, 0, -1, 2, 3}, {0.4, inf, 0.3, 1, 5, 0.2}, {0.4, 0.9, inf, 1, 2, 3},
	} {
		squares := []float64{(c.mr - c.ma) * (c.mr - c.ma), (c.mr - c.mb) * (c.mr - c.mb), (c.ma - c.mb) * (c.ma - c.mb)}
		got := LogMeeting([]float64{c.va}, []float64{c.vb}, []float64{c.vr}, squares, up, down, length)
		// The subtree's message given what is known of the place: log p(m_r | above, below).
		density := func(x, m, v float64) float64 { return math.Exp(-0.5*(x-m)*(x-m)/v) / math.Sqrt(v) }
		var with, without float64
		for i := range 200_001 {
			x := -50 + float64(i)*5e-4
			p := density(x, c.ma, c.va+up)
			if !math.IsInf(c.vb, 1) {
				p *= density(x, c.mb, c.vb+down)
			}
			without += p
			if !math.IsInf(c.vr, 1) {
				p *= density(x, c.mr, c.vr+length)
			}
			with += p
		}
		if want := math.Log(with / without); !(math.Abs(got-want) < 1e-9) {
			t.Errorf("%+v: %v, not %v", c, got, want)
		}
	}
}

// A longer slice than the first is read only as far as the first goes.
func TestLongerSlices(t *testing.T) {
	for n := range 20 {
		for name, call := range calls {
			r, _ := rows(n, 1)
			want := append([]float64(nil), call(r)...)
			r, _ = rows(n, 1)
			for i := range r {
				r[i] = append(r[i], 7, 8, 9)
			}
			r[0] = r[0][:n]
			same(t, name, n, call(r), want)
			if left := r[0][:n+1]; left[n] != 7 {
				t.Fatalf("%s of %d numbers wrote behind them", name, n)
			}
		}
	}
}

// Variances whose product is beyond all numbers give the sum of what each column gives alone.
func TestLogMeetingOfManyColumns(t *testing.T) {
	const up, down, length = 0.2, 0.5, 0.1
	for _, v := range []float64{1e-90, 1e-40, 3, 1e40, 1e90, 1e150} {
		const n = 23
		a, b, r, squares, want := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, 3*n), 0.0
		for k := range n {
			f := 1 + float64(k)/7
			a[k], b[k], r[k] = v*f, v*f*2, v*f*3
			squares[3*k], squares[3*k+1], squares[3*k+2] = v*0.3, v*0.2, v*f*0.1
			want += LogMeeting(a[k:k+1], b[k:k+1], r[k:k+1], squares[3*k:3*k+3], up*v, down*v, length*v)
		}
		if got := LogMeeting(a, b, r, squares, up*v, down*v, length*v); !(math.Abs(got-want) <= 1e-9*math.Abs(want)) {
			t.Errorf("variances of %g: %v, want %v", v, got, want)
		}
	}
}

// Lower and LeastSum find what sorting finds.
func TestLeast(t *testing.T) {
	for n := range 70 {
		r, first := rows(n, uint64(n))
		sums := make([]float64, n)
		for i := range sums {
			sums[i] = r[0][i] + r[1][i]
		}
		slices.Sort(sums)
		if least := LeastSum(r[0], r[1]); n == 0 && !math.IsInf(least, 1) || n > 0 && least != sums[0] {
			t.Fatalf("the least of %d sums is said to be %v", n, least)
		}
		Lower(r[0], r[1], 0.3)
		for i, was := range first {
			if two := []float64{was, r[1][i] + 0.3}; r[0][i] != slices.Min(two) {
				t.Fatalf("number %d of %d: the less of %v is said to be %v", i, n, two, r[0][i])
			}
		}
	}
}
