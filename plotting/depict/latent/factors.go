package latent

import (
	"slices"
	"strings"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/stat/recovery"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/matrix"
)

// Told holds further data for figures of factors.
type Told struct {
	// Truth holds the factors that the table was drawn from; nil for tables that were not.
	Truth []*recovery.Loadings
	// Held are cells that were held out of the data, with their values in working units; a reconstruction marks them.
	Held       []inference.Cell
	HeldValues []float64
}

// A FactorSubject is a result of a factor model with the summary of its draws.
type FactorSubject struct {
	*subject.Subject
	// Summary puts the draws together; nil before that is done.
	Summary *factors.Summary
}

// Shown returns the factors that stand for the result: those of the summary where there are
// draws, else the present state.
func (s FactorSubject) Shown() *factor.State {
	if s.Summary != nil && (s.Summary.Draws > 0 || s.Summary.Numbers != nil) {
		return s.Summary.Factors
	}
	return factor.StateOf(s.Snapshot)
}

// Folded returns the subject with the factors that one reads, without the minor ones; with minor, or where none is, the
// subject itself. It is the same summary for the same one.
func (s FactorSubject) Folded(minor bool) FactorSubject {
	if minor || s.Summary == nil || s.Subject == nil || s.Minor {
		return s
	}
	s.Summary = subject.Once(s.Subject, readableKey{s.Summary}, s.Summary.Readable)
	return s
}

type readableKey struct{ of *factors.Summary }

// foldWords names the minor factors that are not shown; "" if there are none.
func (s FactorSubject) foldWords() string {
	if s.Summary == nil {
		return ""
	}
	return s.Summary.Left.Words(plotting.FormatPercent)
}

// Draws returns how many draws the factors shown stand for; 0 for a state or an estimate.
func (s FactorSubject) Draws() int {
	if s.Summary == nil {
		return 0
	}
	return s.Summary.Draws
}

// DrawsText names the draws behind a summary: "mean of 1,504 draws of 4 chains".
func DrawsText(sum *factors.Summary) string {
	if sum == nil || sum.Draws == 0 {
		return "estimate"
	}
	text := "mean of " + plotting.Plural(sum.Draws, "draw")
	if sum.Chains > 1 {
		text += " of " + plotting.Plural(sum.Chains, "chain")
	}
	return text
}

// subtitle names the draws and the facts of the run.
func (s FactorSubject) subtitle() string {
	if s.Draws() > 0 {
		return subject.JoinWords(s.Subtitle(0, DrawsText(s.Summary)), s.foldWords())
	}
	return subject.JoinWords(s.Subtitle(0, ""), s.foldWords())
}

// Side returns which side of the data owns the loadings.
func (s FactorSubject) Side() inference.Side {
	if s.Subject == nil {
		return inference.OnColumns
	}
	if f := s.Shown(); f != nil {
		return f.Side
	}
	return inference.OnColumns
}

// ItemWord names the side that has loadings: "column", or "row".
func (s FactorSubject) ItemWord() string {
	item, _ := s.Side().Words()
	return item
}

// FeaturesWords describes a heat map of loadings, or of yes-or-no features.
func (s FactorSubject) FeaturesWords() string {
	if s.Subject != nil && s.Shown() != nil && s.Shown().Binary {
		return "which " + s.CaseWord() + "s have each feature"
	}
	return "which " + s.ItemWord() + "s each factor loads on"
}

// ActivitiesWords describes a heat map of activities.
func (s FactorSubject) ActivitiesWords() string {
	return "how active each factor is in each " + s.CaseWord() + ", in the model's working units"
}

// CaseWord names the side that has activities: "row", or "column".
func (s FactorSubject) CaseWord() string {
	_, of := s.Side().Words()
	return of
}

// Items returns the names of the side that has loadings, Cases those of the other side.
func (s FactorSubject) Items() []string { return itemsOf(s.Subject, s.Side()) }

// Cases returns the names of the side that has activities.
func (s FactorSubject) Cases() []string {
	if s.Side() == inference.OnRows {
		return s.Data.Columns
	}
	return s.Data.Rows
}

// shownOf returns factors in the form of heat maps; nil for none.
func shownOf(f *factor.State) *matrix.Factors {
	if f == nil {
		return nil
	}
	return &matrix.Factors{Side: f.Side, IDs: f.IDs, Loadings: f.Loadings, Inclusion: f.Inclusion,
		Activities: f.Activities, Offset: f.Offset, Binary: f.Binary}
}

