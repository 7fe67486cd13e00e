package clustering

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/labels"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/model/bicluster"
	"example.org/espalier/inference/process/crp"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/fitted"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/gonum/mat"
)

// Blocks is the stage of clusters of rows and columns at once.
func Blocks() stage.Stage {
	return stage.Stage{
		Name:    "blocks",
		Title:   "Two partitions at once",
		Summary: "Rows and columns sit down in two restaurants, and a table of yes and no falls into blocks.",
		Text: "Rows sit down in a Chinese restaurant, and so do columns. Where a table of rows crosses a table of " +
			"columns there is a block of cells, with a probability of yes of its own. The picture at the left is " +
			"the data as they come, in no order; the one at the right has rows and columns sorted by the clusters of " +
			"the last sweep. Rows help to find the clusters of columns, and columns those of rows: in neither " +
			"direction would one cluster be seen alone. How many clusters there are is learnt. The probabilities of " +
			"the blocks are integrated out. They are drawn near 0 and 1 if β is small, and then the blocks are clear.",
		Formula: []string{
			`z ~ CRP(α), \quad w ~ CRP(α), \quad θ_{kl} ~ Beta(β, β), \quad x_{ij} ~ Bernoulli(θ_{z_i w_j})`,
			`E K = \sum_{i=0}^{N-1} \frac{α}{α + i}`,
		},
		Signs: map[string]string{"z": "sorted", "w": "sorted", "θ": "truth", "x": "data"},
		Try: []string{
			"Blocks that are hardly different. --set contrast=3",
			"More clusters of each kind. --set concentration=4 --set rows=70 --set columns=50",
			"Few columns: rows have little to go by. --set columns=8",
		},
		More: []string{
			"Murphy (2012), Machine Learning, section 25.6, figure 25.18",
			"Kemp et al. (2006), Learning systems of concepts with an infinite relational model, AAAI",
		},
		Ask: stage.Question{Text: "Into how many clusters do the {rows} rows fall?", Counter: "clusters of rows",
			Part: "data", High: 20, MostOf: "rows", Whole: true},
		Controls: []inference.Parameter{
			{Name: "contrast", Title: "β of the blocks", Type: inference.Real, Default: "0.3", Min: 0.05, Max: 5,
				Help: "Small values make blocks nearly all yes or all no."},
			{Name: "concentration", Title: "α, concentration", Type: inference.Real, Default: "1.5", Min: 0.2, Max: 8,
				Help: "How readily rows and columns start clusters, where the table is drawn."},
			{Name: "rows", Title: "Rows", Type: inference.Integer, Default: "50", Min: 8, Max: 90,
				Help: "Number of rows."},
			{Name: "columns", Title: "Columns", Type: inference.Integer, Default: "36", Min: 6, Max: 60,
				Help: "Number of columns."},
		},
		Pace: 4, Preview: blockSweeps, Light: []string{"rows=14", "columns=10"},
		New: stage.Rules[*blocks]{
			Start: newBlocks,
			Steps: func(*blocks) int { return blockSweeps }, Work: (*blocks).work,
			Copy:   func(b *blocks) { b.fit.Kept() },
			Figure: (*blocks).figure, Counters: (*blocks).counters, Summary: (*blocks).summary,
		}.New,
	}
}

// blockSweeps is the number of sweeps of a course.
const blockSweeps = 40

// A sorted is a table of yes and no with clusters of its rows and columns, as it is drawn.
type sorted struct {
	x             *mat.Dense
	rows, columns []int // clusters; nil for the order of the table
}

// A blocks is the clusters after some sweeps.
type blocks struct {
	*blocksPlan
	fit  fitted.Fit
	done int
	now  sorted
}

type blocksPlan struct {
	x             *mat.Dense
	rows, columns []int // the true clusters
	expected      [2]moments
}

// moments are mean and standard deviation.
type moments struct{ mean, deviation float64 }

// tables returns the moments of the number of tables of a restaurant.
func tables(alpha float64, n int) moments {
	t := crp.TableCount{Parameters: crp.Parameters{Concentration: alpha}}
	for range n {
		t.Advance()
	}
	mean, deviation := t.Moments()
	return moments{mean, deviation}
}

