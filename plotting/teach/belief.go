package teach

import (
	"math"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/model/dpmm"
	"example.org/espalier/inference/model/nsfa"
	"example.org/espalier/inference/model/pydt"
	"example.org/espalier/inference/model/vbmfa"
	"example.org/espalier/inference/stat/scores"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"

	"gonum.org/v1/gonum/mat"
)

// A belief is a state of a model as stage 8 shows it: a tree, which item has which feature, or
// which rows belong together. It is immutable.
type belief struct {
	tree    *tree.Tree
	links   *mat.Dense // items × features, 0 or 1; nil without features
	ids     []int      // of the features
	items   int
	labels  []int // cluster of each row
	mixture *mixture.Mixture
	x       *mat.Dense // rows drawn with it, for prior draws of clusters
}

// A posteriorKind is a kind of posterior that the stage can show.
type posteriorKind struct {
	model            inference.Model
	set              [][2]string
	parts, agreement string // things counted, and the name of the agreement with the truth
	prior            string // whose prior the draws come from, if not the model's own
	// sample draws data with the truth behind them; draw draws a state from the prior.
	sample func(rows int, rng random) (*inference.Dataset, *belief, error)
	draw   func(rows int, rng random) (*belief, error)
	read   func(s *inference.Snapshot, d *inference.Dataset) *belief
}

// counted returns how many branch points, factors or clusters a state has, in words.
func (k posteriorKind) counted(b *belief) string {
	return plotting.Plural(int(b.parts()), strings.TrimSuffix(k.parts, "s"))
}

func posteriorKinds() map[string]posteriorKind {
	return map[string]posteriorKind{
		"tree": {model: pydt.Model{}, set: [][2]string{{"method", "mcmc"}, {"initial", "random"}}, parts: "branch points",
			agreement: "true share of clades", sample: sampleTree, draw: drawTree, read: readTree},
		"features": {model: nsfa.Model{}, set: [][2]string{{"goal", "predict"}}, parts: "factors",
			agreement: "true share of loadings", sample: sampleFeatures, draw: drawFeatures, read: readFeatures},
		"clusters": {model: dpmm.Model{}, set: [][2]string{{"covariance", "diagonal"}}, parts: "clusters",
			agreement: "adjusted Rand index", sample: sampleClusters, draw: drawClusters, read: readLabels},
		"bound": {model: vbmfa.Model{}, set: [][2]string{{"noise", "isotropic"}}, // of coordinates in a plane
			prior: "of a Dirichlet process mixture", parts: "clusters", agreement: "adjusted Rand index",
			sample: sampleClusters, draw: drawClusters, read: readMixture},
	}
}

// prepared makes a data set from the table of a sample.
func prepared(name string, names []string, x *mat.Dense, p inference.Preprocessing) (*inference.Dataset, error) {
	n, d := x.Dims()
	t := &inference.Table{Name: name, Source: name, X: x, Kind: inference.Continuous, Rows: names}
	for i := len(names); i < n; i++ {
		t.Rows = append(t.Rows, "r"+number(float64(i+1)))
	}
	for j := range d {
		t.Columns = append(t.Columns, "x"+number(float64(j+1)))
	}
	return t.Prepare(p)
}

// treeSettings are the settings of the trees that samples and prior draws come from.
func treeSettings() inference.Settings {
	s := pydt.Model{}.Info().Defaults()
	for _, set := range [][2]string{{"theta", "0.5"}, {"alpha", "0.2"}, {"c", "1"}, {"sigma2", "1"}, {"noise", "0.01"}} {
		if err := s.Set(set[0], set[1]); err != nil {
			panic("teach: " + err.Error()) // a name that the model lacks
		}
	}
	return s
}

// treeColumns is the number of columns of the sample.
const treeColumns = 100

func sampleTree(rows int, rng random) (*inference.Dataset, *belief, error) {
	draw, err := pydt.Model{}.Sample(rows, treeColumns, treeSettings(), rng.Rand)
	if err != nil {
		return nil, nil, err
	}
	d, err := prepared("a sample", draw.Tree.Names, draw.X, inference.Preprocessing{Centre: true})
	return d, &belief{tree: draw.Tree}, err
}

func drawTree(rows int, rng random) (*belief, error) {
	draw, err := pydt.Model{}.Sample(rows, 1, treeSettings(), rng.Rand)
	return &belief{tree: draw.Tree}, err
}

