package graphs

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/lasso"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/network"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/gonum/mat"
)

// SparseOrDense is the stage of the graphical lasso.
func SparseOrDense() stage.Stage {
	return stage.Stage{
		Name:  "sparse",
		Title: "Sparse or dense?",
		Summary: "The graphical lasso from no edges to nearly all, with the true network and the criterion that " +
			"chooses.",
		Text: "Two columns share an edge if they still vary together when all others are known: if their partial " +
			"correlation is not 0. Estimated partial correlations are never exactly 0. The graphical lasso charges λ " +
			"for each, so that only those worth the cost remain. As λ falls, the true edges appear first, then edges " +
			"due to chance. The criterion EBIC balances the fit against the number of edges. λ also shrinks the " +
			"edges that stay, and fits so shrunken gain from a smaller λ. So each network is fitted again without λ " +
			"before it is scored. Correlations alone would join all columns of a chain.",
		Formula: []string{
			`f(Ω) = -\text{log det } Ω + \text{tr}(S Ω) + λ \sum_{i ≠ j} |Ω_{ij}|`,
			`\text{EBIC} = -2 ℓ + E \text{ log } N + 2 E \text{ log } D, \quad E \text{ edges}`,
		},
		Signs: map[string]string{"λ": "path", "Ω": "network", "E": "found", "EBIC": "criterion"},
		Try: []string{
			"A star: its centre explains all correlations between the other columns. --set network=star",
			"Few rows: some edges due to chance appear before true ones. --set rows=25",
			"Many rows: a wide range of λ gives the true network. --set rows=400",
		},
		More: []string{
			"Friedman, Hastie and Tibshirani (2008), Sparse inverse covariance estimation with the graphical lasso",
			"Murphy (2012), Machine learning, section 26.7.2",
		},
		Ask: stage.Question{Text: "How many edges of chance does the smallest λ let in?", Counter: "chance edges",
			Part: "network", High: 60, Whole: true},
		Controls: []inference.Parameter{
			{Name: "network", Title: "True network", Type: inference.Choice,
				Default: "chain", Choices: []string{"chain", "star", "pairs"}, Help: "chain: " +
					"each column is joined to the next; star: all are joined to the first; pairs: columns are joined two " +
					"by two."},
			{Name: "columns", Title: "Columns", Type: inference.Integer, Default: "10", Min: 4, Max: 16,
				Help: "D, the number of columns."},
			{Name: "rows", Title: "Rows", Type: inference.Integer, Default: "80", Min: 10, Max: 500,
				Help: "N, the number of rows drawn."},
		},
		Pace:    4,
		Preview: 20,
		New: stage.Rules[*sparsePlay]{
			Start: func(o stage.Options) (*sparsePlay, error) {
				s := o.Settings
				return newSparse(s.Text("network"), s.Int("columns"), s.Int("rows"), o.Seed), nil
			},
			Steps: func(*sparsePlay) int { return sparseSteps }, Step: func(p *sparsePlay) { p.done++ },
			Figure: (*sparsePlay).figure, Counters: (*sparsePlay).counters, Summary: (*sparsePlay).summary,
		}.New,
	}
}

const (
	sparseSteps  = 32
	sparseLeast  = 0.03 // the last λ, as a share of the first
	sparseStrong = 0.45 // partial correlation of a true edge of a chain
)

// A sparsePlay goes along the path of λ.
type sparsePlay struct {
	*sparsePlan
	done int
}

type sparsePlan struct {
	d, n   int
	truth  map[[2]int]bool // pairs i < j
	names  []string
	x, y   []float64
	points []sparsePoint
	best   int // the least criterion
}

// A sparsePoint is the fit at one λ.
type sparsePoint struct {
	lambda      float64
	partial     []float64 // D×D
	joined      []bool    // D×D
	edges, true int
	criterion   float64 // of the network fitted without a penalty
	shrunken    float64 // of the penalised fit
	error       float64 // largest violation of the conditions of optimality
}