func newBlocks(o stage.Options) (*blocks, error) {
	rng := stage.NewRandom(o.Seed, 0)
	n, d, alpha := o.Settings.Int("rows"), o.Settings.Int("columns"), o.Settings.Real("concentration")
	p := &blocksPlan{x: mat.NewDense(n, d, nil), expected: [2]moments{tables(alpha, n), tables(alpha, d)}}
	law := crp.Parameters{Concentration: alpha}
	p.rows, p.columns = crp.Partition(n, law, rng.Rand), crp.Partition(d, law, rng.Rand)
	rng.Shuffle(n, func(i, j int) { p.rows[i], p.rows[j] = p.rows[j], p.rows[i] })
	rng.Shuffle(d, func(i, j int) { p.columns[i], p.columns[j] = p.columns[j], p.columns[i] })
	theta := map[[2]int]float64{}
	beta := o.Settings.Real("contrast")
	for k := range slices.Max(p.rows) + 1 {
		for l := range slices.Max(p.columns) + 1 {
			a, b := special.GammaDraw(rng.Rand, beta), special.GammaDraw(rng.Rand, beta)
			theta[[2]int{k, l}] = a / (a + b)
		}
	}
	for i := range n {
		for j := range d {
			if rng.Float64() < theta[[2]int{p.rows[i], p.columns[j]}] {
				p.x.Set(i, j, 1)
			}
		}
	}
	b := &blocks{blocksPlan: p, fit: fitted.Fit{Model: bicluster.Model{}, Data: yesNo(p.x, "c"),
		Settings: bicluster.Model{}.Info().Defaults(), Seed: o.Seed}}
	b.now = sorted{x: p.x, rows: make([]int, n), columns: make([]int, d)}
	return b, nil
}

// yesNo is a data set of zeros and ones. Rows and columns have the same names where they begin with the same letter.
func yesNo(x *mat.Dense, column string) *inference.Dataset {
	n, d := x.Dims()
	data := &inference.Dataset{X: x, Kind: inference.Binary, Centre: make([]float64, d), Scale: make([]float64, d)}
	for i := range n {
		data.Rows = append(data.Rows, "r"+strconv.Itoa(i+1))
	}
	for j := range d {
		data.Columns, data.Scale[j] = append(data.Columns, column+strconv.Itoa(j+1)), 1
	}
	return data
}

// last is the partition of the last draw.
func last(p *partition.Partition, n int) []int {
	if p == nil || len(p.Draws) == 0 {
		return make([]int, n)
	}
	z := slices.Clone(p.Draws[len(p.Draws)-1])
	labels.Number(z)
	return z
}

func (b *blocks) work(ctx context.Context) error {
	s, err := b.fit.Sweep(ctx)
	if err != nil {
		return err
	}
	n, d := b.x.Dims()
	b.now = sorted{x: b.x, rows: last(partition.Of(s), n), columns: last(partition.ColumnsOf(s), d)}
	b.done++
	return nil
}

func (b *blocks) counters() []stage.Counter {
	count := func(z []int) float64 { return float64(slices.Max(z) + 1) }
	rows, columns := math.NaN(), math.NaN()
	if b.done > 0 {
		rows, columns = adjusted(b.now.rows, b.rows), adjusted(b.now.columns, b.columns)
	}
	return []stage.Counter{
		{Name: "true clusters of rows", Drawn: count(b.rows), Expected: b.expected[0].mean,
			Spread: b.expected[0].deviation},
		{Name: "true clusters of columns", Drawn: count(b.columns), Expected: b.expected[1].mean,
			Spread: b.expected[1].deviation},
		stage.Unknown("clusters of rows", count(b.now.rows)), stage.Unknown("clusters of columns", count(b.now.columns)),
		stage.Unknown("rows found (ARI)", rows), stage.Unknown("columns found (ARI)", columns),
	}
}

func (b *blocks) summary() string {
	if b.done == 0 {
		n, d := b.x.Dims()
		return fmt.Sprintf("A table of %d rows and %d columns of yes and no; all rows are one cluster, and all "+
			"columns.", n, d)
	}
	return fmt.Sprintf("After %s there are %s of rows and %s of columns; %d and %d are true.",
		plotting.Plural(b.done, "sweep"), plotting.Plural(slices.Max(b.now.rows)+1, "cluster"),
		plotting.Plural(slices.Max(b.now.columns)+1, "cluster"), slices.Max(b.rows)+1, slices.Max(b.columns)+1)
}

