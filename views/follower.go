package views

import (
	"slices"
	"sync"

	"espalier/inference"
	"espalier/inference/kind/forest"
	"espalier/inference/process/diffusion"
	"espalier/inference/study"
	"espalier/inference/tree"
	"espalier/plotting"
	"espalier/plotting/beside"

	"fyne.io/fyne/v2"
	"gonum.org/v1/gonum/mat"
)

// A follower is what views of the locations of a tree have in common: the tree that a
// TreeView shows, its data, selection, groups and colours, and the parameters of a run.
type follower struct {
	tree     *TreeView
	view     *View
	snapshot *inference.Snapshot
	title    string
	subtitle string
	// colour is the annotation that rows are coloured by; "" leaves it to the tree view:
	// by its groups where there are some, else by its first strip.
	colour     string
	directions *directions
	latent     LatentFunc
	known      *knowledge
}

func newFollower(t *TreeView, post Post, style plotting.Style) follower {
	return follower{tree: t, view: NewView(post, style), snapshot: &inference.Snapshot{}, known: &knowledge{}}
}

// View returns the view within, which has the keyboard, the window and the picture.
func (f *follower) View() *View { return f.view }

// SetStyle changes the style, such as from light to dark.
func (f *follower) SetStyle(s plotting.Style) { f.view.SetStyle(s) }

// SetTitle changes what stands over the figure; the subtitle follows what the figure says of itself.
func (f *follower) SetTitle(title, subtitle string) { f.title, f.subtitle = title, subtitle }

// Settled reports whether the picture on the screen is the last that was asked for.
func (f *follower) Settled() bool { return f.view.Settled() }

// shown returns the tree shown and its data; nil where there is none of both.
func (f *follower) shown() (*tree.Tree, *inference.Dataset) {
	s := f.tree.source()
	if s.tree == nil || s.data == nil || len(s.data.Rows) != s.tree.Leaves() {
		return nil, nil
	}
	return s.tree, s.data
}

// draw returns the draw that is shown; nil for a tree that no iteration had, such as a
// consensus or the best of a search.
func (f *follower) draw() *forest.Draw {
	p := f.tree.Draws.Posterior()
	if p == nil || len(f.tree.Draws.All()) == 0 {
		return nil
	}
	switch f.tree.Draws.Choice().Kind {
	case ShownMedoid:
		return &p.Medoid
	case ShownBest:
		return &p.Best
	case ShownDraw:
		if i, _ := f.tree.Draws.At(); i >= 0 {
			return &f.tree.Draws.All()[i]
		}
	}
	return nil
}

// refresh brings the directions up to date with the data.
func (f *follower) refresh() {
	if _, data := f.shown(); data != nil && (f.directions == nil || f.directions.data != data) {
		if f.directions == nil || !slices.Equal(f.directions.data.Columns, data.Columns) {
			f.colour = ""
		}
		f.directions = newDirections(data)
	}
}

// colourings lists what rows can be coloured by: "" for what the tree view shows, then
// the annotations.
func (f *follower) colourings() (names []string, at int) {
	names = []string{"as the tree"}
	if _, data := f.shown(); data != nil {
		for _, a := range data.Annotations {
			if a.Name == f.colour {
				at = len(names)
			}
			names = append(names, a.Name)
		}
	}
	return names, at
}

// setColour colours by the i-th of the colourings.
func (f *follower) setColour(i int) {
	names, _ := f.colourings()
	if f.colour = ""; i > 0 && i < len(names) {
		f.colour = names[i]
	}
}

// colours returns how rows are coloured.
func (f *follower) colours() beside.RowColours {
	_, data := f.shown()
	s := f.tree.State()
	name := f.colour
	if name == "" {
		if len(s.Groups) > 0 {
			return beside.RowColours{Groups: s.Groups}
		}
		if len(s.Strips) > 0 {
			name = s.Strips[0]
		}
	}
	for _, a := range data.Annotations {
		if a.Name == name {
			return beside.RowColours{Strip: &beside.Strip{Annotation: a}}
		}
	}
	return beside.RowColours{}
}

// highlight is the selection of the tree view.
func (f *follower) highlight() plotting.Selection {
	h := plotting.NoSelection
	h.Rows = f.tree.State().Selection.Rows
	return h
}

// clicked selects the rows of a mark in the tree view, as a click there does.
func (f *follower) clicked(m plotting.Mark, ok bool, modifiers fyne.KeyModifier) {
	more := modifiers&(fyne.KeyModifierShift|ctrl) != 0
	if !ok || m.Node < 0 {
		if !more && m.Kind != "cursor" {
			f.tree.Select(nil)
		}
		return
	}
	t, _ := f.shown()
	if t == nil || m.Node >= t.Nodes() {
		return
	}
	rows := study.SetOf(t.LeavesBelow(m.Node))
	if more {
		rows = study.Toggled(f.tree.State().Selection.Rows, rows)
	}
	f.tree.Select(rows)
}

// A LatentFunc returns what stands for the cells of the data where they are signs of
// locations that nobody has seen, and nil where they are numbers: see [inference.LatentModel].
type LatentFunc func(t *tree.Tree, sigma2 float64) (mean, variance *mat.Dense, err error)

// SetLatent says how the model of the trees to come takes the cells of its data; nil takes
// them for numbers.
func (f *follower) SetLatent(latent LatentFunc) { f.latent = latent }

// facts are what is known about a tree and its data before a direction is chosen.
type facts struct {
	prepared  *beside.PreparedTree
	params    diffusion.Parameters
	learnt    bool       // by the run, not estimated
	cells     *mat.Dense // the data, or what stands for them
	variances *mat.Dense // of the cells; nil where they are data
	err       error
}

// along prepares the locations along one direction or two.
func (k facts) along(t *tree.Tree, directions ...[]float64) *diffusion.Diffuser {
	return diffusion.New(t, k.cells, k.variances, k.params, directions...)
}

// words says what the variances and locations are, where that is not the usual.
func (k facts) words() string {
	switch {
	case k.variances != nil:
		return ", latent locations (probit)"
	case !k.learnt:
		return ", variances of highest likelihood"
	}
	return ""
}

// knowledge keeps the facts that were worked out last, for the worker and for exports.
type knowledge struct {
	mu       sync.Mutex
	tree     *tree.Tree
	data     *inference.Dataset
	snapshot *inference.Snapshot
	facts    facts
}

// get prepares a tree and finds its parameters, estimating them where the snapshot has none.
func (k *knowledge) get(t *tree.Tree, data *inference.Dataset, s *inference.Snapshot, draw *forest.Draw, latent LatentFunc) facts {
	k.mu.Lock()
	defer k.mu.Unlock()
	same := k.tree == t && k.data == data
	if !same {
		k.tree, k.data, k.facts = t, data, facts{prepared: beside.Prepare(t), cells: data.X}
	}
	if same && k.snapshot == s {
		return k.facts
	}
	k.snapshot = s
	f := k.facts
	p, ok := diffusion.Of(s, draw)
	switch {
	case ok && (p != f.params || !f.learnt):
		f.params, f.learnt, f.cells, f.variances, f.err = p, true, data.X, nil, nil
		if latent == nil {
			break
		}
		mean, variance, err := latent(t, p.Sigma2)
		if f.err = err; mean != nil {
			f.cells, f.variances, f.params.Noise = mean, variance, 0
		}
	case !ok && (!same || f.learnt): // an estimate depends on the tree and the data alone
		f.params, f.learnt, f.cells, f.variances, f.err = diffusion.Estimate(t, data.X), false, data.X, nil, nil
	}
	k.facts = f
	return f
}
