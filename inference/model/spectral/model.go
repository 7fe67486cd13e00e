package spectral

import (
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/nearest"
	"example.org/espalier/inference/kind/spectrum"
)

// Ways to place the rows by the eigenvectors.
const (
	walk = "walk"
	unit = "unit"
)

// Model is spectral clustering. Its zero value is ready for use.
type Model struct{}

var _ inference.Model = Model{}

// Info describes the model.
func (Model) Info() inference.Info {
	return inference.Info{
		Family: inference.FamilyClusters,
		Name:   "spectral",
		Title:  "Spectral clustering",
		Summary: "Joins each row to those nearest to it, and cuts this graph where it is thin. Finds clusters of " +
			"any shape; it gives no probabilities.",
		Reference: "J. Shi and J. Malik (2000), Normalized cuts and image segmentation, IEEE Transactions on " +
			"Pattern Analysis and Machine Intelligence 22, 888–905; A. Y. Ng, M. I. Jordan and Y. Weiss (2001), On " +
			"spectral clustering: analysis and an algorithm, NIPS 14, 849–856; U. von Luxburg (2007), A tutorial on " +
			"spectral clustering, Statistics and Computing 17, 395–416",
		Parameters: []inference.Parameter{
			{Name: "k", Title: "k, clusters", Type: inference.Integer, Default: "0", Min: 0, Max: 500,
				Help: "Number of clusters. 0: learnt, from 1 to 15; a suggestion where clusters overlap."},
			{Name: "number", Title: "Learn k by", Type: inference.Choice, Default: spectrum.Modularity,
				Before: spectrum.Gap, Choices: []string{spectrum.Modularity, spectrum.Gap},
				Help: "How the number of clusters is learnt where it is 0. modularity: the number whose " +
					"clusters have the most edges among them beyond chance; eigengap: as many as there are " +
					"eigenvalues before the largest gap, which is one where clusters overlap."},
			nearest.ByNeighbours(" More are taken where the graph falls into more parts than clusters " +
				"are asked for."),
			nearest.ByWeights(nearest.Binary),
			{Name: "embedding", Title: "Embedding", Type: inference.Choice, Default: walk,
				Choices: []string{walk, unit}, Advanced: true,
				Help: "How the eigenvectors place the rows. walk: by those of a random walk on the graph (Shi and " +
					"Malik 2000); unit: by those of the symmetric Laplacian, each row brought to length 1 (Ng, " +
					"Jordan and Weiss 2001)."},
			nearest.ByDistance(),
		},
		Preprocessing: inference.Preprocessing{Centre: true, Scale: true},
		OneFactor:     true,
		Distances:     true,
		Links:         true,
		Scalars:       []string{"sum_of_squares", "normalised_cut", "last"},
		Iteration:     "restart",
		Iterations:    20,
	}
}

// Check refuses tables of fewer rows than clusters, and those in which no two rows can be compared.
func (Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	rows, notes, err := nearest.Comparable("spectral", data)
	if err == nil {
		err = nearest.Enough("spectral", rows, s.Int("k"))
	}
	return notes, err
}

// Estimate predicts the memory and time of the fit, assuming twenty rounds for the eigenvectors and ten per start.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	n, d := data.Dims()
	k := s.Int("k")
	if k == 0 {
		k = mostLearnt
	}
	near, size, rows := float64(nearest.Neighbours(n, s)), float64(k+1+max(spare, (k+1)/2)), float64(n)
	copies := 1.0
	if data.Missing() > 0 {
		copies = 3
	}
	start := rows*rows*(float64(d)*copies/2+3) + 20*size*rows*(2*near*degree+4*size)
	bytes := copies*8*rows*float64(d) + rows*(80*near+16*size)
	if n <= fullMost {
		start += 10 * rows * rows * rows
		bytes += 24 * rows * rows
	}
	each := 40 * rows * float64(k) * float64(k)
	return inference.Estimate{Bytes: int64(bytes), Start: time.Duration(start+each) + time.Microsecond,
		Iteration: time.Duration(each) + time.Microsecond}
}

// New prepares a fit. It works on one thread.
func (m Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams, _ int) (inference.Stepper,
	error) {
	if _, err := m.Check(data, s); err != nil {
		return nil, err
	}
	n, _ := data.Dims()
	links, err := nearest.Given("spectral", data)
	if err != nil {
		return nil, err
	}
	return &fit{links: links, data: data, streams: streams, weights: s.Text("weights"),
		unit:  s.Text("embedding") == unit,
		ruler: nearest.Measuring(data, s), k: s.Int("k"), rule: s.Text("number"), first: nearest.Neighbours(n,
			s)}, nil
}
