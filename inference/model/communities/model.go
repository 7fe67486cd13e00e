package communities

import (
	"cmp"
	"math"
	"slices"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/nearest"
)

// Model finds the communities of the graph of nearest neighbours. Its zero value is ready for use.
type Model struct{}

var _ inference.Model = Model{}

// Info describes the model.
func (Model) Info() inference.Info {
	return inference.Info{
		Family: inference.FamilyClusters,
		Name:   "communities",
		Title:  "Communities of neighbours",
		Summary: "Joins each row to those nearest to it, and finds groups of rows with more edges among them than " +
			"chance gives. A resolution sets how large groups are; it can be changed afterwards. It " +
			"gives no probabilities.",
		Reference: "V. A. Traag, L. Waltman and N. J. van Eck (2019), From Louvain to Leiden: " +
			"guaranteeing well-connected communities, Scientific Reports 9, 5233; J. H. Levine et al. (2015), " +
			"Data-driven phenotypic dissection of AML reveals progenitor-like cells that correlate with prognosis, " +
			"Cell 162, 184–197; J. Reichardt and S. Bornholdt (2006), Statistical mechanics of community detection, " +
			"Physical Review E 74, 016110",
		Parameters: []inference.Parameter{
			{Name: "resolution", Title: "γ, resolution", Type: inference.Real, Default: "1", OpenMin: true, Max: 1000,
				Help: "A greater one gives more and smaller communities. Others, from 1/8 to 8, are " +
					"found too, and can be chosen in the figure of the network."},
			nearest.ByNeighbours(""),
			nearest.ByWeights(nearest.Shared),
			nearest.ByDistance(),
			{Name: "starts", Title: "Starts", Type: inference.Integer, Default: "5", Min: 1, Max: 1000,
				Advanced: true,
				Help:     "Number of starts at each resolution, of which the best is kept."},
		},
		Preprocessing: inference.Preprocessing{Centre: true, Scale: true},
		OneFactor:     true,
		Distances:     true,
		Links:         true,
		Scalars:       []string{"modularity", "communities"},
		Iteration:     "resolution",
		Iterations:    len(grid()),
	}
}

// grid are the resolutions that are tried in any case, ascending: four for each factor of 2 from 1/8 to 8.
func grid() (list []float64) {
	const each = 4
	for k := -3 * each; k <= 3*each; k++ {
		list = append(list, math.Exp2(float64(k)/each))
	}
	return list
}

// resolutions are those that are tried, ascending, and the place of the one that is asked for.
func resolutions(asked float64) (list []float64, at int) {
	list = append(grid(), asked)
	slices.SortFunc(list, cmp.Compare)
	list = slices.Compact(list)
	return list, slices.Index(list, asked)
}

// Check refuses tables in which no two rows can be compared.
func (Model) Check(data *inference.Dataset, _ inference.Settings) (notes []string, err error) {
	_, notes, err = nearest.Comparable("communities", data)
	return notes, err
}

// Estimate predicts the memory and time of the fit: of a start 200 ns for each edge.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	rows, d := data.Dims()
	n, near := float64(rows), float64(nearest.Neighbours(rows, s))
	copies := 1.0
	if data.Missing() > 0 {
		copies = 3
	}
	each := float64(s.Int("starts")) * 200 * n * 2 * near
	search := n * n * (float64(d)*copies/2 + 3)
	bytes := copies*8*n*float64(d) + n*(100*near+8*float64(len(grid())))
	return inference.Estimate{Bytes: int64(bytes), Start: time.Duration(search+each) + time.Microsecond,
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
	list, at := resolutions(s.Real("resolution"))
	links, err := nearest.Given("communities", data)
	if err != nil {
		return nil, err
	}
	return &fit{links: links, data: data, streams: streams, weights: s.Text("weights"),
		ruler:      nearest.Measuring(data, s),
		neighbours: nearest.Neighbours(n, s), starts: s.Int("starts"), list: list, asked: at}, nil
}
