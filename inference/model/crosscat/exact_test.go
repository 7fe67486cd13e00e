package crosscat

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/labels"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/process/marginal/block"

	"gonum.org/v1/gonum/mat"
)

var nan = math.NaN()

// A small is a table of few cells, by column, each with what it is.
type small []smallColumn

type smallColumn struct {
	kind  string // "yes/no", "category" of three, "number" or "count"
	cells []float64
}

// four is a table whose sums another program has found.
func four() small {
	return small{{"yes/no", []float64{1, 1, 0, 0}}, {"yes/no", []float64{1, 1, 0, nan}},
		{"number", []float64{.3, -.9, .1, -1.2}}, {"category", []float64{0, 2, 0, 2}}}
}

// three is a table of 3 rows and 3 columns.
func three() small {
	return small{{"count", []float64{0, 4, 5}}, {"yes/no", []float64{0, 1, 1}}, {"number", []float64{-.4, nan, 1.1}}}
}

// law is that of the sampler.
func (c smallColumn) law() block.Law {
	switch c.kind {
	case "yes/no":
		return block.NewBinary(0.5, 0.5)
	case "category":
		return block.NewCategories(3, 0.5)
	case "count":
		return block.NewCounts(1, 1, 2)
	}
	return block.NewNumbers(0, 0.5, 1.5, 0.5)
}

// log is the log likelihood of some cells with the parameters integrated out, cell by cell as the predictive of
// each given those before it. It shares nothing with the sampler.
func (c smallColumn) log(cells []float64) (log float64) {
	lgamma := func(x float64) float64 { v, _ := math.Lgamma(x); return v }
	var seen []float64
	for _, y := range cells {
		if math.IsNaN(y) {
			continue
		}
		n, sum, squares, equal := float64(len(seen)), 0.0, 0.0, 0.0
		for _, v := range seen {
			sum, squares = sum+v, squares+v*v
			if v == y {
				equal++
			}
		}
		switch c.kind {
		case "yes/no":
			log += math.Log((equal + 0.5) / (n + 1))
		case "category":
			log += math.Log((equal + 0.5) / (n + 1.5))
		case "count": // negative binomial, with rate ½ a priori
			a, p := 1+sum, (0.5+n)/(1.5+n)
			log += lgamma(a+y) - lgamma(a) - lgamma(y+1) + a*math.Log(p) + y*math.Log(1-p)
		default: // Student's t
			k := 0.5 + n
			m := sum / k
			a, b := 1.5+n/2, 0.5+(squares-k*m*m)/2
			scale := b * (k + 1) / (a * k)
			z := (y - m) * (y - m) / (2 * a * scale)
			log += lgamma(a+0.5) - lgamma(a) - math.Log(2*a*math.Pi*scale)/2 - (a+0.5)*math.Log(1+z)
		}
		seen = append(seen, y)
	}
	return log
}

// restaurant is the probability of a partition for a concentration of 1.
func restaurant(z []int) float64 {
	p, count := 1.0, make([]float64, len(z))
	for i, k := range z {
		if count[k] > 0 {
			p *= count[k]
		}
		p /= 1 + float64(i)
		count[k]++
	}
	return p
}

// weights returns the joint probability of the cells and each partition of the columns into views, and the sum.
// given the partition of the columns views are independent, and each is a sum over the partitions of the rows.
func (c small) weights() (each map[string]float64, total float64) {
	n := len(c[0].cells)
	each = map[string]float64{}
	known := map[string]float64{}
	inferencetest.Partitions(len(c), func(of []int) {
		p := restaurant(of)
		for v := range of {
			var columns []int
			for j, k := range of {
				if k == v {
					columns = append(columns, j)
				}
			}
			if columns == nil {
				continue
			}
			key := fmt.Sprint(columns)
			if _, ok := known[key]; !ok {
				inferencetest.Partitions(n, func(z []int) {
					known[key] += restaurant(z) * math.Exp(c.given(columns, z))
				})
			}
			p *= known[key]
		}
		each[fmt.Sprint(of)] = p
		total += p
	})
	return each, total
}

// given is the log likelihood of columns given the clusters of the rows.
func (c small) given(columns, z []int) (log float64) {
	for _, j := range columns {
		for k := range z {
			var cells []float64
			for i, y := range c[j].cells {
				if z[i] == k {
					cells = append(cells, y)
				}
			}
			log += c[j].log(cells)
		}
	}
	return log
}

