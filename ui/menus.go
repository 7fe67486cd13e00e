package ui

import (
	"path/filepath"
	"slices"

	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict/choice"
	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/plotting/teach"
	"example.org/espalier/sampledata"
	"example.org/espalier/ui/frame"
	"example.org/espalier/ui/help"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// menus is the menu bar. Its items name their present effect.
type menus struct {
	w    *window
	main *fyne.MainMenu

	projector, film, command, unteach *fyne.MenuItem

	addTable, annotations, pasteAnnotations, sets *fyne.MenuItem

	recent, compare, undo, redo          *fyne.MenuItem
	save, saveAs, shut, tables           *fyne.MenuItem
	copies, group, groups, ungroup       *fyne.MenuItem
	annotate, known, naming              *fyne.MenuItem
	exports                              []*fyne.MenuItem
	system, light, dark                  *fyne.MenuItem
	inspector, split, still, apart       *fyne.MenuItem
	style                                *fyne.MenuItem
	labels, strips, heat, shape          *fyne.MenuItem
	support, behind, intervals, pictures *fyne.MenuItem
	silhouettes                          *fyne.MenuItem
	below                                *fyne.MenuItem
	run, step, stop, more, anew, replay  *fyne.MenuItem
	runMenu                              *fyne.Menu
	on                                   *fyne.MenuItem // where runs start
	pages, settle, models                *fyne.MenuItem
	part, parts, without                 *fyne.MenuItem
	turns                                []*fyne.MenuItem                 // to the next page and to the one before
	keys                                 map[*fyne.MenuItem]fyne.Shortcut // of all items, enabled or not
	shown                                string                           // present texts of the menu bar
}

// A key is a shortcut.
type key struct {
	name     fyne.KeyName
	modifier fyne.KeyModifier
}

func (k key) shortcut() fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: k.name, Modifier: k.modifier}
}

// Menus that work the same in a stage and outside.
const exportLabel = "Export Figure…"

var coloursMenu = []string{"Colours of the Desktop", "Light", "Dark", "Reduced Motion"}

const (
	control = fyne.KeyModifierShortcutDefault
	shift   = fyne.KeyModifierShift
)

func item(label string, k *key, f func()) *fyne.MenuItem {
	m := fyne.NewMenuItem(label, f)
	if k != nil {
		m.Shortcut = k.shortcut()
	}
	return m
}

func newMenus(w *window) *menus {
	m := &menus{w: w, keys: map[*fyne.MenuItem]fyne.Shortcut{}}
	m.main = fyne.NewMainMenu(m.file(), m.edit(), m.view(), m.runs(), m.teach(), m.help())
	for _, menu := range m.main.Items[1:4] { // Edit, View and Run act only on the work
		w.underStages(menu.Items)
	}
	for _, i := range m.main.Items[0].Items {
		w.beforeStages(i)
	}
	for _, menu := range m.main.Items {
		w.underSheets(menu.Items, m.turns...)
	}
	m.refresh()
	controls.HoldIdle(m.main)
	w.win.SetMainMenu(m.main)
	return m
}

func (m *menus) file() *fyne.Menu {
	w := m.w
	m.recent = fyne.NewMenuItem("Open Recent", nil)
	samples := fyne.NewMenuItem("Samples", nil)
	var list []*fyne.MenuItem
	for _, s := range sampledata.List() {
		list = append(list, fyne.NewMenuItem(s.Title, func() { w.opens.openSample(s.Name) }))
	}
	samples.ChildMenu = fyne.NewMenu("", list...)
	m.exports = []*fyne.MenuItem{
		item(exportLabel, &key{fyne.KeyE, control}, w.exports.exportFigure),
		item("Export Tree…", &key{fyne.KeyE, control | shift}, w.exports.exportTree),
		item("Export Network…", &key{fyne.KeyN, control | shift}, w.exports.exportNetwork),
		item("Export Numbers…", nil, w.exports.exportNumbers),
		item("Export Groups…", nil, w.exports.exportGroups),
		item("Export Draws…", nil, w.exports.exportDraws),
		item("Export Table…", nil, w.exports.exportTable),
		item("Report…", nil, w.exports.askReport),
	}
	m.compare = item("Compare with Tree…", &key{fyne.KeyO, control | shift}, w.askCompare)
	m.known = fyne.NewMenuItem("Compare with Known Edges…", w.askKnown)
	quit := item("Quit", &key{fyne.KeyQ, control}, w.quit)
	quit.IsQuit = true
	m.save, m.saveAs = item("Save", &key{fyne.KeyS, control}, w.study.save),
		item("Save As…", &key{fyne.KeyS, control | shift}, w.study.saveAs)
	m.shut = item("Close", &key{fyne.KeyW, control}, w.study.closeStudy)
	m.tables = fyne.NewMenuItem("Tables of the Study", nil)
	m.annotations = fyne.NewMenuItem("Add Annotations…", w.notes.askAnnotations)
	m.addTable = fyne.NewMenuItem("Add Table…", func() { askTable(w) })
	m.pasteAnnotations = fyne.NewMenuItem("Paste Annotations…", w.notes.pasteAnnotations)
	items := []*fyne.MenuItem{
		item("New", &key{fyne.KeyN, control}, w.study.newStudy),
		item("Open…", &key{fyne.KeyO, control}, w.opens.askOpen), m.recent, samples,
		item("Paste Table", &key{fyne.KeyV, control | shift}, w.opens.paste), m.compare, m.known,
		m.addTable, m.annotations, m.pasteAnnotations, fyne.NewMenuItemSeparator(),
		m.save, m.saveAs, m.shut, m.tables, fyne.NewMenuItem("Note on the Study…", w.study.askNote),
		fyne.NewMenuItemSeparator(),
	}
	return fyne.NewMenu("File", append(append(items, m.exports...), fyne.NewMenuItemSeparator(), quit)...)
}

