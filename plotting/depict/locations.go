package depict

import (
	"context"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/forest"
	"example.org/espalier/inference/process/diffusion"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/depict/directions"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/space"

	"gonum.org/v1/gonum/mat"
)

// hasLocations reports whether the result has a tree of the rows of its data, and they have locations: distances
// between rows say nothing of where they are.
func hasLocations(s *Subject) bool {
	t := forest.TreesOf(s.Snapshot)
	return len(t) > 0 && !s.Data.Distances.Active() && t[0].Tree != nil && t[0].Tree.Leaves() == len(s.Data.Rows)
}

// latentOf returns Gaussians that stand for cells that are signs of locations nobody has seen;
// nil where the cells are numbers. See inference.LatentModel.
func latentOf(s *Subject, t *tree.Tree, sigma2 float64) (mean, variance *mat.Dense, err error) {
	m, ok := s.Model.(inference.LatentModel)
	if !ok {
		return nil, nil, nil
	}
	return m.Latent(s.Data, t, s.Settings, sigma2)
}

// A Place says which tree is shown and how its rows are coloured.
type Place struct {
	Tree      *tree.Tree
	Draw      *forest.Draw // that it is of; nil for a tree that no iteration had
	Title     string
	Subtitle  string
	Colours   beside.RowColours
	Selection plotting.Selection
}

// facts hold the quantities of a tree and its data that need no direction.
type facts struct {
	prepared  *beside.PreparedTree
	params    diffusion.Parameters
	learnt    bool       // by the run, not estimated
	cells     *mat.Dense // the data, or numbers in their place
	variances *mat.Dense // of the cells; nil where they are data
	err       error
}

// along prepares the locations along one direction or two.
func (k facts) along(t *tree.Tree, directions ...[]float64) *diffusion.Diffuser {
	return diffusion.New(t, k.cells, k.variances, k.params, directions...)
}

// words describes the variances and locations, where they are not the usual ones.
func (k facts) words() string {
	switch {
	case k.variances != nil:
		return ", latent locations (probit)"
	case !k.learnt:
		return ", variances of highest likelihood"
	}
	return ""
}

// knowledge keeps the facts that were worked out last.
type knowledge struct {
	mu       sync.Mutex
	tree     *tree.Tree
	data     *inference.Dataset
	snapshot *inference.Snapshot
	facts    facts
}

// get prepares a tree and finds its parameters, estimating them where the snapshot has none.
func (k *knowledge) get(s *Subject, t *tree.Tree, draw *forest.Draw) facts {
	k.mu.Lock()
	defer k.mu.Unlock()
	data := s.Data
	same := k.tree == t && k.data == data
	if !same {
		k.tree, k.data, k.facts = t, data, facts{prepared: beside.Prepare(t), cells: data.X}
	}
	if same && k.snapshot == s.Snapshot {
		return k.facts
	}
	k.snapshot = s.Snapshot
	f := k.facts
	p, ok := diffusion.Of(s.Snapshot, draw)
	switch {
	case ok && (p != f.params || !f.learnt):
		f.params, f.learnt, f.cells, f.variances, f.err = p, true, data.X, nil, nil
		mean, variance, err := latentOf(s, t, p.Sigma2)
		if f.err = err; mean != nil {
			f.cells, f.variances, f.params.Noise = mean, variance, 0
		}
	case !ok && (!same || f.learnt): // an estimate depends on the tree and the data alone
		f.params, f.learnt, f.cells, f.variances, f.err = diffusion.Estimate(t, data.X), false, data.X, nil, nil
	}
	k.facts = f
	return f
}

// PathsState holds the choices for the paths of a tree.
type PathsState struct {
	Along    int     // direction, by its place in Directions
	Means    bool    // in place of a draw
	Seed     uint64  // of the draw
	NoLabels bool    // rows are not named
	Until    float64 // the time up to which paths are drawn; 1 for all
}

// A PathsMaker makes figures of paths and keeps the last one. The zero value is ready. It is safe for concurrent use.
type PathsMaker struct {
	known knowledge
	mu    sync.Mutex
	key   pathsKey
	paths *space.Paths
}

type pathsKey struct {
	tree   *tree.Tree
	data   *inference.Dataset
	params diffusion.Parameters
	along  int
	means  bool
	seed   uint64
}

