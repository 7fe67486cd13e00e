//go:build !headless

package ui

import (
	"fmt"
	"os"
	"runtime"

	"espalier/assets"
	"espalier/inference/catalog"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
)

// Main opens the window and returns, when it is closed, the exit status of the program.
func Main(c Config) int {
	if err := displayError(runtime.GOOS, os.Getenv); err != nil {
		fmt.Fprintf(os.Stderr, "espalier: %v\n", err)
		return 1
	}
	a := app.NewWithID("org.espalier.Espalier")
	a.SetIcon(fyne.NewStaticResource("icon.png", assets.Icon))
	w := newWindow(a, c, catalog.Models(), fyne.DoAndWait)
	w.centre.setMotion(!w.still())
	w.win.Resize(startSize(os.Getenv(windowSize), a.Preferences()))
	if os.Getenv(windowSize) == "" {
		w.win.CenterOnScreen()
	}
	a.Lifecycle().SetOnStarted(func() {
		w.openFirst()
		w.openTeach()
	})
	w.win.ShowAndRun()
	return 0
}
