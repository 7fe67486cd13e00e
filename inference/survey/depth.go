package survey

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/recipe"
	"example.org/espalier/inference/words"

	"gonum.org/v1/gonum/mat"
)

// A grid holds the numbers of a table, or of the data that a model sees.
type grid struct {
	n, d int
	at   func(i, j int) float64
	// turned says that samples are in the columns.
	turned bool
}

// samples returns how many samples there are, and how many things were measured of each.
func (g grid) samples() (samples, features int) {
	if g.turned {
		return g.d, g.n
	}
	return g.n, g.d
}

func (g grid) of(sample, feature int) float64 {
	if g.turned {
		return g.at(feature, sample)
	}
	return g.at(sample, feature)
}

// Limits for findings about samples.
const (
	fewestFeatures = 20  // things counted, from which on their sum is a depth
	unevenDepth    = 1.2 // ratio of depths from which on they matter
	fewestReads    = 200 // least median depth
	leastReach     = 10  // ratio of the greatest count to the least
	leastParts     = 3   // parts of a composition
	partRounding   = 0.006
)

// depths describes a table of counts by the sum of each sample. Of very large tables it adds evenly spaced features
// and multiplies up.
type depths struct {
	least, most float64
	someZero    bool // each feature has a sample without it
	even        bool // no count is 0 or many times another: they may be heights, if they are not of genes
}

func depthsOf(g grid) (found depths, is bool) {
	samples, features := g.samples()
	if samples < 2 || features < fewestFeatures {
		return found, false
	}
	look := min(features, max(fewestFeatures, seenCells/samples))
	sums := make([]float64, samples)
	found.someZero = true
	least, most := math.Inf(1), 0.0
	for k := range look {
		j := k * features / look
		zero, any := false, false
		for i := range samples {
			x := g.of(i, j)
			if x < 0 || x != math.Trunc(x) { // not a count
				return found, false
			}
			if !math.IsNaN(x) {
				sums[i] += x
				least, most = min(least, x), max(most, x)
			}
			zero, any = zero || x == 0, any || x > 0
		}
		if any && !zero {
			found.someZero = false
		}
	}
	found.even = least > 0 && most < leastReach*least
	for i := range sums {
		sums[i] *= float64(features) / float64(look)
	}
	slices.Sort(sums)
	found.least, found.most = sums[0], sums[samples-1]
	return found, sums[samples/2] >= fewestReads && found.most >= unevenDepth*max(found.least, 1)
}

// steps bring the counts of samples in rows to one depth and take their logarithm.
func (f depths) steps() string {
	step := "counts:size-factors"
	if f.someZero {
		step = "counts:poscounts"
	}
	return step + ",log2(x+1)"
}

func (f depths) finding(turned bool) Finding {
	found := Finding{
		Text: fmt.Sprintf("Counts: the samples have depths of %s.", span(f.least, f.most)),
		Remedy: fmt.Sprintf("Bring them to one depth and take logarithms (--prepare %q), or they are grouped by depth.",
			f.steps()),
		Grave: true,
	}
	if turned {
		found.Remedy = fmt.Sprintf("Turn the table, so that samples are compared, bring them to one depth and take "+
			"logarithms (--transpose --prepare %q), or they are grouped by depth.", f.steps())
	}
	return found
}

// span writes two sizes: 15.7 to 31.8 million; 1,205 to 9,400.
func span(low, high float64) string {
	if high >= 1e6 {
		if low < 1e5 {
			return number(low) + " to " + short(high/1e6) + " million"
		}
		return short(low/1e6) + " to " + short(high/1e6) + " million"
	}
	return inference.Grouped(int(low)) + " to " + inference.Grouped(int(high))
}

func short(x float64) string { return strconv.FormatFloat(x, 'g', 3, 64) }

// composition says whether the samples are parts of a whole: none negative, with sums of 1, 100 or a million.
func composition(g grid) (Finding, bool) {
	samples, features := g.samples()
	if samples < 2 || features < leastParts {
		return Finding{}, false
	}
	whole := 0.0
	for i := range samples {
		sum, fraction := 0.0, false
		for j := range features {
			x := g.of(i, j)
			if x < 0 {
				return Finding{}, false
			}
			if !math.IsNaN(x) {
				sum += x
				fraction = fraction || x != math.Trunc(x)
			}
		}
		if i == 0 {
			for _, w := range []float64{1, 100, 1e6} {
				if math.Abs(sum-w) <= partRounding*w {
					whole = w
				}
			}
			if whole == 1 && !fraction {
				return Finding{}, false // one of several, as zeros and a one
			}
		}
		if whole == 0 || !(math.Abs(sum-whole) <= partRounding*whole) {
			return Finding{}, false
		}
	}
	what := "Each row"
	if g.turned {
		what = "Each column"
	}
	return Finding{
		Text: fmt.Sprintf("%s sums to %s, as the parts of a whole do.", what, inference.Grouped(int(whole))),
		Remedy: "Compare ratios of the parts, by clr (--prepare \"clr" + sided(g.turned) +
			"\"): otherwise one part that grows makes all others shrink.",
	}, true
}

