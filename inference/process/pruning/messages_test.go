package pruning

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/espalier/inference/process/timetree"

	"gonum.org/v1/gonum/mat"
)

// tables are kinds of columns: all observed, few and many; observed in the same rows; each in rows of its own.
var tables = []struct {
	name    string
	columns int
	classes func(rng *rand.Rand, rows, columns int) []Class
}{
	{"complete", 3, whole},
	{"complete, wide", 40, whole},
	{"two classes", 5, func(rng *rand.Rand, rows, columns int) []Class {
		return []Class{{Low: 0, High: 2, Weight: 2}, {Low: 2, High: columns, Weight: float64(columns - 2),
			Observed: some(rng, rows)}}
	}},
	{"each its own", 4, func(rng *rand.Rand, rows, columns int) (list []Class) {
		for j := range columns {
			list = append(list, Class{Low: j, High: j + 1, Weight: 1, Observed: some(rng, rows)})
		}
		return list
	}},
}

func whole(_ *rand.Rand, _, columns int) []Class {
	return []Class{{Low: 0, High: columns, Weight: float64(columns)}}
}

// some draws the rows in which a column is observed, at least one.
func some(rng *rand.Rand, rows int) []bool {
	list := make([]bool, rows)
	for i := range list {
		list[i] = rng.Float64() < 0.7
	}
	list[rng.IntN(rows)] = true
	return list
}

// randomMessages returns the messages of a random tree and of random values.
func randomMessages(rng *rand.Rand, n, table int) (*Messages, []float64) {
	sigma2, noise := 0.5+rng.Float64(), 0.3*rng.Float64()
	c := tables[table]
	m := New(n, c.columns, c.classes(rng, n, c.columns), &sigma2, &noise)
	x := make([]float64, n*c.columns)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	m.SetLeaves(x)
	m.Empty()
	m.Top, m.Node[0].Parent = 0, -1
	for v := int32(1); int(v) < n; v++ {
		m.Attach(v, anywhere(&m, rng, v))
	}
	return &m, x
}

// anywhere returns a random place for the subtree at r.
func anywhere(m *Messages, rng *rand.Rand, r int32) timetree.Place {
	for {
		order := m.Preorder()
		v := order[rng.IntN(len(order))]
		if !m.IsLeaf(v) && rng.IntN(2) == 0 && m.Node[v].Ell < m.Node[r].Ell {
			return timetree.Place{Node: v, Join: true, Ell: m.Node[v].Ell, Rem: m.Node[v].Rem}
		}
		low, high := m.ParentEll(v), math.Min(math.Min(m.Node[v].Ell, m.Node[r].Ell), m.ParentEll(v)+1)
		if ell := low + (high-low)*(0.1+0.8*rng.Float64()); ell > low && ell < high {
			return timetree.Place{Node: v, Ell: ell, Rem: math.Exp(-ell)}
		}
	}
}

// shared returns the time that the paths to two leaves share.
func shared(m *Messages, a, b int32) float64 {
	if a == b {
		return 1
	}
	above := map[int32]bool{}
	for v := m.Node[a].Parent; v >= 0; v = m.Node[v].Parent {
		above[v] = true
	}
	for v := m.Node[b].Parent; v >= 0; v = m.Node[v].Parent {
		if above[v] {
			return 1 - m.Node[v].Rem
		}
	}
	return 0
}

// dense returns the covariance of the rows in which a class is observed, and these rows.
func dense(m *Messages, cl Class) (*mat.SymDense, []int32) {
	var rows []int32
	for v := range int32(m.N) {
		if cl.Observed == nil || cl.Observed[v] {
			rows = append(rows, v)
		}
	}
	cov := mat.NewSymDense(len(rows), nil)
	for i, a := range rows {
		for j := range i + 1 {
			s := *m.Sigma2 * shared(m, a, rows[j])
			if i == j {
				s += *m.Noise
			}
			cov.SetSym(i, j, s)
		}
	}
	return cov, rows
}

// The likelihood is that of a multivariate normal with covariance σ²·t_mrca + s²I, column by column, also where it is
// taken from messages that are computed on the way.
func TestLikelihoodIsMultivariateNormal(t *testing.T) {
	for table, c := range tables {
		for seed := range uint64(12) {
			rng := rand.New(rand.NewPCG(seed, 71))
			m, x := randomMessages(rng, 2+rng.IntN(9), table)
			want := 0.0
			for _, cl := range m.Classes {
				cov, rows := dense(m, cl)
				var chol mat.Cholesky
				if !chol.Factorize(cov) {
					t.Fatal("the covariance is not positive definite")
				}
				for j := cl.Low; j < cl.High; j++ {
					y := mat.NewVecDense(len(rows), nil)
					for i, v := range rows {
						y.SetVec(i, x[int(v)*m.D+j])
					}
					var z mat.VecDense
					if err := chol.SolveVecTo(&z, y); err != nil {
						t.Fatal(err)
					}
					want -= 0.5 * (float64(len(rows))*math.Log(2*math.Pi) + chol.LogDet() + mat.Dot(y, &z))
				}
			}
			for what, got := range map[string]float64{"messages": m.LogLikelihood(), "in one pass": m.Evaluate(m.Preorder())} {
				if !(math.Abs(got-want) <= 1e-9*(1+math.Abs(want))) {
					t.Errorf("%s, %s, seed %d: %v, not %v", c.name, what, seed, got, want)
				}
			}
		}
	}
}

