package files

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/column/guess"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/survey"
	"example.org/espalier/plotting"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/panics"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// The pages about the content of a table and its used part.
const (
	pageCells    = "Cells"
	pageKinds    = "Columns"
	pageLeft     = "Rows and columns"
	pageMissing  = "Missing"
	pageFindings = "Findings"
)

// A Sieve chooses which way a table lies and which rows and columns are used, and shows missing cells and findings. Of
// its preprocessing only these choices count.
type Sieve struct {
	d       *dialogs.Dialogs
	table   *inference.Table // nil until there is one
	prep    inference.Preprocessing
	kinded  *inference.Table // the table with the kinds that are chosen; nil until it is known
	kept    inference.Kept
	problem error
	survey  survey.Survey
	notes   []string                                  // of the reader, without those that a kind of column answers
	orient  func(*inference.Table) survey.Orientation // guesses which way a table lies
	again   func(read.Advice)                         // reads the file otherwise; nil where it cannot
	own     bool                                      // the user chose which way it lies
	guess   bool                                      // turn the table as guessed until then
	used    int                                       // tables: only the answer on the last one counts
	asked   int                                       // looks: only the last answer counts
	sought  int                                       // findings: the same
	guesses bool                                      // the guess on the table is to come
	info    inference.Info                            // of the model, which takes some columns by their looks
	chosen  bool                                      // somebody chose the kind of a column
	looks   bool                                      // the kept part is being computed
	changed func()                                    // after each answer; may be nil
	roles   func(column string, annotation bool)      // makes a column an annotation, or an annotation numbers
	room    float32

	turn     *controls.Picker
	why      *controls.Paragraph
	count    *controls.Text
	left     *controls.Paragraph
	sides    [2]*sieveSide // rows, columns
	names    *nameList
	kinds    *kindsPage
	annotate *controls.Picker // columns of numbers to make annotations
	number   *controls.Picker // annotations to make numbers
	picture  *gapsPage
	findings *fyne.Container
	object   fyne.CanvasObject // of the page of rows and columns
}

// A sieveSide is the form of one side.
type sieveSide struct {
	head                   *controls.Text
	missing, variance, top *controls.Field
}

// textRoom is how wide text is in a sheet that is so wide where the window has room.
func textRoom(d *dialogs.Dialogs, wide float32) float32 {
	const around, least = 48, 200 // of the sheet; of the text
	return max(least, min(wide, d.Window.Canvas().Size().Width-40)-around)
}

// partsWide is the width of the sheets.
const partsWide = 840

func newSieve(d *dialogs.Dialogs, style plotting.Style, changed func(),
	roles func(column string, annotation bool)) *Sieve {
	s := &Sieve{d: d, orient: survey.Orient, changed: changed, roles: roles, room: textRoom(d, partsWide)}
	s.turn = controls.NewPicker([]controls.Option{
		{Value: "rows", Title: "in rows", Note: "The table is used as it stands."},
		{Value: "columns", Title: "in columns",
			Note: "The table is transposed, so that samples, patients or species are rows."},
	}, "rows", func(v string) {
		s.own = true
		if turned := v == "columns"; turned != s.prep.Transpose {
			s.prep = s.prep.Turned()
			s.names.use(s.table, turned)
			s.kinds.use(s.table, turned)
			s.look()
			s.find()
		}
	})
	s.turn.SetName("Observations are")
	s.why = controls.NewParagraph("", s.room, look.SizeSmall, look.Muted)
	s.count = controls.NewText("", look.SizeBody, look.Ink).Bold().Elastic()
	s.left = controls.NewParagraph("", s.room, look.SizeSmall, look.Muted)
	s.names = newNameList(func(side int) inference.Names { return *s.byHand(side) },
		func(side int, names inference.Names) {
			*s.byHand(side) = names
			s.look()
		}, s.look)
	s.names.searched = s.putRoles
	s.kinds = newKindsPage(d, s.room, &s.prep, func() {
		s.chosen = true
		s.look()
		s.find()
	})
	for side := range s.sides {
		s.sides[side] = s.newSide(side)
	}
	s.picture = newGapsPage(d, style, s.room)
	s.findings = controls.Stack(10)
	form := controls.Stack(10,
		controls.Stack(3, controls.Beside(10, controls.NewText("Observations are", look.SizeBody, look.Ink),
			container.New(controls.Fixed(120, 26), s.turn)), s.why),
		controls.Shares(28, []float32{1, 1}, s.sideForm(0), s.sideForm(1)),
		s.roleForm(),
		controls.Stack(3, s.count, s.left))
	s.object = container.NewBorder(controls.Stack(10, form, controls.Rule()), nil, nil, nil, s.names.object)
	return s
}