func (m *menus) edit() *fyne.Menu {
	w := m.w
	tree := w.centre.tree
	m.undo, m.redo = fyne.NewMenuItem("Undo", w.undo), fyne.NewMenuItem("Redo", w.redo)
	m.undo.Shortcut, m.redo.Shortcut = &fyne.ShortcutUndo{}, &fyne.ShortcutRedo{}
	m.copies = fyne.NewMenuItem("Copy Names", w.copyNames)
	m.group = fyne.NewMenuItem("Make a Group…", tree.AskGroup)
	m.groups = fyne.NewMenuItem("Cut into Groups…", w.askGroups)
	m.ungroup = fyne.NewMenuItem("Remove Groups", tree.Groups.Clear)
	m.sets = fyne.NewMenuItem("Test Gene Sets…", w.notes.askSets)
	m.part = fyne.NewMenuItem("New Table…", w.askNewTable)
	m.parts = fyne.NewMenuItem("Rows and Columns…", w.askParts)
	m.without = fyne.NewMenuItem("Leave Out Selection", w.leaveSelection)
	m.annotate = fyne.NewMenuItem("Keep Groups as Annotation", w.notes.keepGroups)
	m.naming = fyne.NewMenuItem("Names of Rows and Columns…", func() { askNaming(w) })
	return fyne.NewMenu("Edit", m.undo, m.redo, fyne.NewMenuItemSeparator(), m.copies,
		item("Find…", &key{fyne.KeyF, control}, w.find), fyne.NewMenuItemSeparator(), m.group, m.groups,
		m.ungroup, m.annotate, m.naming,
		fyne.NewMenuItemSeparator(), m.parts, m.without, m.part, m.sets)
}

