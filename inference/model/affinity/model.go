package affinity

import (
	"fmt"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/nearest"
)

// Model clusters rows around exemplars. Its zero value is ready for use.
type Model struct{}

var _ inference.Model = Model{}

// The similarities of rows.
const (
	squared  = "squared"
	distance = "distance"
)

// mostRows is the number of rows up to which the messages have room.
const mostRows = 6000

// Info describes the model.
func (Model) Info() inference.Info {
	return inference.Info{
		Family: inference.FamilyClusters,
		Name:   "affinity",
		Title:  "Exemplars",
		Summary: "Chooses rows that stand for others, by messages between rows or as medoids of a given " +
			"number, and joins each row to the most similar one. It gives no probabilities.",
		Reference: "B. J. Frey and D. Dueck (2007), Clustering by passing messages between data points, " +
			"Science 315, 972–976; L. Kaufman and P. J. Rousseeuw (1990), Finding Groups in Data, Wiley",
		Parameters: []inference.Parameter{
			{Name: "k", Title: "k, clusters", Type: inference.Integer, Default: "0", Min: 0, Max: 500,
				Help: "Number of exemplars: the medoids of so many clusters. 0: as many as the preference gives."},
			{Name: "preference", Title: "Preference", Type: inference.Real, Default: "0.5", Min: 0, Max: 1,
				Help: "How readily a row becomes an exemplar: as a share of the similarities of pairs that are " +
					"smaller. 0.5: their median; 0: their least, which gives few clusters."},
			{Name: "similarity", Title: "Similarity", Type: inference.Choice, Default: squared,
				Choices: []string{squared, distance},
				Help:    "Of two rows. squared: minus the squared distance; distance: minus the distance."},
			nearest.ByDistance(),
			{Name: "damping", Title: "Damping", Type: inference.Real, Default: "0.9", Min: 0.5, Max: 0.99,
				Advanced: true,
				Help: "The share that a message keeps of what it was in the round before. More settles where " +
					"messages swing."},
		},
		Preprocessing: inference.Preprocessing{Centre: true, Scale: true},
		OneFactor:     true,
		Distances:     true,
		Scalars:       []string{"net_similarity", "exemplars"},
		Iteration:     "search",
	}
}

// Check refuses tables in which no two rows can be compared, with fewer rows than clusters, and of too many rows.
func (Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	rows, notes, err := nearest.Comparable("affinity", data)
	n, _ := data.Dims()
	switch {
	case err != nil:
	case n > mostRows:
		err = fmt.Errorf("affinity: messages between all pairs have room for %d rows, and the table has %d; leave out "+
			"rows, or fit kmeans, hdbscan or communities", mostRows, n)
	default:
		err = nearest.Enough("affinity", rows, s.Int("k"))
	}
	return notes, err
}

// Estimate predicts the memory and time of the fit: 200 rounds, and 30 passes of each search.
func (Model) Estimate(data *inference.Dataset, s inference.Settings) inference.Estimate {
	rows, d := data.Dims()
	n := float64(rows)
	passes, bytes := 200*6+2*30*6.0, 8*4*n*n
	if s.Int("k") > 0 {
		passes, bytes = 11*20*6, 8*n*n
	}
	return inference.Estimate{Bytes: int64(bytes + 16*n*float64(d)),
		Start: time.Duration(n*n*(float64(d)+passes)) + time.Microsecond}
}

// New prepares a fit. It works on one thread.
func (m Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams,
	_ int) (inference.Stepper,
	error) {
	if _, err := m.Check(data, s); err != nil {
		return nil, err
	}
	f := &fit{data: data, streams: streams, ruler: nearest.Measuring(data, s), k: s.Int("k"),
		preference: s.Real("preference"), squared: s.Text("similarity") == squared, damping: s.Real("damping")}
	f.Model, f.Learnt, f.Phase = m.Info().Name, "net_similarity", "comparing rows"
	return f, nil
}