func readTree(s *inference.Snapshot, _ *inference.Dataset) *belief {
	b := &belief{}
	if draws := forest.DrawsOf(s); len(draws) > 0 { // the present draw, not the best tree
		b.tree = draws[len(draws)-1].Tree
	} else {
		b.tree = forest.Best(s)
	}
	return b
}

const featureItems = 16

func featureSettings() inference.Settings {
	s := nsfa.Model{}.Info().Defaults()
	for _, set := range [][2]string{{"goal", "predict"}, {"alpha", "2.5"}, {"share_power", "none"},
		{"loading_shape", "10"}, {"loading_rate", "9"}, {"noise_shape", "50"}, {"noise_rate", "2.5"}} {
		if err := s.Set(set[0], set[1]); err != nil {
			panic("teach: " + err.Error())
		}
	}
	return s
}

func sampleFeatures(rows int, rng random) (*inference.Dataset, *belief, error) {
	draw, err := nsfa.Model{}.Sample(rows, featureItems, featureSettings(), rng.Rand)
	if err != nil {
		return nil, nil, err
	}
	d, err := prepared("a sample", nil, draw.X, inference.Preprocessing{Centre: true})
	return d, linksOf(factor.In(draw.Parts).State, featureItems), err
}

func drawFeatures(_ int, rng random) (*belief, error) {
	draw, err := nsfa.Model{}.Sample(2, featureItems, featureSettings(), rng.Rand)
	if err != nil {
		return nil, err
	}
	return linksOf(factor.In(draw.Parts).State, featureItems), nil
}

func linksOf(f *factor.State, items int) *belief {
	b := &belief{items: items}
	if f.Count() > 0 && f.Inclusion != nil {
		b.links, b.ids = f.Inclusion, f.IDs
	}
	return b
}

func readFeatures(s *inference.Snapshot, d *inference.Dataset) *belief {
	_, items := d.Dims()
	return linksOf(factor.StateOf(s), items)
}

// sampleClusters draws rows of four clusters of unequal size about the corners of a square.
func sampleClusters(rows int, rng random) (*inference.Dataset, *belief, error) {
	const apart = 2.2
	b := &belief{labels: make([]int, rows)}
	x := mat.NewDense(rows, 2, nil)
	sizes := []float64{0.4, 0.7, 0.9, 1} // cumulative shares
	for i := range rows {
		k := 0
		for float64(i) >= sizes[k]*float64(rows) {
			k++
		}
		b.labels[i] = k
		x.Set(i, 0, apart*float64(2*(k%2)-1)+(0.6+0.3*float64(k%2))*rng.NormFloat64())
		x.Set(i, 1, apart*float64(2*(k/2)-1)+0.7*rng.NormFloat64())
	}
	d, err := prepared("a sample", nil, x, inference.Preprocessing{Centre: true, Scale: true})
	return d, b, err
}

// drawClusters draws from the prior of the Dirichlet process mixture.
func drawClusters(rows int, rng random) (*belief, error) {
	s := dpmm.Model{}.Info().Defaults()
	if err := s.Set("covariance", "diagonal"); err != nil {
		return nil, err
	}
	draw, err := dpmm.Model{}.Sample(rows, 2, s, rng.Rand)
	if err != nil {
		return nil, err
	}
	return &belief{labels: partition.In(draw.Parts).Labels, x: draw.X}, nil
}

func readLabels(s *inference.Snapshot, _ *inference.Dataset) *belief {
	b := &belief{}
	if labels := partition.LabelsOf(s); labels != nil {
		b.labels = inOrder(labels)
	}
	return b
}

func readMixture(s *inference.Snapshot, _ *inference.Dataset) *belief {
	b := &belief{mixture: mixture.Of(s)}
	b.labels, _ = mixture.Of(s).Assigned()
	return b
}

// inOrder numbers clusters by their first row.
func inOrder(labels []int) []int {
	seen := map[int]int{}
	out := make([]int, len(labels))
	for i, k := range labels {
		if _, ok := seen[k]; !ok {
			seen[k] = len(seen)
		}
		out[i] = seen[k]
	}
	return out
}

