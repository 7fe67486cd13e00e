package chart

import (
	"math"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/diagnostics"
	"example.org/espalier/plotting"
)

// Diagnostics is the figure of how far to trust the draws of a sampler: the verdict; for each
// quantity a row with its trace, marginal density, autocorrelation and numbers; and below them the
// frequency of each clade in one chain against another. The vertical part of the window scrolls and
// enlarges the rows. Make one with [NewDiagnostics].
type Diagnostics struct {
	Report *diagnostics.Report // nil before there are draws
	Empty  string              // the sentence while there are none; has a default
	// Cursor is the draw at which the cursor stands, if HasCursor.
	HasCursor     bool
	Chain, Cursor int
	Window        plotting.Window
	Style         plotting.Style

	rows   []diagnosticsRow
	fixed  []string // titles of quantities that do not vary
	lags   int      // shown, in iterations
	chains int
}

// A diagnosticsRow is the row of one quantity.
type diagnosticsRow struct {
	quantity diagnostics.Quantity
	tree     bool // it is the distance of trees to the most central one
	trace    Trace
	density  *diagnostics.Density
	ranks    *diagnostics.RankPlot // nil for one chain
	decay    [][]float64           // autocorrelation of each chain
	every    int                   // iterations between its lags
}

var (
	_ plotting.Zoomable = (*Diagnostics)(nil)
	_ plotting.Styled   = (*Diagnostics)(nil)
	_ plotting.Sheeter  = (*Diagnostics)(nil)
)

// The range of lags shown: enough to see the slowest quantity decay, within reason.
const (
	leastLags = 20
	mostLags  = 250
)

// NewDiagnostics returns the figure of a report and the snapshot behind it. bounds are the ranges
// of quantities by name, for the densities; others are unbounded. It takes O(S log S) for S draws
// of each quantity, so call it in a worker.
func NewDiagnostics(r *diagnostics.Report, s *inference.Snapshot, bounds map[string]diagnostics.Range) *Diagnostics {
	d := &Diagnostics{Report: r, chains: r.Chains}
	if r.Iterations == 0 { // the start is not complete
		return d
	}
	slowest := 0.0
	for _, q := range r.Quantities {
		if q.Constant {
			d.fixed = append(d.fixed, q.Title)
			continue
		}
		row := diagnosticsRow{quantity: q, every: 1}
		row.trace.SetChains(s, q.Name)
		row.describe(r.Options, bounds[q.Name])
		if q.Known() {
			slowest = max(slowest, float64(r.Chains*r.Draws)/q.BulkESS)
		}
		d.rows = append(d.rows, row)
	}
	if t := r.Topology; t != nil {
		d.rows = append(d.rows, treeRow(r, s))
	}
	d.lags = mostLags
	if 3*slowest < mostLags {
		d.lags = max(leastLags, int(math.Ceil(3*slowest/10))*10)
	}
	d.lags = min(d.lags, max(1, r.Draws-1))
	for i := range d.rows {
		d.rows[i].correlate(r.Options.BurnIn, d.lags)
	}
	return d
}

func chainName(k int) string { return "chain " + strconv.Itoa(k+1) }

// describe prepares the trace and the density of a quantity that is traced at every iteration.
func (row *diagnosticsRow) describe(o diagnostics.Options, bounds diagnostics.Range) {
	if bounds == (diagnostics.Range{}) {
		bounds = diagnostics.Everywhere
	}
	row.trace.Title, row.trace.Iteration, row.trace.BurnIn = row.quantity.Title, o.Iteration, o.BurnIn
	if n := len(row.trace.Series[0].Values); n-diagnostics.FirstDraw(n, o.BurnIn) < diagnostics.LeastDraws {
		return
	}
	row.density = diagnostics.Densities(row.draws(o.BurnIn), bounds, row.quantity.BulkESS)
	row.ranks = diagnostics.Ranks(row.draws(o.BurnIn))
}

// draws returns the draws after burn-in, without copying them.
func (row *diagnosticsRow) draws(burnIn float64) [][]float64 {
	var out [][]float64
	for _, s := range row.trace.Series {
		out = append(out, s.Values[diagnostics.FirstDraw(len(s.Values), burnIn):])
	}
	return out
}

