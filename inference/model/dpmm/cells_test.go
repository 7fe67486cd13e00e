package dpmm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/categorical"
	"example.org/espalier/inference/process/observation"

	"gonum.org/v1/gonum/mat"
)

// A hidden cell has the probability that all clusters of the other rows give it, wherever a draw has its row, with the
// probabilities of cells written out. The cluster of the draw alone gives others.
func TestCellsOverClusters(t *testing.T) {
	x := mat.NewDense(6, 3, []float64{
		1, 0, -1.2,
		1, 0, -.8,
		0, 2, 1.1,
		0, 1, .9,
		0, 2, math.NaN(),
		math.NaN(), math.NaN(), -.9})
	table := &inference.Table{Name: "kinds", Kind: inference.Continuous, Columns: []string{"yes", "sort", "size"}, X: x}
	for i := range 6 {
		table.Rows = append(table.Rows, fmt.Sprint("row", i+1))
	}
	data, err := table.Prepare(inference.Preprocessing{Kinds: "yes=yes/no\nsort=category:0,1,2"})
	if err != nil {
		t.Fatal(err)
	}
	c := inferencetest.Begin(t, Model{}, data, nil).(mixedSampler)
	inferencetest.Iterate(t, c, 3)
	d := *c.draws.Draws[len(c.draws.Draws)-1]
	d.Hyper[0][0], d.Hyper[0][1], d.Hyper[1][0], d.Alpha, d.Scale, d.Kappa = .3, .6, .4, .7, .5, .4
	p, _, err := c.prior()
	if err != nil {
		t.Fatal(err)
	}
	c.lawsOf(&d, p)
	// next is the probability of a cell after others in a cluster.
	next := func(j int, seen []float64, v float64) float64 {
		n, same, a := float64(len(seen)), 0.0, .4
		all := 3 * a
		for _, y := range seen {
			if y == v {
				same++
			}
		}
		switch j {
		case 2:
			return math.Exp(student(p, 0, seen, v))
		case 0:
			if a, all = .6, .9; v == 1 {
				a = .3
			}
		}
		return (a + same) / (all + n)
	}
	for _, hidden := range []struct {
		cell  inference.Cell
		value float64
	}{
		{inference.Cell{Row: 5, Column: 0}, 1},
		{inference.Cell{Row: 5, Column: 1}, 2},
		{inference.Cell{Row: 4, Column: 2}, -.5},
	} {
		i, j := hidden.cell.Row, hidden.cell.Column
		others := []int{0, 0, 1, 1, 1, 0}
		with, without := 0.0, 0.0
		for k := range 3 {
			rows := 0.0
			var seen [3][]float64
			for r, z := range others {
				if z == k && r != i {
					rows++
					for at := range seen {
						if v := x.At(r, at); !math.IsNaN(v) {
							seen[at] = append(seen[at], v)
						}
					}
				}
			}
			weight := rows
			if k == 2 {
				weight = .7
			}
			for at := range seen {
				if v := x.At(i, at); !math.IsNaN(v) {
					weight *= next(at, seen[at], v)
				}
			}
			without += weight
			with += weight * next(j, seen[j], hidden.value)
		}
		for own := range 3 {
			at := d
			at.Z = append([]int(nil), others...)
			at.Z[i] = own
			c.draws.Draws = []*draw{&at}
			log, _, err := c.LogCells([]inference.Cell{hidden.cell}, []float64{hidden.value})
			if err != nil {
				t.Fatal(err)
			}
			inferencetest.Near(t, fmt.Sprint(hidden, own), log[0], math.Log(with/without), 1e-9)
		}
	}
}