// parts counts branch points, factors or clusters.
func (b *belief) parts() float64 {
	switch {
	case b.tree != nil:
		n := 0
		for v := range b.tree.Parent {
			if len(b.tree.Children[v]) > 0 {
				n++
			}
		}
		return float64(n)
	case b.mixture != nil:
		return float64(len(b.mixture.Components))
	case b.labels != nil:
		return float64(len(clusterSizes(b.labels)))
	}
	return float64(len(b.ids))
}

func clusterSizes(labels []int) map[int]int {
	sizes := map[int]int{}
	for _, k := range labels {
		sizes[k]++
	}
	return sizes
}

// agreement compares the state with the truth; NaN if there is nothing to compare.
func (b *belief) agreement(truth *belief) float64 {
	switch {
	case b.tree != nil && truth.tree != nil:
		shared, all := 0, 0
		for v := range b.tree.Parent {
			if k := len(b.tree.Children[v]); k > 0 && b.tree.Parent[v] >= 0 {
				all++
				if _, ok := truth.tree.FindClade(b.tree.LeavesBelow(v)); ok {
					shared++
				}
			}
		}
		if all == 0 {
			return math.NaN()
		}
		return float64(shared) / float64(all)
	case b.labels != nil && len(truth.labels) == len(b.labels):
		return scores.AdjustedRand(b.labels, truth.labels)
	case b.items > 0:
		return linkAgreement(b.links, truth.links)
	}
	return math.NaN()
}

// linkAgreement pairs factors one to one and returns the common links as a share of all links that
// either state has.
func linkAgreement(a, b *mat.Dense) float64 {
	if a == nil || b == nil {
		return 0
	}
	common := commonLinks(a, b)
	_, n := b.Dims()
	all, shared := 0, 0
	for _, m := range []*mat.Dense{a, b} {
		for _, v := range m.RawMatrix().Data {
			if v > 0.5 {
				all++
			}
		}
	}
	for j, k := range pairs(common, n) {
		if k >= 0 {
			shared += common[j][k]
		}
	}
	return float64(shared) / float64(max(all-shared, 1))
}

// commonLinks counts the items that each factor of a shares with each of b.
func commonLinks(a, b *mat.Dense) [][]int {
	items, n := a.Dims()
	_, m := b.Dims()
	common := make([][]int, n)
	for j := range common {
		common[j] = make([]int, m)
		for k := range m {
			for i := range items {
				if a.At(i, j) > 0.5 && b.At(i, k) > 0.5 {
					common[j][k]++
				}
			}
		}
	}
	return common
}

// changes are the differences from an earlier belief.
type changes struct {
	count int
	rows  []int           // with a new cluster, or leaves of the smallest new clade
	node  int             // of that clade; −1 for none
	cells map[[2]int]bool // item and feature that changed
}

// changes lists the differences from an earlier belief of the same kind.
func (b *belief) changes(before *belief) changes {
	c := changes{node: -1, cells: map[[2]int]bool{}}
	switch {
	case b.tree != nil && before.tree != nil:
		least := math.MaxInt
		for v := range b.tree.Parent {
			if len(b.tree.Children[v]) == 0 {
				continue
			}
			rows := b.tree.LeavesBelow(v)
			if _, ok := before.tree.FindClade(rows); !ok {
				c.count++
				if len(rows) < least {
					least, c.node, c.rows = len(rows), v, rows
				}
			}
		}
	case b.labels != nil && len(before.labels) == len(b.labels):
		// A cluster is paired with the earlier one that held most of its rows.
		most := map[int]map[int]int{}
		for i, k := range b.labels {
			if most[k] == nil {
				most[k] = map[int]int{}
			}
			most[k][before.labels[i]]++
		}
		from := map[int]int{}
		for k, count := range most {
			best := -1
			for old, n := range count {
				if best < 0 || n > count[best] || n == count[best] && old < best {
					best = old
				}
			}
			from[k] = best
		}
		for i, k := range b.labels {
			if before.labels[i] != from[k] {
				c.rows = append(c.rows, i)
			}
		}
		c.count = len(c.rows)
	case b.items > 0:
		was := map[int]int{}
		for k, id := range before.ids {
			was[id] = k
		}
		for k, id := range b.ids {
			old, ok := was[id]
			for i := range b.items {
				before1 := ok && before.links.At(i, old) > 0.5
				if (b.links.At(i, k) > 0.5) != before1 {
					c.cells[[2]int{i, k}] = true
				}
			}
		}
		c.count = len(c.cells)
	}
	return c
}
