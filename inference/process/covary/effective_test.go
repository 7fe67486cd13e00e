package covary

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// blocks returns n rows of d columns in blocks of columns that are the same but for the share of own noise.
func blocks(n, d, of int, own float64, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 93))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		common := 0.0
		for j := range d {
			if j%of == 0 {
				common = rng.NormFloat64()
			}
			x.Set(i, j, common+own*rng.NormFloat64())
		}
	}
	return x
}

// Copies of a column are one witness, independent columns as many as they are.
func TestEffectiveColumns(t *testing.T) {
	for _, c := range []struct {
		n, d, of   int
		own        float64
		want, near float64
	}{
		{300, 40, 1, 0, 40, 3}, {300, 40, 40, 0, 1, 0.05}, {300, 40, 8, 0, 5, 0.3},
		{60, 300, 20, 0, 15, 3}, {60, 300, 1, 0, 300, 60},
		// Correlation r in blocks of b: (tr C)²/tr C² = D/(1 + (b−1)r²), here with r = ½.
		{300, 80, 8, 1, 80 / (1 + 7*0.25), 3},
	} {
		x := blocks(c.n, c.d, c.of, c.own, 5).RawMatrix()
		if got := EffectiveColumns(x.Data, c.n, c.d); !(math.Abs(got-c.want) <= c.near) {
			t.Errorf("%d columns in blocks of %d: %.2f effective ones, want %g", c.d, c.of, got, c.want)
		}
	}
	x := blocks(60, 30, 5, 0.3, 6)
	whole := EffectiveColumns(x.RawMatrix().Data, 60, 30)
	for i := range 60 {
		x.Set(i, i%30, math.NaN())
	}
	if got := EffectiveColumns(x.RawMatrix().Data, 60, 30); !(math.Abs(got-whole) <= 0.2*whole) {
		t.Errorf("%.2f with a cell in 30 missing, %.2f without", got, whole)
	}
}

// inFour returns a tree of four groups that part early, their leaves late.
func inFour(n int) *tree.Tree {
	t := &tree.Tree{Names: make([]string, n), Top: n, Parent: make([]int, n+5), Children: make([][]int, n+5),
		LogTime: make([]float64, n+5)}
	t.Parent[n], t.LogTime[n] = -1, tree.LogTimeOf(0.05)
	for g := range 4 {
		v := n + 1 + g
		t.Parent[v], t.LogTime[v] = n, tree.LogTimeOf(0.9)
		t.Children[n] = append(t.Children[n], v)
	}
	for i := range n {
		v := n + 1 + i%4
		t.Names[i], t.Parent[i], t.LogTime[i] = string(rune('a'+i)), v, math.Inf(1)
		t.Children[v] = append(t.Children[v], i)
	}
	return t
}

// Columns that each diffuse by themselves down a tree of few groups are as many witnesses as they are on that tree,
// though about their means they vary together as the rows do; blocks of columns stay few on it.
func TestEffectiveColumnsOfContrasts(t *testing.T) {
	const n, d = 60, 200
	tr := inFour(n)
	for _, of := range []int{1, 20} {
		rng := rand.New(rand.NewPCG(3, uint64(of)))
		x := mat.NewDense(n, d, nil)
		at := mat.NewDense(tr.Nodes(), d, nil)
		for _, v := range tr.PreOrder() {
			from, low := make([]float64, d), 0.0
			if p := tr.Parent[v]; p >= 0 {
				from, low = at.RawRowView(p), tr.Time(p)
			}
			sd, common := math.Sqrt(tr.Time(v)-low), 0.0
			for j := range d {
				if j%of == 0 {
					common = rng.NormFloat64()
				}
				at.Set(v, j, from[j]+sd*common)
			}
			if tr.IsLeaf(v) {
				x.SetRow(v, at.RawRowView(v))
			}
		}
		want := float64(d / of)
		if got := NewContrasts(tr, x, 0).EffectiveColumns(); !(math.Abs(got-want) <= 0.15*want) {
			t.Errorf("blocks of %d: %.1f effective columns, want %g", of, got, want)
		}
		if got := EffectiveColumns(x.RawMatrix().Data, n, d); of == 1 && got > 0.5*want {
			t.Errorf("without the tree %.1f of %g: the test asks nothing", got, want)
		}
	}
}

// The evidence of two columns, Σ integrated out by importance sampling from its prior, exceeds that of one variance by
// what Together says. Columns that vary together are told from those that do not.
func TestTogether(t *testing.T) {
	for _, c := range []struct {
		of  int
		own float64
	}{{1, 0}, {2, 0.4}} {
		u := blocks(12, 2, c.of, c.own, 3)
		rows := &Contrasts{U: u, Variances: make([]float64, 12)}
		squares := 0.0
		for i := range 12 {
			rows.Variances[i] = 1
			for j := range 2 {
				squares += u.At(i, j) * u.At(i, j)
			}
		}
		centre := Diagonal([]float64{1, 1.5})
		got := rows.Together(centre)
		best := FitWishart(rows, centre, Learn{G: true, Nu: true})
		// A draw of IW(Ψ₀, ν₀) is the inverse of the sum of ν₀ outer products of normal pairs, for whole ν₀: the
		// nearest one, and the difference between the two priors besides.
		if (got > 0) != (c.of == 2) {
			t.Errorf("columns in blocks of %d: %.1f nats for varying together", c.of, got)
		}
		nu := math.Round(best.Nu)
		if c.of == 1 && nu > 100 { // Σ is its centre, in which no draw could find it
			continue
		}
		near := Wishart{Centre: centre, G: best.G, Nu: nu}
		rng := rand.New(rand.NewPCG(5, 8))
		const draws = 400000
		logs, top := make([]float64, draws), math.Inf(-1)
		for k := range logs {
			scale := [2]float64{(nu - 3) * best.G * 1, (nu - 3) * best.G * 1.5}
			var p [3]float64 // Σ⁻¹
			for range int(nu) {
				x, y := rng.NormFloat64()/math.Sqrt(scale[0]), rng.NormFloat64()/math.Sqrt(scale[1])
				p[0], p[1], p[2] = p[0]+x*x, p[1]+x*y, p[2]+y*y
			}
			f := 6 * math.Log(p[0]*p[2]-p[1]*p[1])
			for i := range 12 {
				a, b := u.At(i, 0), u.At(i, 1)
				f -= 0.5*(p[0]*a*a+2*p[1]*a*b+p[2]*b*b) + math.Log(2*math.Pi)
			}
			logs[k], top = f, math.Max(top, f)
		}
		sum := 0.0
		for _, f := range logs {
			sum += math.Exp(f-top) / draws
		}
		alone := -12 * (math.Log(2*math.Pi*squares/24) + 1)
		want := top + math.Log(sum) - alone + best.Marginal(rows) - near.Marginal(rows)
		if !(math.Abs(got-want) <= 0.05) {
			t.Errorf("columns in blocks of %d: %.3f nats, want %.3f", c.of, got, want)
		}
	}
}
