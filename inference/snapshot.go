package inference

import (
	"espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// Named is a value with the name under which views and files find it.
type Named[T any] struct {
	Name  string
	Value T
}

// A WeightedTree is one of several trees that a model offers.
type WeightedTree struct {
	Tree      *tree.Tree
	Objective float64 // in working units; NaN where there is none
	Weight    float64 // share among the trees listed, summing to 1
}

// A Scalar is a number a model has learnt.
type Scalar struct {
	Name              string
	Mean              float64
	StandardDeviation float64 // 0 for a point estimate
}

// BurnIn is the share of the iterations of each chain, from its beginning, that
// summaries and diagnostics leave out unless told otherwise: until then a chain may
// still be on its way from where it started.
const BurnIn = 0.25

// A Sample is one draw that a chain kept.
type Sample struct {
	Chain     int // from 0
	Iteration int
	Tree      *tree.Tree  // nil for models without one
	Factors   *FactorDraw // of factor models; nil for others
	Objective float64     // log joint, in working units
}

// A Snapshot is the state of a run as others may see it. It is never modified once
// published. Views find what they can show by kind and name.
type Snapshot struct {
	Model     string // Info.Name
	Iteration int    // completed iterations
	Phase     string // as in Report
	Trees     []WeightedTree
	Matrices  []Named[*mat.Dense]
	Labels    []Named[[]int] // cluster of each row
	Mixture   *Mixture       // of mixture models; nil for others
	Factors   *Factors       // of factor models: the present state of the first chain, or the estimate; nil for others
	// Classification of the rows, of densities fitted class by class; nil for other runs.
	Classification *Classification
	Epochs         []Epoch  // of models that try numbers of components, in time order
	Scalars        []Scalar // hyperparameters and what was learnt, by name
	// Samples are the draws kept so far, burn-in included, by chain and then by
	// iteration. They are evenly spaced in each chain; the spacing grows with the
	// length of the run so that their number stays bounded.
	Samples []Sample
	Trace   Trace // of the only or first chain; filled in by the run
	// Chains are the traces of all chains of a method that samples, Trace the first of
	// them; nil for other methods. Filled in by the run.
	Chains []Trace
}

// A Trace holds the scalars of all iterations so far, one column each. Columns are
// prefix views of slices that only grow, so that sharing a Trace costs no copy.
type Trace struct {
	Names     []string
	Iteration []int
	Seconds   []float64 // since the run started, pauses excluded
	Values    [][]float64
}

// Column returns the values of a name, or nil.
func (t Trace) Column(name string) []float64 {
	for i, n := range t.Names {
		if n == name {
			return t.Values[i]
		}
	}
	return nil
}
