package files

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/column/guess"
	"example.org/espalier/plotting"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/panics"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A kindsPage lists the columns of a table with the kind chosen and the kind guessed, and lets people choose.
type kindsPage struct {
	d       *dialogs.Dialogs
	prep    *inference.Preprocessing // whose kinds are chosen
	changed func()
	guesses []guess.Guess
	names   []string
	find    column.Finder
	listed  []int // places among the guesses that the search finds
	pattern string
	at      int // the place whose levels are shown, −1 for none
	asked   int // guesses: only the last answer counts
	guessed bool

	object fyne.CanvasObject
	search *controls.Field
	count  *controls.Text
	list   *kindList
	looks  *controls.Button
	plain  *controls.Button
	detail *controls.Text
	kind   *controls.Picker
	levels *controls.Field
	codes  *controls.Toggle
	wrong  *controls.Paragraph
}

// newKindsPage chooses the kinds of p. It calls changed after each choice.
func newKindsPage(d *dialogs.Dialogs, room float32, p *inference.Preprocessing, changed func()) *kindsPage {
	k := &kindsPage{d: d, prep: p, changed: changed, at: -1}
	k.search = controls.NewField("", k.filter)
	k.search.Left, k.search.PlaceHolder, k.search.OnChanged = true, "Find columns", k.filter
	k.search.Tip = "Lists the columns whose names contain this text."
	k.search.SetName("Find columns")
	k.looks = controls.NewButton("Take those listed as they look", controls.Linked, func() { k.takeAll(true) }).
		WithTip("Columns of text become data too, except those that look like annotations.")
	k.plain = controls.NewButton("As in the file", controls.Linked, func() { k.takeAll(false) }).
		WithTip("Those listed: numbers are numbers, and text is an annotation.")
	k.count = controls.NewText("", look.SizeSmall, look.Muted).Elastic()
	k.list = &kindList{page: k}
	k.list.Length, k.list.CreateItem, k.list.UpdateItem = func() int { return len(k.listed) }, k.newRow, k.fill
	k.list.ExtendBaseWidget(k.list)
	k.list.OnSelected = func(i widget.ListItemID) {
		if i < len(k.listed) {
			k.show(k.listed[i])
		}
	}
	k.detail = controls.NewText("", look.SizeBody, look.Ink).Bold().Elastic()
	k.kind = controls.NewPicker(nil, "", func(v string) {
		if k.at >= 0 {
			k.take(k.at, v)
		}
	})
	k.kind.SetName("Kind of the column")
	k.levels = controls.NewField("", k.setLevels)
	k.levels.Left = true
	k.levels.Tip = "The levels with commas between them: of yes/no, no comes first; grades rise. Of parts of a whole, " +
		"the names of their columns. Write \\, for a comma within a name."
	k.levels.SetName("Levels in order")
	k.codes = controls.NewToggle(p.KindsAsNumbers, func(on bool) {
		k.prep.KindsAsNumbers = on
		k.changed()
	})
	const asNumbers = "Take levels and counts as numbers, whatever the model"
	k.codes.SetName(asNumbers)
	k.wrong = controls.NewParagraph("", room, look.SizeSmall, look.BadText)
	head := container.NewBorder(nil, nil, nil, controls.Beside(14, k.looks, k.plain),
		controls.Inset(0, 0, 10, 0, k.search))
	row := func(label, tip string, o fyne.CanvasObject) fyne.CanvasObject {
		return container.NewBorder(nil, nil,
			container.New(controls.Fixed(120, 26), controls.NewText(label, look.SizeBody, look.Ink).WithTip(tip)), nil, o)
	}
	below := controls.Stack(4, controls.Rule(), k.detail,
		controls.Shares(20, []float32{1, 2}, row("It is", "", k.kind), row("Levels in order", k.levels.Tip, k.levels)),
		controls.Beside(10, k.codes, controls.NewText(asNumbers, look.SizeBody, look.Ink).
			WithTip("Grades become whole numbers, and categories a column of zeros and ones for each level. "+
				"Otherwise models of numbers alone leave out columns of text.")), k.wrong)
	k.object = container.NewBorder(controls.Stack(4, head, k.count), below, nil, nil, k.list)
	k.show(-1)
	return k
}