func (s *Sieve) newSide(side int) *sieveSide {
	field := func(rest, tip string, set func(text string) error) *controls.Field {
		var f *controls.Field
		take := func(text string) {
			err := set(text)
			f.SetWrong(err != nil)
			if err == nil {
				s.look()
			}
		}
		f = controls.NewField("", take)
		f.PlaceHolder, f.Tip = rest, tip
		f.OnChanged = take // counts follow each key
		return f
	}
	limits := func() (missing, variance *inference.Limit, top *int) {
		o := &s.prep.Leave
		if side == 0 {
			return &o.MissingRows, &o.VarianceRows, &s.prep.TopRows
		}
		return &o.MissingColumns, &o.VarianceColumns, &s.prep.TopColumns
	}
	k := &sieveSide{head: controls.NewText("", look.SizeBody, look.Ink).Bold()}
	k.missing = field("any share",
		"Those with more missing cells are left out. 0 keeps complete ones only; empty keeps all.", func(text string) error {
			missing, _, _ := limits()
			return parseShare(text, missing)
		})
	k.variance = field("any",
		"Those that vary less are left out, after log2(x + 1) if it is on. 0 leaves out those that do not vary at all; empty keeps all.",
		func(text string) error {
			_, variance, _ := limits()
			return parseVariance(text, variance)
		})
	k.top = field("all", "Keeps this many of the most variable; empty keeps all.", func(text string) error {
		_, _, top := limits()
		n, err := ParseTop(text)
		if err == nil {
			*top = n
		}
		return err
	})
	return k
}

func (s *Sieve) sideForm(side int) fyne.CanvasObject {
	k := s.sides[side]
	row := func(label string, f *controls.Field) fyne.CanvasObject {
		return controls.Row(110, controls.NewText(label, look.SizeBody, look.Ink).WithTip(f.Tip), f)
	}
	return controls.Stack(5, k.head, row("Missing, at most (%)", k.missing), row("Variance, at least", k.variance),
		row("Keep the most variable", k.top))
}

// parseShare reads percents of missing cells.
func parseShare(text string, l *inference.Limit) error {
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "%"))
	if text == "" {
		*l = inference.Limit{}
		return nil
	}
	x, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
	if err != nil || !(x >= 0 && x < 100) {
		return fmt.Errorf("%q is not a share in percent, from 0 to below 100", text)
	}
	*l = inference.LimitAt(x / 100)
	return nil
}

func parseVariance(text string, l *inference.Limit) error {
	text = strings.TrimSpace(text)
	if text == "" {
		*l = inference.Limit{}
		return nil
	}
	x, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
	at := inference.LimitAt(x)
	if err == nil {
		err = inference.LeaveOut{VarianceRows: at}.Check()
	}
	if err != nil {
		return fmt.Errorf("%q is not a variance, a number of at least 0", text)
	}
	*l = at
	return nil
}

// ParseTop reads a number to keep: empty and "all" are 0, which keeps all.
func ParseTop(text string) (int, error) {
	text = strings.TrimSpace(text)
	if text == "" || strings.EqualFold(text, "all") {
		return 0, nil
	}
	k, err := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
	if err != nil || k < 1 {
		return 0, fmt.Errorf("%q is not a number of rows or columns: type a whole number of at least 1, or nothing "+
			"to keep all", text)
	}
	return k, nil
}

// byHand returns the names left out by hand on one side.
func (s *Sieve) byHand(side int) *inference.Names {
	if side == 0 {
		return &s.prep.Leave.Rows
	}
	return &s.prep.Leave.Columns
}

// Use shows another table; nil for none. Names that are left out and that it does not have are forgotten.
func (s *Sieve) Use(t *inference.Table) {
	s.table, s.kinded = t, nil
	s.used++
	s.asked++ // a look at the table before does not count
	s.guesses, s.looks = t != nil, false
	s.putRoles()
	if t == nil {
		return
	}
	mine, info := s.used, s.info
	s.d.Background(func(context.Context) func() {
		lies, err := panics.Call(func() (survey.Orientation, error) { return s.orient(t), nil })
		sure := map[bool]column.List{}
		for _, turned := range []bool{false, true} {
			sure[turned], _ = panics.Call(func() (column.List, error) { return guess.Certain(t, turned, info), nil })
		}
		return func() {
			if mine != s.used {
				return
			}
			s.guesses = false
			s.survey, s.notes = survey.Survey{Orientation: lies}, t.Notes
			if s.guess && !s.own && err == nil && lies.Turned != s.prep.Transpose {
				s.prep = s.prep.Turned()
			}
			s.prep.Leave = s.prep.Leave.Of(t, s.prep.Transpose)
			s.prep.Kinds, s.prep.KindsTurned = s.prep.Kinds.Of(t.Names(s.prep.Transpose)),
				s.prep.KindsTurned.Of(t.Names(!s.prep.Transpose))
			if s.guess && !s.chosen {
				s.prep.Kinds = sure[s.prep.Transpose]
			}
			s.kinds.use(t, s.prep.Transpose)
			s.names.use(t, s.prep.Transpose)
			s.look()
			s.find()
		}
	})
}