func sided(turned bool) string {
	if turned {
		return "@columns"
	}
	return ""
}

const manyTimes = 1000 // from the least to the greatest positive value

// wide reports whether positive values reach over three powers of ten, or far beyond the median, and are skewed.
func (c column) wide() bool {
	if c.n < fewest || c.low < 0 || !(c.positive > 0) {
		return false
	}
	return c.high >= manyTimes*c.positive && c.skewness > 1 ||
		c.skewness > skewed && c.median > 0 && c.high > farAbove*c.median
}

// widely finds columns that need a logarithm, and the step that takes it: of all columns if most of them do, else of
// these.
func widely(columns []column, names []string) (Doubt, bool) {
	var found, said []string
	varying, whole, zero, negative := 0, true, false, false
	least := math.Inf(1)
	for j, c := range columns {
		if c.nowhere || c.low == c.high {
			continue
		}
		varying++
		negative = negative || c.low < 0
		if c.wide() {
			found = append(found, names[j])
			said = append(said,
				fmt.Sprintf("%s (%s to %s, median %s)", names[j], number(c.low), number(c.high), number(c.median)))
			whole, zero, least = whole && c.whole, zero || c.low == 0, min(least, c.positive)
		}
	}
	if len(found) == 0 {
		return Doubt{}, false
	}
	formula := "log2(x)"
	switch {
	case zero && whole:
		formula = "log2(x+1)"
	case zero:
		formula = "log2(x+" + strconv.FormatFloat(least/2, 'g', 1, 64) + ")"
	}
	all := 2*len(found) > varying && !negative && (zero || !anyZero(columns))
	steps, of := formula, "every column"
	if !all {
		steps, of = formula+":"+recipe.Names(found...), inference.Plural(len(found), "column")
		if len(found) == 1 {
			of = "this column"
		}
	}
	flag := steps
	if len(steps) > 60 {
		flag = formula + ":COLUMN;COLUMN"
	}
	return Doubt{Finding: Finding{
		Text: fmt.Sprintf("%s over orders of magnitude: %s.",
			words.Plural(len(found), "column")+words.ByNumber(len(found), " reaches", " reach"), words.Some(said, 3)),
		Remedy: fmt.Sprintf("A few large values decide then: take the logarithm of %s (--prepare %q).", of, flag),
	}, Cure: AddSteps, Columns: found, Steps: steps}, true
}

func anyZero(columns []column) bool {
	return slices.ContainsFunc(columns, func(c column) bool { return !c.nowhere && c.low == 0 })
}

// inputs are data in the units of the table.
type inputs struct{ *inference.Dataset }

func (d inputs) At(i, j int) float64 { return d.Input(i, j) }
func (d inputs) T() mat.Matrix       { return mat.Transpose{Matrix: d} }

// stepsFor are the doubts that steps of a recipe can cure: counts of different depths, parts of a whole, columns over
// orders of magnitude.
func stepsFor(d *inference.Dataset, columns [][]float64) (list []Doubt) {
	n, m := d.Dims()
	described := make([]column, m)
	for j, values := range columns {
		described[j] = reachOf(values)
	}
	if !ofNumbers(&inference.Table{Kinds: d.Kinds}) { // no sum over columns of several kinds says anything
		if doubt, is := widely(described, d.Columns); is {
			list = append(list, doubt)
		}
		return list
	}
	lies := Orient(&inference.Table{Rows: d.Rows, Columns: d.Columns, X: inputs{d}, Kind: d.Kind,
		Annotations: d.Annotations, ColumnAnnotations: d.ColumnAnnotations})
	g := grid{n, m, d.Input, lies.Turned}
	if d.Kind == inference.Count && !mostStated(d.Columns, d.ColumnAnnotations) {
		if found, is := depthsOf(g); is && !(found.even && !ofGenes(d.Rows, d.Columns)) {
			return []Doubt{{Finding: found.finding(g.turned), Cure: AddSteps, Steps: found.steps(), Across: g.turned}}
		}
	}
	if d.Kind != inference.Continuous {
		return nil // wholeNumbers speaks of them
	}
	if f, is := composition(g); is && g.turned {
		return []Doubt{{Finding: f, Cure: AddSteps, Steps: "clr@columns"}}
	}
	if doubt, is := widely(described, d.Columns); is {
		list = append(list, doubt)
	}
	return list
}
