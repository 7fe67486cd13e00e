package pydt

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/covariance"
	"example.org/espalier/inference/model/pydt/pydttest"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// grouped draws a table of rows in nested groups, 3 of 2 each, with columns of every kind, two of each, and blanks a
// tenth of the cells; cells and values are those. Without numbers, only kinds that say nothing of a scale are left.
func grouped(t testing.TB, n int, numbers bool, rng *rand.Rand) (data *inference.Dataset,
	cells []inference.Cell, values []float64) {
	t.Helper()
	table := &inference.Table{Name: "grouped", Kind: inference.Continuous}
	var kinds column.List = "yes*=yes/no\ngroup*=category"
	names := []string{"yes", "group"}
	if numbers {
		kinds += "\ngrade*=ordered\ncount*=count"
		names = append(names, "number", "grade", "count")
	}
	u := func(d int) [][]float64 { // latent numbers of d columns: groups, groups in them, rows
		upper, lower := make([][]float64, 3), make([][]float64, 6)
		draw := func(from []float64, variance float64) (to []float64) {
			for j := range d {
				x := math.Sqrt(variance) * rng.NormFloat64()
				if from != nil {
					x += from[j]
				}
				to = append(to, x)
			}
			return to
		}
		for g := range upper {
			upper[g] = draw(nil, .6)
		}
		for g := range lower {
			lower[g] = draw(upper[g/2], .3)
		}
		var rows [][]float64
		for i := range n {
			rows = append(rows, draw(lower[i%6], .1))
		}
		return rows
	}
	var columns [][]float64
	for _, name := range names {
		for k := range 3 {
			hidden := u(3)
			cells := make([]float64, n)
			for i, h := range hidden {
				switch name {
				case "number":
					cells[i] = 5 + 2*h[0]
				case "yes":
					if h[0] > 0 {
						cells[i] = 1
					}
				case "grade":
					cells[i] = math.Round(min(max(h[0]*1.5+1, 0), 2))
				case "group":
					for a := range h {
						if h[a] > h[int(cells[i])] {
							cells[i] = float64(a)
						}
					}
				case "count":
					for left := math.Exp(1.5+.9*h[0]) - rng.ExpFloat64(); left > 0; left -= rng.ExpFloat64() {
						cells[i]++
					}
				}
			}
			table.Columns, columns = append(table.Columns, name+strconv.Itoa(k+1)), append(columns, cells)
		}
	}
	x := mat.NewDense(n, len(columns), nil)
	table.X = x
	for i := range n {
		table.Rows = append(table.Rows, "row"+strconv.Itoa(i+1))
		for j, c := range columns {
			x.Set(i, j, c[i])
		}
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true, Kinds: kinds})
	if err != nil {
		t.Fatal(err)
	}
	_, d := data.Dims()
	for i := range n {
		for j := range d {
			if rng.Float64() < .1 {
				cells, values = append(cells, inference.Cell{Row: i, Column: j}), append(values, data.X.At(i, j))
			}
		}
	}
	for _, c := range cells {
		data.X.Set(c.Row, c.Column, math.NaN())
	}
	return data, cells, values
}

// A search over columns of kinds and a chain have the same bits on any number of threads, saved and resumed.
func TestKindsConform(t *testing.T) {
	for i, numbers := range []bool{true, false} {
		data, _, _ := grouped(t, 12, numbers, rand.New(rand.NewPCG(1, uint64(i))))
		for _, m := range []inference.Model{Model{}, DDT{}} {
			for _, method := range []string{"em", "mcmc"} {
				inferencetest.ConformanceWith(t, m, inferencetest.Options{
					Set: map[string]string{"method": method, "columns": "independent"}}, data)
			}
		}
		inferencetest.ConformanceWith(t, DDT{}, inferencetest.Options{Iterations: 4,
			Set: map[string]string{"method": "mcmc", "columns": "covariance"}}, data)
		if numbers {
			inferencetest.ConformanceWith(t, Model{}, inferencetest.Options{Iterations: 3,
				Set: map[string]string{"method": "mcmc", "temperatures": "2"}}, data)
			inferencetest.ConformanceWith(t, DDT{}, inferencetest.Options{Iterations: 2,
				Set: map[string]string{"method": "ais", "annealing": "5"}}, data)
		}
	}
}

