package rowmap

import (
	"fmt"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/algorithm/nearest"
	"example.org/espalier/inference/algorithm/tsne"
)

// Model draws a map of rows. Its zero value is ready for use.
type Model struct{}

var _ inference.Model = Model{}

// Info describes the model.
func (Model) Info() inference.Info {
	return inference.Info{
		Family: inference.FamilyClusters,
		Name:   "tsne",
		Title:  "Map of rows",
		Summary: "Places the rows in a plane so that rows that are alike lie near each other, by t-SNE. " +
			"Distances between groups and their sizes mean little; numbers beside the map say how far it can be " +
			"trusted.",
		Reference: "L. van der Maaten and G. Hinton (2008), Visualizing data using t-SNE, Journal of " +
			"Machine Learning Research 9, 2579–2605; L. van der Maaten (2014), Accelerating t-SNE using tree-based " +
			"algorithms, Journal of Machine Learning Research 15, 3221–3245; J. Venna and S. Kaski (2001), " +
			"Neighborhood preservation in nonlinear projection methods, ICANN, 485–491",
		Parameters: []inference.Parameter{
			{Name: "perplexity", Title: "Perplexity", Type: inference.Real, Default: "30", Min: 2, Max: 500,
				Help: "About how many neighbours of each row matter. A third of the rows at most."},
			nearest.ByDistance(),
		},
		Preprocessing: inference.Preprocessing{Centre: true, Scale: true},
		OneFactor:     true,
		Distances:     true,
		Scalars:       []string{"divergence"},
		Iteration:     "step",
		Iterations:    1000,
	}
}

// perplexity is that of n rows.
func perplexity(n int, s inference.Settings) float64 {
	return max(min(s.Real("perplexity"), float64(n-1)/3), 1)
}

// Check refuses tables of fewer than four rows with values.
func (Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	rows, notes, err := nearest.Comparable("tsne", data)
	n, _ := data.Dims()
	if err == nil && rows < 4 {
		err = fmt.Errorf("tsne: a map needs at least 4 rows with values, and the table has %d; open a "+
			"table with more", rows)
	}
	if p := perplexity(n, s); err == nil && p < s.Real("perplexity") {
		notes = append(notes, fmt.Sprintf("The perplexity is %.3g, a third of the rows", p))
	}
	return notes, err
}

// Estimate predicts the memory and time of the fit: 5 ns for each pair of rows and step, or 200 log₂ n for each row.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	rows, d := data.Dims()
	n, near := float64(rows), float64(tsne.Neighbours(rows, perplexity(rows, s)))
	each := 5*n*n + 5*n*near
	if rows > tsne.Exact {
		each = n * (3000 + 10*near)
	}
	copies := 1.0
	if data.Missing() > 0 {
		copies = 3
	}
	return inference.Estimate{Bytes: int64(copies*8*n*float64(d) + 60*n*near + float64(witnesses(rows))*24*n),
		Start:     time.Duration(n*n*(float64(d)*copies/2+3)+n*near*300) + time.Microsecond,
		Iteration: time.Duration(each) + time.Microsecond}
}

// New prepares a fit. It works on one thread.
func (m Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams,
	_ int) (inference.Stepper,
	error) {
	if _, err := m.Check(data, s); err != nil {
		return nil, err
	}
	n, _ := data.Dims()
	by := linkage.Metric(s.Text("distance"))
	if data.Distances.Active() {
		by = linkage.Given
	}
	return &fit{data: data, streams: streams, by: by, ruler: nearest.Measuring(data, s),
		perplexity: perplexity(n, s)}, nil
}
