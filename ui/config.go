package ui

import (
	"cmp"
	"fmt"

	"example.org/espalier/plotting/teach"
	"example.org/espalier/ui/clusters"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/ui/workspace"

	"fyne.io/fyne/v2"
)

// Config holds the window's arguments from outside.
type Config struct {
	// Path is the study or the table, or "sample:NAME", to open at start; "" opens the last study
	// or, without one, a small sample.
	Path string
	// Teach is the teaching stage to show at start; nil shows none, an empty one the gallery.
	Teach *teach.Request
	// Version is shown in Help and written into figures.
	Version string
	// Software is the name and the version with the build, for figures and reports; "" derives it
	// from Version.
	Software string
	// Chooser asks for files with the system's dialog; nil uses the toolkit's.
	Chooser dialogs.FileChooser
}

// software names the program in figures and reports.
func (c Config) software() string { return cmp.Or(c.Software, "Espalier "+c.Version) }

// Environment variables that fix settings that the window otherwise remembers, for pictures of it that are the same
// every time.
const (
	windowSize = "ESPALIER_WINDOW" // its size, as in 1440x900
	themeMode  = "ESPALIER_THEME"  // light or dark
)

// startSize returns the size that the environment asks for, else the last size of the window, else
// a default.
func startSize(asked string, p fyne.Preferences) fyne.Size {
	var width, height float32
	if n, err := fmt.Sscanf(asked, "%fx%f", &width, &height); err == nil && n == 2 && width > 0 && height > 0 {
		return fyne.NewSize(width, height)
	}
	size := fyne.NewSize(float32(p.FloatWithFallback(prefWidth, 1440)), float32(p.FloatWithFallback(prefHeight, 900)))
	return size.Max(least)
}

// Names under which the window remembers things.
const (
	prefTheme     = "theme"
	prefInspector = "inspector"
	prefStill     = "motion.reduced"
	prefApart     = "fits.apart" // fits run in processes of their own
	prefStudy     = "study"      // path of the last open study
	prefWidth     = "window.width"
	prefHeight    = "window.height"
)

// still reports whether the user asked for reduced motion.
func (w *window) still() bool { return w.app.Preferences().Bool(prefStill) }

// setApart remembers whether fits run in processes of their own: those that are started from now on.
func (w *window) setApart(on bool) {
	w.app.Preferences().SetBool(prefApart, on)
	w.ws.Apart = on
	w.menu.refresh()
}

// book keeps the clusters that the user has saved.
func (w *window) book() clusters.Book { return clusters.Book{Preferences: w.app.Preferences()} }

// takeClusters hands the saved clusters to the workspace.
func (w *window) takeClusters() {
	list, on := w.book().Clusters(w.ws.Version)
	w.ws.Clusters, w.ws.On = list, nil
	if on >= 0 {
		w.ws.On = &list[on]
	}
	if w.menu != nil {
		w.ws.Changed(workspace.ModelChanged | workspace.RunChanged)
		w.menu.refresh()
	}
}

// runOn chooses where runs start from now on: on a cluster by its name, or "" for this machine.
func (w *window) runOn(name string) {
	w.book().Choose(name)
	w.takeClusters()
	if w.ws.On != nil {
		if err := w.ws.On.Check(); err != nil {
			w.ws.Fail("Runs cannot start there yet.", err)
		}
	}
}

// setStill remembers whether motion is reduced and tells the tree.
func (w *window) setStill(on bool) {
	w.app.Preferences().SetBool(prefStill, on)
	w.centre.setMotion(!on)
	w.menu.refresh()
}
