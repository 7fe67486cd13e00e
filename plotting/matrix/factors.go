package matrix

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Factors holds the factors of a model Y = G X + E, of D items and N cases, for heat maps.
type Factors struct {
	Side inference.Side // whose items own the loadings
	IDs  []int          // of the K factors
	// Loadings is G, D×K; Inclusion says which of them are in, D×K, nil where all are; Activities is X transposed,
	// N×K.
	Loadings, Inclusion, Activities *mat.Dense
	Offset                          []float64 // added to G X for each item; nil for zeros
	// Binary says that Inclusion, N×K here, tells which cases own a feature, and that Loadings are the values of the
	// features.
	Binary bool
}

// Count returns K, 0 for nil.
func (f *Factors) Count() int {
	if f == nil {
		return 0
	}
	return len(f.IDs)
}

// A FactorPlot makes the heat maps of a factor model Y = G X + E on a data set: [FactorPlot.Features],
// [FactorPlot.Activities] and [FactorPlot.Reconstruction].
type FactorPlot struct {
	Data    *inference.Dataset
	Factors *Factors
	// Names are the names of the factors; nil numbers them from 1.
	Names   []string
	Numbers []int // from 0, by which factors are named where they have no names; nil for their places
	// Presence is the share of the draws that have each factor, whose loadings and activities are means over those that
	// do; nil is all of them. A reconstruction gives each factor this weight: of chains that disagree each has factors of
	// its own.
	Presence        []float64
	Title, Subtitle string
}

// items returns the names of the items, which own the loadings, and their annotations.
func (p *FactorPlot) items() ([]string, []inference.Annotation) {
	if p.Factors != nil && p.Factors.Side == inference.OnRows {
		return p.Data.Rows, p.Data.Annotations
	}
	return p.Data.Columns, nil
}

// Cases returns the names of the cases, in which the factors are active, and their
// annotations.
func (p *FactorPlot) Cases() ([]string, []inference.Annotation) {
	if p.Factors != nil && p.Factors.Side == inference.OnRows {
		return p.Data.Columns, nil
	}
	return p.Data.Rows, p.Data.Annotations
}

// sides names the items, the cases and the factors.
func (p *FactorPlot) sides() (items, cases, factors string) {
	item, of := p.Factors.Side.Words()
	if factors = "factors"; p.Factors.Binary {
		factors = "features"
	}
	return p.Data.Say(item + "s"), p.Data.Say(of + "s"), factors
}

// Name names the k-th factor.
func (p *FactorPlot) Name(k int) string {
	if k < len(p.Names) {
		return p.Names[k]
	}
	if k < len(p.Numbers) {
		k = p.Numbers[k]
	}
	return FactorName(k, p.Factors != nil && p.Factors.Binary)
}

// FactorName names a factor, or a feature of a binary model, by its number, from 0.
func FactorName(k int, binary bool) string {
	if binary {
		return fmt.Sprintf("feature %d", k+1)
	}
	return fmt.Sprintf("factor %d", k+1)
}

func (p *FactorPlot) names() []string {
	names := make([]string, p.Factors.Count())
	for k := range names {
		names[k] = p.Name(k)
	}
	return names
}

// matrix begins a figure.
func (p *FactorPlot) matrix() Matrix {
	m := Matrix{Title: p.Title, Subtitle: p.Subtitle, Selection: plotting.NoSelection,
		Window: plotting.All, Style: plotting.Light}
	switch {
	case p.Factors == nil:
		m.Empty = "The factors come with the first iteration."
	case p.Factors.Count() == 0:
		m.Empty = "No factor is in the model now: the table is explained by its means and noise alone."
	}
	return m
}

// mostFactorStrips is how many annotations stand beside a heat map.
const mostFactorStrips = 3

// strips returns the first few annotations that group some rows.
func strips(annotations []inference.Annotation) (list []beside.Strip) {
	for _, a := range Grouping(annotations) {
		if len(list) < mostFactorStrips {
			list = append(list, beside.Strip{Annotation: a})
		}
	}
	return list
}

// signedScale is symmetric at zero, its limits at the 98th percentile.
func signedScale(values []float64) ink.Scale {
	limit := ink.SymmetricLimit(values)
	return ink.Scale{Map: ink.Signed, Low: -limit, High: limit}
}

const limitNote = "limits: 98th percentile"

// FeatureOptions are the options of [FactorPlot.Features].
type FeatureOptions struct {
	// LeftOrdered puts the columns in left-ordered form, otherwise in the order of their numbers.
	LeftOrdered bool
	// Grouped puts rows with the same features together, otherwise in the order of the table.
	Grouped bool
	// Loadings shows the loadings instead of the inclusions. Models that include every loading
	// always show them.
	Loadings bool
	// Shares says that the inclusions are shares of draws.
	Shares bool
}

