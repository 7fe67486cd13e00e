package bhc

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/inferencetest"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A reference computes by definition what the package computes by sums over nodes. It shares no code with it: a
// density of rows is the product of the Student t of each value given those before it.
type reference struct {
	x                          [][]float64
	mean, variance             []float64
	alpha, scale, kappa, delta float64
}

func newReference(x *mat.Dense, alpha, scale, kappa, delta float64) *reference {
	r := &reference{alpha: alpha, scale: scale, kappa: kappa, delta: delta}
	n, d := x.Dims()
	for i := range n {
		r.x = append(r.x, mat.Row(nil, i, x))
	}
	for j := range d {
		var seen []float64
		for i := range n {
			if v := x.At(i, j); !math.IsNaN(v) {
				seen = append(seen, v)
			}
		}
		m, v := stat.PopMeanVariance(seen, nil)
		r.mean, r.variance = append(r.mean, m), append(r.variance, v)
	}
	return r
}

// next is the Student t of another value of column j, given those of the rows.
func (r *reference) next(rows []int, j int) distuv.StudentsT {
	var seen []float64
	for _, i := range rows {
		if v := r.x[i][j]; !math.IsNaN(v) {
			seen = append(seen, v)
		}
	}
	n := float64(len(seen))
	at, lambda := r.mean[j], r.scale*(r.delta-2)*r.variance[j]
	if n > 0 {
		average := stat.Mean(seen, nil)
		for _, v := range seen {
			lambda += (v - average) * (v - average)
		}
		lambda += r.kappa * n / (r.kappa + n) * (average - r.mean[j]) * (average - r.mean[j])
		at = (r.kappa*r.mean[j] + n*average) / (r.kappa + n)
	}
	return distuv.StudentsT{Mu: at, Sigma: math.Sqrt(lambda * (r.kappa + n + 1) / ((r.kappa + n) * (r.delta + n))),
		Nu: r.delta + n}
}

// row is the log density of a row given others in its cluster.
func (r *reference) row(x []float64, rows []int) float64 {
	sum := 0.0
	for j, v := range x {
		if !math.IsNaN(v) {
			sum += r.next(rows, j).LogProb(v)
		}
	}
	return sum
}

// joint is the probability of a partition under the restaurant, times the density of the rows.
func (r *reference) joint(partition [][]int) float64 {
	log, seated := 0.0, 0.0
	for _, c := range partition {
		for k, i := range c {
			weight := float64(k)
			if k == 0 {
				weight = r.alpha
			}
			log += math.Log(weight/(seated+r.alpha)) + r.row(r.x[i], c[:k])
			seated++
		}
	}
	return math.Exp(log)
}

// partitions lists those that a tree can be cut into; those of all rows for nil.
func partitions(h *hierarchy, k int) (all [][][]int, below []int) {
	v := h.nodes[k]
	if v.left < 0 {
		return [][][]int{{{k}}}, []int{k}
	}
	left, some := partitions(h, v.left)
	right, others := partitions(h, v.right)
	below = append(append(below, some...), others...)
	all = append(all, [][]int{below})
	for _, a := range left {
		for _, b := range right {
			all = append(all, append(append([][]int{}, a...), b...))
		}
	}
	return all, below
}

// everyPartition lists all partitions of n rows.
func everyPartition(n int) (all [][][]int) {
	var place func(i int, so [][]int)
	place = func(i int, so [][]int) {
		if i == n {
			var c [][]int
			for _, g := range so {
				c = append(c, append([]int(nil), g...))
			}
			all = append(all, c)
			return
		}
		for k := range so {
			so[k] = append(so[k], i)
			place(i+1, so)
			so[k] = so[k][:len(so[k])-1]
		}
		place(i+1, append(so, []int{i}))
	}
	place(0, nil)
	return all
}

func small(missing bool, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(6, 2, nil)
	for i := range 6 {
		for j := range 2 {
			x.Set(i, j, 5+3*float64(i%2)+rng.NormFloat64())
		}
	}
	if missing {
		x.Set(1, 0, math.NaN())
		x.Set(4, 1, math.NaN())
	}
	return x
}

