package bhc

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/inferencetest"
	"example.org/espalier/inference/kind/forest"

	"gonum.org/v1/gonum/mat"
)

// grown builds a rose tree, and returns what each join gained.
func grown(t *testing.T, f *fit, mixing float64) (h *hierarchy, gains []float64) {
	t.Helper()
	b := newBuilder(f.t, hyper{1, 1, 1}, law{3, mixing})
	for {
		most, before := math.Inf(-1), len(b.nodes)
		for _, k := range b.active {
			most = max(most, b.odds[k])
		}
		_, finished := b.step()
		if len(b.nodes) > before {
			gains = append(gains, most)
		}
		if finished {
			return b.score(b.hyper, 3), gains
		}
	}
}

// kids are the children of each node that is not open, by the rows below each, and of the rows themselves.
func kids(h *hierarchy, k int) (list [][]int) {
	v := h.nodes[k]
	for _, c := range []int{v.left, v.right} {
		if h.nodes[c].open {
			list = append(list, kids(h, c)...)
		} else {
			list = append(list, under(h, c))
		}
	}
	return list
}

func under(h *hierarchy, k int) []int {
	if v := h.nodes[k]; v.left >= 0 {
		return append(under(h, v.left), under(h, v.right)...)
	}
	return []int{k}
}

// Five rows of yes/no: the gains of the joins and log p are those that were found by hand, for two γ. Three rows are
// one node of three children at γ .2.
func TestRose(t *testing.T) {
	f := built(t, yesNo(5, 6, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1))
	for _, c := range []struct {
		mixing, log float64
		gains       []float64
		most        int
	}{
		{.2, -16.9908089476, []float64{1.12432065, 1.77809633, 1.12432065, -.22313115}, 3},
		{.5, -16.0563295887, []float64{1.82379296, 1.82379296, 1.78363492, -.69313501}, 3},
	} {
		h, gains := grown(t, f, c.mixing)
		if len(gains) != 4 {
			t.Fatalf("γ %v: gains %v", c.mixing, gains)
		}
		for k, want := range c.gains {
			inferencetest.Near(t, "gain", gains[k], want, 1e-8)
		}
		log, most := h.rosy(c.mixing)
		inferencetest.Near(t, "log p", log, c.log, 1e-9)
		if most != c.most {
			t.Errorf("γ %v: at most %d children", c.mixing, most)
		}
		three := 0
		for k := range h.nodes {
			if !h.nodes[k].open && h.nodes[k].left >= 0 && len(kids(h, k)) == 3 {
				three++
			}
		}
		if three != 1 {
			t.Errorf("γ %v: %d nodes of three children", c.mixing, three)
		}
	}
}

// The tree ((1, 2, 5), (3, 4)) of five rows: the bound of a mixture, whose value was found by enumeration.
func TestBoundOfRose(t *testing.T) {
	f := built(t, yesNo(5, 4, 1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 0, 0))
	h := &hierarchy{base: f.now.base}
	for i := range 5 {
		h.nodes = append(h.nodes, node{left: -1, right: -1, parent: -1, cluster: f.t.row(i)})
	}
	for _, j := range []struct {
		left, right int
		open        bool
	}{{0, 1, true}, {5, 4, false}, {2, 3, false}, {6, 7, false}} {
		h.nodes = append(h.nodes, node{left: j.left, right: j.right, parent: -1, open: j.open,
			cluster: joined(h.nodes[j.left].cluster, h.nodes[j.right].cluster)})
	}
	h = h.score(hyper{1, 1, 1}, 3)
	inferencetest.Near(t, "bound", h.logJoint(f.t)-h.hyper.logPrior(), -16.2028371843, 1e-9)
}

