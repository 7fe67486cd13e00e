// Package help explains the window: its keys, a walk through it, the models, and the tables that come
// with the program.
package help

import (
	"cmp"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/plotting/write"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/ui/stages"
	"example.org/espalier/views"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/say"
	"example.org/espalier/views/screen"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// windowKeys are the keys of the window; those of the tree come from its own table.
var windowKeys = []screen.Shortcut{
	{Keys: "F5, Ctrl+R", Title: "Run, Pause, Resume, Run more", Group: "Run"},
	{Keys: "Ctrl+K", Title: "Choose the model", Group: "Run"},
	{Keys: "F6", Title: "Step: one iteration, then a pause", Group: "Run"},
	{Keys: "Shift+F5, Ctrl+.", Title: "Stop, and keep what was found", Group: "Run"},
	{Keys: "Ctrl+N", Title: "Begin a new study", Group: "File"},
	{Keys: "Ctrl+O", Title: "Open a study, a result or a table", Group: "File"},
	{Keys: "Ctrl+S", Title: "Save the study; with Shift under another name", Group: "File"},
	{Keys: "Ctrl+W", Title: "Close the study", Group: "File"},
	{Keys: "Ctrl+V, Ctrl+Shift+V", Title: "Open the table on the clipboard", Group: "File"},
	{Keys: "Ctrl+Shift+O", Title: "Compare the tree with one from a file", Group: "File"},
	{Keys: "Ctrl+E", Title: "Export the figure", Group: "File"},
	{Keys: "Ctrl+Shift+E", Title: "Export the tree", Group: "File"},
	{Keys: "Ctrl+Shift+N", Title: "Export the network", Group: "File"},
	{Keys: "Ctrl+Q", Title: "Quit", Group: "File"},
	{Keys: "Ctrl+Z", Title: "Undo: changes of the table, the settings, the run and the tree", Group: "Window"},
	{Keys: "Ctrl+Y, Ctrl+Shift+Z", Title: "Redo", Group: "Window"},
	{Keys: "Ctrl+1 … Ctrl+9", Title: "Show the first, second, … page of the figure", Group: "Window"},
	{Keys: "Ctrl+PgDn, Ctrl+PgUp", Title: "Show the next or the previous page, also of a dialog", Group: "Window"},
	{Keys: "Ctrl+T", Title: "Tree and trace side by side", Group: "Window"},
	{Keys: "Ctrl+0", Title: "Fit the whole figure", Group: "Window"},
	{Keys: "Ctrl+L", Title: "Change how the figure looks; Esc closes the drawer", Group: "Window"},
	{Keys: "Ctrl+=, Ctrl+−", Title: "Make the text of the interface larger or smaller", Group: "Window"},
	{Keys: "Ctrl+I", Title: "Show or fold the inspector", Group: "Window"},
	{Keys: "Alt, F10", Title: "Go to the menus; then arrows, Enter and Escape", Group: "Window"},
	{Keys: "Tab, Shift+Tab", Title: "Go through all controls, starting with the tabs of the figure", Group: "Window"},
	{Keys: "Esc", Title: "Close a dialog, dismiss a notice, cancel typing", Group: "Window"},
	{Keys: "F1", Title: "A five-minute walk", Group: "Window"},
	{Keys: "↑ ↓, Return", Title: "Go through the results; show one", Group: "Results"},
	{Keys: "B", Title: "Show the result in a second pane, or close it", Group: "Results"},
	{Keys: "Drag",
		Title: "Over the right half of the figures: show the result in a second pane; over the left half: in the first",
		Group: "Results"},
	{Keys: "F2, click on its name", Title: "Rename the result shown, in its place", Group: "Results"},
	{Keys: "D", Title: "Copy its settings to the form, to run with changes", Group: "Results"},
	{Keys: "Delete", Title: "Remove the result; undo brings it back", Group: "Results"},
	{Keys: "M, right click", Title: "List the actions for the result", Group: "Results"},
	{Keys: "Click, ← →", Title: "Show a draw of a trace; the previous or the next one", Group: "Diagnostics"},
	{Keys: "1 … 9", Title: "Show the draw of another chain", Group: "Diagnostics"},
}

// Keys lists the keys and gestures, and finds those that some words tell of.
func Keys(d *dialogs.Dialogs) {
	list := controls.Stack(5)
	fill(list, "")
	scroll := container.NewVScroll(list)
	find := controls.NewField("", nil)
	find.Left = true
	find.SetPlaceHolder("Find a key or what it does")
	find.OnChanged = func(text string) {
		list.RemoveAll()
		fill(list, text)
		list.Refresh()
		scroll.ScrollToTop()
	}
	var s *dialogs.Sheet
	done := controls.NewButton("Done", controls.Primary, func() { s.Close() })
	s = d.OpenSheet("Keys and gestures", fyne.NewSize(660, 640),
		container.NewBorder(controls.Inset(0, 0, 0, 8, find), nil, nil, nil, scroll), done)
	s.Accept = s.Close
	d.Window.Canvas().Focus(find)
}

// fill lists the keys whose names, deeds or group have all words of a text, whatever their capitals.
func fill(list *fyne.Container, text string) {
	const keys, title = 190, 380
	words := strings.Fields(strings.ToLower(text))
	group, found := "", false
	own := append(append([]screen.Shortcut(nil), windowKeys...), stages.Keys...)
	for i, k := range append(own, views.Shortcuts()...) {
		g := k.Group
		if i >= len(own) {
			if views.OfTree(k) {
				g = "Tree: " + strings.ToLower(k.Group[:1]) + k.Group[1:]
			}
			if k.Group == "Change" {
				continue // the window's own undo takes these keys
			}
		}
		all := strings.ToLower(k.Keys + " " + k.Title + " " + g)
		if slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(all, w) }) {
			continue
		}
		found = true
		if g != group {
			group = g
			list.Add(controls.Gap(0, 6))
			list.Add(controls.Head(g))
		}
		key := controls.NewText(k.Keys, look.SizeBody, look.Ink).Bold()
		key.Fixed = keys
		list.Add(controls.Beside(12, key, controls.NewParagraph(k.Title, title, look.SizeBody, look.Ink)))
	}
	if !found {
		list.Add(controls.NewParagraph("No key was found.", title, look.SizeBody, look.Muted))
	}
}

