package priors

import (
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/process/crp"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"
)

// Views is the stage of views of columns, each with clusters of rows of its own.
func Views() stage.Stage {
	return stage.Stage{
		Name:    "views",
		Title:   "Views",
		Summary: "Columns sit down in views, and each view sorts the same rows in its own way.",
		Text: "One clustering of the rows need not serve all columns: what animals look like groups them in one way, " +
			"where they live in another. So columns sit down in a Chinese restaurant first. Its tables are views. " +
			"In each view the rows sit down anew, in a restaurant of its own, and every column of the view has its " +
			"own mean for each cluster. The pictures stand side by side with the rows sorted by each view; the line " +
			"follows one row through all of them. Two columns depend on each other if they share a view: before any " +
			"data that has probability 1/(1 + α).",
		Formula: []string{
			`v ~ CRP(α), \quad z^{(v)} ~ CRP(β) \text{ for each view}`,
			`x_{ij} ~ N(μ_{j k}, σ^2), \quad k = z^{(v_j)}_i, \quad P(v_i = v_j) = \frac{1}{1 + α}`,
		},
		Signs: map[string]string{"v": "views", "z": "views", "x": "table", "P": "together"},
		Try: []string{
			"Nearly all columns in one view: one clustering of the rows. --set views=0.1",
			"Each column in a view of its own. --set views=30",
			"Many clusters in each view. --set clusters=6",
		},
		More: []string{
			"Shafto et al. (2011), A probabilistic model of cross-categorization, Cognition 120",
			"Mansinghka et al. (2016), CrossCat, Journal of Machine Learning Research 17",
			"Murphy (2012), Machine Learning, section 25.6.1",
		},
		Ask: stage.Question{Text: "In how many views will the {columns} columns be?", Counter: "views", Part: "table",
			HighOf: "columns", Whole: true},
		Controls: []inference.Parameter{
			{Name: "views", Title: "α of the views", Type: inference.Real, Default: "1", Min: 0.05, Max: 50,
				Help: "How readily a column opens a view."},
			{Name: "clusters", Title: "β of the clusters", Type: inference.Real, Default: "0.8", Min: 0.1, Max: 10,
				Help: "How readily a row opens a cluster in a view."},
			{Name: "columns", Title: "Columns", Type: inference.Integer, Default: "14", Min: 3, Max: 30,
				Help: "Number of columns."},
			{Name: "rows", Title: "Rows", Type: inference.Integer, Default: "24", Min: 4, Max: 60,
				Help: "Number of rows."},
		},
		Pace: 2, Preview: 1000,
		New: stage.Rules[*views]{
			Start: newViews,
			Steps: func(v *views) int { return v.columns }, Step: func(v *views) { v.done++ },
			Figure: (*views).figure, Counters: (*views).counters, Summary: (*views).summary,
		}.New,
	}
}

// A views adds a column a step.
type views struct {
	*viewsPlan
	done int
}

type viewsPlan struct {
	rows, columns int
	alpha, beta   float64
	view          []int       // of each column
	cluster       [][]int     // of each row, by view
	x             [][]float64 // by column
	follow        int         // the row that the line follows
}

// noise is the standard deviation of a cell about the mean of its cluster; means have deviation 1.
const noise = 0.25

func newViews(o stage.Options) (*views, error) {
	p := &viewsPlan{rows: o.Settings.Int("rows"), columns: o.Settings.Int("columns"), alpha: o.Settings.Real("views"),
		beta: o.Settings.Real("clusters")}
	rng := stage.NewRandom(o.Seed, 0)
	p.view = crp.Partition(p.columns, crp.Parameters{Concentration: p.alpha}, rng.Rand)
	for range slices.Max(p.view) + 1 {
		z := crp.Partition(p.rows, crp.Parameters{Concentration: p.beta}, rng.Rand)
		rng.Shuffle(len(z), func(i, j int) { z[i], z[j] = z[j], z[i] })
		p.cluster = append(p.cluster, z)
	}
	for j := range p.columns {
		mean := make([]float64, p.rows)
		for k := range mean {
			mean[k] = rng.NormFloat64()
		}
		column := make([]float64, p.rows)
		for i := range column {
			column[i] = mean[p.cluster[p.view[j]][i]] + noise*rng.NormFloat64()
		}
		p.x = append(p.x, column)
	}
	p.follow = rng.IntN(p.rows)
	return &views{viewsPlan: p}, nil
}

// expectedTables is Σ a/(a + i), and the standard deviation.
func expectedTables(a float64, n int) (mean, deviation float64) {
	t := crp.TableCount{Parameters: crp.Parameters{Concentration: a}}
	for range n {
		t.Advance()
	}
	return t.Moments()
}

func (v *views) counters() []stage.Counter {
	mean, deviation := expectedTables(v.alpha, v.done)
	count := stage.Counter{Name: "views", Drawn: float64(v.open()), Expected: mean, Spread: deviation}
	same := stage.Unknown("pairs of columns in one view", math.NaN())
	rows := stage.Unknown("pairs of rows together in view 1", math.NaN())
	if n := v.done; n > 1 {
		same.Expected, same.Drawn = 1/(1+v.alpha), 0
		for a := range n {
			for b := range a {
				if v.view[a] == v.view[b] {
					same.Drawn += 2 / float64(n*(n-1))
				}
			}
		}
	}
	if v.done > 0 {
		rows.Expected, rows.Drawn = 1/(1+v.beta), 0
		for a := range v.rows {
			for b := range a {
				if v.cluster[0][a] == v.cluster[0][b] {
					rows.Drawn += 2 / float64(v.rows*(v.rows-1))
				}
			}
		}
	}
	return []stage.Counter{count, same, rows}
}