// consistent lists the partitions of the rows below a node of a rose tree whose clusters are all rows below a node.
func consistent(h *hierarchy, k int) (all [][][]int) {
	v := h.nodes[k]
	if v.left < 0 {
		return [][][]int{{{k}}}
	}
	if !v.open {
		all = append(all, [][]int{under(h, k)})
	}
	for _, a := range consistent(h, v.left) {
		for _, b := range consistent(h, v.right) {
			all = append(all, append(append([][]int{}, a...), b...))
		}
	}
	return all
}

// byHand is log p of a rose tree by its definition, of the densities of sets of rows.
func byHand(r *reference, h *hierarchy, k int, mixing float64) float64 {
	rows := under(h, k)
	m := 0.0
	for at, i := range rows {
		m += r.row(r.x[i], rows[:at])
	}
	if len(rows) == 1 {
		return m
	}
	count, apart := 0, 0.0
	var walk func(k int)
	walk = func(k int) {
		for _, c := range []int{h.nodes[k].left, h.nodes[k].right} {
			if h.nodes[c].open {
				walk(c)
				continue
			}
			count++
			apart += byHand(r, h, c, mixing)
		}
	}
	walk(k)
	stay := math.Pow(1-mixing, float64(count-1))
	return math.Log((1-stay)*math.Exp(m) + stay*math.Exp(apart))
}

// On small tables of numbers the bound is the sum over the partitions that are consistent with the tree, log p is that
// of the definition, each gain is what log p grows by, and no other way to make one node of the same two gains more.
func TestRosesOfNumbers(t *testing.T) {
	wide := false
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 5))
		x := mat.NewDense(7, 2, nil)
		for i := range 7 {
			for j := range 2 {
				x.Set(i, j, float64(3*(i%2))+0.3*rng.NormFloat64())
			}
		}
		data := inferencetest.DatasetOf(x)
		f := built(t, data)
		h, gains := grown(t, f, 0.3)
		r := newReference(x, 1, 1, 1, 3)
		sum := 0.0
		for _, p := range consistent(h, len(h.nodes)-1) {
			sum += r.joint(p)
		}
		inferencetest.Near(t, "bound", h.logJoint(f.t)-h.hyper.logPrior(), math.Log(sum), 1e-9)
		log, most := h.rosy(0.3)
		wide = wide || most > 2
		inferencetest.Near(t, "log p", log+f.t.jacobian, byHand(r, h, len(h.nodes)-1, 0.3), 1e-9)
		for i := range 7 {
			log -= h.base.alone(&h.nodes[i].cluster)
		}
		for _, g := range gains {
			log -= g
		}
		inferencetest.Near(t, "what the gains leave", log, 0, 1e-9)
	}
	if !wide {
		t.Error("no tree has a node of three children")
	}
}

// A fit of rose trees shows nodes of several children, whose rows are all there, and continues from its saved state.
func TestRoseFit(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	x := mat.NewDense(40, 4, nil)
	for i := range 40 {
		for j := range 4 {
			x.Set(i, j, 4*float64((i>>(j%2))&1)+rng.NormFloat64())
		}
	}
	p := inferencetest.Begin(t, Model{}, inferencetest.DatasetOf(x), map[string]string{"trees": roseTrees})
	inferencetest.Iterate(t, p, 20)
	tr := forest.Of(p.Snapshot()).Trees[0].Tree
	most, leaves := 0, 0
	for v, c := range tr.Children {
		most = max(most, len(c))
		if tr.IsLeaf(v) {
			leaves++
		} else if s := tr.Support[v]; !(s >= 0 && s <= 1) {
			t.Errorf("node %d has the support %v", v, s)
		}
	}
	if most < 4 || leaves != 40 {
		t.Errorf("at most %d children, %d leaves", most, leaves)
	}
	saved, err := p.(*fit).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	q := inferencetest.Begin(t, Model{}, inferencetest.DatasetOf(x), map[string]string{"trees": roseTrees}).(*fit)
	if err := q.UnmarshalBinary(saved); err != nil {
		t.Fatal(err)
	}
	if a, b := p.(*fit).phase(), q.phase(); a != b {
		t.Errorf("%q, then %q", a, b)
	}
}