func (m *menus) view() *fyne.Menu {
	w := m.w
	tree := w.centre.tree
	m.system = fyne.NewMenuItem(coloursMenu[0], func() { w.setMode(look.System) })
	m.light = fyne.NewMenuItem(coloursMenu[1], func() { w.setMode(look.Light) })
	m.dark = fyne.NewMenuItem(coloursMenu[2], func() { w.setMode(look.Dark) })
	m.style = item("Style", &key{fyne.KeyL, control}, func() { w.centre.looks.toggle() })
	m.inspector = item("Inspector", &key{fyne.KeyI, control}, w.foldInspector)
	m.split = item("Split", &key{fyne.KeyT, control}, w.centre.toggleSplit)
	m.still = fyne.NewMenuItem(coloursMenu[3], func() { w.setStill(!w.still()) })
	m.labels = fyne.NewMenuItem("Leaf Labels", func() { tree.Step("labels", choice.Round) })
	m.strips = fyne.NewMenuItem("Colour Strips", nil)
	m.heat = fyne.NewMenuItem("Heat Map", func() { tree.Step("heat", choice.Round) })
	m.shape = fyne.NewMenuItem("Tree Shape", nil)
	m.shape.ChildMenu = fyne.NewMenu("")
	for _, shape := range dendro.Shapes() {
		m.shape.ChildMenu.Items = append(m.shape.ChildMenu.Items,
			fyne.NewMenuItem(shapeNames[shape], func() { tree.Choose("shape", shape.String()) }))
	}
	m.support, m.behind = fyne.NewMenuItem("Clade Support", nil),
		fyne.NewMenuItem("Draws behind the Tree", func() { tree.Step("behind", choice.Round) })
	m.intervals = fyne.NewMenuItem("Times of Branch Points", func() { tree.Step("times", choice.Round) })
	m.silhouettes = fyne.NewMenuItem("Silhouettes", func() { tree.Step("silhouettes", choice.Round) })
	m.support.ChildMenu = fyne.NewMenu("")
	for how, name := range supportNames {
		m.support.ChildMenu.Items = append(m.support.ChildMenu.Items,
			fyne.NewMenuItem(name, func() { tree.Step("support", func(int, int) int { return how }) }))
	}
	m.below = fyne.NewMenuItem("Collapse Branches below…", w.centre.draws.ChooseBelow)
	m.pictures = fyne.NewMenuItem("Columns as Pictures", w.centre.togglePictures)
	m.pages = fyne.NewMenuItem("Page", nil)
	m.turns = []*fyne.MenuItem{item("Next Page", &key{fyne.KeyPageDown, control}, func() { w.turn(1) }),
		item("Previous Page", &key{fyne.KeyPageUp, control}, func() { w.turn(-1) })}
	return fyne.NewMenu("View", m.pages, m.turns[0], m.turns[1], fyne.NewMenuItemSeparator(), m.labels,
		m.strips, m.heat, m.shape, m.support, m.below, m.behind, m.intervals, m.silhouettes, m.pictures,
		fyne.NewMenuItemSeparator(),
		item("Fit", &key{fyne.Key0, control}, w.centre.fit), m.split, m.inspector, m.style, fyne.NewMenuItemSeparator(),
		m.system, m.light, m.dark, frame.Visions(w.restyle), w.text.Menu(w.win, w.restyle),
		fyne.NewMenuItemSeparator(), m.still)
}

// shapeNames are the shapes of trees, by number.
var shapeNames = []string{dendro.Rectangular: "Rectangular", dendro.Circular: "Circular", dendro.Slanted: "Slanted",
	dendro.Radial: "Radial, Unrooted"}

// supportNames are the ways to show the support of clades, by number.
var supportNames = []string{
	dendro.SupportWidth: "As Thickness", dendro.SupportLabels: "As Labels",
	dendro.SupportColour: "As Colour", dendro.SupportHidden: "Not at All",
	dendro.SupportBoth: "As Labels, Also Forgiving Stray Rows",
}

func (m *menus) runs() *fyne.Menu {
	w := m.w
	m.run = item("Run", &key{fyne.KeyR, control}, func() {
		w.commitField()
		w.ws.Runs.Go()
	})
	m.step = fyne.NewMenuItem("Step", w.ws.Runs.Step)
	m.stop = item("Stop", &key{fyne.KeyPeriod, control}, w.ws.Runs.Stop)
	m.more = fyne.NewMenuItem("Run More", w.ws.Runs.More)
	m.anew = fyne.NewMenuItem("Run Again from the Start", w.ws.Runs.Run)
	m.settle = fyne.NewMenuItem("Run until Settled", w.ws.Runs.Settle)
	m.replay = item("Replay", &key{fyne.KeyY, control | shift}, func() { w.centre.replay.Toggle() })
	m.models = item("Compare Models…", &key{fyne.KeyM, control | shift}, w.askCompareModels)
	m.apart = fyne.NewMenuItem("Run Fits in Separate Processes", func() { w.setApart(!w.ws.Apart) })
	m.on = fyne.NewMenuItem("Run On", nil)
	choose := item("Choose Model…", &key{fyne.KeyK, control}, w.model.choose)
	m.runMenu = fyne.NewMenu("Run", m.run, m.step, m.stop, fyne.NewMenuItemSeparator(), m.more, m.settle, m.anew,
		m.replay,
		fyne.NewMenuItemSeparator(), choose, m.models, fyne.NewMenuItemSeparator(), m.on, m.apart)
	return m.runMenu
}