// Features shows the items that each factor loads on, items × factors, or for a Binary model cases
// × features. Its orders are its own.
func (p *FactorPlot) Features(o FeatureOptions) Matrix {
	m := p.matrix()
	f := p.Factors
	if f.Count() == 0 {
		return m
	}
	rows, annotations := p.items()
	items, cases, factors := p.sides()
	m.Sides = [2]string{items, factors}
	if f.Binary {
		rows, annotations = p.Cases()
		m.Sides[0] = cases
	}
	z := f.Inclusion
	shown := z
	loadings := (o.Loadings || z == nil) && !f.Binary
	if loadings {
		shown = f.Loadings
	}
	m.Rows, m.RowStrips = rows, strips(annotations)
	columns := inference.UpTo(f.Count())
	m.Order = inference.UpTo(len(rows))
	switch {
	case z == nil && o.Grouped:
		m.Order = groupRows(nil, f.Loadings, columns)
	case z == nil:
	case o.Grouped && o.LeftOrdered:
		m.Order, columns = doublyOrdered(z, f.Loadings)
	case o.Grouped:
		m.Order = groupRows(z, f.Loadings, columns)
	case o.LeftOrdered:
		columns = leftOrder(z, m.Order)
	}
	m.ColumnKeys = f.IDs
	m.Heat = &beside.Heat{X: shown, Columns: p.names(), Order: columns}
	switch {
	case loadings:
		m.Heat.Title, m.Heat.LimitNote = "loading", limitNote
		m.Heat.Scale = signedScale(nonZero(shown))
	case o.Shares:
		m.Heat.Title, m.Heat.Scale = "probability", ink.Scale{Map: ink.Ink, Low: 0, High: 1}
		m.Heat.LimitNote, m.Heat.Share = "share of draws", true
	default:
		m.Heat.Title, m.Heat.Scale = "loads on it", ink.Scale{Map: ink.Ink, Low: 0, High: 1}
		if f.Binary {
			m.Heat.Title = "has it"
		}
	}
	if !f.Binary && z != nil {
		other, title := f.Loadings, "loading"
		if loadings {
			other, title = z, "in the factor"
		}
		m.Details = func(i, k int) [][2]string { return [][2]string{{title, plotting.FormatDigits(other.At(i, k), 3)}} }
	}
	return m
}

// nonZero lists the values that are not 0: they decide the limits of a sparse matrix.
func nonZero(x *mat.Dense) (values []float64) {
	n, _ := x.Dims()
	for i := range n {
		for _, v := range x.RawRowView(i) {
			if v != 0 {
				values = append(values, v)
			}
		}
	}
	return values
}

// Activities shows how active the factors are in each case, factors × cases, with the cases in the
// given order; nil is that of the table. For a Binary model it shows the values of the features,
// features × items.
func (p *FactorPlot) Activities(order []int) Matrix {
	m := p.matrix()
	f := p.Factors
	if f.Count() == 0 {
		return m
	}
	columns, annotations := p.Cases()
	values, title := f.Activities, "activity"
	items, cases, factors := p.sides()
	m.Sides = [2]string{factors, cases}
	if f.Binary {
		m.Sides[1] = items
		columns, annotations = p.items()
		values, title = f.Loadings, "value"
	}
	if order == nil {
		order = inference.UpTo(len(columns))
	}
	m.Rows, m.ColumnStrips = p.names(), strips(annotations)
	m.Heat = &beside.Heat{X: mat.DenseCopyOf(values.T()), Columns: columns, Order: order, Title: title,
		LimitNote: limitNote, Scale: signedScale(values.RawMatrix().Data)}
	return m
}

// A Target is a data set as factor models see it, items × cases. It is made once for all
// reconstructions.
type Target struct {
	data    *inference.Dataset
	side    inference.Side
	offset  []float64
	values  *mat.Dense // less the offset; NaN where missing
	missing []Cell
	held    map[Cell]bool // whose values the model did not see; nil for none
	scale   ink.Scale
	squares float64 // of the values that it saw
}

// Hold takes the values, in working units, of cells that were missing when the model was fitted.
func (t *Target) Hold(cells []inference.Cell, values []float64) {
	t.held = make(map[Cell]bool, len(cells))
	for k, c := range cells {
		at := Cell{int32(c.Column), int32(c.Row)}
		if t.side == inference.OnRows {
			at = Cell{int32(c.Row), int32(c.Column)}
		}
		v := values[k]
		if t.offset != nil {
			v -= t.offset[at.Row]
		}
		t.held[at] = true
		t.values.Set(int(at.Row), int(at.Column), v)
	}
}

