package ui

import (
	"fmt"
	"image/color"
	"strconv"
	"strings"

	"example.org/espalier/inference/stat/gap"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/ui/files"
	"example.org/espalier/ui/help"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"
	"example.org/espalier/views/trees"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// foldInspector shows or hides the right column, and remembers it.
func (w *window) foldInspector() {
	w.columns.Fold(!w.columns.Shown())
	w.app.Preferences().SetBool(prefInspector, w.columns.Wanted())
	w.centre.followBest()
	w.menu.refresh()
	w.ws.Studies.Looked()
}

// copyNames copies the names of the selected rows and says how many.
func (w *window) copyNames() {
	names := w.centre.tree.SelectedNames()
	if len(names) == 0 {
		w.ws.Tell(workspace.Notice{Text: "First select a clade: click a branch point, then copy its names."})
		return
	}
	w.copyList(names)
	w.ws.Tell(workspace.Notice{Text: plotting.Plural(len(names), "name") + " copied."})
}

// copyList copies names, one on each line.
func (w *window) copyList(names []string) {
	w.app.Clipboard().SetContent(strings.Join(names, "\n") + "\n")
}

// find moves the focus to the search.
func (w *window) find() { w.centre.openFind() }

// askColour asks for the name and colour of a group made of the selected rows, or of the group that they are already.
func (w *window) askColour(rows []int) {
	tree := w.centre.tree
	known := study.GroupOf(tree.State().Groups, study.SetOf(rows))
	title, verb := "Make a group", "Make group"
	what := "Makes a group of " + plotting.Plural(len(rows), "selected row") +
		". It is coloured in the tree, named in the legend and exported as a column."
	var s *dialogs.Sheet
	wrong := controls.NewParagraph("", 380, look.SizeSmall, look.BadText)
	name, colour := controls.NewField("", nil), controls.NewField("", nil)
	name.Left, colour.Left, name.PlaceHolder, colour.PlaceHolder = true, true,
		"chosen if left empty", "chosen if left empty"
	accept := func() {
		var c color.NRGBA
		if text := strings.TrimSpace(colour.Text); text != "" {
			var err error
			if c, err = trees.ParseColour(text); err != nil {
				colour.SetWrong(true)
				wrong.Set("Type a colour as #RRGGBB, such as #0072B2.", look.BadText)
				s.Refresh()
				return
			}
		}
		s.Close()
		if known < 0 {
			tree.Groups.Make(strings.TrimSpace(name.Text), c)
			return
		}
		tree.Groups.Name(known, strings.TrimSpace(name.Text))
		if c.A > 0 {
			_ = tree.Groups.Colour(known, plotting.FormatColour(c)) // a formatted colour is always valid
		}
	}
	if known >= 0 {
		g := tree.State().Groups[known]
		title, verb = "Change a group", "Change group"
		what = "The " + plotting.Plural(len(rows), "selected row") + " already form a group, “" + g.Name + "”."
		name.SetText(g.Name)
		colour.SetText(plotting.FormatColour(g.Colour))
	}
	name.OnSubmitted, colour.OnSubmitted = func(string) { accept() }, func(string) { accept() }
	swatches := controls.Beside(6)
	for i := range ink.PlainCategories {
		hex := plotting.FormatColour(ink.CategorySwatch(i).Color)
		swatches.Add(controls.NewSwatch(ink.CategorySwatch(i).Color, func() { colour.SetText(hex); colour.Refresh() }))
	}
	body := controls.Stack(8,
		controls.NewParagraph(what, 380, look.SizeBody, look.Ink),
		controls.Row(220, controls.Label("Name"), name), controls.Row(220, controls.Label("Colour"), colour),
		controls.Row(0, controls.Label("").Elastic(), swatches), wrong)
	s = w.OpenSheet(title, fyne.NewSize(420, 280), body,
		controls.NewButton("Cancel", controls.Quiet, func() { s.Close() }),
		controls.NewButton(verb, controls.Primary, accept))
	s.Accept = accept
	w.win.Canvas().Focus(name)
}

// askGroups asks into how many groups to cut the tree.
func (w *window) askGroups() {
	var s *dialogs.Sheet
	now := max(2, len(w.centre.tree.State().Groups))
	wrong := controls.NewParagraph("", 380, look.SizeSmall, look.BadText)
	count := controls.NewField(strconv.Itoa(now), nil)
	const branches, atTime, tightest = "branches", "time", "tightest"
	groups := w.centre.tree.Groups
	by := controls.NewPicker([]controls.Option{{Value: branches, Title: "by branches"},
		{Value: atTime, Title: "at one time"}, {Value: tightest, Title: "tightest clades"}}, branches, nil)
	cut := map[string]func(int) int{branches: groups.CutBranches, atTime: groups.CutInto, tightest: groups.CutTightest}
	reason := controls.NewParagraph("", 380, look.SizeSmall, look.Muted)
	switch state := w.centre.tree.State(); {
	case state.Tightest:
		by.Value = tightest
	case state.CutTime > 0:
		by.Value = atTime
	}
	if !groups.CanCutTightest() {
		by.Value = atTime
		by.Disable()
	}
	groups.Offer(func(n gap.Number) {
		if s == nil || w.Top() != s {
			return
		}
		if reason.Set(n.Reason(), look.Muted); now == 2 && count.Text == "2" && len(w.centre.tree.State().Groups) == 0 {
			count.SetText(strconv.Itoa(n.Parts))
		}
		s.Refresh()
	})
	accept := func() {
		k, err := strconv.Atoi(strings.TrimSpace(count.Text))
		if err != nil || k < 1 {
			count.SetWrong(true)
			wrong.Set("Type a whole number of at least 1.", look.BadText)
			s.Refresh()
			return
		}
		s.Close()
		if got := cut[by.Value](k); got != k {
			text := fmt.Sprintf("The tree gives %s, the most possible within the limit of %d.",
				plotting.Plural(got, "group"), k)
			w.ws.Tell(workspace.Notice{Text: text})
		}
	}
	count.OnSubmitted = func(string) { accept() }
	body := controls.Stack(8,
		controls.NewParagraph(
			"By branches: removes one branch after the other, each time that whose removal explains most variance. Groups need not be "+
				"clades. Otherwise cuts the tree at one time, where children of one branch point are joined if it has too many, or into the tightest clades, "+
				"those with the least spread. You can name and colour the groups and export them as a column.", 380,
			look.SizeBody, look.Ink),
		controls.Row(150, controls.Label("Groups"), count), controls.Row(150, controls.Label("Cut"), by), reason, wrong)
	s = w.OpenSheet("Cut into groups", fyne.NewSize(420, 280), body,
		controls.NewButton("Cancel", controls.Quiet, func() { s.Close() }),
		controls.NewButton("Cut", controls.Primary, accept))
	s.Accept = accept
	w.win.Canvas().Focus(count)
}

// shortcuts binds the keys that are in no menu.
func (w *window) shortcuts() {
	c := w.win.Canvas()
	bind := func(name fyne.KeyName, m fyne.KeyModifier, do func()) {
		c.AddShortcut(&desktop.CustomShortcut{KeyName: name, Modifier: m}, func(fyne.Shortcut) {
			if w.Top() == nil {
				do()
			}
		})
	}
	bind(fyne.KeyZ, control|shift, w.redo)
	for s, do := range map[fyne.Shortcut]func(){&fyne.ShortcutPaste{}: w.opens.paste,
		&fyne.ShortcutCopy{}: w.copyNames} {
		c.AddShortcut(s, func(fyne.Shortcut) {
			if w.Top() == nil {
				do()
			}
		})
	}
	c.SetOnTypedKey(w.typed)
	c.SetOnTypedRune(func(r rune) {
		switch {
		case w.Top() != nil:
		case r == '?':
			w.showShortcuts()
		default: // other letters are those of the figure, when it has the focus
			w.teach.TypedRune(r)
		}
	})
}

// closeList closes a small list or menu over the window, if there is one; it leaves dialogs open.
func (w *window) closeList() bool {
	overlays := w.win.Canvas().Overlays()
	top := overlays.Top()
	if t, ok := top.(fyne.Tappable); ok {
		t.Tapped(&fyne.PointEvent{}) // beside the list; a dialog stays
	}
	return top != overlays.Top()
}

// typed handles keys that no widget used.
func (w *window) typed(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape && w.closeList() {
		return
	}
	if s := w.Top(); s != nil {
		s.Typed(e)
		return
	}
	if w.teach.Typed(e) || w.windowKey(e) {
		return
	}
	// Nothing has the focus: the figure moves, as if it had been clicked, but nothing is done to it.
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		return
	case fyne.KeyEscape:
		w.ws.Dismiss()
	}
	w.centre.view().TypedKey(e)
}