func newSparse(shape string, d, n int, seed uint64) *sparsePlay {
	p := &sparsePlan{d: d, n: n, truth: map[[2]int]bool{}}
	omega := mat.NewSymDense(d, nil)
	for i := range d {
		omega.SetSym(i, i, 1)
		p.names = append(p.names, strconv.Itoa(i+1))
		angle := math.Pi/2 - 2*math.Pi*float64(i)/float64(d)
		p.x, p.y = append(p.x, math.Cos(angle)), append(p.y, math.Sin(angle))
	}
	strength := sparseStrong
	if shape == "star" {
		p.x[0], p.y[0] = 0, 0
		strength = 0.9 / math.Sqrt(float64(d-1)) // positive definite
	}
	for j := 1; j < d; j++ {
		i := j - 1
		switch shape {
		case "star":
			i = 0
		case "pairs":
			if j%2 == 0 {
				continue
			}
			strength = 0.6
		}
		sign := 1.0
		if j%3 == 0 {
			sign = -1
		}
		omega.SetSym(i, j, -sign*strength)
		p.truth[[2]int{i, j}] = true
	}
	s := drawn(omega, n, stage.NewRandom(seed, 0))
	fit := lasso.New(d, s)
	first := fit.Largest()
	for k := range sparseSteps + 1 {
		lambda := first * math.Pow(sparseLeast, float64(k)/sparseSteps)
		fit.Begin(lambda)
		for !fit.Advance(math.MaxInt) {
		}
		q := p.point(lambda, s, fit.Precision())
		if k > 0 && slices.Equal(q.joined, p.points[k-1].joined) {
			q.criterion = p.points[k-1].criterion
		} else {
			q.criterion = p.ebic(s, refitted(d, s, q.joined), q.edges)
		}
		p.points = append(p.points, q)
		if q.criterion < p.points[p.best].criterion {
			p.best = k
		}
	}
	return &sparsePlay{sparsePlan: p}
}

// drawn returns the correlations of rows drawn from N(0, Ω⁻¹).
func drawn(omega *mat.SymDense, n int, rng stage.Random) []float64 {
	d := omega.SymmetricDim()
	var c mat.Cholesky
	if !c.Factorize(omega) {
		panic("graphs: the true network is not positive definite")
	}
	var u mat.TriDense
	c.UTo(&u) // Ω = UᵀU, so that U⁻¹z has covariance Ω⁻¹
	rows := mat.NewDense(n, d, nil)
	z, x := mat.NewVecDense(d, nil), mat.NewVecDense(d, nil)
	for i := range n {
		for j := range d {
			z.SetVec(j, rng.NormFloat64())
		}
		if err := x.SolveVec(&u, z); err != nil {
			panic(err)
		}
		rows.SetRow(i, x.RawVector().Data)
	}
	return correlations(rows)
}

// correlations returns those of the columns, D×D row by row.
func correlations(rows *mat.Dense) []float64 {
	n, d := rows.Dims()
	s := make([]float64, d*d)
	mean, scale := make([]float64, d), make([]float64, d)
	for j := range d {
		for i := range n {
			mean[j] += rows.At(i, j) / float64(n)
		}
		for i := range n {
			e := rows.At(i, j) - mean[j]
			scale[j] += e * e / float64(n)
		}
	}
	for a := range d {
		for b := range d {
			sum := 0.0
			for i := range n {
				sum += (rows.At(i, a) - mean[a]) * (rows.At(i, b) - mean[b]) / float64(n)
			}
			s[a*d+b] = sum / math.Sqrt(scale[a]*scale[b])
		}
	}
	return s
}

// point describes the fit at one λ.
func (p *sparsePlan) point(lambda float64, s []float64, omega *mat.SymDense) sparsePoint {
	d := p.d
	q := sparsePoint{lambda: lambda, partial: make([]float64, d*d), joined: make([]bool, d*d)}
	var c mat.Cholesky
	c.Factorize(omega)
	var w mat.SymDense
	if err := c.InverseTo(&w); err != nil {
		panic(err)
	}
	for i := range d {
		for j := range d {
			o, gap := omega.At(i, j), w.At(i, j)-s[i*d+j]
			switch {
			case i == j:
				q.error = max(q.error, math.Abs(gap))
			case o == 0:
				q.error = max(q.error, math.Abs(gap)-lambda)
			default:
				q.error = max(q.error, math.Abs(gap-math.Copysign(lambda, o)))
				q.joined[i*d+j] = true
				q.partial[i*d+j] = -o / math.Sqrt(omega.At(i, i)*omega.At(j, j))
				if i < j {
					q.edges++
					if p.truth[[2]int{i, j}] {
						q.true++
					}
				}
			}
		}
	}
	q.shrunken = p.ebic(s, omega, q.edges)
	return q
}

