package blocks

import (
	"math"
	"testing"
)

// The mean is that of the iterations after burn-in, to within a block, however many there were.
func TestMean(t *testing.T) {
	for _, n := range []int{1, 2, 63, 64, 65, 66, 127, 129, 130, 1000, 4097} {
		var m Means
		for i := range n {
			m.Add(i, []float64{float64(i), 1})
		}
		if !m.Fits(2, n-1, 0, float64(n)) {
			t.Fatalf("%d: %+v", n, m)
		}
		got := m.Mean()
		first := m.Blocks[0].Iteration
		for k, b := range m.Blocks {
			if float64(b.Iteration) >= 0.25*float64(m.Blocks[len(m.Blocks)-1].Iteration) {
				if first = 0; k > 0 {
					first = m.Blocks[k-1].Iteration + 1
				}
				break
			}
		}
		last := m.Blocks[len(m.Blocks)-1].Iteration
		if want := float64(first+last) / 2; !(math.Abs(got[0]-want) <= 1e-9) && n > 1 && first > 0 ||
			!(math.Abs(got[1]-1) <= 1e-12) {
			t.Errorf("%d: mean %v of %d to %d", n, got, first, last)
		}
		if len(m.Blocks) > most || n > 100 && len(m.Blocks) < most/2 || n-1-last >= m.Length {
			t.Errorf("%d: %d blocks of %d to %d", n, len(m.Blocks), m.Length, last)
		}
	}
	if (&Means{}).Mean() != nil {
		t.Error("the mean of nothing")
	}
}

func TestFits(t *testing.T) {
	if none := new(Means); !none.Fits(2, 0, 0, 1) {
		t.Error("means of nothing, as before the first iteration, are refused")
	}
	good := func() *Means {
		m := new(Means)
		for i := range 100 {
			m.Add(i, []float64{0.5, 0.25})
		}
		return m
	}
	for name, spoil := range map[string]func(m *Means){
		"length": func(m *Means) { m.Length = 0 }, "count": func(m *Means) { m.Count = 50 },
		"sum":             func(m *Means) { m.Sum = m.Sum[:1] },
		"infinite":        func(m *Means) { m.Sum[0] = math.Inf(1) },
		"negative length": func(m *Means) { m.Length, m.Blocks, m.Count, m.Sum = -1, nil, 0, nil },
		"negative count":  func(m *Means) { m.Count = -1 }, "a whole block": func(m *Means) { m.Count = m.Length },
		"late":             func(m *Means) { m.Blocks = append(m.Blocks, Block{100, []float64{0, 0}}) },
		"beyond the least": func(m *Means) { m.Blocks[1].Mean[0] = -0.01 },
		"other means":      func(m *Means) { m.Blocks[1].Mean = []float64{0} },
		"not a number":     func(m *Means) { m.Sum[0] = math.NaN() }, "iteration": func(m *Means) { m.Blocks[3].Iteration++ },
		"values": func(m *Means) { m.Blocks[2].Mean[1] = 2 }, "quantities": func(m *Means) { m.Blocks[5].Mean = nil },
	} {
		m := good()
		if !m.Fits(2, 99, 0, 1) {
			t.Fatal("good means do not fit")
		}
		if spoil(m); m.Fits(2, 99, 0, 1) {
			t.Errorf("%s: damaged means fit", name)
		}
	}
}

// The last place of the greatest number of blocks is taken; one more joins neighbours: the first stays alone, and the
// mean of two is that of their iterations.
func TestJoin(t *testing.T) {
	var m Means
	for i := range most {
		m.Add(i, []float64{float64(i * i)})
	}
	if len(m.Blocks) != most || m.Length != 1 || !m.Fits(1, most-1, 0, most*most) {
		t.Fatalf("%d blocks of %d", len(m.Blocks), m.Length)
	}
	m.Add(most, []float64{most * most})
	if len(m.Blocks) != most/2+1 || m.Length != 2 || m.Blocks[0].Mean[0] != 0 {
		t.Fatalf("%d blocks of %d, the first %+v", len(m.Blocks), m.Length, m.Blocks[0])
	}
	for k, b := range m.Blocks[1:] {
		i := 2*k + 1
		if want := float64(i*i+(i+1)*(i+1)) / 2; b.Iteration != i+1 || b.Mean[0] != want {
			t.Errorf("block %d is %+v, want %v", k+1, b, want)
		}
	}
	m.Add(most+1, []float64{10})
	m.Add(most+2, []float64{13})
	if last := m.Blocks[len(m.Blocks)-1]; last.Iteration != most+2 || last.Mean[0] != 11.5 {
		t.Errorf("the last block is %+v", last)
	}
}
