package views

import (
	"maps"
	"slices"
	"sync"
	"time"

	"espalier/inference"
	"espalier/inference/kind/factor"
	"espalier/inference/study"
	"espalier/plotting"
	"espalier/plotting/matrix"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// FactorStates are what the heat maps of a factor model show.
type FactorStates struct {
	Result study.ResultID // whose factors they are
	// Shown is an estimate, or what stands for the draws where there are some.
	Shown *factor.State
	Draws int // that Shown stands for; 0 for a state or an estimate
	// Now is the present state of a chain, where Shown is another. A factor that is in both
	// has one ID.
	Now *factor.State
	// Iteration of the run; less than before says that it is another run.
	Iteration int
}

// A factorView is what the heat maps of a factor model have in common: the data, the
// factors, and the selection shared with the other views.
type factorView struct {
	// OnPick is told what a click selects.
	OnPick func(study.Selection)

	view            *View
	row, box        *fyne.Container
	data            *inference.Dataset
	states          FactorStates
	title, subtitle string
	selection       study.Selection
	made            *madeMatrix
	source          func() func() plotting.Figure // returns the maker of what is to be shown now
	tools           func()                        // brings the choosers up to date
}

func newFactorView(post Post, style plotting.Style, choosers ...fyne.CanvasObject) factorView {
	v := factorView{view: NewView(post, style), row: container.New(toolRow{}, choosers...), made: &madeMatrix{}}
	v.box = container.New(underTools{}, v.row, v.view)
	return v
}

func (v *factorView) object() fyne.CanvasObject { return v.box }

// refreshRow shows what the tools say now.
func (v *factorView) refreshRow() { refreshTools(v.row, v.box, true) }

// View returns the view within.
func (v *factorView) View() *View { return v.view }

// SetStyle changes the style, such as from light to dark.
func (v *factorView) SetStyle(s plotting.Style) { v.view.SetStyle(s) }

// Close ends the goroutine of the view.
func (v *factorView) Close() { v.view.Close() }

// SetTitle changes what stands over the figure.
func (v *factorView) SetTitle(title, subtitle string) { v.title, v.subtitle = title, subtitle }

// SetFactors shows the factors of a run on data, at the pace of a run.
func (v *factorView) SetFactors(data *inference.Dataset, s FactorStates) {
	if data != v.data {
		v.selection = study.Selection{}
	}
	v.data, v.states = data, s
	v.tools()
	v.view.Offer(v.source())
}

// Select marks what is selected.
func (v *factorView) Select(s study.Selection) {
	if !s.Equal(v.selection) {
		v.selection = s
		v.changed()
	}
}

// changed draws what is to be shown now.
func (v *factorView) changed() {
	if v.data != nil {
		v.tools()
		v.view.SetSource(v.source())
	}
}

// pick selects in this view and tells the others.
func (v *factorView) pick(s study.Selection, modifiers fyne.KeyModifier) {
	v.Select(clickedOn(v.selection, s, modifiers))
	if v.OnPick != nil {
		v.OnPick(v.selection)
	}
}

// selectedFactors returns the IDs of the selected factors of the result shown.
func (v *factorView) selectedFactors() []int { return v.selection.Factors(v.states.Result) }

// selectionOf returns the selection of items, cases and factors of the result shown.
func (v *factorView) selectionOf(items, cases, factors []int) study.Selection {
	return study.OfSides(v.side(), items, cases).WithFactors(v.states.Result, factors...)
}

// Figure returns the figure that is shown, in the style and window of the view, for
// export; nil when there is none.
func (v *factorView) Figure() plotting.Figure {
	if v.data == nil {
		return nil
	}
	f, ok := v.source()().(matrix.Matrix)
	if !ok || f.Heat == nil {
		return nil
	}
	f.ColumnGlow, f.RowGlow = nil, nil
	f.Style, f.Window = v.view.Style(), v.view.Window()
	return f
}

// plot begins a figure of factors.
func (v *factorView) plot(f *factor.State) *matrix.FactorPlot {
	return &matrix.FactorPlot{Data: v.data, Factors: f, Title: v.title, Subtitle: v.subtitle}
}

// side returns which side of the data owns the loadings.
func (v *factorView) side() inference.Side {
	if v.states.Shown == nil {
		return inference.OnColumns
	}
	return v.states.Shown.Side
}

// factorID lists the ID of the factor at a place; none outside.
func factorID(f *factor.State, place int) []int {
	if place >= 0 && place < f.Count() {
		return []int{f.IDs[place]}
	}
	return nil
}

// A madeMatrix keeps the matrix that was made last, so that a change of the selection or
// of the style makes no new one.
type madeMatrix struct {
	mu     sync.Mutex
	key    any
	matrix matrix.Matrix
}

// get returns the matrix of a key, which must be comparable.
func (m *madeMatrix) get(key any, make func() matrix.Matrix) matrix.Matrix {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.key != key {
		m.key, m.matrix = key, make()
	}
	return m.matrix
}

// madeOrder keeps the order of cases that was made last.
type madeOrder struct {
	mu    sync.Mutex
	key   any
	order []int
}

func (m *madeOrder) get(key any, make func() []int) []int {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.key != key {
		m.key, m.order = key, make()
	}
	return m.order
}

const (
	flashTime = 900 * time.Millisecond // of a new feature
	flashStep = 120 * time.Millisecond
)

// births remembers which factors are new in a run, so that they can flash once.
type births struct {
	now       func() time.Time
	known     map[int]bool
	born      map[int]time.Time
	iteration int
	timer     *time.Timer
}

func newBirths() *births { return &births{now: time.Now, born: map[int]time.Time{}} }

// see notes the factors of a state. Those of the first state of a run are not new.
func (b *births) see(ids []int, iteration int) {
	first := b.known == nil || iteration < b.iteration
	b.iteration = iteration
	if first {
		clear(b.born)
	}
	known := map[int]bool{}
	for _, id := range ids {
		known[id] = true
		if !first && !b.known[id] {
			b.born[id] = b.now()
		}
	}
	b.known = known
}

// glow returns how strongly the factors that are new glow, by their IDs.
func (b *births) glow() map[int]float64 {
	glow := map[int]float64{}
	now := b.now()
	maps.DeleteFunc(b.born, func(id int, at time.Time) bool {
		left := 1 - float64(now.Sub(at))/float64(flashTime)
		if left <= 0 || !b.known[id] {
			return true
		}
		glow[id] = left
		return false
	})
	return glow
}

// fade calls redraw, through post, while something glows.
func (b *births) fade(post Post, redraw func()) {
	if len(b.born) == 0 || b.timer != nil {
		return
	}
	b.timer = time.AfterFunc(flashStep, func() {
		post(func() {
			if b.timer == nil {
				return // stopped meanwhile
			}
			b.timer = nil
			redraw()
			b.fade(post, redraw)
		})
	})
}

func (b *births) stop() {
	if b.timer != nil {
		b.timer.Stop()
		b.timer = nil
	}
}

// glowOf brings what glows from IDs to places in ids.
func glowOf(ids []int, glow map[int]float64) map[int]float64 {
	if len(glow) == 0 {
		return nil
	}
	at := map[int]float64{}
	for place, id := range ids {
		if g := glow[id]; g > 0 {
			at[place] = g
		}
	}
	return at
}

// annotationsFor lists the names of the annotations that order some rows.
func annotationsFor(list []inference.Annotation) (names []string) {
	for _, a := range matrix.Grouping(list) {
		names = append(names, a.Name)
	}
	return names
}

func annotationNamed(list []inference.Annotation, name string) (inference.Annotation, bool) {
	i := slices.IndexFunc(list, func(a inference.Annotation) bool { return a.Name == name })
	if i < 0 {
		return inference.Annotation{}, false
	}
	return list[i], true
}
