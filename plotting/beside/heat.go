package beside

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/process/coded"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// MaxClusteredColumns is the greatest number of columns that are clustered; more stay in file
// order.
const MaxClusteredColumns = 2000

// Heat is a matrix shown beside a tree, with one row per leaf. It is made by [NewHeat] or by hand,
// then shared by all figures and not modified; its pointer is also the key of the cached picture.
// Once made, it is safe for concurrent use.
type Heat struct {
	// X is n×d in the units shown; NaN is a missing cell. Row i belongs to leaf i.
	X       *mat.Dense
	Columns []string // names of the columns of X
	Order   []int    // columns of X from left to right
	// Scale gives the colours: [ink.Signed] symmetric at zero, [ink.Cividis] for magnitudes, or
	// [ink.Ink] for binary tables. Cells beyond its limits take the colour of the limit. Its
	// Missing is not used: the style decides.
	Scale ink.Scale
	// Title names the quantity shown and Unit its unit, for the colour bar: "expression", "s.d.".
	Title, Unit string
	// LimitNote says how the limits were chosen: "limits: 98th percentile".
	LimitNote string
	// Share says that the values are shares or probabilities, which are written in per cent.
	Share bool
	// Value returns a cell in input units, for tooltips. Nil: the value of X.
	Value func(row, column int) float64
	// Words returns the text of a cell instead of its value, "" for none. Nil: all cells have values.
	Words func(row, column int) string
	// Written says that cells have their values or words written into them, where there is room, whatever the look says.
	Written bool
	// Tree is that of the columns of X, its leaves in Order; nil for none. TreeHeight makes its
	// times heights, from TreeHeight at the origin to 0 at time 1; 0 for diffusion times.
	Tree       *PreparedTree
	TreeHeight float64
	// Members are the columns of the data of which each column of X is the mean; nil where each is
	// itself.
	Members [][]int
	// Annotations are those of the columns, by which a look may order them.
	Annotations []inference.Annotation
	// Strips are annotations of the columns of the data, between the tree and the cells.
	Strips []Strip
	// Shown holds the numbers that colours stand for where columns are of several kinds, as large as X; nil is X itself.
	Shown *mat.Dense
	// Limits are the cells that hold a number known between limits, in the order of rows.
	Limits []LimitCell

	once    sync.Once
	Levels  []uint8   // n×d in display order; 0 is missing, 1 to 255 from Low to High
	Holes   bool      // some cell is missing
	graded  bool      // some cell is neither missing nor at a limit
	sums    []float64 // of each column of X over rows that are not missing
	squares []float64
	counts  []float64

	mu        sync.Mutex
	frames    []heatFrame
	contrasts []cladeContrast // of the last few clades asked for
	plains    map[int]bool    // columns of years or identifiers, of those asked for
	mips      heatMips
	others    []otherHeat // the last few in other looks
	pair      bool        // the values are 0 and 1, in colours that were chosen

	kinds  *kinds         // of columns of several kinds; nil for numbers alone
	tone   []*toneTable   // of each rule; nil until it is asked for
	style  plotting.Style // of the tone
	blocks bool           // cells are means of blocks
	chosen *ink.ColorMap  // palette that a person chose; nil for the usual one
}

// HeatOptions are the choices that [NewHeat] leaves to the user.
type HeatOptions struct {
	Order plotting.ColumnOrder // "" is that of the file
	// Standardise shows each column in standard deviations from its mean.
	Standardise bool
}

// NewHeat prepares the data beside a tree. Continuous and count data are signed if they were
// centred, hold negative numbers or are standardised here, and magnitudes otherwise. The limits are
// at the 98th percentile, of the absolute value if signed. At most [MaxClusteredColumns] columns
// are clustered.
func NewHeat(d *inference.Dataset, o HeatOptions) *Heat {
	_, columns := d.Dims()
	h := &Heat{X: d.X, Columns: d.Columns, Annotations: d.ColumnAnnotations, Title: "value", Order: make([]int, columns),
		Strips: columnStrips(d.ColumnAnnotations)}
	for j := range h.Order {
		h.Order[j] = j
	}
	standard := d.Preprocessing.Centre && d.Preprocessing.Scale
	binary := d.Kind == inference.Binary && !d.Preprocessing.Centre && !d.Preprocessing.Scale && !d.Preprocessing.ScaleAll
	if o.Standardise && !standard {
		h.X, standard, binary = standardised(d.X), true, false
	}
	h.Value = d.Input
	if d.Kinds != nil {
		h.ofKinds(d)
		standard, binary = true, false
		h.Title = "numbers"
	}
	values := h.numbersShown()
	least := 0.0
	if len(values) > 0 {
		least = slices.Min(values)
	}
	switch {
	case binary:
		h.Scale = ink.Scale{Map: ink.Ink, Low: 0, High: 1}
	case standard || d.Preprocessing.Centre || least < 0:
		limit := ink.SymmetricLimit(values)
		h.Scale = ink.Scale{Map: ink.Signed, Low: -limit, High: limit}
		h.LimitNote = "limits: 98th percentile"
	default:
		h.Scale = magnitudeLimits(values)
		h.LimitNote = "limit: 98th percentile"
	}
	switch {
	case standard || d.Preprocessing.Scale || d.Preprocessing.ScaleAll:
		h.Unit = "s.d."
	case d.Preprocessing.Log2p1:
		h.Unit = "log2(x+1)"
	}
	switch able := columns > 2 && columns <= MaxClusteredColumns; {
	case able && o.Order == plotting.ClusteredOrder:
		h.Order = clusteredColumns(h.X, h.apart())
	case able && o.Order == plotting.TreeOrder:
		return h.WithTree(columnTree(h.X, h.apart(), h.Columns))
	}
	return h
}

