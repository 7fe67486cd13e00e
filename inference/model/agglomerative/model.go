package agglomerative

import (
	"errors"
	"fmt"
	"math"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/process/coded"
)

// Model is agglomerative clustering. Its zero value is ready for use.
type Model struct{}

var (
	_ inference.Model    = Model{}
	_ inference.Switcher = Model{}
)

// mostBytes is the memory beyond which a table is refused.
const mostBytes = 6 << 30

// Info describes the model.
func (Model) Info() inference.Info {
	choices := make([]string, 0, 4)
	for _, m := range linkage.Methods() {
		choices = append(choices, string(m))
	}
	metrics := make([]string, 0, 6)
	for _, m := range linkage.Metrics() {
		metrics = append(metrics, string(m))
	}
	metrics = append(metrics, mahalanobis, ofKinds)
	return inference.Info{
		Family: inference.FamilyTrees,
		Name:   "agglomerative",
		Title:  "Agglomerative clustering",
		Summary: "Joins the two nearest clusters until one is left. Fast, and the usual method for comparison; it " +
			"gives a tree but no probabilities.",
		Reference: "F. Murtagh and P. Legendre (2014), Ward's hierarchical agglomerative clustering method: which algorithms implement Ward's criterion? Journal of Classification 31, 274–295; Z. Bar-Joseph, D. K. Gifford and T. S. Jaakkola (2001), Fast optimal leaf ordering for hierarchical clustering, Bioinformatics 17 Suppl. 1, S22–S29.",
		Parameters: []inference.Parameter{
			{
				Name: "linkage", Title: "Linkage", Type: inference.Choice, Default: string(linkage.Ward), Choices: choices,
				Words: map[string]string{string(linkage.Ward): "Ward"},
				Help: "Distance between two clusters: the increase in the sum of squares when they merge (ward), or " +
					"the mean (average), greatest (complete) or least (single) distance between their rows. diana " +
					"splits clusters from the top instead (Kaufman and Rousseeuw 1990).",
			},
			{
				Name: "distance", Title: "Distance", Type: inference.Choice, Default: string(linkage.Euclidean), Choices: metrics,
				Words: map[string]string{string(linkage.Euclidean): "Euclidean", string(linkage.Manhattan): "Manhattan",
					mahalanobis: "Mahalanobis", ofKinds: "Gower"},
				Help: "Distance between two rows. euclidean: between points; correlation: between shapes, ignoring " +
					"level and scale; cosine: between directions, ignoring scale; manhattan: the sum of absolute " +
					"differences (not for ward); squared: euclidean, squared (not for ward), whose average linkage " +
					"takes any number of rows; mahalanobis: euclidean, corrected for the correlation of columns by " +
					"the covariance within the tree; gower: the mean over columns of |x−y| over the range, and of 0 " +
					"or 1 for levels that are equal or differ, which takes columns of any kind, and a limit such as " +
					"<0.05 as the number it states or the middle of two. euclidean, squared and manhattan code " +
					"yes/no, grades, categories and counts as numbers of variance 1, as the factor analysis of " +
					"mixed data does. A table of given distances is joined by these.",
			},
			{
				Name: "order", Title: "Leaf order", Type: inference.Choice, Default: "optimal",
				Choices: []string{"optimal", "merged"},
				Help: "optimal: turns the branches so that neighbouring leaves are as similar as possible " +
					"(nearly so above 1,500 rows); merged: keeps the order in which clusters merged.",
				Advanced: true,
			},
		},
		Preprocessing: inference.Preprocessing{Centre: true, Scale: true},
		OneFactor:     true,
		Distances:     true,
		Scalars:       []string{"height"},
		Iteration:     "build",
	}
}

// InfoFor implements inference.Switcher: Gower's distance takes columns of any kind, and so do distances between
// points, which code them.
func (m Model) InfoFor(s inference.Settings) inference.Info {
	info := m.Info()
	if s.Text("distance") == ofKinds || codes(s) {
		info.Kinds = coded.Sorts()
	}
	return info
}

