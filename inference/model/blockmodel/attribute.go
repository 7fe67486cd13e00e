package blockmodel

import (
	"math"
	"math/rand/v2"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/process/marginal/block"
)

// An attribute is a column that describes the nodes: each cluster has a distribution of its cells.
type attribute struct {
	column    int       // of the data
	usual     block.Law // with the usual hyperparameters
	law       block.Law // with tables
	exposures []float64 // of counts; nil for 1
	masses    bool      // cells have probabilities, not densities
	// The law takes (x − centre)/scale for a number x of the table. They are 0 and 1 except for numbers.
	centre, scale float64
	nodes         []float64 // statistics of the cell of each node, one after the other
	slots         []float64 // of the cells of each slot, likewise
	at            []float64 // of the node
	none          []float64 // zeros
}

// newAttributes returns the columns of the data as attributes. The error names a cell that is no count.
func newAttributes(data *inference.Dataset, columns []int) (list []*attribute, err error) {
	if len(columns) == 0 {
		return nil, nil
	}
	laws, exposures, err := block.Of(data)
	if err != nil {
		return nil, err
	}
	n, _ := data.Dims()
	for _, j := range columns {
		a := &attribute{column: j, usual: laws[j], exposures: exposures[j], masses: laws[j] != nil, scale: 1}
		if a.usual == nil {
			a.usual = block.UsualNumbers()
			a.centre, a.scale = moments(data, j)
		}
		a.law = a.usual.Tabulated(n)
		w := a.law.Width()
		a.nodes, a.none = make([]float64, n*w), make([]float64, w)
		for i := range n {
			a.law.Add(a.nodes[i*w:(i+1)*w], a.inner(data.X.At(i, j)), block.Exposure(a.exposures, i))
		}
		list = append(list, a)
	}
	return list, nil
}

// inner returns a cell in working units as the law takes it.
func (a *attribute) inner(u float64) float64 { return (u - a.centre) / a.scale }

// moments returns the mean of the known cells of a column and their standard deviation, 1 where that is 0.
func moments(data *inference.Dataset, j int) (mean, deviation float64) {
	n, _ := data.Dims()
	sum, count := 0.0, 0.0
	for i := range n {
		if y := data.X.At(i, j); !math.IsNaN(y) {
			sum, count = sum+y, count+1
		}
	}
	mean = sum / max(1, count)
	square := 0.0
	for i := range n {
		if y := data.X.At(i, j); !math.IsNaN(y) {
			square += (y - mean) * (y - mean)
		}
	}
	if deviation = math.Sqrt(square / max(1, count)); !(deviation > 1e-12*math.Abs(mean)) {
		deviation = 1
	}
	return mean, deviation
}

// slot returns the statistics of a slot.
func (a *attribute) slot(k int) []float64 {
	w := a.law.Width()
	return a.slots[k*w : (k+1)*w : (k+1)*w]
}

func (a *attribute) node(i int) []float64 {
	w := a.law.Width()
	return a.nodes[i*w : (i+1)*w : (i+1)*w]
}

func (a *attribute) begin(z []int, room int) {
	a.slots = make([]float64, room*a.law.Width())
	for i, k := range z {
		a.law.Merge(a.slot(k), a.node(i))
	}
}

func (a *attribute) grow(room int) {
	a.slots = append(a.slots, make([]float64, room*a.law.Width()-len(a.slots))...)
}

func (a *attribute) gather(_ []int, i int) { a.at = a.node(i) }

func (a *attribute) gain(k int) float64 {
	return a.law.LogTogether(a.slot(k), a.at) - a.law.LogTogether(a.slot(k), a.none)
}

func (a *attribute) alone() float64   { return a.law.Log(a.at) }
func (a *attribute) put(k int)        { a.law.Merge(a.slot(k), a.at) }
func (a *attribute) take(k int)       { a.law.Part(a.slot(k), a.at) }
func (a *attribute) empty(k int)      { clear(a.slot(k)) }
func (a *attribute) hyper() []float64 { return a.law.Hyper() }

func (a *attribute) merge(k, b int) {
	a.law.Merge(a.slot(k), a.slot(b))
	a.empty(b)
}

func (a *attribute) keep() [][]float64        { return [][]float64{slices.Clone(a.slots)} }
func (a *attribute) restore(kept [][]float64) { copy(a.slots, kept[0]) }

// all returns the statistics of the slots with nodes.
func (a *attribute) all(active []int) (out []float64) {
	for _, k := range active {
		out = append(out, a.slot(k)...)
	}
	return out
}

func (a *attribute) log(active []int) float64 {
	all := a.all(active)
	return a.law.LogTogether(all, make([]float64, len(all)))
}

func (a *attribute) learn(active []int, rng *rand.Rand) {
	a.law = block.Learn(a.law, a.all(active), rng).Tabulated(len(a.nodes) / a.law.Width())
}

func (a *attribute) with(hyper []float64) part {
	b := *a
	b.law = a.usual.With(hyper).Tabulated(len(a.nodes) / a.usual.Width())
	b.slots, b.at = nil, nil
	return &b
}