// open is the number of views of the columns so far.
func (v *views) open() int {
	most := 0
	for _, k := range v.view[:v.done] {
		most = max(most, k+1)
	}
	return most
}

func (v *views) summary() string {
	if v.done == 0 {
		return fmt.Sprintf("No column has come; %d will, with %d rows each.", v.columns, v.rows)
	}
	return fmt.Sprintf("%s are in %s; the last came into view %d, where the rows are in %s.",
		plotting.Plural(v.done, "column"), plotting.Plural(v.open(), "view"), v.view[v.done-1]+1,
		plotting.Plural(slices.Max(v.cluster[v.view[v.done-1]])+1, "cluster"))
}

func (v *views) figure() plotting.Figure {
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("views", v.beside(), 0, 1, 0, 0.66),
		chart.At("table", v.table(), 0, 0.5, 0.66, 1),
		chart.At("together", v.together(), 0.5, 1, 0.66, 1),
	}}
}

// hue is the ink of a value: orange above 0, blue below it.
func hue(x float64) (chart.Ink, float64) {
	size := min(math.Abs(x)/2, 1)
	if x > 0 {
		return chart.CategoryInk(5), 0.1 + 0.9*size
	}
	return chart.CategoryInk(0), 0.1 + 0.9*size
}

// tones is how many opacities cells have.
const tones = 8

// cells draws values as squares; at gives the place of a row in a column, counted from the top left.
type cells struct{ layers map[[2]int]*chart.Layer }

func (c *cells) add(x, y, value float64) {
	ink, opacity := hue(value)
	key := [2]int{int(ink), int(math.Ceil(opacity * tones))}
	l := c.layers[key]
	if l == nil {
		l = &chart.Layer{Kind: chart.Area, Ink: ink, Opacity: float64(key[1]) / tones}
		c.layers[key] = l
	}
	const gap = 0.06
	l.X = append(l.X, x+gap, x+1-gap, x+1-gap, x+gap, math.NaN())
	l.Y = append(l.Y, -y-gap, -y-gap, -y-1+gap, -y-1+gap, math.NaN())
}

// list returns the layers in one order.
func (c *cells) list() (list []chart.Layer) {
	for ink := range 12 {
		for tone := range tones + 1 {
			if l := c.layers[[2]int{ink, tone}]; l != nil {
				list = append(list, *l)
			}
		}
	}
	return list
}

// table shows the columns as they came.
func (v *views) table() *chart.Chart {
	f := &chart.Chart{Subtitle: "the table as it comes", Style: plotting.Light,
		X: chart.Axis{Low: 0, High: float64(v.columns), Labels: []string{}},
		Y: chart.Axis{Low: -float64(v.rows), High: 0, Labels: []string{}}}
	c := cells{map[[2]int]*chart.Layer{}}
	for j := range v.done {
		for i, x := range v.x[j] {
			c.add(float64(j), float64(i), x)
		}
	}
	f.Layers = c.list()
	return f
}

// beside shows each view, with the rows sorted by its clusters, and a line that follows one row.
func (v *views) beside() *chart.Chart {
	f := &chart.Chart{Subtitle: fmt.Sprintf("views side by side, each with its own order of the rows; the line "+
		"follows row %d",
		v.follow+1), Style: plotting.Light, X: chart.Axis{Low: 0, Labels: []string{}},
		Y: chart.Axis{Low: -float64(v.rows) - 0.2, High: 1.6, Labels: []string{}}}
	c := cells{map[[2]int]*chart.Layer{}}
	ends := chart.Layer{Kind: chart.Links, Stroke: 1.25}
	line := chart.Layer{Ink: chart.SelectionInk, Stroke: 2.5}
	heads := chart.Layer{Kind: chart.Text}
	left := 0.0
	for k := range v.open() {
		z := v.cluster[k]
		order := inference.UpTo(v.rows)
		stable.Sort(order, func(a, b int) int { return z[a] - z[b] })
		first := left
		for j := range v.done {
			if v.view[j] != k {
				continue
			}
			for at, i := range order {
				c.add(left, float64(at), v.x[j][i])
			}
			left++
		}
		for at := 1; at < v.rows; at++ {
			if z[order[at]] != z[order[at-1]] {
				ends.X, ends.Y = append(ends.X, first, left), append(ends.Y, -float64(at), -float64(at))
			}
		}
		at := -float64(slices.Index(order, v.follow)) - 0.5
		line.X, line.Y = append(line.X, first, left), append(line.Y, at, at)
		heads.X, heads.Y = append(heads.X, (first+left)/2), append(heads.Y, 0.8)
		heads.Text = append(heads.Text, fmt.Sprint(k+1))
		left += 1.5
	}
	f.X.High = max(left-1.5, 1)
	f.Layers = append(c.list(), ends, line, heads)
	return f
}

// together shows which columns share a view.
func (v *views) together() *chart.Chart {
	n := float64(v.columns)
	f := &chart.Chart{Subtitle: "pairs of columns in one view", Style: plotting.Light, Square: true,
		X: chart.Axis{Low: 0, High: n, Labels: []string{}}, Y: chart.Axis{Low: -n, High: 0, Labels: []string{}}}
	l := chart.Layer{Kind: chart.Area}
	for a := range v.done {
		for b := range v.done {
			if v.view[a] == v.view[b] {
				x, y := float64(a), -float64(b)
				l.X = append(l.X, x+0.06, x+0.94, x+0.94, x+0.06, math.NaN())
				l.Y = append(l.Y, y-0.06, y-0.06, y-0.94, y-0.94, math.NaN())
			}
		}
	}
	f.Layers = []chart.Layer{l}
	return f
}