// A cavity is what all leaves that are not below say of the parent's location: its conditional mean and variance.
func TestCavityIsConditional(t *testing.T) {
	for table, c := range tables {
		for seed := range uint64(8) {
			rng := rand.New(rand.NewPCG(seed, 72))
			m, x := randomMessages(rng, 3+rng.IntN(8), table)
			rows := map[int32][]float64{m.Top: make([]float64, m.Width)}
			for _, v := range slices.Clone(m.Preorder())[1:] {
				p := m.Node[v].Parent
				row := make([]float64, m.Width)
				m.CavityBelow(row, rows[p], p, v)
				rows[v] = row
				below := func(leaf int32) bool {
					for u := leaf; u >= 0; u = m.Node[u].Parent {
						if u == v {
							return true
						}
					}
					return false
				}
				for k, cl := range m.Classes {
					cov, all := dense(m, cl)
					var keep []int
					for i, leaf := range all {
						if !below(leaf) {
							keep = append(keep, i)
						}
					}
					mean, variance := make([]float64, cl.High-cl.Low), *m.Sigma2*(1-m.Node[p].Rem)
					if len(keep) > 0 {
						sub, cross := mat.NewSymDense(len(keep), nil), mat.NewVecDense(len(keep), nil)
						for a, i := range keep {
							for b := range a + 1 {
								sub.SetSym(a, b, cov.At(i, keep[b]))
							}
							// The path to a leaf shares with that to p what it shares with p's own descendants, at most p's time.
							cross.SetVec(a, *m.Sigma2*math.Min(1-m.Node[p].Rem, shared(m, all[i], leafBelow(m, v))))
						}
						var chol mat.Cholesky
						if !chol.Factorize(sub) {
							t.Fatal("the covariance is not positive definite")
						}
						var z mat.VecDense
						if err := chol.SolveVecTo(&z, cross); err != nil {
							t.Fatal(err)
						}
						variance -= mat.Dot(cross, &z)
						for j := range mean {
							for a, i := range keep {
								mean[j] += z.AtVec(a) * x[int(all[i])*m.D+cl.Low+j]
							}
						}
					}
					if !(math.Abs(row[k]-variance) <= 1e-9) {
						t.Errorf("%s, seed %d: variance %v, not %v", c.name, seed, row[k], variance)
					}
					for j, want := range mean {
						if got := row[m.C+cl.Low+j]; !(math.Abs(got-want) <= 1e-9) {
							t.Errorf("%s, seed %d: mean %v, not %v", c.name, seed, got, want)
						}
					}
				}
			}
		}
	}
}

// leafBelow returns a leaf at or below v.
func leafBelow(m *Messages, v int32) int32 {
	for !m.IsLeaf(v) {
		v = m.Node[v].First
	}
	return v
}

// After any moves the messages are those of a full pass, bit for bit, and going back restores them.
func TestTrackedMessages(t *testing.T) {
	for table, c := range tables {
		rng := rand.New(rand.NewPCG(uint64(table), 73))
		m, _ := randomMessages(rng, 20, table)
		for range 200 {
			order := m.Preorder()
			r := order[rng.IntN(len(order))]
			if r == m.Top {
				continue
			}
			before := slices.Clone(m.Message)
			cut := m.Detach(r)
			if rng.IntN(2) == 0 {
				m.Restore(cut)
				for _, v := range m.Preorder() {
					if !slices.Equal(m.Row(v), before[int(v)*m.Width:int(v+1)*m.Width]) {
						t.Fatalf("%s: the message of node %d is not what it was", c.name, v)
					}
				}
				continue
			}
			m.Attach(r, anywhere(m, rng, r))
		}
		tracked := slices.Clone(m.Message)
		m.Recompute()
		for _, v := range m.Preorder() {
			if !slices.Equal(m.Row(v), tracked[int(v)*m.Width:int(v+1)*m.Width]) {
				t.Errorf("%s: the message of node %d is not that of a full pass", c.name, v)
			}
		}
	}
}