// begun fits until the first tree stands.
func begun(t *testing.T, x *mat.Dense, set map[string]string) *fit {
	t.Helper()
	f := inferencetest.Begin(t, Model{}, inferencetest.DatasetOf(x), set).(*fit)
	for f.iteration < 0 {
		if _, err := f.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// All that is said of a tree agrees with the list of the partitions that it can be cut into.
func TestAgainstPartitions(t *testing.T) {
	for _, missing := range []bool{false, true} {
		for seed := range uint64(4) {
			x := small(missing, rand.New(rand.NewPCG(seed, 8)))
			f := begun(t, x, nil)
			h := f.now
			r := newReference(x, h.hyper.Alpha, h.hyper.Scale, h.hyper.Kappa, 3)
			all, _ := partitions(h, len(h.nodes)-1)
			n, _ := x.Dims()
			point := []float64{6.5, math.NaN()}
			if !missing {
				point[1] = 4
			}
			total, density, pair := 0.0, 0.0, make([]float64, n*n)
			cells := []inference.Cell{{Row: 1, Column: 0}, {Row: 4, Column: 1}}
			values := []float64{7, 5}
			inCell, mean := make([]float64, 2), make([]float64, 2)
			for _, p := range all {
				w := r.joint(p)
				total += w
				density += w * r.alpha / (float64(n) + r.alpha) * math.Exp(r.row(point, nil))
				for _, c := range p {
					density += w * float64(len(c)) / (float64(n) + r.alpha) * math.Exp(r.row(point, c))
					for _, i := range c {
						for _, j := range c {
							pair[i*n+j] += w
						}
						for k, cell := range cells {
							if cell.Row == i {
								s := r.next(c, cell.Column)
								inCell[k] += w * s.Prob(values[k])
								mean[k] += w * s.Mu
							}
						}
					}
				}
			}
			inferencetest.Near(t, "log joint", h.logJoint(f.t), math.Log(total)-h.hyper.Alpha-h.hyper.Scale-h.hyper.Kappa, 1e-10)
			for i, v := range h.together() {
				inferencetest.Near(t, "pair", v, pair[i]/total, 1e-10)
			}
			got, err := f.LogDensity(context.Background(), mat.NewDense(1, 2, point))
			if err != nil {
				t.Fatal(err)
			}
			inferencetest.Near(t, "log density", got[0], math.Log(density/total), 1e-10)
			if missing {
				logs, means, err := f.LogCells(cells, values)
				if err != nil {
					t.Fatal(err)
				}
				for k := range cells {
					inferencetest.Near(t, "cell", logs[k], math.Log(inCell[k]/total), 1e-10)
					inferencetest.Near(t, "mean of a cell", means[k], mean[k]/total, 1e-10)
				}
			}
			whole := 0.0
			for _, p := range everyPartition(n) {
				whole += r.joint(p)
			}
			if !(total < whole) {
				t.Errorf("%v over the partitions of a tree, %v over all", total, whole)
			}
		}
	}
}

// The root's rows are one cluster with the share that this partition has of all, and the labels are the cut at one
// half.
func TestCut(t *testing.T) {
	x := small(false, rand.New(rand.NewPCG(3, 1)))
	for i := range 6 {
		x.SetRow(i, []float64{x.At(i, 0) + float64(i%2*100), x.At(i, 1) - float64(i%2*100)})
	}
	f := begun(t, x, map[string]string{"scale": "0.01", "kappa": "0.01"})
	h := f.now
	r := newReference(x, h.hyper.Alpha, h.hyper.Scale, h.hyper.Kappa, 3)
	all, below := partitions(h, len(h.nodes)-1)
	total := 0.0
	for _, p := range all {
		total += r.joint(p)
	}
	one := r.joint([][]int{below}) / total
	inferencetest.Near(t, "one cluster", math.Exp(h.one(len(h.nodes)-1)), one, 1e-10)
	labels, clusters := h.labels(h.cut(false))
	if one > 0.5 || clusters != 2 || labels[0] == labels[1] || labels[0] != labels[2] || labels[0] != labels[4] ||
		labels[1] != labels[3] || labels[1] != labels[5] {
		t.Errorf("labels %v, one cluster with probability %v", labels, one)
	}
}

// The tree joins, each time, the two nodes whose rows are most likely one cluster: the partitions are weighed by their
// list.
func TestJoinsTheLikeliest(t *testing.T) {
	x := small(false, rand.New(rand.NewPCG(9, 2)))
	f := begun(t, x, map[string]string{"scale": "0.3", "kappa": "0.3"})
	h := f.now
	r := newReference(x, h.hyper.Alpha, h.hyper.Scale, h.hyper.Kappa, 3)
	b := newBuilder(f.t, h.hyper, law{freedom: 3})
	for finished := false; !finished; {
		_, finished = b.step()
	}
	for k := range h.nodes { // what the builder says of its nodes is what is said of the finished tree
		inferencetest.Near(t, "log of a node", b.nodes[k].log, h.nodes[k].log, 1e-10)
		inferencetest.Near(t, "log of one cluster", b.nodes[k].together, h.nodes[k].together, 1e-10)
	}
	active := []int{0, 1, 2, 3, 4, 5}
	for k := 6; k < len(h.nodes); k++ {
		best, a, b := -1.0, -1, -1
		for i, left := range active {
			for _, right := range active[i+1:] {
				trial := &hierarchy{nodes: append(append([]node{}, h.nodes[:k]...), node{left: left, right: right})}
				all, below := partitions(trial, k)
				total := 0.0
				for _, p := range all {
					total += r.joint(p)
				}
				if v := r.joint([][]int{below}) / total; v > best {
					best, a, b = v, left, right
				}
			}
		}
		if h.nodes[k].left != a || h.nodes[k].right != b {
			t.Fatalf("node %d joins %d and %d, not %d and %d", k, h.nodes[k].left, h.nodes[k].right, a, b)
		}
		inferencetest.Near(t, "probability of one cluster", math.Exp(h.one(k)), best, 1e-10)
		var still []int
		for _, o := range active {
			if o != a && o != b {
				still = append(still, o)
			}
		}
		active = append(still, k)
	}
}

// The density of new rows is one: it sums to 1 over a column.
func TestDensitySumsToOne(t *testing.T) {
	f := begun(t, small(true, rand.New(rand.NewPCG(5, 5))), nil)
	const points, reach = 40_001, 4000.0
	x := mat.NewDense(points, 2, nil)
	sinh := func(u float64) float64 { return 6 + math.Sinh(u) } // dense where the rows are
	most := math.Asinh(reach)
	for i := range points {
		x.SetRow(i, []float64{sinh(most * (2*float64(i)/(points-1) - 1)), math.NaN()})
	}
	log, err := f.LogDensity(context.Background(), x)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for i := 1; i < points; i++ {
		sum += (math.Exp(log[i]) + math.Exp(log[i-1])) / 2 * (x.At(i, 0) - x.At(i-1, 0))
	}
	inferencetest.Near(t, "the density", sum, 1, 1e-5)
}