// teach holds the stages and the commands for the one shown.
func (m *menus) teach() *fyne.Menu {
	t := m.w.teach
	items := []*fyne.MenuItem{item("All Stages", &key{fyne.KeyG, control}, t.ShowGallery), fyne.NewMenuItemSeparator()}
	for _, s := range teach.Stages() {
		items = append(items, fyne.NewMenuItem(s.Title, func() { t.OpenName(s.Name) }))
	}
	m.projector = fyne.NewMenuItem("Projector", t.ToggleProjector)
	m.film = fyne.NewMenuItem("Save the Run as a Film…", t.AskFilm)
	m.command = fyne.NewMenuItem("Copy as Command", t.CopyCommand)
	m.unteach = fyne.NewMenuItem("Back to My Work", t.Leave)
	return fyne.NewMenu("Teach",
		append(items, fyne.NewMenuItemSeparator(), m.projector, m.film, m.command, fyne.NewMenuItemSeparator(), m.unteach)...)
}

func (m *menus) help() *fyne.Menu {
	w := m.w
	return fyne.NewMenu("Help",
		item("A Five-Minute Walk", &key{fyne.KeyF1, 0}, w.showWalk),
		fyne.NewMenuItem("Keys and Gestures", w.showShortcuts),
		fyne.NewMenuItem("Preparing a Table", func() { help.Preparing(w.Dialogs) }),
		fyne.NewMenuItem("Latent Trees", func() { help.LatentTrees(w.Dialogs) }),
		fyne.NewMenuItem("About the Model", func() { help.Model(w.Dialogs, w.ws.Next.Info()) }),
		fyne.NewMenuItem("Check This Model…", w.checkModel),
		fyne.NewMenuItem("About Espalier", func() { help.About(w.Dialogs, w.config.software()) }))
}

// underSheets keeps menus, whose keys work everywhere, from acting under an open dialog, but for some.
func (w *window) underSheets(items []*fyne.MenuItem, but ...*fyne.MenuItem) {
	for _, i := range items {
		do := i.Action
		if do == nil || i.IsQuit || slices.Contains(but, i) {
			continue
		}
		i.Action = func() {
			if w.Top() == nil {
				do()
			}
		}
	}
}

// underStages keeps menus from acting on the work while a stage covers it, except those that
// change the colours of the window.
func (w *window) underStages(items []*fyne.MenuItem) {
	for _, i := range items {
		do := i.Action
		if do == nil || slices.Contains(coloursMenu, i.Label) {
			continue
		}
		i.Action = func() {
			if !w.teach.Shown() {
				do()
			}
		}
	}
}

// beforeStages lets a menu that opens something leave the stages first.
func (w *window) beforeStages(i *fyne.MenuItem) {
	if i.ChildMenu != nil {
		for _, c := range i.ChildMenu.Items {
			w.beforeStages(c)
		}
	}
	if do := i.Action; do != nil && !i.IsQuit && i.Label != exportLabel {
		i.Action = func() {
			w.teach.Leave()
			do()
		}
	}
}