// use guesses the columns of a table, on another goroutine.
func (k *kindsPage) use(t *inference.Table, turned bool) {
	k.asked++
	k.guessed = false
	if t == nil {
		k.put(nil)
		return
	}
	mine := k.asked
	k.d.Background(func(context.Context) func() {
		guesses, err := panics.Call(func() ([]guess.Guess, error) { return guess.Of(t, turned), nil })
		return func() {
			if mine != k.asked {
				return
			}
			if k.guessed = true; err != nil {
				guesses = nil
			}
			k.put(guesses)
		}
	})
}

func (k *kindsPage) put(guesses []guess.Guess) {
	k.guesses, k.at = guesses, -1
	k.names = make([]string, len(guesses))
	for i, g := range guesses {
		k.names[i] = g.Name
	}
	k.filter(k.pattern)
	k.show(-1)
}

// filter lists the columns whose names hold a text.
func (k *kindsPage) filter(text string) {
	k.pattern = text
	sought := strings.ToLower(strings.TrimSpace(text))
	k.listed = k.listed[:0]
	for i, name := range k.names {
		if strings.Contains(strings.ToLower(name), sought) {
			k.listed = append(k.listed, i)
		}
	}
	k.list.UnselectAll()
	k.refresh()
}

// refresh shows the choices.
func (k *kindsPage) refresh() {
	k.find = k.prep.Kinds.Finder()
	k.codes.Put(k.prep.KindsAsNumbers)
	taken := map[column.Sort]int{}
	for i := range k.guesses {
		taken[k.of(i).Sort]++
	}
	var words []string
	for _, s := range column.Sorts() {
		if n := taken[s]; n > 0 && s != column.Annotation {
			words = append(words, fmt.Sprintf("%s as %s", plotting.FormatCount(n), s.As(n)))
		}
	}
	text := "Data: " + strings.Join(words, ", ") + "."
	switch n := taken[column.Annotation]; {
	case !k.guessed:
		text = ""
	case len(words) == 0:
		text = "No column is data."
	case n > 0:
		text += " " + plotting.Plural(n, "annotation") + ", which no model sees."
	}
	if len(k.listed) < len(k.guesses) {
		text = plotting.FormatCount(len(k.listed)) + " of " + plotting.Plural(len(k.guesses), "column") + " found. " + text
	}
	k.count.Set(text)
	k.list.Refresh()
}

// of returns the chosen kind of a column.
func (k *kindsPage) of(i int) column.Kind {
	g := k.guesses[i]
	kind, exact, ok := k.find.Of(g.Name)
	if ok && (exact || !g.Text || kind.Sort.HasLevels()) {
		return kind
	}
	if g.Text {
		return column.Kind{Sort: column.Annotation}
	}
	return column.Kind{}
}

// levelsOf returns the levels of a column in their order.
func (k *kindsPage) levelsOf(i int) []string {
	kind, g := k.of(i), k.guesses[i]
	switch {
	case !kind.Sort.HasLevels():
		return nil
	case kind.Levels != nil:
		return kind.Levels
	}
	return column.InOrder(kind.Sort, g.Levels)
}

func (k *kindsPage) choose(list column.List) {
	k.prep.Kinds = list
	k.changed()
}

// take makes a column be of a sort.
func (k *kindsPage) take(i int, name string) {
	sort, _ := column.SortOf(name)
	k.choose(k.with(k.prep.Kinds, i, sort))
	k.refresh()
	if k.at == i {
		k.show(i)
	}
}

// with returns a list in which a column is of a sort: as it looks where it looks so, else with the levels it has.
func (k *kindsPage) with(list column.List, i int, sort column.Sort) column.List {
	g := k.guesses[i]
	kind := column.Kind{Sort: sort}
	switch {
	case sort == g.Kind.Sort:
		kind = g.Kind
	case sort.HasLevels() && len(g.Levels) > 0:
		kind.Levels = column.InOrder(sort, g.Levels)
	}
	list = list.Without(g.Name)
	if kind.Grouped() {
		names := column.Entry{Name: kind.Group, Kind: kind}.Names()
		if kind.Group == "" {
			names = k.neighbours(i)
		}
		kind.Group = ""
		return list.With(column.Entry{Name: column.GroupOf(names), Kind: kind})
	}
	usual := column.Number
	if g.Text {
		usual = column.Annotation
	}
	if _, _, matched := list.Finder().Of(g.Name); sort == usual && !matched {
		return list
	}
	return list.With(column.Entry{Name: g.Name, Kind: kind})
}