// state returns the state of the sampler with concentrations of 1 and all in one cluster of one view.
func (c small) state() *state {
	n := len(c[0].cells)
	t := &table{n: n, d: len(c), exposures: make([][]float64, len(c))}
	for _, col := range c {
		l := col.law()
		own := make([]float64, n*l.Width())
		for i, y := range col.cells {
			l.Add(own[i*l.Width():(i+1)*l.Width()], y, 1)
		}
		t.usual, t.own = append(t.usual, l), append(t.own, own)
	}
	s := newState(t, t.usual)
	s.fixedAlpha, s.fixedBeta, s.usual = true, true, true
	s.begin(make([]int, t.d), [][]int{make([]int, n)}, []float64{1})
	s.settle()
	return s
}

// The sums are those that another program has found: log p(cells), and the share of each number of views.
func TestSums(t *testing.T) {
	each, total := four().weights()
	inferencetest.Near(t, "log p", math.Log(total), -15.4406068400, 1e-9)
	for pair, want := range map[[2]int]float64{{0, 1}: .5173605302, {0, 2}: .4678500855, {0, 3}: .4655661504,
		{2, 3}: .5420384023, {1, 2}: .4887884994} {
		inferencetest.Near(t, fmt.Sprint("columns ", pair), together(each, total, pair), want, 1e-9)
	}
}

// together is the probability that two columns share a view.
func together(each map[string]float64, total float64, pair [2]int) (p float64) {
	for key, w := range each {
		if at := func(j int) byte { return key[1+2*j] }; at(pair[0]) == at(pair[1]) {
			p += w / total
		}
	}
	return p
}

// In a long run every partition of the columns comes up as often as the sum over all clusters says: by Gibbs steps
// of the columns alone, by departures alone, by splitting and merging views, and by all. Moves that leave out a
// term fail.
func TestLongRun(t *testing.T) {
	n := 16_000
	if testing.Short() {
		n = 8_000
	}
	for name, c := range map[string]small{"four": four(), "three": three()} {
		each, total := c.weights()
		noise := 0.0
		for _, w := range each {
			noise += math.Sqrt(2*w/total/(math.Pi*float64(n))) / 2
		}
		for _, moves := range []string{"choose", "depart", "split", "all", "broken depart", "broken split"} {
			s, rng := c.state(), rand.New(rand.NewPCG(1, 2))
			count := map[string]float64{}
			for range n {
				move(s, moves, rng)
				if err := s.check(); err != nil {
					t.Fatal(err)
				}
				of, _, _ := s.labelled()
				count[fmt.Sprint(of)]++
			}
			distance := 0.0
			for key, w := range each {
				distance += math.Abs(count[key]/float64(n)-w/total) / 2
			}
			if ok := distance < 3*noise+0.004; ok == strings.HasPrefix(moves, "broken") {
				t.Errorf("%s by %s: total variation %v, of independent draws %v", name, moves, distance, noise)
			}
		}
	}
}

// move is a sweep with some of the moves of columns.
func move(s *state, moves string, rng *rand.Rand) {
	for _, v := range s.views {
		for i := range s.t.n {
			v.Visit(i, rng)
		}
		v.SplitMerge(rng)
	}
	for j := range s.t.d {
		if moves == "choose" || moves == "all" {
			w := s.consider(j)
			for !s.weigh(w, rng) {
			}
			s.choose(w, rng)
		}
		if moves != "all" && !strings.HasSuffix(moves, "depart") {
			continue
		}
		if d := s.depart(j, rng); d != nil {
			d.seat(s.t.n, rng)
			if moves == "broken depart" {
				d.logQ = 0
			}
			s.decide(d, rng)
		}
	}
	for range 3 {
		if moves != "all" && !strings.HasSuffix(moves, "split") {
			break
		}
		m := s.proposeViews(rng)
		for !s.work(m, s.t.n, rng) {
		}
		if moves == "broken split" {
			m.logQ = 0
		}
		s.decideViews(m, rng)
	}
}

// check returns what is wrong with the views, if anything: what is remembered must be what the labels give.
func (s *state) check() error {
	seen := map[int]bool{}
	for k, v := range s.views {
		if len(v.columns) == 0 {
			return fmt.Errorf("view %d has no columns", k)
		}
		for _, j := range v.columns {
			if seen[j] {
				return fmt.Errorf("column %d is in two views", j)
			}
			seen[j] = true
		}
		z := append([]int(nil), v.Z...)
		labels.Number(z)
		again := s.newView(append([]int(nil), v.columns...), v.Alpha, z)
		again.Settle(0, s.t.n)
		total, anew := 0.0, 0.0
		for _, slot := range v.Active {
			total += v.Clusters[slot].Log()
		}
		for _, slot := range again.Active {
			anew += again.Clusters[slot].Log()
		}
		if len(again.Active) != len(v.Active) || !(math.Abs(total-anew) < 1e-8*(1+math.Abs(anew))) {
			return fmt.Errorf("view %d has %d clusters with log likelihood %v, anew %d with %v", k, len(v.Active), total,
				len(again.Active), anew)
		}
	}
	if len(seen) != s.t.d {
		return fmt.Errorf("%d of %d columns are in views", len(seen), s.t.d)
	}
	return nil
}