// refresh brings labels and marks up to date, and draws the bar only when they changed.
func (m *menus) refresh() {
	w := m.w
	m.refreshRecent()
	m.refreshStudy()
	m.part.Disabled = w.ws.Table() == nil
	m.parts.Disabled, m.without.Disabled = m.part.Disabled, w.ws.Data() == nil ||
		len(w.ws.Now().Selection.Rows)+len(w.ws.Now().Selection.Columns) == 0
	m.sets.Disabled = w.centre.shown == nil
	m.annotations.Disabled, m.addTable.Disabled, m.pasteAnnotations.Disabled, m.naming.Disabled = m.part.Disabled,
		m.part.Disabled, m.part.Disabled, m.part.Disabled
	m.undo.Label, m.undo.Disabled = labelled("Undo", w.ws.Doc.UndoName())
	if text := w.ws.Returning(); text != "" {
		m.undo.Label += ": " + text
	}
	m.redo.Label, m.redo.Disabled = labelled("Redo", w.ws.Doc.RedoName())
	none := w.centre.shown == nil
	for _, e := range m.exports {
		e.Disabled = none
	}
	s := w.centre.tree.State()
	bare := none || w.centre.shown.Subject().Treeless() // no tree to act on
	m.exports[1].Disabled, m.compare.Disabled = bare, bare
	m.exports[2].Disabled = none || w.centre.shown.Snapshot == nil || !graphs.Has(w.centre.shown.Subject())
	m.known.Disabled = m.exports[2].Disabled
	m.exports[0].Disabled = none && !w.teach.Playing()
	m.projector.Checked = w.teach.Projecting()
	m.projector.Disabled, m.film.Disabled, m.command.Disabled = !w.teach.Playing(), !w.teach.Playing(), !w.teach.Playing()
	m.unteach.Disabled = !w.teach.Shown()
	for _, i := range []*fyne.MenuItem{m.labels, m.heat, m.shape} {
		i.Disabled = bare
	}
	m.pictures.Disabled = !w.centre.canPicture()
	m.pictures.Checked = !m.pictures.Disabled && w.centre.leaf(w.centre.templates.Tab()).offered
	m.exports[4].Disabled = none || len(s.Groups) == 0
	m.exports[5].Disabled = none || len(w.centre.tree.Draws.All()) == 0
	m.exports[6].Disabled = m.part.Disabled
	m.copies.Disabled = len(w.centre.tree.SelectedNames()) == 0
	m.group.Disabled, m.groups.Disabled = none || len(s.Selection.Rows) == 0, bare
	m.ungroup.Disabled, m.annotate.Disabled = len(s.Groups) == 0, len(s.Groups) == 0
	m.labels.Checked, m.heat.Checked = s.Labels, s.Heat
	for k, i := range m.shape.ChildMenu.Items {
		i.Checked = s.Shape == dendro.Shapes()[k]
	}
	draws := len(w.centre.tree.Draws.All()) > 0
	m.behind.Disabled, m.behind.Checked = !draws, s.Behind
	m.intervals.Disabled, m.intervals.Checked = bare || w.centre.tree.Choice("times").Needless, s.Intervals
	m.silhouettes.Label, m.silhouettes.Checked = "Silhouettes", s.Silhouettes
	many := !bare && w.centre.tree.Choice("silhouettes").Needless
	if m.silhouettes.Disabled = bare || many; many {
		m.silhouettes.Label = "Silhouettes: Too Many Rows"
	} else if !bare && !w.centre.tree.Grouped() {
		m.silhouettes.Disabled, m.silhouettes.Label = true, "Silhouettes: Cut into Groups First"
	}
	m.support.Disabled = w.centre.tree.Choice("support").Needless
	m.below.Disabled = m.support.Disabled
	for how, i := range m.support.ChildMenu.Items {
		i.Checked, i.Disabled = s.Support == dendro.SupportStyle(how), how >= len(w.centre.tree.Choice("support").Options)
	}
	m.refreshStrips(s.Strips)
	m.system.Checked = w.theme.Mode() == look.System
	m.light.Checked = w.theme.Mode() == look.Light
	m.dark.Checked = w.theme.Mode() == look.Dark
	m.inspector.Checked = w.columns.Shown()
	m.style.Checked = w.centre.looks.on()
	m.split.Checked = w.centre.places.Split
	m.still.Checked = w.still()
	m.apart.Checked = w.ws.Apart
	m.refreshPlaces()
	stage := w.ws.Runs.Stage()
	m.run.Label = say.MenuCase(goText(stage))
	m.run.Disabled = w.ws.Data() == nil || stage.Away
	m.step.Disabled, m.replay.Disabled = m.run.Disabled, workspace.Replayable(m.w.ws.Runs).Last == nil
	m.stop.Disabled = !stage.Working && !stage.Paused
	m.settle.Disabled = !stage.Climbing
	m.offerMore(stage)
	m.refreshPages()
	m.hideIdleKeys()
	m.anew.Disabled = !stage.Exists
	if now := m.text(); now != m.shown {
		m.shown = now
		m.main.Refresh()
	}
}

func labelled(verb, what string) (string, bool) {
	if what == "" {
		return verb, true
	}
	return verb + " " + what, false
}

// text returns everything that the menus show, to detect changes.
func (m *menus) text() string {
	var b []byte
	var add func(items []*fyne.MenuItem)
	add = func(items []*fyne.MenuItem) {
		for _, i := range items {
			b = append(b, i.Label...)
			b = append(b, '\n')
			if i.Disabled {
				b = append(b, '-')
			}
			if i.Checked {
				b = append(b, '+')
			}
			if i.ChildMenu != nil {
				add(i.ChildMenu.Items)
			}
		}
	}
	for _, menu := range m.main.Items {
		add(menu.Items)
	}
	return string(b)
}

// refreshPlaces lists where runs can start.
func (m *menus) refreshPlaces() {
	w, on := m.w, ""
	if w.ws.On != nil {
		on = w.ws.On.Name
	}
	place := func(title, name string) *fyne.MenuItem {
		i := fyne.NewMenuItem(title, func() { w.runOn(name) })
		i.Checked = name == on
		return i
	}
	items := []*fyne.MenuItem{place("This Machine", "")}
	for _, c := range w.ws.Clusters {
		items = append(items, place(c.Name, c.Name))
	}
	items = append(items, fyne.NewMenuItemSeparator(), fyne.NewMenuItem("Clusters…", func() {
		w.book().Ask(w.Dialogs, w.takeClusters)
	}))
	w.underSheets(items)
	w.underStages(items)
	m.on.ChildMenu = fyne.NewMenu("", items...)
}

