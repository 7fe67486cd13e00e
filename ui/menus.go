package ui

import (
	"path/filepath"

	"espalier/sampledata"
	look "espalier/ui/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// menus is the menu bar. Its items say what they would do now.
type menus struct {
	w    *window
	main *fyne.MainMenu

	recent, samples, undo, redo *fyne.MenuItem
	system, light, dark         *fyne.MenuItem
	inspector                   *fyne.MenuItem
	run, step, stop, more, anew *fyne.MenuItem
}

// A key is a shortcut with what it does, for the menu and for Help.
type key struct {
	name     fyne.KeyName
	modifier fyne.KeyModifier
}

func (k key) shortcut() fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: k.name, Modifier: k.modifier}
}

const control = fyne.KeyModifierShortcutDefault

func item(label string, k *key, f func()) *fyne.MenuItem {
	m := fyne.NewMenuItem(label, f)
	if k != nil {
		m.Shortcut = k.shortcut()
	}
	return m
}

func newMenus(w *window) *menus {
	m := &menus{w: w}
	m.recent = fyne.NewMenuItem("Open Recent", nil)
	m.samples = fyne.NewMenuItem("Samples", nil)
	var samples []*fyne.MenuItem
	for _, s := range sampledata.List() {
		samples = append(samples, fyne.NewMenuItem(s.Title, func() { w.openSample(s.Name) }))
	}
	m.samples.ChildMenu = fyne.NewMenu("", samples...)
	quit := item("Quit", &key{fyne.KeyQ, control}, w.close)
	quit.IsQuit = true
	m.undo = item("Undo", &key{fyne.KeyZ, control}, w.undo)
	m.redo = item("Redo", &key{fyne.KeyZ, control | fyne.KeyModifierShift}, w.redo)
	m.system = fyne.NewMenuItem("As the Desktop", func() { w.setMode(look.System) })
	m.light = fyne.NewMenuItem("Light", func() { w.setMode(look.Light) })
	m.dark = fyne.NewMenuItem("Dark", func() { w.setMode(look.Dark) })
	m.inspector = item("Inspector", &key{fyne.KeyI, control}, w.foldInspector)
	m.run = item("Run", &key{fyne.KeyR, control}, w.ws.Go)
	m.step = item("Step", nil, w.ws.Step)
	m.stop = item("Stop", &key{fyne.KeyPeriod, control}, w.ws.Stop)
	m.more = fyne.NewMenuItem("Run More", w.ws.More)
	m.anew = fyne.NewMenuItem("Run Anew from the Start", w.ws.Run)
	m.main = fyne.NewMainMenu(
		fyne.NewMenu("File",
			item("Open…", &key{fyne.KeyO, control}, w.askOpen), m.recent, m.samples,
			item("Paste Table", &key{fyne.KeyV, control | fyne.KeyModifierShift}, w.paste),
			fyne.NewMenuItemSeparator(),
			quit),
		fyne.NewMenu("Edit", m.undo, m.redo),
		fyne.NewMenu("View", m.system, m.light, m.dark, fyne.NewMenuItemSeparator(), m.inspector),
		fyne.NewMenu("Run", m.run, m.step, m.stop, fyne.NewMenuItemSeparator(), m.more, m.anew),
		fyne.NewMenu("Help",
			fyne.NewMenuItem("Shortcuts", w.showShortcuts)),
	)
	m.refresh()
	w.win.SetMainMenu(m.main)
	return m
}

// refresh brings labels and marks up to date.
func (m *menus) refresh() {
	w := m.w
	var files []*fyne.MenuItem
	for _, path := range w.recent.paths() {
		files = append(files, fyne.NewMenuItem(filepath.Base(path)+"  in "+filepath.Dir(path), func() { w.openPath(path) }))
	}
	m.recent.ChildMenu = fyne.NewMenu("", files...)
	m.recent.Disabled = len(files) == 0
	m.undo.Label, m.undo.Disabled = "Undo", w.ws.CanUndo() == ""
	if what := w.ws.CanUndo(); what != "" {
		m.undo.Label = "Undo " + what
	}
	m.redo.Label, m.redo.Disabled = "Redo", w.ws.CanRedo() == ""
	if what := w.ws.CanRedo(); what != "" {
		m.redo.Label = "Redo " + what
	}
	m.system.Checked = w.theme.Mode() == look.System
	m.light.Checked = w.theme.Mode() == look.Light
	m.dark.Checked = w.theme.Mode() == look.Dark
	m.inspector.Checked = w.columns.shown()
	s := w.ws.Stage()
	m.run.Label = goText(s)
	m.run.Disabled = w.ws.Data() == nil
	m.step.Disabled = m.run.Disabled
	m.stop.Disabled = !s.Working && !s.Paused
	m.more.Disabled = !s.More
	m.anew.Disabled = !s.Exists
	if m.main != nil {
		m.main.Refresh()
	}
}