// plot begins a heat map of factors.
func (s FactorSubject) plot(f *factor.State, about string) *matrix.FactorPlot {
	p := &matrix.FactorPlot{Data: s.Data, Factors: shownOf(f), Title: subject.JoinTitle(s.Title(0), about),
		Subtitle: s.subtitle()}
	if s.Summary != nil && f == s.Summary.Factors {
		p.Numbers, p.Presence = s.Summary.Numbers, make([]float64, 0, f.Count())
		for _, m := range s.Summary.Matches {
			p.Presence = append(p.Presence, m.Presence)
		}
	}
	return p
}

// Marks hold the selection in the form of figures of factors.
type Marks struct {
	Items, Cases []int
	Factors      []int // IDs
}

// FeaturesState holds the choices for the heat map of features.
type FeaturesState struct {
	AsNumbered bool // factors as they are numbered, not in left-ordered form
	AsInTable  bool // items as they stand in the table, not grouped by their factors
	Loadings   bool // in place of which there are
	Now        bool // the present state in place of the summary of draws
	Minor      bool // minor factors too, see [FactorSubject.Folded]
}

// Factors returns those that are shown in a state of the figure.
func (st FeaturesState) Factors(s FactorSubject) *factor.State {
	s = s.Folded(st.Minor)
	if st.Now && s.Draws() > 0 && factor.StateOf(s.Snapshot) != nil {
		return factor.StateOf(s.Snapshot)
	}
	return s.Shown()
}

// A MatrixMaker makes heat maps of factors and keeps the last one, so that a change of the selection or of the style
// costs nothing. The zero value is ready. It is safe for concurrent use.
type MatrixMaker struct {
	made   madeMatrix
	order  madeOrder
	target *matrix.Target // guarded by made
}

// Features shows which items each factor loads on, items × factors.
func (k *MatrixMaker) Features(s FactorSubject, st FeaturesState, marks Marks) matrix.Matrix {
	f := st.Factors(s)
	if s = s.Folded(st.Minor); f != s.Shown() {
		s.Summary = nil // nothing is folded in the present state
	}
	o := matrix.FeatureOptions{LeftOrdered: !st.AsNumbered, Grouped: !st.AsInTable, Loadings: st.Loadings,
		Shares: s.Draws() > 0 && f == s.Shown()}
	p := s.plot(f, "features")
	m := k.made.get([3]any{s.Data, f, o}, func() matrix.Matrix { return p.Features(o) })
	m.Title, m.Subtitle, m.Selection = p.Title, p.Subtitle, plotting.NoSelection
	if f != nil {
		m.Selection.Rows = marks.Items
		if f.Binary {
			m.Selection.Rows = marks.Cases
		}
		m.Selection.Columns = f.Places(marks.Factors)
	}
	return m
}

// Orders of cases, beside the names of annotations.
const (
	CasesAsInTable = "as in the table"
	CasesClustered = "clustered by activity"
	CasesByFactor  = "by the selected factor"
)

// CaseAnnotations lists the names of the annotations that can order the cases.
func (s FactorSubject) CaseAnnotations() (names []string) {
	_, notes := s.plot(s.Shown(), "").Cases()
	for _, a := range matrix.Grouping(notes) {
		names = append(names, a.Name)
	}
	return names
}

// CaseOrder returns the order that is meant: the one chosen, or the usual one where there is
// none such, that of the first annotation or of a clustering.
func (s FactorSubject) CaseOrder(chosen string) string {
	names := s.CaseAnnotations()
	switch {
	case chosen == CasesAsInTable || chosen == CasesClustered || chosen == CasesByFactor || slices.Contains(names, chosen):
		return chosen
	case len(names) > 0:
		return names[0]
	}
	return CasesClustered
}

// caseKey identifies the source of an order of cases.
type caseKey struct {
	factors *factor.State
	data    *inference.Dataset
	how     string
	factor  int
}

// cases returns an order of the cases, nil for that of the table, and its key.
func (k *MatrixMaker) cases(s FactorSubject, chosen string, marks Marks) ([]int, caseKey) {
	f := s.Shown()
	key := caseKey{f, s.Data, s.CaseOrder(chosen), -1}
	plain := caseKey{data: s.Data}
	if f.Count() == 0 || key.how == CasesAsInTable {
		return nil, plain
	}
	if key.how == CasesByFactor {
		places := f.Places(marks.Factors)
		if len(places) == 0 {
			return nil, plain
		}
		key.factor = places[0]
	}
	return k.order.get(key, func() []int {
		if key.factor >= 0 {
			return matrix.CasesByFactor(f.Activities, key.factor)
		}
		_, notes := s.plot(f, "").Cases()
		for _, a := range notes {
			if a.Name == key.how {
				return matrix.CasesByAnnotation(a, f.Activities)
			}
		}
		return matrix.ClusterCases(f.Activities)
	}), key
}