// refitted returns the Ω of the greatest likelihood whose entries are 0 where columns are not joined (D×D, row by row).
func refitted(d int, s []float64, joined []bool) *mat.SymDense {
	share := make([]float64, d*d)
	for at := range share {
		if !joined[at] {
			share[at] = math.Inf(1)
		}
	}
	fit := lasso.New(d, s)
	fit.Weigh(share)
	fit.Begin(1)
	for !fit.Advance(math.MaxInt) {
	}
	return fit.Precision()
}

// ebic returns the extended Bayesian information criterion with γ = ½, but for a constant.
func (p *sparsePlan) ebic(s []float64, omega *mat.SymDense, edges int) float64 {
	var c mat.Cholesky
	if !c.Factorize(omega) {
		return math.Inf(1) // no density
	}
	trace := 0.0
	for i := range p.d {
		for j := range p.d {
			trace += s[i*p.d+j] * omega.At(i, j)
		}
	}
	n, e := float64(p.n), float64(edges)
	return -n*(c.LogDet()-trace) + e*math.Log(n) + 2*e*math.Log(float64(p.d))
}

func (p *sparsePlay) now() sparsePoint { return p.points[p.done] }

func (p *sparsePlay) counters() []stage.Counter {
	nan, q := math.NaN(), p.now()
	return []stage.Counter{
		{Name: "edges", Drawn: float64(q.edges), Expected: nan, Spread: nan},
		{Name: "true edges found", Drawn: float64(q.true), Expected: nan, Spread: nan},
		{Name: "chance edges", Drawn: float64(q.edges - q.true), Expected: nan, Spread: nan},
		{Name: "error of optimality", Drawn: q.error, Expected: 0, Spread: nan, Exact: true},
	}
}

func (p *sparsePlay) summary() string {
	q, best := p.now(), p.points[p.best]
	return fmt.Sprintf("At λ = %s there are %s: %d of the %d true ones, and %d due to chance. EBIC chooses λ = %s, "+
		"with %s, %d due to chance.",
		plotting.FormatDigits(q.lambda, 2), plotting.Plural(q.edges, "edge"), q.true, len(p.truth), q.edges-q.true,
		plotting.FormatDigits(best.lambda, 2), plotting.Plural(best.edges, "edge"), best.edges-best.true)
}

func (p *sparsePlay) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("network", p.network(), 0, 0.5, 0, 0.54),
		chart.At("path", p.path(), 0.5, 1, 0, 0.54),
		chart.At("found", p.found(), 0, 0.5, 0.54, 1),
		chart.At("criterion", p.criterion(), 0.5, 1, 0.54, 1),
	}}
}

// network shows the edges at this λ.
func (p *sparsePlay) network() *network.Network {
	q := p.now()
	f := picture("λ = "+plotting.FormatDigits(q.lambda, 2)+": "+plotting.Plural(q.edges, "edge")+
		"; true ones wide, positive ones orange", p.names, p.x, p.y)
	f.Signed, f.Weight, f.Outward = true, "partial correlation", true
	for j := range p.d {
		for i := range j {
			if r := q.partial[j*p.d+i]; r != 0 {
				strength := 0.15
				if p.truth[[2]int{i, j}] {
					strength = 1
				}
				f.Edges = append(f.Edges, network.Edge{From: i, To: j, Strength: strength, Weight: r})
			}
		}
	}
	return f
}

// axis is that of λ, which falls to the right.
func (p *sparsePlay) axis() chart.Axis {
	return chart.Axis{Name: "log₁₀ of the largest λ over λ", Low: 0, High: -math.Log10(sparseLeast)}
}

// place is where a λ stands on the axis.
func (p *sparsePlay) place(k int) float64 { return math.Log10(p.points[0].lambda / p.points[k].lambda) }

// here is the line at the present λ.
func (p *sparsePlay) here(low, high float64) chart.Layer {
	return chart.Layer{X: []float64{p.place(p.done), p.place(p.done)}, Y: []float64{low, high},
		Ink: chart.SelectionInk, Stroke: 1.5}
}