// What is expected of a hidden yes/no where clusters are full, over draws of where its row is and of its hidden
// numbers, is a sum over clusters of integrals of Student densities written out, and so is what is expected of one that
// is seen and left out. By the sizes of clusters alone it is not.
func TestHiddenCellsOverClusters(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 2))
	const n, d, i = 5, 3, 4
	cells := mat.NewDense(n, d, []float64{.9, 1, 1, 1.2, 1, 1, -.8, 0, 0, -.4, 0, 0, .7, 1, math.NaN()})
	u := [][]float64{{.9, .7, 1.5}, {1.2, .4, 1.2}, {-.8, -.9, -1.4}, {-.4, -.2, -1}, {.7, .6, 0}}
	s := samplerFor(n, d, true, false)
	s.rows = u
	s.hidden = newHidden(observation.NewTable(cells, []observation.Column{nil, observation.YesNo{}, observation.YesNo{}}))
	s.forget()
	s.load(&draw{Z: []int{0, 0, 1, 1, 1}, Drawn: s.drawnOf()})

	p, exact := s.prior, [3]float64{}
	shape := p.Shape() // by half
	for k := range 3 {
		var mean [d]float64
		rows, weight := 0.0, s.hyper.alpha
		for r := 2 * k; r < 2*k+2 && k < 2; r++ {
			rows++
			for a := range d {
				mean[a] += u[r][a] / 2
			}
		}
		if rows > 0 {
			weight = rows
		}
		kappa, f := p.Kappa+rows, p.Freedom+rows
		var centre [d]float64
		lambda := mat.NewSymDense(d, nil)
		for a := range d {
			centre[a] = (p.Kappa*p.Mean[a] + rows*mean[a]) / kappa
			for b := range a + 1 {
				v := p.Scale * (p.Freedom - 2) * shape[a*(a+1)/2+b]
				for r := 2 * k; r < 2*k+2 && k < 2; r++ {
					v += (u[r][a] - mean[a]) * (u[r][b] - mean[b])
				}
				v += p.Kappa * rows / kappa * (mean[a] - p.Mean[a]) * (mean[b] - p.Mean[b])
				lambda.SetSym(a, b, v*(kappa+1)/(kappa*f))
			}
		}
		var inverse mat.Dense
		if err := inverse.Inverse(lambda); err != nil {
			t.Fatal(err)
		}
		g1, _ := math.Lgamma((f + d) / 2)
		g0, _ := math.Lgamma(f / 2)
		constant := weight * math.Exp(g1-g0-d/2.*math.Log(f*math.Pi)) / math.Sqrt(mat.Det(lambda))
		const step = .01
		for a := -1 + step/2; a < 1; a += step {
			for b := -1 + step/2; b < 1; b += step {
				e := mat.NewVecDense(d, []float64{.7 - centre[0], a/(1-a*a) - centre[1], b/(1-b*b) - centre[2]})
				v := constant * math.Pow(1+mat.Inner(e, &inverse, e)/f, -(f+d)/2) * step * step *
					(1 + a*a) / (1 - a*a) / (1 - a*a) * (1 + b*b) / (1 - b*b) / (1 - b*b)
				exact[2] += v
				if a < 0 {
					continue
				}
				if exact[0] += v; b > 0 {
					exact[1] += v
				}
			}
		}
	}
	want := exact[1] / exact[0]

	c := hiddenSampler{&sampler{hidden: s.hidden}}
	at := inference.Cell{Row: i, Column: 2}
	told := func(seats []seat) (sum float64) {
		for _, seat := range seats {
			m, spread := s.hidden.rows[i].Missing(seat.centre, seat.of, seat.u, 2, 3)
			spread.ScaleSym(seat.scale*seat.scale, spread)
			log, _ := c.told(at, 1, m, spread, rng)
			sum += seat.share * math.Exp(log)
		}
		return sum
	}
	// over is the mean of one over the probability of the yes/no that is seen, given the rest of the row in each seat.
	over := func(seats []seat) (sum float64) {
		for _, seat := range seats {
			m, w, ok := seat.cavity(1, 2)
			if !ok {
				t.Fatal("a covariance has no inverse")
			}
			sum += seat.share / (.5 * math.Erfc(-m[0]/math.Sqrt(2*w[0])))
		}
		return sum
	}
	got, unweighed := 0.0, 0.0
	leftOut, unweighedOut := 0.0, 0.0
	const draws = 6000
	for range draws {
		of := s.places()
		seats := s.seats(i, s.hidden.rows[i], of, rng)
		got += told(seats) / draws
		leftOut += over(seats) / draws
		weights := make([]float64, len(seats))
		for k, seat := range seats {
			weights[k] = math.Log(seat.share)
			seats[k].share = seat.weight / (n - 1 + s.hyper.alpha)
		}
		unweighed += told(seats) / draws
		unweighedOut += over(seats) / draws
		next := seats[categorical.DrawLogs(weights, rng)]
		s.take(i)
		copy(s.rows[i], next.u)
		if s.z[i] = next.slot; next.slot < 0 {
			s.z[i] = s.open()
		}
		s.Clusters[s.z[i]].Add(s.rows[i])
	}
	t.Logf("exact %.4f, draws %.4f, by sizes alone %.4f", want, got, unweighed)
	inferencetest.Near(t, "probability", got, want, .005)
	if math.Abs(unweighed-want) < .02 {
		t.Errorf("shares by the sizes of clusters alone give %v", unweighed)
	}
	want = exact[0] / exact[2]
	t.Logf("left out: exact %.4f, draws %.4f, by sizes alone %.4f", want, 1/leftOut, 1/unweighedOut)
	inferencetest.Near(t, "probability of the cell left out", 1/leftOut, want, .006)
	if math.Abs(1/unweighedOut-want) < .015 {
		t.Errorf("shares by the sizes of clusters alone give %v to a cell left out", 1/unweighedOut)
	}
}
