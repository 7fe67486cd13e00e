package pruning

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// upDown returns the messages in arrays of the same tree and values.
func upDown(m *Messages, x []float64) (u *UpDown, constants float64) {
	out := NewUpDown(m.N, m.D, m.Classes, m.Columnwise, m.Sigma2)
	u = &out
	copy(u.Mean, x)
	for k, cl := range u.Classes {
		for v := range u.N {
			u.Vari[v*len(u.Classes)+k] = *m.Noise
			if cl.Observed != nil && !cl.Observed[v] {
				u.Vari[v*len(u.Classes)+k] = math.Inf(1)
			}
		}
	}
	for _, v := range m.Preorder() {
		u.Parent[v] = m.Node[v].Parent
		if m.IsLeaf(v) {
			continue
		}
		u.SetTime(v, m.Node[v].Ell)
		for b := m.Node[v].First; b >= 0; b = m.Node[b].Next {
			u.Kids[v] = append(u.Kids[v], b)
		}
	}
	u.Top = m.Top
	order := u.Preorder()
	for i := len(order) - 1; i >= 0; i-- {
		if v := order[i]; !u.IsLeaf(v) {
			constants += u.Join(v, u.Kids[v])
		}
	}
	return u, constants
}

// The constants of all joins and the top message against the origin are the density of a multivariate normal.
func TestJoinsAreMultivariateNormal(t *testing.T) {
	for table, c := range tables {
		for seed := range uint64(12) {
			rng := rand.New(rand.NewPCG(seed, 74))
			m, x := randomMessages(rng, 2+rng.IntN(9), table)
			u, got := upDown(m, x)
			u.CavityOfTop()
			got += u.AgainstCavity(u.Top, *u.Sigma2*(1-u.Rem[u.Top]))
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
			if !(math.Abs(got-want) <= 1e-9*(1+math.Abs(want))) {
				t.Errorf("%s, seed %d: %v, not %v", c.name, seed, got, want)
			}
		}
	}
}

// The cavities of both forms of messages agree, all children at once and one at a time; those of a sampler are tested
// against conditional moments.
func TestCavitiesOfBothFormsAgree(t *testing.T) {
	for table, c := range tables {
		for seed := range uint64(8) {
			rng := rand.New(rand.NewPCG(seed, 75))
			m, x := randomMessages(rng, 3+rng.IntN(8), table)
			u, _ := upDown(m, x)
			u.Cavities()
			row := map[int32][]float64{m.Top: make([]float64, m.Width)}
			for _, v := range append([]int32(nil), m.Preorder()...)[1:] {
				p := m.Node[v].Parent
				row[v] = make([]float64, m.Width)
				m.CavityBelow(row[v], row[p], p, v)
				for k := range u.Classes {
					if got, want := u.CavVariOf(v)[k], row[v][k]; !(math.Abs(got-want) <= 1e-12) {
						t.Errorf("%s, seed %d: variance %v, not %v", c.name, seed, got, want)
					}
				}
				for j, got := range u.CavMeanOf(v) {
					if want := row[v][m.C+j]; !(math.Abs(got-want) <= 1e-9) {
						t.Errorf("%s, seed %d: mean %v, not %v", c.name, seed, got, want)
					}
				}
				// One child at a time gives the same as all at once.
				mean := append([]float64(nil), u.CavMeanOf(v)...)
				if u.Columnwise {
					u.CavityOf(p, v)
					for j, got := range u.CavMeanOf(v) {
						if !(math.Abs(got-mean[j]) <= 1e-9) {
							t.Errorf("%s, seed %d: mean %v, not %v", c.name, seed, got, mean[j])
						}
					}
				}
			}
		}
	}
}