// Walk explains the window in the order in which it is used.
func Walk(d *dialogs.Dialogs) {
	d.Message("A five-minute walk",
		"1. Open a table with Open… at the top left, drop a file on the window, or paste cells from a spreadsheet. "+
			"Rows are the observations, columns the measurements. A preview shows how the file was read; you can "+
			"correct every guess there, transpose the table, and leave out rows and columns (later too: Edit ▸ Rows and "+
			"Columns…). Columns of words become annotations: they colour the figure, and models never see them.",
		"2. A first tree, made by linkage, appears at once. It is a start, not a model of the data.",
		"3. Choose how to prepare the table: logarithm, centring, scaling, the most variable columns. You can undo "+
			"every change.",
		"4. Choose a model. A sentence says what it does; the form below has its parameters. Those marked “learn” "+
			"are learnt from the data; type a value, or close the lock, to fix one.",
		"5. Press Run. The tree improves as you watch, and the curve below it shows the objective. Pause, take "+
			"single steps, or stop: what was found is kept, and Run more continues from there. If a search is still "+
			"improving when it ends, Run until settled continues until it gains almost nothing. Each run is kept in "+
			"the list of results on the left: click one to see it again, or press ⋯ beside its name to compare, name "+
			"or remove it, or to run it again with changes. You need not wait for a run to end: change the form and "+
			"queue another.",
		"6. Click a branch point to select its clade. The column on the right says when it diverged, how many leaves "+
			"it has and which columns set it apart. Collapse it, rotate it, colour it. The key J shows a tree of the "+
			"columns above the heat map, which works in the same way. Use the menu Edit to cut the tree into groups, "+
			"or to make a group of the selected rows. Factor models have pages of their own: which columns each "+
			"factor loads on, how active it is in each row, and what the factors explain; for samples drawn from "+
			"factors, such as Pictures of five shapes, the page Truth shows the true ones beside those. What you select on one "+
			"page is selected on all. The data decide whether columns vary together along a tree (parameter Columns; "+
			"the line below the progress says what was chosen, and by how much). If they do, further pages show "+
			"their correlations and the directions in which they vary most.",
		"7. Export… saves the figure as "+write.Titles(write.Formats())+
			" in millimetres, with a caption and a methods sentence to copy. The menu File also saves the tree, the numbers behind the figure and the groups.",
		"8. Save (Ctrl+S) writes everything to one file, a study: tables, results with their draws, groups, notes, "+
			"and the state of the window. Opening it computes nothing, and a run continues where it stopped. Until "+
			"you save, the work is kept automatically: after a crash, the next start offers to restore it.",
		"The same fits run without a window: see espalier fit --help.")
}

// Model explains a model and gives its reference.
func Model(d *dialogs.Dialogs, i inference.Info) {
	text := []string{i.Summary}
	if i.Reference != "" {
		text = append(text, "Reference: "+say.Sentence(i.Reference))
	}
	if i.ObjectiveTitle != "" {
		text = append(text, "The curve shows the "+say.Sentence(cmp.Or(i.CurveTitle, i.ObjectiveTitle)))
	}
	for _, p := range i.Parameters {
		text = append(text, p.Title+" ("+p.Name+"): "+ParameterTip(p))
	}
	d.Message("About "+i.Title, text...)
}

// ParameterTip describes a parameter and the values that it accepts.
func ParameterTip(p inference.Parameter) string {
	text := p.Help
	if p.Type == inference.Real || p.Type == inference.Integer {
		text += " Range: " + p.Range()
		if p.Unit != "" {
			text += ", in " + p.Unit
		}
		text += "."
		if p.Learnt {
			text += " Learnt from the data unless you type a value."
		}
	}
	return text
}

// About shows the name of the program and its build.
func About(d *dialogs.Dialogs, software string) {
	d.Message(software,
		"An espalier is a tree trained flat against a wall. This program finds trees and other hidden structure in a "+
			"table and lays them out for you to see.",
		"Your data stay on this computer: nothing is sent anywhere.",
		"Licence: BSD-3-Clause. Figures and window are set in Liberation Sans (SIL Open Font License).")
}