// ActivitiesState holds the choices for the heat map of activities.
type ActivitiesState struct {
	Cases string // their order: CasesAsInTable, …, or the name of an annotation; "" for the usual one
	Minor bool   // minor factors too, see [FactorSubject.Folded]
}

// Activities shows how active each factor is in each case, factors × cases; of binary features, the number that each
// adds to each column.
func (k *MatrixMaker) Activities(s FactorSubject, st ActivitiesState, marks Marks) matrix.Matrix {
	s = s.Folded(st.Minor)
	f, about := s.Shown(), "activities"
	binary := f != nil && f.Binary
	if binary {
		about = "values"
	}
	p := s.plot(f, about)
	order, key := k.cases(s, st.Cases, marks)
	if binary {
		order, key = nil, caseKey{data: s.Data}
	}
	m := k.made.get([2]any{f, key}, func() matrix.Matrix { return p.Activities(order) })
	m.Title, m.Subtitle, m.Selection = p.Title, p.Subtitle, plotting.NoSelection
	m.Selection.Rows, m.Selection.Columns = f.Places(marks.Factors), marks.Cases
	if binary {
		m.Selection.Columns = marks.Items
	}
	return m
}

// ReconstructionState holds the choices for the reconstruction.
type ReconstructionState struct {
	Panel     string // matrix.PanelData, PanelFit or PanelResidual alone; "" for all side by side
	AsInTable bool   // items as they stand in the table, not grouped by their factors
	Cases     string // as in ActivitiesState
}

// Reconstruction shows the data, their reconstruction by the factors and the residuals, items × cases, with the cells
// that were held out marked.
func (k *MatrixMaker) Reconstruction(s FactorSubject, st ReconstructionState, marks Marks) matrix.Matrix {
	f := s.Shown()
	p := s.plot(f, "reconstruction")
	if f == nil {
		return p.Features(matrix.FeatureOptions{})
	}
	order, key := k.cases(s, st.Cases, marks)
	m := k.made.get([3]any{f, key, st}, func() matrix.Matrix {
		if !k.target.Fits(s.Data, p.Factors) {
			k.target = matrix.NewTarget(s.Data, p.Factors)
			if held := subject.Told[Told](s.Subject); len(held.Held) > 0 {
				k.target.Hold(held.Held, held.HeldValues)
			}
		}
		return p.Reconstruction(k.target, !st.AsInTable, order, st.Panel)
	})
	m.Title, m.Selection = p.Title, plotting.NoSelection
	m.Selection.Rows, m.Selection.Columns = marks.Items, marks.Cases
	if st.Panel == "" {
		m.Subtitle = p.Subtitle
	}
	return m
}

// A madeMatrix keeps the matrix that was made last.
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

// A madeOrder keeps the order of cases that was made last.
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

// noFactors is shown where the draws have no factor.
const noFactors = "There are no factors in the draws: K is 0."

// LoadingsState holds the choices for the loadings of factors.
type LoadingsState struct {
	Order cells.ItemOrder // "" for that of the factors
	Most  int             // items, those that lead the factors; 0 for all
	Minor bool            // minor factors too, see [FactorSubject.Folded]
	Signs bool            // squares show the sign alone
}

// A LoadingsMaker makes Hinton diagrams of loadings and keeps the last one. The zero value is ready. It is safe for
// concurrent use.
type LoadingsMaker struct {
	mu    sync.Mutex
	of    *factors.Summary
	state LoadingsState
	items []int
	block cells.HintonBlock
}

func (k *LoadingsMaker) get(sum *factors.Summary, st LoadingsState) ([]int, cells.HintonBlock) {
	st.Signs = false // items and values are the same
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of != sum || k.state != st {
		k.of, k.state = sum, st
		k.items = cells.FactorItems(sum, st.Order, st.Most)
		k.block = cells.FactorBlock(sum, k.items)
	}
	return k.items, k.block
}