// path shows the partial correlation of each pair.
func (p *sparsePlay) path() *chart.Chart {
	f := &chart.Chart{Subtitle: "partial correlation of each pair", Style: plotting.Light, X: p.axis(),
		Y: chart.Axis{Name: "partial correlation", Low: -0.1, High: 0.1}}
	f.X.Name = ""
	names := map[bool]string{true: "true edges", false: "others"}
	for _, real := range []bool{false, true} {
		for j := range p.d {
			for i := range j {
				if p.truth[[2]int{i, j}] != real {
					continue
				}
				l := chart.Layer{Name: names[real], Ink: chart.MutedInk, Stroke: 1, Opacity: 0.6}
				names[real] = ""
				if real {
					l.Ink, l.Stroke, l.Opacity = chart.CategoryInk(2), 1.75, 1
				}
				for k, q := range p.points {
					r := q.partial[j*p.d+i]
					l.X, l.Y = append(l.X, p.place(k)), append(l.Y, r)
					f.Y.Low, f.Y.High = min(f.Y.Low, 1.1*r), max(f.Y.High, 1.1*r)
				}
				f.Layers = append(f.Layers, l)
			}
		}
	}
	f.Layers = append(f.Layers, p.here(f.Y.Low, f.Y.High))
	return f
}

// found counts true edges and others.
func (p *sparsePlay) found() *chart.Chart {
	f := &chart.Chart{Subtitle: "edges found, and edges due to chance", Style: plotting.Light, X: p.axis(),
		Y: chart.Axis{Name: "edges", Low: 0, Whole: true}}
	f.X.Name = ""
	right, wrong := chart.Layer{Name: "true", Ink: chart.CategoryInk(2), Stroke: 2},
		chart.Layer{Name: "of chance", Ink: chart.CategoryInk(5), Stroke: 2}
	for k, q := range p.points {
		right.X, right.Y = append(right.X, p.place(k)), append(right.Y, float64(q.true))
		wrong.X, wrong.Y = append(wrong.X, p.place(k)), append(wrong.Y, float64(q.edges-q.true))
		f.Y.High = max(f.Y.High, float64(q.true), float64(q.edges-q.true))
	}
	f.Y.High = max(f.Y.High, float64(len(p.truth))) * 1.1
	all := float64(len(p.truth))
	f.Layers = []chart.Layer{{X: []float64{0, f.X.High}, Y: []float64{all, all}, Ink: chart.MutedInk, Dashed: true}, wrong,
		right, p.here(0, f.Y.High)}
	return f
}

// criterion shows the criterion that chooses among the λ.
func (p *sparsePlay) criterion() *chart.Chart {
	f := &chart.Chart{Subtitle: "EBIC of each network, fitted again: the lowest is chosen", Style: plotting.Light,
		X: p.axis(), Y: chart.Axis{Name: "EBIC", Low: math.Inf(1), High: math.Inf(-1)}}
	l := chart.Layer{Name: "fitted again", Ink: chart.CategoryInk(0), Stroke: 2}
	shrunken := chart.Layer{Name: "as shrunken by λ", Ink: chart.MutedInk, Dashed: true}
	for k, q := range p.points {
		for _, to := range []struct {
			layer *chart.Layer
			value float64
		}{{&l, q.criterion}, {&shrunken, q.shrunken}} {
			if math.IsInf(to.value, 0) {
				continue
			}
			to.layer.X, to.layer.Y = append(to.layer.X, p.place(k)), append(to.layer.Y, to.value)
			f.Y.Low, f.Y.High = min(f.Y.Low, to.value), max(f.Y.High, to.value)
		}
	}
	pad := 0.08*(f.Y.High-f.Y.Low) + 1e-6
	f.Y.Low, f.Y.High = f.Y.Low-pad, f.Y.High+pad
	best := chart.Layer{Name: "chosen", Kind: chart.Points, X: []float64{p.place(p.best)},
		Y: []float64{p.points[p.best].criterion}, Ink: chart.CategoryInk(2), Radius: 4.5}
	f.Layers = []chart.Layer{shrunken, l, p.here(f.Y.Low, f.Y.High), best}
	return f
}