// codes reports whether columns that are no numbers are coded for the distance.
func codes(s inference.Settings) bool {
	by := linkage.Metric(s.Text("distance"))
	return by == linkage.Euclidean || by == linkage.Squared || by == linkage.Manhattan
}

// Check refuses tables of fewer than two rows and those whose distances do not fit into memory.
func (m Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	n, d := data.Dims()
	switch {
	case n < 2:
		return nil, fmt.Errorf("agglomerative: a tree needs at least 2 rows and the table has %d; open a table with "+
			"more rows", n)
	case d < 1:
		return nil, fmt.Errorf("agglomerative: the table has no columns of numbers; turn an annotation into a column " +
			"of numbers")
	}
	by, within := distanceOf(data, s)
	switch {
	case within && data.Missing() > 0:
		return nil, errors.New("agglomerative: mahalanobis distances need a table without missing cells; set " +
			"distance to euclidean, or leave out the rows or columns that have them")
	case within && min(n, d) > mostWithin:
		return nil, fmt.Errorf("agglomerative: mahalanobis distances need at most %d columns or at most that many "+
			"rows; the table has %d columns and %d rows; keep the most variable columns, or set distance to "+
			"correlation", mostWithin, d, n)
	case by == linkage.Manhattan && s.Text("linkage") == string(linkage.Ward):
		return nil, errors.New("agglomerative: ward linkage does not work with manhattan distances; set linkage to " +
			"average or complete, or distance to euclidean")
	case by == linkage.Squared && s.Text("linkage") == string(linkage.Ward):
		return nil, errors.New("agglomerative: ward linkage squares distances itself; set distance to euclidean, or " +
			"linkage to average")
	}
	if by == linkage.Correlation && d < 3 {
		notes = append(notes, "With fewer than three columns, the correlation of two rows is 1, −1 or undefined.")
	}
	if p := data.Preprocessing; (by == linkage.Correlation || by == linkage.Cosine) && (p.Centre || p.Scale) {
		notes = append(notes, "Rows are compared after their columns are centred and scaled; turn that off to "+
			"compare them as read.")
	}
	if b := m.Estimate(data, s).Bytes; b > mostBytes {
		return nil, fmt.Errorf("agglomerative: the distances between %d rows need %.0f GB of memory; set linkage to "+
			"ward or single and distance to euclidean, or linkage to average and distance to squared, correlation or cosine, "+
			"which store no distances between complete rows, or keep the 20,000 most variable rows in the preprocessing", n,
			math.Ceil(float64(b)/(1<<30)))
	}
	x := data.X
	if s.Text("distance") == ofKinds {
		x = stated(data)
		if len(data.Limits) > 0 {
			notes = append(notes, "A limit such as <0.05 counts as the number it states, or the middle of two.")
		}
	}
	for i := range n {
		empty := true
		for _, v := range x.RawRowView(i) {
			if !math.IsNaN(v) {
				empty = false
				break
			}
		}
		if empty {
			notes = append(notes, fmt.Sprintf("Row %q has no values: its place in the tree is arbitrary.", data.Rows[i]))
			break
		}
	}
	if s.Text("distance") == ofKinds && hasLevels(data) {
		notes = append(notes, gowerNote, weightsNote(data))
	}
	if note := coded.Note(data); note != "" && codes(s) {
		notes = append(notes, note)
	}
	if by == linkage.Given && s.Text("linkage") == string(linkage.Ward) {
		notes = append(notes,
			"Ward linkage takes given distances for those between points; average and complete linkage do not.")
	}
	if note := directionless(data, by); note != "" {
		notes = append(notes, note)
	}
	if p := data.Preprocessing; data.Kind == inference.Binary && (by == linkage.Euclidean || by == linkage.Squared) &&
		!p.Scale && !p.ScaleAll && !p.Log2p1 {
		notes = append(notes, "In a table of zeros and ones, squared distances count the columns that differ "+
			"(Hamming distance).")
	}
	if data.Unknown() > 0 {
		notes = append(notes, "Two rows with missing cells are compared on the columns known in both.")
	}
	return notes, nil
}