// magnitudeLimits returns the scale from zero, or from the 2nd percentile if all values lie far
// from zero, to the 98th percentile.
func magnitudeLimits(values []float64) ink.Scale {
	c := ink.Scale{Map: ink.Cividis, Low: 0, High: 1}
	if len(values) == 0 {
		return c
	}
	slices.Sort(values)
	low, high := stat.Quantile(0.02, stat.Empirical, values, nil), stat.Quantile(0.98, stat.Empirical, values, nil)
	if low > high/2 {
		c.Low = low
	}
	if high <= c.Low {
		high = values[len(values)-1]
	}
	if high <= c.Low {
		high = c.Low + 1
	}
	c.High = high
	return c
}

// standardised returns a copy with each column centred and divided by its standard
// deviation; constant columns become 0.
func standardised(x *mat.Dense) *mat.Dense {
	n, d := x.Dims()
	y := mat.NewDense(n, d, nil)
	column := make([]float64, 0, n)
	for j := range d {
		column = column[:0]
		for i := range n {
			if v := x.At(i, j); !math.IsNaN(v) {
				column = append(column, v)
			}
		}
		mean, sd := stat.MeanStdDev(column, nil)
		if !(sd > 0) {
			sd = 1
		}
		for i := range n {
			y.Set(i, j, (x.At(i, j)-mean)/sd)
		}
	}
	return y
}

// clusteredColumns returns the columns of x in the optimal order of their average linkage; far is that of
// joinedColumns.
func clusteredColumns(x, far *mat.Dense) []int {
	_, order := joinedColumns(x, far)
	return order
}

// apart returns the distances between the columns where those between points say little, as of categories; else nil.
func (h *Heat) apart() *mat.Dense {
	if h.kinds == nil || h.blocks || h.Members != nil {
		return nil
	}
	return coded.Apart(h.kinds.data)
}

// joinedColumns joins the columns of x by average linkage and orders them. Their distances are far, those between
// points where that is nil.
func joinedColumns(x, far *mat.Dense) ([]linkage.Merge, []int) {
	if far != nil {
		c := linkage.NewBy(far, linkage.Average, linkage.Given)
		n, _ := far.Dims()
		for !c.Advance(n * n * n) {
		}
		o := linkage.NewOrdererBy(far, c.Merges(), linkage.Given)
		for !o.Advance(n * n * n) {
		}
		return c.Merges(), o.Order()
	}
	t := mat.DenseCopyOf(x.T())
	merges := linkage.Cluster(t, linkage.Average)
	return merges, linkage.OptimalOrder(t, merges)
}

// Dims returns the numbers of rows and of columns shown.
func (h *Heat) Dims() (rows, columns int) {
	rows, _ = h.X.Dims()
	return rows, len(h.Order)
}

// binary reports whether the values are 0 and 1, which a legend names one by one.
func (h *Heat) binary() bool {
	if h.Share || h.Scale.Map != ink.Ink && !h.pair || h.Scale.Low != 0 || h.Scale.High != 1 {
		return false
	}
	h.Prepare()
	return !h.graded
}

// level maps a value to 1 to 255 between the limits; 0 if it is missing.
func (h *Heat) level(x float64) uint8 {
	if math.IsNaN(x) {
		return 0
	}
	share := (x - h.Scale.Low) / (h.Scale.High - h.Scale.Low)
	return uint8(1.5 + 254*min(max(share, 0), 1))
}