// Of zeros and ones that vary together the noise is learnt as a share of Σ: columns that are copies of two, which
// follow the clades of pairs of rows, have less of it than columns by chance. It stays where it is fixed.
func TestNoiseOfSignsTogether(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	const n, d = 48, 8
	follow, chance := mat.NewDense(n, d, nil), mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			follow.Set(i, j, float64(i>>(j%3)/6%2))
			chance.Set(i, j, float64(rng.IntN(2)))
		}
	}
	mean := func(x *mat.Dense, fixed bool) (sum float64) {
		data := pydttest.DatasetOf(x)
		data.Kind = inference.Binary
		s := (DDT{}).Info().Defaults()
		for name, v := range map[string]string{"method": "mcmc", "columns": "covariance",
			"initial": "random", "noise": ".5"} {
			if err := s.Set(name, v); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Fix("noise", fixed); err != nil {
			t.Fatal(err)
		}
		f, err := DDT{}.New(data, s, inference.Streams{Seed: 1}, 1)
		if err != nil {
			t.Fatal(err)
		}
		at, of := slices.Index(sampler.Scalars("ddt"), "noise"), slices.Index(sampler.Scalars("ddt"), "sigma2")
		for done := 0; done < 60; {
			r, err := f.Step(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if r.Scalars != nil {
				if done++; done > 20 {
					sum += r.Scalars[at] / r.Scalars[of] / 40
				}
			}
		}
		return sum
	}
	little, much, held := mean(follow, false), mean(chance, false), mean(follow, true)
	t.Logf("noise %.3f and %.3f, fixed %.3f", little, much, held)
	if !(little < much/4) || !(math.Abs(held-.5) <= 1e-9) {
		t.Errorf("noise %.3f and %.3f, fixed %.3f", little, much, held)
	}
}

// Zeros and ones by probit are annealed and tempered along the signal. What is annealed is the model of the search:
// for two rows the evidences agree, with σ² and c as given.
func TestSignsAreAnnealed(t *testing.T) {
	signs := []float64{1, 1, 0, 1, math.NaN(), 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0, 0, 1}
	data := pydttest.DatasetOf(mat.NewDense(6, 3, signs))
	data.Kind = inference.Binary
	inferencetest.ConformanceWith(t, DDT{}, inferencetest.Options{Iterations: 3,
		Set: map[string]string{"method": "ais", "annealing": "10"}}, data)
	inferencetest.ConformanceWith(t, DDT{}, inferencetest.Options{Iterations: 5,
		Set: map[string]string{"method": "mcmc", "temperatures": "3"}}, data)
	s := (DDT{}).Info().Defaults()
	for name, v := range map[string]string{"method": "ais", "annealing": "20", "sigma2": "3", "c": "2"} {
		if err := s.Set(name, v); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"sigma2", "c"} {
		if err := s.Fix(name, true); err != nil {
			t.Fatal(err)
		}
	}
	pair := pydttest.DatasetOf(mat.NewDense(2, 2, []float64{1, 1, 1, 0}))
	pair.Kind = inference.Binary
	f, err := DDT{}.New(pair, s, inference.Streams{Seed: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	var scalars []float64
	for done := 0; done < 300; {
		r, err := f.Step(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			scalars = r.Scalars
			done++
		}
	}
	// Rows that share the variance 3t of 4 have the same sign with probability ½ + asin(3t/4)/π, by Sheppard's
	// formula.
	want := 0.
	const points = 10000
	for i := range points {
		shared := 1 - math.Sqrt((float64(i)+.5)/points) // the density of the time is 2(1−t)
		angle := math.Asin(.75*shared) / math.Pi
		want += (.5 + angle) / 2 * (.5 - angle) / 2 / points
	}
	if z := (scalars[0] - math.Log(want)) / scalars[1]; !(math.Abs(z) <= 4) {
		t.Errorf("log evidence %.4f ± %.4f, want %.4f", scalars[0], scalars[1], math.Log(want))
	}
}

// Hidden cells of every kind are predicted better than by their column alone, and new rows have probabilities.
func TestKindsPredict(t *testing.T) {
	for _, method := range []string{"em", "mcmc"} {
		for i, numbers := range []bool{true, false} {
			checkPredictions(t, method, numbers, rand.New(rand.NewPCG(2, uint64(i))))
		}
	}
}

// Columns of kinds that hold the same but for some noise tell each other's hidden cells better where they vary
// together, and the covariance is told by column. New rows have probabilities that sum to 1 over all forms.
func TestKindsVaryTogether(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	x := mat.NewDense(60, 7, nil)
	table := &inference.Table{Name: "together", Kind: inference.Continuous, X: x,
		Columns: []string{"number", "yes", "grade", "group", "number2", "yes2", "grade2"}}
	for i := range 60 {
		table.Rows = append(table.Rows, strconv.Itoa(i+1))
		u := [2]float64{rng.NormFloat64(), rng.NormFloat64()}
		for j := range 7 {
			switch v := u[j/4] + .2*rng.NormFloat64(); j {
			case 0, 4:
				x.Set(i, j, v)
			case 1, 5:
				if v > 0 {
					x.Set(i, j, 1)
				}
			default:
				x.Set(i, j, math.Round(min(max(v+1, 0), 2)))
			}
		}
	}
	data, err := table.Prepare(inference.Preprocessing{Centre: true, Scale: true,
		Kinds: "yes*=yes/no\ngrade*=ordered\ngroup=category"})
	if err != nil {
		t.Fatal(err)
	}
	var cells []inference.Cell
	var values []float64
	for i := 0; i < 60; i += 3 {
		j := []int{1, 2, 3, 5, 6}[i/3%5]
		cells, values = append(cells, inference.Cell{Row: i, Column: j}), append(values, data.X.At(i, j))
		data.X.Set(i, j, math.NaN())
	}
	sum := map[string]float64{}
	for _, columns := range []string{"independent", "covariance"} {
		s := inferencetest.Begin(t, DDT{}, data, map[string]string{"method": "mcmc", "initial": "random",
			"columns": columns})
		for done := 0; done < 200; {
			r, err := s.Step(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if r.Scalars != nil {
				done++
			}
		}
		log, _, err := s.(inference.CellPredictor).LogCells(cells, values)
		if err != nil {
			t.Fatal(err)
		}
		sum[columns] = floats.Sum(log)
		checkBeliefs(t, s, data, cells, values, log)
		if columns == "independent" {
			continue
		}
		forms := mat.NewDense(6, 7, nil)
		for k := range 6 {
			forms.SetRow(k,
				[]float64{math.NaN(), float64(k % 2), float64(k / 2), math.NaN(), math.NaN(), math.NaN(), math.NaN()})
		}
		rows, err := s.(inference.Predictor).LogDensity(t.Context(), forms)
		if err != nil {
			t.Fatal(err)
		}
		total := 0.
		for _, l := range rows {
			total += math.Exp(l)
		}
		if !(math.Abs(total-1) <= .05) {
			t.Errorf("all forms of a row have probability %v", total)
		}
		of, found := inference.Find[*covariance.Covariance](s.Snapshot().Parts)
		if !found {
			t.Fatal("there is no covariance")
		}
		if err := of.Check(data); err != nil {
			t.Fatal(err)
		}
		for j := 1; j < 4; j++ {
			if r := of.Correlation.At(0, j); !(r > .6) {
				t.Errorf("the number and %s have the correlation %v", data.Columns[j], r)
			}
		}
	}
	t.Log(sum)
	if !(sum["covariance"] > sum["independent"]+3) {
		t.Errorf("hidden cells %v", sum)
	}
}

// checkBeliefs compares what is believed of hidden yes/no with the probabilities that they are given: Φ of the mean
// over the deviation.
func checkBeliefs(t *testing.T, s inference.Stepper, data *inference.Dataset, cells []inference.Cell, values,
	log []float64) {
	t.Helper()
	beliefs, err := s.(inference.Believer).Believe(t.Context(), cells, 1000)
	if err != nil || beliefs == nil {
		t.Fatalf("nothing is believed of cells: %v", err)
	}
	// The density of a row learns the rate of divergence anew, of which beliefs do not depend.
	if _, err := s.(inference.Predictor).
		LogDensity(t.Context(), mat.DenseCopyOf(data.X.Slice(0, 1, 0, len(data.Columns)))); err != nil {
		t.Fatal(err)
	}
	again, err := s.(inference.Believer).Believe(t.Context(), cells, 1000)
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for i, at := range cells {
		for k := range beliefs[i].Means {
			if !(math.Abs(beliefs[i].Means[k][0]-again[i].Means[k][0]) <= 1e-9) || !(math.Abs(beliefs[i].LogShares[k]-
				again[i].LogShares[k]) <= 1e-9) {
				t.Fatalf("row %d and column %d: other beliefs after a density", at.Row, at.Column)
			}
		}
		if data.KindAt(at.Column).Sort != column.YesNo {
			continue
		}
		checked++
		p, all := 0., 0.
		for k, share := range beliefs[i].LogShares {
			below := .5 * math.Erfc((1-2*values[i])*beliefs[i].Means[k][0]/math.Sqrt(2*beliefs[i].Variances[k][0]))
			p, all = p+math.Exp(share)*below, all+math.Exp(share)
		}
		if !(math.Abs(math.Log(p/all)-log[i]) <= 1e-6) {
			t.Errorf("row %d and column %d: believed %v, predicted %v", at.Row, at.Column, math.Log(p/all), log[i])
		}
	}
	if checked < 4 {
		t.Errorf("only %d cells of yes/no are hidden", checked)
	}
}

func checkPredictions(t *testing.T, method string, numbers bool, rng *rand.Rand) {
	t.Helper()
	data, cells, values := grouped(t, 60, numbers, rng)
	set, most := map[string]string{"method": method}, 150
	if method == "em" {
		most = 30
	} else {
		set["initial"] = "random"
	}
	s := inferencetest.Begin(t, DDT{}, data, set)
	for done := 0; done < most; {
		r, err := s.Step(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r.Scalars != nil {
			done++
		}
	}
	log, mean, err := s.(inference.CellPredictor).LogCells(cells, values)
	if err != nil {
		t.Fatal(err)
	}
	gain := map[column.Sort]float64{}
	for i, c := range cells {
		gain[data.Kinds[c.Column].Sort] += log[i] - alone(data, c.Column, values[i])
		if math.IsNaN(mean[i]) {
			t.Fatalf("%s: cell %d has no mean", method, i)
		}
	}
	for sort, g := range gain {
		if !(g > 1) {
			t.Errorf("%s: cells of %v gain %.1f nats", method, sort, g)
		}
	}
	t.Logf("%s gains %v", method, gain)
	rows := mat.DenseCopyOf(data.X.Slice(0, 1, 0, data.X.RawMatrix().Cols))
	density, err := s.(inference.Predictor).LogDensity(context.Background(), rows)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range density {
		if math.IsNaN(d) || math.IsInf(d, 0) || !numbers && d > 0 {
			t.Errorf("%s: a row has log density %v", method, d)
		}
	}
}

// alone is the log density or probability of a value by the other cells of its column.
func alone(data *inference.Dataset, j int, value float64) float64 {
	var n, sum, squares, same float64
	rows, _ := data.Dims()
	for i := range rows {
		if v := data.X.At(i, j); !math.IsNaN(v) {
			n++
			sum += v
			squares += v * v
			if v == value {
				same++
			}
		}
	}
	mean := sum / n
	variance := squares/n - mean*mean
	gamma := func(x float64) float64 { g, _ := math.Lgamma(x); return g }
	switch k := data.Kinds[j]; k.Sort {
	case column.Number:
		return -.5 * (math.Log(2*math.Pi*variance) + (value-mean)*(value-mean)/variance)
	case column.Count:
		size := mean * mean / max(variance-mean, .05*mean)
		return gamma(value+size) - gamma(size) - gamma(value+1) + size*math.Log(size/(size+mean)) +
			value*math.Log(mean/(size+mean))
	default:
		return math.Log((same + .5) / (n + .5*float64(len(k.Levels))))
	}
}

// A given tree over columns of kinds has a likelihood: less where rows of one group are apart. That of cells without
// densities is a probability.
func TestTreesOfKindsAreScored(t *testing.T) {
	for _, numbers := range []bool{true, false} {
		data, _, _ := grouped(t, 12, numbers, rand.New(rand.NewPCG(3, 3)))
		end := math.Inf(1)
		// Rows six apart are of one group; those of the second tree are of different ones.
		var score, structure [2]float64
		for i, apart := range []int{6, 1} {
			parent, times := make([]int, 12), make([]float64, 12, 23)
			for v := range parent {
				times[v] = end
			}
			pairs := 0
			for v := range parent {
				if parent[v] == 0 {
					parent[v], parent[(v+apart)%12] = 12+pairs, 12+pairs
					pairs++
				}
			}
			for p := range pairs { // the pairs join one after the other
				parent, times = append(parent, 12+pairs+max(p-1, 0)), append(times, 2)
			}
			for p := range pairs - 2 {
				parent, times = append(parent, 12+pairs+p+1), append(times, 1-float64(p)/10)
			}
			parent, times = append(parent, -1), append(times, 1-float64(pairs-2)/10)
			given, err := tree.New(data.Rows, parent, times)
			if err != nil {
				t.Fatal(err)
			}
			settings := independent(DDT{})
			s, _, err := (DDT{}).ScoreTree(context.Background(), data, given, settings, false)
			if err != nil {
				t.Fatal(err)
			}
			score[i] = s.LogLikelihood
			if structure[i], err = (DDT{}).ScoreStructure(context.Background(), data, given, settings); err != nil {
				t.Fatal(err)
			}
		}
		if !(score[0] > score[1]+1) || !(structure[0] > structure[1]+1) || !numbers && !(score[0] < 0) {
			t.Errorf("log likelihoods %.1f where groups are apart, structures %.1f", score, structure)
		}
	}
}