// Estimate predicts the memory and time of the build.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	n, d := data.Dims()
	copies := int64(1)
	if data.Missing() > 0 {
		copies = 3
	}
	pairs := float64(n) * float64(n) / 2
	nanoseconds := pairs * (10 + 0.5*float64(copies)*float64(d) + float64(n)/2000)
	by, within := distanceOf(data, s)
	how := linkage.Method(s.Text("linkage"))
	bytes := linkage.Bytes(n, d, copies == 1, how, by)
	if bytes < 8*int64(pairs) { // distances are measured as they are needed, those between means several times
		nanoseconds = pairs * float64(d)
		if how != linkage.Single {
			nanoseconds *= 1.5
		}
	}
	if s.Text("order") == "optimal" {
		bytes = max(bytes, linkage.OrderBytes(n))
		if n <= 1500 {
			nanoseconds += float64(n) * float64(n) * float64(n) / 8
		}
	}
	if within {
		few := float64(min(n, d))
		nanoseconds = withinRounds*nanoseconds + withinRounds*10*few*few*(float64(max(n, d))+few)
		copies += 3
	}
	if s.Text("distance") == ofKinds {
		bytes += 8 * int64(n) * int64(n)
		nanoseconds += 3 * pairs * float64(d)
	}
	return inference.Estimate{
		Bytes: bytes + copies*8*int64(n)*int64(d),
		Start: time.Duration(nanoseconds) + time.Millisecond,
	}
}

// New prepares a clustering. It works on one thread and draws no random numbers.
func (Model) New(data *inference.Dataset, s inference.Settings, _ inference.Streams, _ int) (inference.Stepper, error) {
	n, d := data.Dims()
	if n < 2 || d < 1 {
		return nil, fmt.Errorf("agglomerative: a tree needs at least 2 rows and 1 column, not %d and %d", n, d)
	}
	by, within := distanceOf(data, s)
	p := &stepper{data: data, x: coded.Of(data).X, optimal: s.Text("order") == "optimal", by: by,
		how: linkage.Method(s.Text("linkage"))}
	if within {
		p.rounds, p.of = withinRounds, withinRounds
	}
	if s.Text("distance") == ofKinds && !data.Distances.Active() {
		p.gower, p.x = newGower(data), nil
		return p, nil
	}
	p.clusters = linkage.NewBy(p.x, p.how, p.by)
	return p, nil
}

// directionless names the rows that have no direction: those of zeros, for the cosine, and flat ones, for the
// correlation. Their distance from all others is 1.
func directionless(data *inference.Dataset, by linkage.Metric) string {
	if by != linkage.Cosine && by != linkage.Correlation {
		return ""
	}
	n, _ := data.Dims()
	count, first := 0, ""
	for i := range n {
		low, high := math.Inf(1), math.Inf(-1)
		for _, x := range data.X.RawRowView(i) {
			if !math.IsNaN(x) {
				low, high = math.Min(low, x), math.Max(high, x)
			}
		}
		flat := low == high || by == linkage.Correlation && high-low <= 1e-12*math.Max(math.Abs(low), math.Abs(high))
		if low > high || !flat || by == linkage.Cosine && low != 0 {
			continue
		}
		if count++; count == 1 {
			first = data.Rows[i]
		}
	}
	if count == 0 {
		return ""
	}
	what, are := "vary", "are flat and"
	if by == linkage.Cosine {
		what, are = "differ from 0", "are zero and"
	}
	if count == 1 {
		return fmt.Sprintf("Row %q has no values that %s, so it has no direction: its distance from all others is "+
			"taken as 1.", first, what)
	}
	return fmt.Sprintf("%d rows, the first of them %q, %s have no direction: their distance from all others is taken "+
		"as 1.", count, first, are)
}