// treeRow returns the row of the trees, which are kept only after the burn-in.
func treeRow(r *diagnostics.Report, s *inference.Snapshot) diagnosticsRow {
	t := r.Topology
	row := diagnosticsRow{tree: true, quantity: diagnostics.Measure("", t.Distances), every: 1}
	row.quantity.Title = "tree"
	row.quantity.RHat, row.quantity.BulkESS, row.quantity.TailESS, row.quantity.Reason = t.RHat,
		t.ESS, math.NaN(), t.Reason
	for k := range t.Distances {
		series := Series{Name: chainName(k), Iteration: t.Iterations[k], Values: t.Distances[k]}
		for _, i := range t.Iterations[k] {
			series.Seconds = append(series.Seconds, secondsAt(s, k, i))
		}
		row.trace.Series = append(row.trace.Series, series)
	}
	if i := t.Iterations[0]; len(i) > 1 {
		row.every = max(1, (i[len(i)-1]-i[0])/(len(i)-1))
	}
	row.trace.Iteration, row.trace.Title = r.Options.Iteration, "clades away from the most central tree"
	row.density = diagnostics.Densities(t.Distances, diagnostics.Range{Low: 0, High: math.Inf(1)}, t.ESS)
	row.ranks = diagnostics.Ranks(t.Distances)
	return row
}

// secondsAt returns the time at which a chain completed an iteration.
func secondsAt(s *inference.Snapshot, chain, iteration int) float64 {
	if chain < len(s.Chains) && iteration < len(s.Chains[chain].Seconds) {
		return s.Chains[chain].Seconds[iteration]
	}
	return math.NaN()
}

// correlate finds the autocorrelation of each chain up to the given number of iterations.
func (row *diagnosticsRow) correlate(burnIn float64, lags int) {
	if row.tree {
		burnIn = 0
	}
	for _, c := range row.draws(burnIn) {
		row.decay = append(row.decay, diagnostics.Autocorrelation(c, lags/row.every))
	}
}

// Rows returns the number of rows, that of the trees included.
func (d *Diagnostics) Rows() int { return len(d.rows) }

// GetWindow implements Zoomable.
func (d *Diagnostics) GetWindow() plotting.Window { return d.Window.Normal() }

// WithWindow implements Zoomable. The horizontal part of w is ignored.
func (d *Diagnostics) WithWindow(w plotting.Window) plotting.Figure {
	c, n := *d, w.Normal()
	c.Window = plotting.Window{X0: 0, X1: 1, Y0: n.Y0, Y1: n.Y1}
	return &c
}

// WithStyle implements Styled.
func (d Diagnostics) WithStyle(s plotting.Style) plotting.Figure {
	s.Look = s.Look.WithoutTitle() // its title is the verdict
	d.Style = s
	return &d
}

// Controls implements [plotting.Controlled].
func (d *Diagnostics) Controls() []string { return plotting.Untitled }

// WithCursor returns a copy whose cursor stands at a draw.
func (d Diagnostics) WithCursor(chain, iteration int) *Diagnostics {
	d.HasCursor, d.Chain, d.Cursor = true, chain, iteration
	return &d
}

// subtitle names the draws behind the numbers.
func (d *Diagnostics) subtitle() string {
	r := d.Report
	noun := r.Options.Iteration + "s"
	parts := []string{plotting.FormatCount(r.Chains) + " chains of " +
		plotting.FormatCount(max(r.Iterations-1, 0)) + " " + noun}
	if r.Chains == 1 {
		parts[0] = "1 chain of " + plotting.FormatCount(max(r.Iterations-1, 0)) + " " + noun
	}
	if r.First > 0 {
		parts = append(parts, "the first "+plotting.FormatCount(r.First)+" of each pale and left out")
	}
	switch n := len(d.fixed); {
	case n == 1:
		parts = append(parts, d.fixed[0]+" does not vary")
	case n > 1:
		parts = append(parts, strings.Join(d.fixed[:n-1], ", ")+" and "+d.fixed[n-1]+" do not vary")
	}
	return strings.Join(parts, " · ")
}