func (m *menus) refreshRecent() {
	var files []*fyne.MenuItem
	for _, path := range m.w.recent.Paths() {
		files = append(files, fyne.NewMenuItem(filepath.Base(path)+"  –  "+filepath.Dir(path),
			func() { m.w.teach.Leave(); m.w.opens.openPath(path) }))
	}
	m.recent.ChildMenu = fyne.NewMenu("", files...)
	m.recent.Disabled = len(files) == 0
}

// refreshStudy updates the items for the study and lists its tables.
func (m *menus) refreshStudy() {
	s := m.w.ws.Studies
	empty := m.w.ws.Table() == nil
	m.save.Disabled = empty || len(s.Works) > 0 || s.Path() != "" && !s.Saveable() && s.ReadOnly() == nil
	m.saveAs.Disabled = empty || len(s.Works) > 0
	m.shut.Disabled = empty && s.Path() == ""
	var tables []*fyne.MenuItem
	for _, h := range s.Tables() {
		t := m.w.ws.Doc.Table(h.Table)
		if t == nil {
			continue
		}
		i := fyne.NewMenuItem(t.Name, func() { s.ShowTable(h.Table) })
		i.Checked = h.Table == m.w.ws.Now().Open
		tables = append(tables, i)
	}
	m.w.underSheets(tables)
	m.tables.ChildMenu, m.tables.Disabled = fyne.NewMenu("", tables...), len(tables) < 2
}

func (m *menus) refreshStrips(shown []string) {
	var items []*fyne.MenuItem
	on := map[string]bool{}
	for _, s := range shown {
		on[s] = true
	}
	if d := m.w.centre.tree.Data(); d != nil {
		for _, a := range d.Annotations {
			i := fyne.NewMenuItem(a.Name, func() { m.w.centre.tree.ShowStrip(a.Name, !on[a.Name]) })
			i.Checked = on[a.Name]
			items = append(items, i)
		}
	}
	m.strips.ChildMenu = fyne.NewMenu("", items...)
	m.strips.Disabled = len(items) == 0 || m.w.centre.shown == nil || m.w.centre.shown.Subject().Treeless()
}

// offerMore shows "Run More" in the menu unless another item does the same, that is, when the first
// item would begin a new run.
func (m *menus) offerMore(s workspace.Stage) {
	at := slices.Index(m.runMenu.Items, m.more)
	switch offered := s.More && goText(s) != runMore; {
	case offered && at < 0:
		m.runMenu.Items = slices.Insert(m.runMenu.Items, slices.Index(m.runMenu.Items, m.settle), m.more)
	case !offered && at >= 0:
		m.runMenu.Items = slices.Delete(m.runMenu.Items, at, at+1)
	}
}

// mostPageKeys limits how many pages have a key: Ctrl+1 to Ctrl+9.
const mostPageKeys = 9

// refreshPages lists the pages of the figure with their keys.
func (m *menus) refreshPages() {
	c := m.w.centre
	var items []*fyne.MenuItem
	for i, name := range c.tabs.Names() {
		var k *key
		if i < mostPageKeys {
			k = &key{fyne.KeyName(string(rune('1' + i))), control}
		}
		page := item(name, k, func() { c.tabs.Pick(name) })
		page.Checked = name == c.tabs.Picked()
		items = append(items, page)
	}
	m.w.underStages(items)
	m.w.underSheets(items)
	m.pages.ChildMenu = fyne.NewMenu("", items...)
}

// hideIdleKeys removes the keys from disabled items, because the toolkit would draw them darker
// than those of enabled items.
func (m *menus) hideIdleKeys() {
	for _, menu := range m.main.Items {
		for _, i := range menu.Items {
			if i.Shortcut != nil {
				m.keys[i] = i.Shortcut
			}
			if i.Shortcut = m.keys[i]; i.Disabled {
				i.Shortcut = nil
			}
		}
	}
}

// turn shows the page that number of tabs further: of the sheet on top, or of the figures.
func (w *window) turn(by int) {
	turn := w.centre.tabs.Turn
	if s := w.Top(); s != nil {
		turn = s.Turn
	}
	if turn != nil {
		turn(by)
	}
}