// neighbours returns a column of numbers and one beside it, which begin a group.
func (k *kindsPage) neighbours(i int) []string {
	for _, j := range []int{i + 1, i - 1} {
		if j >= 0 && j < len(k.guesses) && !k.guesses[j].Text {
			return []string{k.names[min(i, j)], k.names[max(i, j)]}
		}
	}
	return []string{k.names[i]}
}

// takeAll takes all columns that are listed as they look, or as they are in the file.
func (k *kindsPage) takeAll(asTheyLook bool) {
	var some []guess.Guess
	list := k.prep.Kinds
	for _, i := range k.listed {
		some = append(some, k.guesses[i])
		list = list.Without(k.guesses[i].Name)
	}
	if len(some) == len(k.guesses) {
		list = "" // patterns too
	}
	if asTheyLook {
		list = column.ListOf(slices.Concat(list.Entries(), guess.List(some, nil).Entries())...)
	}
	k.choose(list)
	k.refresh()
	k.show(k.at)
}

// show shows the kind and the levels of a column below the list.
func (k *kindsPage) show(i int) {
	k.at = i
	k.wrong.Set("", look.BadText)
	k.levels.SetWrong(false)
	if i < 0 || i >= len(k.guesses) {
		k.at = -1
		k.detail.Set("Choose a column to see its levels.")
		k.kind.Put("")
		k.kind.Disable()
		k.levels.Put("", "")
		k.levels.Disable()
		return
	}
	g := k.guesses[i]
	k.detail.Set(g.Name + ": " + g.Why)
	k.kind.Options = kindOptions(g)
	k.kind.Put(k.of(i).Sort.String())
	k.kind.Enable()
	k.kind.Refresh()
	_, levels, _ := strings.Cut(column.Kind{Sort: column.Category, Levels: k.levelsOf(i)}.String(), ":")
	kind := k.of(i)
	if kind.Grouped() {
		levels = kind.Group
	}
	k.levels.Put(levels, "")
	if kind.Sort.HasLevels() || kind.Grouped() {
		k.levels.Enable()
	} else {
		k.levels.Disable()
	}
}

// setLevels takes the levels that the user wrote.
func (k *kindsPage) setLevels(text string) {
	if k.at < 0 {
		return
	}
	g, kind := k.guesses[k.at], k.of(k.at)
	if kind.Grouped() {
		k.setGroup(kind, text)
		return
	}
	if !kind.Sort.HasLevels() {
		return
	}
	asked, err := column.Parse(kind.Sort.String() + ":" + text)
	if err == nil {
		for _, l := range g.Levels {
			if asked.Level(l) < 0 {
				err = fmt.Errorf("%q is in the column and not among the levels; add it", l)
				break
			}
		}
	}
	k.levels.SetWrong(err != nil)
	if err != nil {
		k.wrong.Set(err.Error(), look.BadText)
		return
	}
	k.wrong.Set("", look.BadText)
	k.choose(k.prep.Kinds.With(column.Entry{Name: g.Name, Kind: asked}))
	k.refresh()
}

// setGroup takes the columns that the user wrote as those that belong together.
func (k *kindsPage) setGroup(kind column.Kind, text string) {
	old := kind.Group
	kind.Group = ""
	e, err := column.ParseEntry(text + "=" + kind.String())
	if err == nil && len(e.Names()) < 2 && !strings.Contains(text, "*") {
		err = fmt.Errorf("name at least two columns, with commas between them")
	}
	if unknown := column.ListOf(e).Unknown(k.names); err == nil && len(unknown) > 0 {
		err = fmt.Errorf("there is no column %q", unknown[0])
	}
	k.levels.SetWrong(err != nil)
	if err != nil {
		k.wrong.Set(err.Error(), look.BadText)
		return
	}
	k.wrong.Set("", look.BadText)
	k.choose(k.prep.Kinds.Without(old).With(e))
	k.refresh()
}

// kindOptions offers the sorts that a column can be.
func kindOptions(g guess.Guess) (options []controls.Option) {
	for _, s := range g.Can {
		o := controls.Option{Value: s.String(), Title: s.Title()}
		if s == g.Kind.Sort {
			o.Note = "It looks so: " + g.Why + "."
		}
		options = append(options, o)
	}
	return options
}
