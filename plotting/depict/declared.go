package depict

import (
	"context"
	"maps"

	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/choice"
	"example.org/espalier/plotting/depict/latent"
	"example.org/espalier/plotting/ink"

	"gonum.org/v1/plot/vg"
)

// A Given is all that a figure is made from beside the choices of a person.
type Given struct {
	*Subject                        // nil before the first result
	Result   study.ResultID         // its number in a study; 0 for none
	Summary  *factors.Summary       // the draws of a factor model together; nil before that is done
	Looked   *int                   // the ID of the factor that was selected last; nil for none
	Selected study.Selection        // of the data
	Live     bool                   // its run is working
	Window   bool                   // it is for the window, not for a file
	Pictures [2]int                 // width and height of pictures of columns that the user remembers; 0 for none
	Seen     plotting.Window        // the part that the window shows
	Tree     any                    // the tree in the view of trees, for figures that follow it; see views/trees
	Store    *choice.Store          // of makers; nil keeps nothing
	Context  func() context.Context // that ends where nobody waits for the figure any more; nil never ends
}

func (g Given) context() context.Context {
	if g.Context == nil {
		return context.Background()
	}
	return g.Context()
}

// factors is the result as a factor model.
func (g Given) factors() latent.FactorSubject {
	return latent.FactorSubject{Subject: g.Subject, Summary: g.Summary}
}

// A Click is the effect of a click or a key besides changing a choice.
type Click struct {
	Selects   bool // the selection becomes this one, or is joined with it where Shift or Ctrl is held
	Selection study.Selection
	Draws     bool // the view of trees goes to a draw
	Chain     int
	Iteration int
}

// selects is a click that selects.
func selects(s study.Selection) Click { return Click{Selects: true, Selection: s} }

// RowsOf lists the rows of a class.
func RowsOf(class []int, k int) (rows []int) {
	for i, c := range class {
		if c == k {
			rows = append(rows, i)
		}
	}
	return rows
}

// selectsRows is a click that selects rows.
func selectsRows(rows []int) Click { return selects(study.Selection{Rows: study.SetOf(rows)}) }

// A Chosen declares once the user's choices in a figure: the window makes its pane, tools, keys and help from it, the
// command line its flags, a study keeps the state, and every file is drawn with it. S is a plain value.
type Chosen[S any] struct {
	// State is the state until the user chooses otherwise.
	State func(g Given) S
	// Parts are those of the state that a study keeps under names of their own; nil keeps the whole under the tab.
	Parts func(st *S) []choice.Part
	// Choices lists the choices, bound to the state: always the same list, whose options and needs depend on the result.
	// Without a subject it is the list for help.
	Choices func(g Given, st *S) []choice.Choice
	// Figure makes the figure. It is called on any goroutine.
	Figure func(g Given, st S) plotting.Figure
	// Pick returns the effect of a click on a mark, and may change the state; nil for figures without clicks. f is the
	// figure shown.
	Pick func(g Given, st *S, f plotting.Figure, m plotting.Mark) Click
	// Open returns the effect of a double click on a mark; one that selects nothing shows the whole figure, as where Open
	// is nil.
	Open func(g Given, st *S, f plotting.Figure, m plotting.Mark) Click
	// Acts are keys that do more than choose.
	Acts []Act[S]
	// Grabs reports whether a drag from a mark, of no kind for none, changes the state in place of moving the picture, and
	// Drag changes it; nil for figures without such drags.
	Grabs func(g Given, st *S, m plotting.Mark) bool
	Drag  func(g Given, st *S, f plotting.Figure, d Drag)
	// Words describes the figure where neither [Entry.Words] nor the figure itself does; nil leaves it to them.
	Words func(g Given, st S, f plotting.Figure) string
	Traits
}

// Traits are further properties of a figure for its pane.
type Traits struct {
	// Lasso returns the selection by a line around marks; nil for figures without a lasso.
	Lasso func(g Given, inside plotting.Selection) study.Selection
	// First is the window of a figure that is shown first; nil is as many rows as are legible, or all.
	First func(f plotting.Figure, area vg.Point) plotting.Window
	// Least is the least height of a row that is legible; 0 for the usual one.
	Least vg.Length
	// Draws says how the pane uses the draws of a factor model.
	Draws Drawing
	// Copies is the text of the tool that copies the numbers; "" for none.
	Copies string
}

// A Drawing says how the pane of a figure uses the draws of a factor model.
type Drawing int

// The ways.
const (
	NoDraws      Drawing = iota
	DrawsLater           // the present state is shown until the draws are put together
	DrawsAwaited         // nothing is shown until then
)

// A Drag moves something in a figure: from where it was at the last call to another point of the scene.
type Drag struct {
	Mark     plotting.Mark // that was grabbed
	Scene    plotting.Scene
	From, To vg.Point
}

// An Act is a key that does more than choose.
type Act[S any] struct {
	choice.Key
	Do func(g Given, st *S, f plotting.Figure) Click
}

// A State holds the user's choices in a figure, with its entry.
type State interface {
	Choices(g Given) []choice.Choice
	Figure(g Given) plotting.Figure
	Pick(g Given, f plotting.Figure, m plotting.Mark) Click
	Open(g Given, f plotting.Figure, m plotting.Mark) Click
	Act(i int, g Given, f plotting.Figure) Click
	Grabs(g Given, m plotting.Mark) bool
	Drag(g Given, f plotting.Figure, d Drag)
	Words(g Given, f plotting.Figure) string
	// Kept is the state as a study keeps it, by the names of its parts.
	Kept() study.Panes
	Clone() State
}