// NewTarget prepares the data behind f. It takes O(D N).
func NewTarget(data *inference.Dataset, f *Factors) *Target {
	t := &Target{data: data, side: f.Side, offset: f.Offset}
	if f.Side == inference.OnRows {
		t.values = mat.DenseCopyOf(data.X)
	} else {
		t.values = mat.DenseCopyOf(data.X.T())
	}
	d, _ := t.values.Dims()
	for i := range d {
		row := t.values.RawRowView(i)
		for n := range row {
			if f.Offset != nil {
				row[n] -= f.Offset[i]
			}
			if math.IsNaN(row[n]) {
				t.missing = append(t.missing, Cell{int32(i), int32(n)})
			} else {
				t.squares += row[n] * row[n]
			}
		}
	}
	t.scale = signedScale(t.values.RawMatrix().Data)
	return t
}

// Fits reports whether the target was made of f and data.
func (t *Target) Fits(data *inference.Dataset, f *Factors) bool {
	if t == nil || t.data != data || t.side != f.Side || len(t.offset) != len(f.Offset) {
		return false
	}
	for i, v := range f.Offset {
		if v != t.offset[i] {
			return false
		}
	}
	return true
}

// Panels of a reconstruction.
const (
	PanelData     = "data"
	PanelFit      = "fit, G X"
	PanelResidual = "residual"
)

// weighted returns the loadings times the presence of their factors.
func (p *FactorPlot) weighted() *mat.Dense {
	if p.Presence == nil {
		return p.Factors.Loadings
	}
	out := mat.DenseCopyOf(p.Factors.Loadings)
	d, _ := out.Dims()
	for i := range d {
		floats.Mul(out.RawRowView(i), p.Presence)
	}
	return out
}

// Reconstruction shows side by side, items × cases and in the same colours, the data, the part that
// the factors explain, and the rest; only, one of the panels, shows that alone. Cells without a
// value are hatched in the data and dotted where the model fills them in; those given to
// [Target.Hold] are shown and dotted. With grouped, items are ordered by their factors. Cases are
// in the given order; nil is that of the table. It takes O(D N K).
func (p *FactorPlot) Reconstruction(t *Target, grouped bool, cases []int, only string) Matrix {
	m := p.matrix()
	f := p.Factors
	if f == nil {
		return m
	}
	items, itemNotes := p.items()
	names, caseNotes := p.Cases()
	d, n := t.values.Dims()
	fit := mat.NewDense(d, n, nil)
	if f.Count() > 0 {
		fit.Mul(p.weighted(), f.Activities.T())
	}
	rest := mat.NewDense(d, n, nil)
	left := 0.0
	for i, v := range t.values.RawMatrix().Data {
		r := v - fit.RawMatrix().Data[i]
		rest.RawMatrix().Data[i] = r
		if !math.IsNaN(r) {
			left += r * r
		}
	}
	for c := range t.held {
		r := rest.At(int(c.Row), int(c.Column))
		left -= r * r
	}
	if cases == nil {
		cases = inference.UpTo(n)
	}
	m.Empty = ""
	m.Sides[0], m.Sides[1], _ = p.sides()
	m.Rows, m.RowStrips, m.ColumnStrips = items, strips(itemNotes), strips(caseNotes)
	m.Order = inference.UpTo(d)
	if grouped && f.Count() > 0 && !f.Binary {
		if f.Inclusion != nil {
			m.Order, _ = doublyOrdered(f.Inclusion, f.Loadings)
		} else {
			m.Order = groupRows(nil, f.Loadings, nil)
		}
	}
	m.Marks, m.MarksName = t.missing, "missing, filled in"
	heat := func(x *mat.Dense) *beside.Heat {
		return &beside.Heat{X: x, Columns: names, Order: cases, Title: "value", LimitNote: limitNote, Scale: t.scale}
	}
	panels := []Panel{{Caption: PanelData, Heat: heat(t.values)}, {Caption: PanelFit, Heat: heat(fit), Marked: true},
		{Caption: PanelResidual, Heat: heat(rest)}}
	if len(t.held) > 0 {
		m.MarksName = "not seen by the model"
		panels[0].Marked, panels[2].Marked = true, true
	}
	if f.Offset != nil {
		panels[0].Caption = "data less the means"
		panels[0].Heat.Title = "value less the mean"
	}
	if f.Count() == 0 {
		panels[1].Caption = "fit, without factors"
	}
	if t.squares > 0 {
		panels[2].Caption = PanelResidual + ", " + plotting.FormatPercent(left/t.squares) + " of the variance"
	}
	for k, name := range []string{PanelData, PanelFit, PanelResidual} {
		if name == only {
			panels = panels[k : k+1]
			break
		}
	}
	if len(panels) == 1 {
		m.Subtitle = panels[0].Caption + " · " + m.Subtitle
	}
	m.Heat, m.Caption, m.Marked, m.Panels = panels[0].Heat, panels[0].Caption, panels[0].Marked, panels[1:]
	return m
}