// Figure shows the mean loadings of the items as a Hinton diagram, items × factors. The
// summary must be there.
func (k *LoadingsMaker) Figure(s FactorSubject, st LoadingsState, marks Marks) cells.Hinton {
	if st.Order == "" {
		st.Order = cells.ByFactor
	}
	s = s.Folded(st.Minor)
	f := cells.Hinton{Title: subject.JoinTitle(s.Title(0), "loadings"),
		Subtitle: subject.JoinWords(DrawsText(s.Summary), s.foldWords(), s.Facts()), Value: "mean loading", Signs: st.Signs,
		Empty: noFactors, Window: plotting.All, Style: plotting.Light}
	if s.Summary.Draws == 0 {
		f.Value = "loading"
	}
	items, block := k.get(s.Summary, st)
	if len(items) == 0 {
		return f
	}
	names := s.Items()
	f.Items = items
	f.Rows = make([]string, len(items))
	for i, item := range items {
		f.Rows[i] = names[item]
		if slices.Contains(marks.Items, item) {
			f.SelectedRows = append(f.SelectedRows, i)
		}
	}
	block.Columns = slices.Clone(block.Columns)
	for _, j := range s.Summary.Factors.Places(marks.Factors) {
		block.Columns[j].Selected = true
	}
	f.Blocks = []cells.HintonBlock{block}
	return f
}

// Ranking lists the items that the j-th factor loads on, the surest first. A negative j
// says that there is none. The summary must be there.
func Ranking(s FactorSubject, j int, marks Marks) chart.Ranking {
	r := chart.FactorRanking(s.Summary, j, s.Items())
	r.Title, r.Value, r.Empty = s.Title(0), "loading", noFactors
	if j >= 0 {
		r.Empty = "No item is in " + s.Summary.Name(j) + "."
		r.Title = subject.JoinTitle(r.Title, s.Summary.Name(j))
		var facts []string
		for _, l := range beside.FactorLines(s.Summary, j) {
			facts = append(facts, l[0]+" "+l[1])
		}
		r.Subtitle = strings.Join(facts, " · ")
	}
	r.Selected = r.Places(marks.Items)
	return r
}

// GroupsState holds the choices for activities by group.
type GroupsState struct {
	Annotation string // "" for the first that groups rows
	InOrder    bool   // factors in their own order, not by their p values
	Minor      bool   // minor factors too, see [FactorSubject.Folded]
	Most       int    // factors shown; 0 for all
}

// GroupAnnotations lists the annotations of rows that activities can be told apart by.
func GroupAnnotations(s *subject.Subject) (names []string) {
	for _, a := range matrix.Grouping(s.Data.Annotations) {
		names = append(names, a.Name)
	}
	return names
}

// Groups shows how the activity of each factor goes with an annotation of the rows:
// box plots by group, or points along a measurement, each with a test. The summary must be
// there.
func Groups(s FactorSubject, st GroupsState, marks Marks) chart.Boxes {
	s = s.Folded(st.Minor)
	title := s.Title(0)
	b := chart.Boxes{Style: plotting.Light, Title: title, Subtitle: s.Facts(), Window: plotting.All}
	name, names := st.Annotation, GroupAnnotations(s.Subject)
	if !slices.Contains(names, name) && len(names) > 0 {
		name = names[0]
	}
	switch {
	case s.Side() == inference.OnRows:
		b.Empty = "Factors are active in columns here, but annotations belong to rows."
	case len(names) == 0:
		b.Empty =
			"The table has no annotation with groups of rows. Read a column as an annotation to compare activities by it."
	case s.Summary.Count() == 0:
		b.Empty = noFactors
	}
	if b.Empty != "" {
		return b
	}
	f := chart.ActivityBoxes(s.Data, s.Summary, name, !st.InOrder)
	f.Title, f.Subtitle, f.SelectedPoints = subject.JoinTitle(title, f.Title),
		subject.JoinWords(DrawsText(s.Summary), s.foldWords(), f.Subtitle), marks.Cases
	if n := len(f.Panels); st.Most > 0 && n > st.Most {
		f.Panels = f.Panels[:st.Most]
		f.Subtitle = "the " + plotting.FormatCount(st.Most) + " of them that differ most · " + f.Subtitle
	}
	chosen := s.Summary.Factors.Places(marks.Factors)
	for i := range f.Panels {
		f.Panels[i].Selected = slices.Contains(chosen, f.Panels[i].ID)
	}
	return f
}

// Counts shows how many factors there are, draw by draw and as a posterior, and how
// much each explains. The summary may be nil.
func Counts(s FactorSubject, marks Marks) chart.Counts {
	c := chart.NewCounts(s.Snapshot, s.Summary, s.BurnIn, s.Info.Iteration)
	c.Title, c.Subtitle = subject.JoinTitle(s.Title(0), "number of "+c.Counted()),
		subject.JoinWords(c.Posterior(), s.Facts())
	if s.Summary != nil {
		if places := s.Summary.Factors.Places(marks.Factors); len(places) > 0 {
			c.Selected = places[0]
		}
	}
	return c
}