// A blank is predicted as the sums with each value in its place say, and so is a new row: the ratio of the sums
// with and without it.
func TestPredictions(t *testing.T) {
	c := four()
	x := mat.NewDense(4, 4, nil)
	for j, col := range c {
		x.SetCol(j, col.cells)
	}
	data := inferencetest.DatasetOf(x)
	bits := column.Kind{Sort: column.YesNo, Levels: []string{"0", "1"}}
	data.Kinds = []column.Kind{bits, bits, {}, {Sort: column.Category, Levels: []string{"a", "b", "c"}}}
	set := Model{}.Info().Defaults()
	for _, name := range []string{"concentration", "row_concentration"} {
		if err := set.Fix(name, true); err != nil {
			t.Fatal(err)
		}
	}
	if err := set.Set("prior", "usual"); err != nil {
		t.Fatal(err)
	}
	chain, err := newSampler(data, set, inference.Streams{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	// Numbers as in the sums: neither centred nor scaled, and with their law.
	chain.state.t.centre[2], chain.state.t.scale[2] = 0, 1
	chain.state.t.usual[2], chain.state.t.own[2] = c[2].law(), c.state().t.own[2]
	chain.state = chain.newState(chain.state.t)
	chain.state.begin(make([]int, 4), [][]int{make([]int, 4)}, []float64{1})
	blank, row := 0.0, 0.0
	rounds := 20 // each of 400 draws, of which 100 predict
	if testing.Short() {
		rounds = 6
	}
	fresh := []float64{1, nan, .2, 0}
	for r := range rounds {
		for chain.Iteration < 800*(r+1) {
			if _, err := chain.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		got, mean, err := chain.LogCells([]inference.Cell{{Row: 3, Column: 1}}, []float64{1})
		if err != nil {
			t.Fatal(err)
		}
		inferencetest.Near(t, "mean", mean[0], math.Exp(got[0]), 1e-12)
		blank += math.Exp(got[0]) / float64(rounds)
		density, err := chain.LogDensity(context.Background(), mat.NewDense(1, 4, fresh))
		if err != nil {
			t.Fatal(err)
		}
		row += math.Exp(density[0]) / float64(rounds)
		chain.Draws.Draws = nil
	}
	filled := func(y float64) float64 {
		d := four()
		d[1].cells[3] = y
		_, total := d.weights()
		return total
	}
	more := four()
	for j := range more {
		more[j].cells = append(more[j].cells, fresh[j])
	}
	_, with := more.weights()
	_, without := c.weights()
	within := 0.03 / math.Sqrt(float64(rounds))
	inferencetest.Near(t, "blank as another program has it", blank, .5797999612, within)
	inferencetest.Near(t, "blank", blank, filled(1)/(filled(0)+filled(1)), within)
	inferencetest.Near(t, "row", row, with/without, within*with/without*3)
}

// A cell given all others is the ratio of two sums over the clusters that its row may be in, with and without the
// cell, and the state is left as it was.
func TestCellsGivenOthers(t *testing.T) {
	c := small{four()[0], four()[2], four()[3]}
	s := c.state()
	z := []int{0, 1, 0, 2}
	s.begin([]int{0, 0, 0}, [][]int{z}, []float64{0.7})
	s.settle()
	got := s.cells()
	if err := s.check(); err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		sum := func(columns ...int) (sum float64) {
			for k := range 4 { // 3 is a new cluster
				size, log := 0.0, 0.0
				for r, at := range z {
					if at == k && r != i {
						size++
					}
				}
				if k == 3 {
					size = 0.7
				}
				for _, j := range columns {
					var cells []float64
					for r, y := range c[j].cells {
						if z[r] == k && r != i {
							cells = append(cells, y)
						}
					}
					log += c[j].log(append(cells, c[j].cells[i])) - c[j].log(cells)
				}
				sum += size * math.Exp(log)
			}
			return sum
		}
		for j, others := range [][]int{{1, 2}, {0, 2}, {0, 1}} {
			inferencetest.Near(t, fmt.Sprintf("row %d, column %d", i, j), got[i*3+j], sum(0, 1, 2)/sum(others...), 1e-12)
		}
	}
}