// commitField commits the text of the field that has the focus: a shortcut does not take the focus
// away.
func (w *window) commitField() {
	if f, ok := w.win.Canvas().Focused().(*controls.Field); ok {
		f.Commit()
	}
}

// windowKey handles the keys that mean the same wherever the focus is.
func (w *window) windowKey(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeyEscape:
		switch {
		case w.centre.replay.On():
			w.centre.replay.Close()
		case w.centre.looks.on():
			w.centre.looks.close()
		default:
			return false
		}
	case fyne.KeyF10:
		return controls.ToggleMenu(w.win.Canvas())
	case fyne.KeyF1:
		w.showWalk()
	case fyne.KeyF5:
		if w.modifiers()&shift != 0 {
			w.ws.Runs.Stop()
		} else {
			w.ws.Runs.Go()
		}
	case fyne.KeyF6:
		w.ws.Runs.Step()
	default:
		return false
	}
	return true
}

// modifiers returns the modifier keys that are down.
func (w *window) modifiers() fyne.KeyModifier {
	if d, ok := w.app.Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}

// undo takes back the last change: of the text being typed, else of the document.
func (w *window) undo() {
	if e, ok := w.win.Canvas().Focused().(interface{ Undo() }); ok {
		e.Undo()
		return
	}
	w.ws.Undo()
}

// redo repeats the change that was undone last.
func (w *window) redo() {
	if e, ok := w.win.Canvas().Focused().(interface{ Redo() }); ok {
		e.Redo()
		return
	}
	w.ws.Redo()
}

func (w *window) showShortcuts() { help.Keys(w.Dialogs) }
func (w *window) showWalk()      { help.Walk(w.Dialogs) }
func (w *window) showSamples()   { help.Samples(w.Dialogs, w.opens.openSample) }

// showNotes shows all notes of the reader about the open table.
func (w *window) showNotes() {
	if t := w.ws.Table(); t != nil {
		w.Message("Notes on "+t.Name, files.TableNotes(t, w.ws.Data())...)
	}
}
