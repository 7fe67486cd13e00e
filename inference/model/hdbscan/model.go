package hdbscan

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/nearest"
)

// Model finds clusters by density. Its zero value is ready for use.
type Model struct{}

var _ inference.Model = Model{}

// The ways to choose among clusters within clusters.
const (
	byStability = "stability"
	byLeaves    = "leaves"
)

// Info describes the model.
func (Model) Info() inference.Info {
	return inference.Info{
		Family: inference.FamilyClusters,
		Name:   "hdbscan",
		Title:  "Clusters by density",
		Summary: "Finds groups of rows that lie closely together, of any shape and number, and leaves " +
			"the rows between them out as noise. The least size of a group can be changed afterwards. It gives no " +
			"probabilities.",
		Reference: "R. J. G. B. Campello, D. Moulavi and J. Sander (2013), Density-based clustering " +
			"based on hierarchical density estimates, PAKDD, LNCS 7819, 160–172",
		Parameters: []inference.Parameter{
			{Name: "least_size", Title: "Least size", Type: inference.Integer, Default: "5", Min: 2, Max: 100_000,
				Help: "Rows that a cluster has at least. Others are found too, and can be chosen in the figure of " +
					"the network."},
			{Name: "neighbours", Title: "Neighbours", Type: inference.Integer, Default: "0", Min: 0, Max: 10_000,
				Help: "A row is as isolated as it is far from so many rows, itself counted. More make clusters " +
					"smoother. 0: as many as the least size."},
			{Name: "selection", Title: "Selection", Type: inference.Choice, Default: byStability,
				Choices: []string{byStability, byLeaves},
				Help: "Which of clusters within clusters are shown. stability: those that last over the widest " +
					"range of densities; leaves: the smallest ones."},
			nearest.ByDistance(),
		},
		Preprocessing: inference.Preprocessing{Centre: true, Scale: true},
		OneFactor:     true,
		Distances:     true,
		Scalars:       []string{"clusters", "noise"},
		Iteration:     "search",
	}
}

// core is how many rows, itself counted, the core distance of a row reaches.
func core(n int, s inference.Settings) int {
	k := s.Int("neighbours")
	if k == 0 {
		k = s.Int("least_size")
	}
	return min(k, n)
}

// sizes are the least sizes that are tried, ascending: that asked for, and from 2 on each about a quarter
// larger than the one before, up to a third of the rows.
func sizes(n, asked int) (list []int) {
	for at := 2; at <= max(n/3, 2); at = max(at+1, at*5/4) {
		list = append(list, at)
	}
	list = append(list, asked)
	slices.SortFunc(list, cmp.Compare)
	return slices.Compact(list)
}

// Check refuses tables in which no two rows can be compared, or with fewer rows than a cluster has.
func (Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	rows, notes, err := nearest.Comparable("hdbscan", data)
	if least := s.Int("least_size"); err == nil && 2*least > rows {
		err = fmt.Errorf("hdbscan: two clusters of at least %d rows need %d rows with values, and the "+
			"table has %d; set "+
			"least_size to %d or fewer", least, 2*least, rows, max(rows/2, 2))
		if rows < 4 {
			err = fmt.Errorf("hdbscan: two clusters need four rows with values at least, and the table "+
				"has %d; open a "+
				"table with more", rows)
		}
	}
	return notes, err
}

// Estimate predicts the memory and time of the fit: every distance is computed twice.
func (Model) Estimate(data *inference.Dataset, _ inference.Settings) inference.Estimate {
	rows, d := data.Dims()
	n, copies := float64(rows), 1.0
	if data.Missing() > 0 {
		copies = 3
	}
	start := 2*n*n*(float64(d)*copies/2+3) + n*n*math.Log2(n+1)
	return inference.Estimate{Bytes: int64(copies*8*n*float64(d) + 400*n),
		Start: time.Duration(start) + time.Microsecond}
}

// New prepares a fit. It works on one thread.
func (m Model) New(data *inference.Dataset, s inference.Settings, _ inference.Streams,
	_ int) (inference.Stepper, error) {
	if _, err := m.Check(data, s); err != nil {
		return nil, err
	}
	n, _ := data.Dims()
	f := &fit{data: data, ruler: nearest.Measuring(data, s), k: core(n, s), least: s.Int("least_size"),
		leaves: s.Text("selection") == byLeaves}
	f.Model, f.Learnt, f.Phase = m.Info().Name, "clusters", "measuring densities"
	return f, nil
}