// choosable is a [Chosen] of any state.
type choosable interface {
	begin(tab string, g Given, p study.Panes) State
	acts() []choice.Key
	traits() Traits
	picks() bool
}

type held[S any] struct {
	of  *Chosen[S]
	tab string
	s   S
}

func (c *Chosen[S]) begin(tab string, g Given, p study.Panes) State {
	h := &held[S]{of: c, tab: tab}
	if c.State != nil {
		h.s = c.State(g)
	}
	choice.Read(p, h.parts())
	return h
}

func (c *Chosen[S]) acts() (keys []choice.Key) {
	for _, a := range c.Acts {
		keys = append(keys, a.Key)
	}
	return keys
}

func (c *Chosen[S]) traits() Traits { return c.Traits }

func (c *Chosen[S]) picks() bool { return c.Pick != nil }

func (h *held[S]) parts() []choice.Part {
	if h.of.Parts != nil {
		return h.of.Parts(&h.s)
	}
	if h.of.Choices == nil {
		return nil
	}
	return []choice.Part{{Name: h.tab, At: &h.s}}
}

func (h *held[S]) Choices(g Given) []choice.Choice {
	if h.of.Choices == nil {
		return nil
	}
	return h.of.Choices(g, &h.s)
}

func (h *held[S]) Figure(g Given) plotting.Figure { return h.of.Figure(g, h.s) }

func (h *held[S]) Pick(g Given, f plotting.Figure, m plotting.Mark) Click {
	if h.of.Pick == nil {
		return Click{}
	}
	return h.of.Pick(g, &h.s, f, m)
}

func (h *held[S]) Open(g Given, f plotting.Figure, m plotting.Mark) Click {
	if h.of.Open == nil {
		return Click{}
	}
	return h.of.Open(g, &h.s, f, m)
}

func (h *held[S]) Act(i int, g Given, f plotting.Figure) Click { return h.of.Acts[i].Do(g, &h.s, f) }

func (h *held[S]) Grabs(g Given, m plotting.Mark) bool {
	return h.of.Grabs != nil && h.of.Grabs(g, &h.s, m)
}

func (h *held[S]) Drag(g Given, f plotting.Figure, d Drag) { h.of.Drag(g, &h.s, f, d) }

func (h *held[S]) Words(g Given, f plotting.Figure) string {
	if h.of.Words == nil || f == nil {
		return ""
	}
	return h.of.Words(g, h.s, f)
}

func (h *held[S]) Kept() study.Panes { return choice.Values(h.parts()) }

func (h *held[S]) Clone() State { c := *h; return &c }

// with returns the entry with the choices in its figure.
func with[S any](e Entry, c Chosen[S]) Entry {
	e.chosen = &c
	e.make = nil
	return e
}

// arranged returns the choices, none where the entry declares none.
func (e Entry) arranged() choosable {
	if e.chosen != nil {
		return e.chosen
	}
	return &Chosen[struct{}]{Figure: func(g Given, _ struct{}) plotting.Figure {
		f, err := e.make(g.context(), g.Subject)
		if err != nil {
			return failed(err)
		}
		return f
	}}
}

// State returns the user's choices in the figure, from the states of the panes of a sheet, or the usual ones.
func (e Entry) State(g Given, p study.Panes) State { return e.arranged().begin(e.Tab, g, p) }

// Acts lists the keys that do more than choose.
func (e Entry) Acts() []choice.Key { return e.arranged().acts() }

// Traits returns the properties of the figure for its pane.
func (e Entry) Traits() Traits { return e.arranged().traits() }

// Picks reports whether clicks on the figure do something.
func (e Entry) Picks() bool { return e.arranged().picks() }

// Choices lists the choices in the figure, for help.
func (e Entry) Choices() []choice.Choice { return e.State(Given{}, nil).Choices(Given{}) }

// Offered lists the choices in the figure of a result.
func (e Entry) Offered(s *Subject) (list []choice.Choice) {
	g := Given{Subject: s, Result: s.Number}
	for _, c := range e.State(g, s.Panes).Choices(g) {
		if !c.Needless && (c.Put != nil || len(c.Options) > 0) {
			list = append(list, c)
		}
	}
	return list
}

// given is the result for a file.
func (e Entry) given(ctx context.Context, s *Subject) (Given, error) {
	g := Given{Subject: s, Result: s.Number, Context: func() context.Context { return ctx }}
	if e.Traits().Draws != NoDraws {
		sum, err := s.Summary(ctx)
		if err != nil {
			return g, err
		}
		g.Summary = sum
	}
	return g, nil
}

// A failure is shown in place of a figure that could not be made.
type failure struct {
	ink.Sentence
	err error
}

func failed(err error) plotting.Figure {
	return failure{ink.Sentence{Text: err.Error(), Style: plotting.Light}, err}
}

// Chosen returns the states of panes with an option of the figure chosen by their names.
func (e Entry) Chosen(ctx context.Context, s *Subject, p study.Panes, name, option string) (study.Panes, error) {
	g, err := e.given(ctx, s)
	if err != nil {
		return nil, err
	}
	st := e.State(g, p)
	before := st.Kept()
	c, err := choice.Named(st.Choices(g), name)
	if err != nil {
		return nil, err
	}
	if err := c.Choose(option); err != nil {
		return nil, err
	}
	all := maps.Clone(p)
	if all == nil {
		all = study.Panes{}
	}
	maps.Copy(all, choice.Changed(before, st.Kept()))
	return all, nil
}