func (b *blocks) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("data", sorted{x: b.x}.chart("the data as they come"), 0, 0.5, 0, 0.6),
		chart.At("sorted", b.now.chart("sorted by "+plotting.Plural(slices.Max(b.now.rows)+1, "cluster")+" of rows, "+
			strconv.Itoa(slices.Max(b.now.columns)+1)+" of columns"), 0.5, 1, 0, 0.6),
		chart.At("joint", joint(b.fit.Values, blockSweeps), 0, 0.5, 0.6, 1),
		chart.At("truth", sorted{b.x, b.rows, b.columns}.chart("the true blocks"), 0.5, 1, 0.6, 1),
	}}
}

// inOrder sorts things by their clusters, the largest first; the ends are where the next cluster begins.
func inOrder(z []int, n int) (order, ends []int) {
	order = inference.UpTo(n)
	if z == nil {
		return order, nil
	}
	size := make([]int, slices.Max(z)+1)
	for _, k := range z {
		size[k]++
	}
	stable.Sort(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(size[z[b]], size[z[a]]), cmp.Compare(z[a], z[b]))
	})
	for at := 1; at < n; at++ {
		if z[order[at]] != z[order[at-1]] {
			ends = append(ends, at)
		}
	}
	return order, ends
}

// chart draws a cell of yes dark, and lines between clusters.
func (s sorted) chart(subtitle string) *chart.Chart {
	n, d := s.x.Dims()
	f := &chart.Chart{Subtitle: subtitle, Style: plotting.Light,
		X: chart.Axis{Low: 0, High: float64(d), Labels: []string{}}, Y: chart.Axis{Low: 0, High: float64(n),
			Labels: []string{}}}
	rows, below := inOrder(s.rows, n)
	columns, beside := inOrder(s.columns, d)
	cells := chart.Layer{Kind: chart.Area}
	const gap = 0.08
	for at, i := range rows {
		y := float64(n - at)
		for on, j := range columns {
			if s.x.At(i, j) == 1 {
				x := float64(on)
				cells.X = append(cells.X, x+gap, x+1-gap, x+1-gap, x+gap, math.NaN())
				cells.Y = append(cells.Y, y-gap, y-gap, y-1+gap, y-1+gap, math.NaN())
			}
		}
	}
	lines := chart.Layer{Kind: chart.Links, Ink: chart.SelectionInk, Stroke: 1.25}
	for _, at := range below {
		y := float64(n - at)
		lines.X, lines.Y = append(lines.X, 0, float64(d)), append(lines.Y, y, y)
	}
	for _, at := range beside {
		lines.X, lines.Y = append(lines.X, float64(at), float64(at)), append(lines.Y, 0, float64(n))
	}
	f.Layers = []chart.Layer{cells}
	if len(lines.X) > 0 {
		f.Layers = append(f.Layers, lines)
	}
	return f
}

// joint shows the log joint probability of each sweep.
func joint(values []float64, sweeps int) *chart.Chart {
	f := &chart.Chart{Subtitle: "log joint probability, nats", Style: plotting.Light,
		X: chart.Axis{Name: "sweep", High: float64(sweeps), Whole: true}, Y: chart.Axis{Low: math.Inf(1),
			High: math.Inf(-1)}}
	l := chart.Layer{Ink: chart.CategoryInk(0), Stroke: 2}
	for t, v := range values {
		l.X, l.Y = append(l.X, float64(t+1)), append(l.Y, v)
		f.Y.Low, f.Y.High = min(f.Y.Low, v), max(f.Y.High, v)
	}
	if len(values) == 0 {
		f.Y.Low, f.Y.High = 0, 1
	}
	pad := 0.06*(f.Y.High-f.Y.Low) + 1e-3
	f.Y.Low, f.Y.High = f.Y.Low-pad, f.Y.High+pad
	f.Layers = []chart.Layer{l}
	return f
}