// find lists the findings, which take much longer than the guess. Columns that are taken as what they are have no
// findings.
func (s *Sieve) find() {
	if s.table == nil {
		return
	}
	s.sought++
	mine, t, p, lies := s.sought, s.table, s.prep, s.survey.Orientation
	s.d.Background(func(context.Context) func() {
		of, err := t.Kinded(p)
		if err != nil {
			of = t // the page of rows and columns shows the fault
		}
		found, err := panics.Call(func() ([]survey.Finding, error) { return survey.FindingsOf(of, lies), nil })
		return func() {
			if mine != s.sought || t != s.table {
				return
			}
			if err == nil {
				s.survey.Findings, s.notes, s.kinded = found, of.Notes, of
			}
			s.showFindings()
			if s.changed != nil {
				s.changed()
			}
		}
	})
}

// settled reports whether the choices and the kept part are known.
func (s *Sieve) settled() bool { return !s.guesses && !s.looks }

// look finds the kept part under the present choices, on another goroutine.
func (s *Sieve) look() {
	if s.table == nil {
		return
	}
	s.asked++
	s.looks = true
	mine, t, p := s.asked, s.table, s.prep
	s.d.Background(func(context.Context) func() {
		kept, err := panics.Call(func() (inference.Kept, error) { return t.Keep(p) })
		return func() {
			if mine == s.asked {
				s.looks = false
				s.kept, s.problem = kept, err
				s.put()
			}
		}
	})
}

// put shows the answer.
func (s *Sieve) put() {
	p, k := s.prep, s.kept
	value := "rows"
	if p.Transpose {
		value = "columns"
	}
	s.turn.Put(value)
	s.why.Set(s.survey.Orientation.Why, look.Muted)
	limit := func(f *controls.Field, l inference.Limit, by float64) {
		if text := ""; !f.Wrong {
			if l.Set {
				text = strconv.FormatFloat(by*l.At, 'g', 6, 64)
			}
			f.Put(text, "")
		}
	}
	for side, c := range s.sides {
		missing, variance, top, was := p.Leave.MissingRows, p.Leave.VarianceRows, p.TopRows, "Rows"
		if side == 1 {
			missing, variance, top, was = p.Leave.MissingColumns, p.Leave.VarianceColumns, p.TopColumns, "Columns"
		}
		if p.Transpose {
			was += ", the " + strings.ToLower([]string{"Columns", "Rows"}[side]) + " of the file"
		}
		c.head.Set(was)
		limit(c.missing, missing, 100)
		limit(c.variance, variance, 1)
		if !c.top.Wrong {
			text := ""
			if top > 0 {
				text = strconv.Itoa(top)
			}
			c.top.Put(text, "")
		}
	}
	if s.problem != nil {
		s.count.Color = look.BadText
		s.count.Set("Nothing is left.")
		s.left.Set(say.Explain(s.problem), look.BadText)
	} else {
		s.count.Color = look.Ink
		s.count.Set(s.Words())
		s.left.Set(strings.Join(k.Notes, " "), look.Muted)
	}
	s.names.put(k)
	if s.problem == nil {
		s.picture.put(s.table, s.prep, k)
	}
	if s.changed != nil {
		s.changed()
	}
	controls.Relayout(s.object)
}

// Words say how much is used: "Keeps 171 of 2,000 rows and all 12 columns."
func (s *Sieve) Words() string {
	most := func(k, top int) int {
		if top > 0 {
			return min(k, top)
		}
		return k
	}
	part := func(k, n int, what string) string {
		if k == n {
			return "all " + plotting.Plural(n, what)
		}
		return plotting.FormatCount(k) + " of " + plotting.Plural(n, what)
	}
	return "Keeps " + part(most(len(s.kept.Rows), s.prep.TopRows), s.kept.AllRows, "row") + " and " +
		part(most(len(s.kept.Columns), s.prep.TopColumns), s.kept.AllColumns, "column") + "."
}