// Prepare quantises the matrix once and sums its columns.
func (h *Heat) Prepare() {
	h.once.Do(func() {
		if h.kinds != nil && h.tone == nil {
			h.tone, h.style = h.tones(plotting.Light), plotting.Light
		}
		n, d := h.X.Dims()
		shown := len(h.Order)
		h.Levels = make([]uint8, n*shown)
		h.sums, h.squares, h.counts = make([]float64, d), make([]float64, d), make([]float64, d)
		for i := range n {
			row := h.X.RawRowView(i)
			line := h.Levels[i*shown : (i+1)*shown]
			for j, column := range h.Order {
				line[j] = h.levelAt(i, column)
				h.Holes = h.Holes || line[j] == 0
				h.graded = h.graded || line[j] > 1 && line[j] < 255
			}
			for j, x := range row {
				if !math.IsNaN(x) {
					h.sums[j] += x
					h.squares[j] += x * x
					h.counts[j]++
				}
			}
		}
	})
}

// A Contrast is the difference between the mean of a column over a clade and its mean over all
// other rows, in standard deviations of the column.
type Contrast struct {
	Column     int
	Name       string
	Difference float64
}

// contrastsOf returns the columns in which the rows differ from all others, highest first. It omits columns without
// values on either side, or without variance. The cost is that of the smaller side.
func (h *Heat) contrastsOf(rows []int) []Contrast {
	h.Prepare()
	n, d := h.X.Dims()
	inside := make([]bool, n)
	size := 0
	for _, r := range rows {
		if r >= 0 && r < n && !inside[r] {
			inside[r] = true
			size++
		}
	}
	small := 2*size <= n // add up the smaller side and take the other by difference
	sums, counts := make([]float64, d), make([]float64, d)
	for i := range n {
		if inside[i] != small {
			continue
		}
		for j, x := range h.X.RawRowView(i) {
			if !math.IsNaN(x) {
				sums[j] += x
				counts[j]++
			}
		}
	}
	found := make([]Contrast, 0, d)
	for _, j := range h.Order {
		if !h.Mixes(j) {
			if c, ok := h.levelContrast(j, inside); ok {
				found = append(found, c)
			}
			continue
		}
		others, rest := h.sums[j]-sums[j], h.counts[j]-counts[j]
		if counts[j] == 0 || rest == 0 {
			continue
		}
		mean := h.sums[j] / h.counts[j]
		spread := math.Sqrt(max(h.squares[j]/h.counts[j]-mean*mean, 0))
		if spread <= 1e-12*(1+math.Abs(mean)) {
			continue
		}
		difference := (sums[j]/counts[j] - others/rest) / spread
		if !small {
			difference = -difference
		}
		found = append(found, Contrast{Column: j, Name: h.ColumnName(j), Difference: difference})
	}
	stable.Sort(found, func(a, b Contrast) int {
		switch {
		case a.Difference > b.Difference:
			return -1
		case a.Difference < b.Difference:
			return 1
		}
		return 0
	})
	return found
}

type cladeContrast struct {
	tree *PreparedTree
	node int
	list []Contrast
}

// CladeContrasts returns the contrasts of a clade, from a cache.
func (h *Heat) CladeContrasts(p *PreparedTree, v int) []Contrast {
	h.mu.Lock()
	for _, c := range h.contrasts {
		if c.tree == p && c.node == v {
			h.mu.Unlock()
			return c.list
		}
	}
	h.mu.Unlock()
	list := h.contrastsOf(p.Leaves(v))
	h.mu.Lock()
	defer h.mu.Unlock()
	h.contrasts = append([]cladeContrast{{p, v, list}}, h.contrasts...)
	if len(h.contrasts) > 16 {
		h.contrasts = h.contrasts[:16]
	}
	return list
}

// ColumnName returns the name of column j of X, or its number if it has none.
func (h *Heat) ColumnName(j int) string {
	if j < len(h.Columns) {
		return h.Columns[j]
	}
	return fmt.Sprintf("column %d", j+1)
}

// ValueText returns a cell in input units, or words for a missing one.
func (h *Heat) ValueText(row, column int) string {
	n, _ := h.X.Dims()
	if row >= n {
		return "no data"
	}
	if h.Words != nil {
		if text := h.Words(row, column); text != "" {
			return text
		}
	}
	x := h.X.At(row, column)
	if h.Value != nil {
		x = h.Value(row, column)
	}
	if math.IsNaN(x) {
		return "missing"
	}
	if h.Share {
		return plotting.FormatPercent(x)
	}
	if h.plain(column) && math.Abs(x-math.Round(x)) < 1e-6 {
		return plotting.FormatWhole(x)
	}
	return plotting.FormatDigits(x, 4)
}

// plain reports whether a column holds years or identifiers.
func (h *Heat) plain(column int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	plain, known := h.plains[column]
	if !known {
		n, _ := h.X.Dims()
		plain = column < len(h.Columns) && plotting.Identifies(h.Columns[column]) || plotting.Years(n, func(i int) float64 {
			if x := h.X.At(i, column); h.Value == nil || math.IsNaN(x) {
				return x
			}
			return h.Value(i, column)
		})
		if h.plains == nil {
			h.plains = map[int]bool{}
		}
		h.plains[column] = plain
	}
	return plain
}
