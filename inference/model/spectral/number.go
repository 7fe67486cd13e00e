package spectral

import (
	"math"

	"example.org/espalier/inference/algorithm/community"
	"example.org/espalier/inference/algorithm/lloyd"
	"example.org/espalier/inference/parallel"
)

const (
	// coarseness is the resolution of the modularity that chooses the number of clusters. At 1 modularity divides
	// large clusters.
	coarseness  = 0.7
	trialStarts = 3       // of k-means for each number
	trialStream = 1 << 33 // the task of the first of them
)

// A trial finds the number of clusters whose best cut has the greatest modularity.
type trial struct {
	values  []float64
	vectors [][]float64
	joined  int       // rows with an edge
	tried   []float64 // modularity of 1, 2, 3, … clusters
	best    int       // number of clusters, from 1
}

// try cuts the graph into one cluster more than before, and reports whether that was the last number.
func (f *fit) try(t *trial) bool {
	k := len(t.tried) + 1
	rows := lloyd.Rows{N: t.joined, P: k, Y: f.place(t.vectors, k, t.joined)}
	var best *lloyd.Clusters
	for s := range trialStarts {
		rng := f.streams.Task(trialStream + uint64(k*trialStarts+s))
		c := lloyd.New(rows, lloyd.Seeds(rows, k, rng), k)
		c.Single = true
		if c.Settle(); best == nil || c.Sum < best.Sum {
			best = c
		}
	}
	label := make([]int, len(f.found.Place))
	for i, at := range f.found.Place {
		if label[i] = -1; at >= 0 {
			label[i] = best.Nearest[at]
		}
	}
	q := community.Quality(f.found.Graph, label, coarseness)
	if t.best == 0 || q > t.tried[t.best-1]+1e-9 {
		t.best = k
	}
	t.tried = append(t.tried, q)
	return k == min(mostLearnt, len(t.values), t.joined)
}

// begin starts or continues the trial, on a goroutine.
func (f *fit) begin() {
	t := f.trial
	f.errand = parallel.NewErrand(func() bool { return f.try(t) })
}

// place places the rows that have an edge by the first k eigenvectors, row by row.
func (f *fit) place(vectors [][]float64, k, joined int) []float64 {
	degrees := f.found.Graph.Degrees()
	y := make([]float64, joined*k)
	for i, at := range f.found.Place {
		if at < 0 {
			continue
		}
		row := y[at*k : (at+1)*k]
		square := degrees[i]
		if f.unit {
			square = 0
			for q := range row {
				square += vectors[q][i] * vectors[q][i]
			}
		}
		for q := range row {
			row[q] = vectors[q][i] / math.Max(math.Sqrt(square), math.SmallestNonzeroFloat64)
		}
	}
	return y
}