// Figure shows how the paths of a tree run in time along one direction of the data: a draw
// from their posterior or their means.
func (k *PathsMaker) Figure(s *Subject, dirs *directions.Directions, p Place, st PathsState) plotting.Figure {
	facts := k.known.get(s, p.Tree, p.Draw)
	if facts.err != nil {
		return ink.Sentence{Text: facts.err.Error(), Style: plotting.Light}
	}
	f := &space.Diffusion{Title: p.Title, Colours: p.Colours, ShowLabels: !st.NoLabels, Until: st.Until,
		Selection: p.Selection, Window: plotting.All, Style: plotting.Light}
	f.Paths = k.get(pathsKey{p.Tree, s.Data, facts.params, st.Along, st.Means, st.Seed}, facts, dirs)
	f.Subtitle = "one draw of the paths given the data" + facts.words()
	if st.Means {
		f.Subtitle = "posterior means of the paths" + facts.words()
	}
	f.Subtitle = subject.JoinWords(f.Subtitle, p.Subtitle)
	return f
}

func (k *PathsMaker) get(key pathsKey, facts facts, dirs *directions.Directions) *space.Paths {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.paths != nil && k.key == key {
		return k.paths
	}
	weights, measure := dirs.Get(key.along, nil, "")
	d := facts.along(key.tree, weights)
	if key.means {
		k.paths = space.NewMeanPaths(facts.prepared, d, measure)
	} else {
		k.paths = space.NewPaths(facts.prepared, d, measure, key.seed)
	}
	k.key = key
	return k.paths
}

// DensityState holds the choices for the predictive density.
type DensityState struct {
	Across, Up int // directions, by their place in Directions
	HideTree   bool
}

// Cells of the density along an axis: at once, and when there is time.
const (
	CoarseCells = 64
	FineCells   = 180
)

// A DensityMaker makes figures of the predictive density and keeps the last one. The zero value is ready. It is safe
// for concurrent use.
type DensityMaker struct {
	known  knowledge
	mu     sync.Mutex
	key    placesKey
	places *space.Places
	field  *diffusion.Field
}

type placesKey struct {
	tree       *tree.Tree
	data       *inference.Dataset
	params     diffusion.Parameters
	across, up int
}

// Figure shows the predictive density of a new row over two directions of the data, with the
// rows and the tree between its posterior means. The density is at least of so many cells
// along an axis in the window w.
func (k *DensityMaker) Figure(s *Subject, dirs *directions.Directions, p Place, st DensityState, w plotting.Window,
	cells int) plotting.Figure {
	if dirs.Len() < 2 {
		return ink.Sentence{
			Text:  "A density over two directions needs two columns, and this table has one. The page Paths shows it.",
			Style: plotting.Light}
	}
	facts := k.known.get(s, p.Tree, p.Draw)
	if facts.err != nil {
		return ink.Sentence{Text: facts.err.Error(), Style: plotting.Light}
	}
	f := &space.Density{Title: p.Title, Colours: p.Colours, HideTree: st.HideTree, Selection: p.Selection,
		Window: plotting.All, Style: plotting.Light}
	f.Places, f.Field = k.get(placesKey{p.Tree, s.Data, facts.params, st.Across, st.Up}, facts, dirs, w, cells)
	f.Subtitle = subject.JoinWords(
		s.Data.Say("predictive density of a new row, tree at the posterior means")+facts.words(), p.Subtitle)
	return f
}

// get returns the places of a key and a density to show through a window: the finest there
// is, the one of the whole in this many cells at least.
func (k *DensityMaker) get(key placesKey, facts facts, dirs *directions.Directions, w plotting.Window,
	cells int) (*space.Places, *diffusion.Field) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.places == nil || k.key != key {
		wx, mx := dirs.Get(key.across, nil, "")
		wy, my := dirs.Get(key.up, nil, "")
		k.key, k.places = key, space.NewPlaces(facts.prepared, facts.along(key.tree, wx, wy), mx, my)
		k.field = nil
	}
	if !k.places.Shows(k.field, w, cells) {
		// The background is never cancelled, so there is no error.
		k.field, _ = k.places.Field(context.Background(), plotting.All, cells)
	}
	return k.places, k.field
}

// Put keeps a finer density, if the places are still those.
func (k *DensityMaker) Put(p *space.Places, f *diffusion.Field) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.places == p {
		k.field = f
	}
}