// showFindings lists the notes of the reader and the findings of the survey.
func (s *Sieve) showFindings() {
	s.findings.Objects = nil
	for _, text := range s.said() {
		said := controls.NewParagraph(say.WithoutFlags(text.note), s.room, look.SizeBody, look.Ink)
		var buttons []fyne.CanvasObject
		name, ok := suggests(s.table, text.note)
		if !ok {
			name = text.column
		}
		if name != "" {
			buttons = append(buttons, controls.NewButton(AnnotateTitle(name), controls.Linked, func() { s.roles(name, true) }))
		}
		if s.again != nil {
			for _, a := range text.advice {
				buttons = append(buttons, controls.NewButton(a.Title, controls.Linked, func() { s.again(a) }).WithTip(a.Tip))
			}
		}
		if text.steps != "" {
			buttons = append(buttons, controls.NewButton("Make these cells missing", controls.Linked,
				func() { s.prepare(text.steps) }).WithTip("Adds a step to the recipe of the table."))
		}
		if buttons == nil {
			s.findings.Add(said)
			continue
		}
		s.findings.Add(controls.Stack(2, said, controls.Beside(20, buttons...)))
	}
	if len(s.findings.Objects) == 0 {
		s.findings.Add(controls.NewParagraph(
			"Nothing unusual: no duplicate names, rows or columns, no columns in different units, and nothing that looks like counts or needs a logarithm.",
			s.room, look.SizeBody, look.Muted))
	}
	s.findings.Refresh()
}

// A finding is something to be known of the table, with other ways to read its file.
type finding struct {
	note   string
	advice []read.Advice
	column string // of numbers that may be better as an annotation; "" for none
	steps  string // of the recipe that cure it; "" for none
}

// said lists the findings about the table, the gravest first: those that change how the file is read, those that change
// the results of every model, and then the rest.
func (s *Sieve) said() (list []finding) {
	if s.table == nil {
		return nil
	}
	var rest []finding
	for _, note := range s.notes {
		if advice := read.Advised(note); advice != nil {
			list = append(list, finding{note: note, advice: advice})
		} else {
			rest = append(rest, finding{note: note})
		}
	}
	for _, f := range s.survey.Findings {
		if f.Steps != "" && strings.Contains(string(s.prep.Recipe), f.Steps) {
			continue // it is cured
		}
		found := finding{note: f.String(), column: f.Column, steps: f.Steps}
		if f.Code != "" {
			found.advice = []read.Advice{read.AdviceOnCode(f.Code)}
		}
		if f.Grave {
			list = append(list, found)
		} else {
			rest = append(rest, found)
		}
	}
	return append(list, rest...)
}

// prepare adds steps to the recipe.
func (s *Sieve) prepare(steps string) {
	with, err := s.prep.Then(steps)
	if err != nil {
		return // a recipe that somebody wrote leaves no place for them
	}
	s.prep = with
	s.look()
	s.showFindings()
}

// close ends the work of the sieve.
func (s *Sieve) close() {
	s.used++
	s.asked++
	s.sought++
	s.kinds.asked++
	s.picture.asked++
	s.picture.view.Close()
}

// pages returns the pages of the sieve with their tabs, in their order; first ones stand before them.
func (s *Sieve) pages(first ...page) []page {
	mine := []page{{pageKinds, s.kinds.object}, {pageLeft, s.object}}
	if first == nil { // of an open table, most often something is left out
		mine[0], mine[1] = mine[1], mine[0]
	}
	return append(append(first, mine...), page{pageMissing, s.picture.object},
		page{pageFindings, container.NewVScroll(controls.Inset(0, 4, 12, 4, s.findings))})
}

// A page is one of several that share a place.
type page struct {
	name   string
	object fyne.CanvasObject
}

// newPages shows one page at a time, below their tabs.
func newPages(list []page) (*controls.Tabs, fyne.CanvasObject) {
	var names []string
	stack := container.NewStack()
	for i, p := range list {
		names = append(names, p.name)
		stack.Add(p.object)
		if i > 0 {
			p.object.Hide()
		}
	}
	tabs := controls.NewTabs(names, nil)
	tabs.OnPicked = func(string) {
		for _, p := range list {
			controls.Show(p.object, p.name == tabs.Picked())
		}
		stack.Refresh()
	}
	return tabs, container.NewBorder(controls.Inset(0, 0, 0, 6, tabs), nil, nil, nil, stack)
}
