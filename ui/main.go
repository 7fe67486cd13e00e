//go:build !headless

package ui

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"example.org/espalier/assets"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/safe"
	"example.org/espalier/inference/study/autosave"
	"example.org/espalier/inference/study/file"
	"example.org/espalier/inference/study/opening"
	"example.org/espalier/ui/display"
	"example.org/espalier/ui/frame"
	"example.org/espalier/ui/workspace"
	"example.org/espalier/views/screen"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
)

// Main opens the window and returns, when it is closed, the exit status of the program.
func Main(c Config) int {
	if err := display.Missing(); err != nil {
		fmt.Fprintf(os.Stderr, "espalier: %s\n", safe.Text(err.Error()))
		return 1
	}
	display.StartQuietly(os.Stderr)
	a := app.NewWithID("org.espalier.Espalier")
	a.SetIcon(fyne.NewStaticResource("icon.png", assets.Icon))
	root, err := autosave.Folder()
	early, first := (*opening.Early)(nil), cmp.Or(c.Path, a.Preferences().String(prefStudy))
	if err == nil {
		early = opening.Start(root, first, workspace.ShownFirst)
	}
	w := newWindow(a, c, catalog.Models(), fyne.DoAndWait)
	w.ws.Studies.Early = early
	if file.Is(first) && c.Teach == nil {
		w.curtain = frame.Drop(w.win, w.win.Content().(*fyne.Container), w.columns.Object,
			"Opening "+filepath.Base(first)+"…", curtainPatience, w.post, w.teach.Shown)
	}
	if first = cmp.Or(first, firstSample); !file.Is(first) {
		name, _ := sampleName(first)
		w.ws.Opening = &workspace.Reading{Name: filepath.Base(name), Cancel: func() {}}
		w.ws.Changed(workspace.BusyChanged)
	}
	w.centre.setMotion(!w.still())
	w.ws.Studies.Settled = func() <-chan struct{} { return w.drawn(patience) }
	w.win.Resize(startSize(os.Getenv(windowSize), a.Preferences()))
	if os.Getenv(windowSize) == "" {
		w.win.CenterOnScreen()
	}
	a.Lifecycle().SetOnStarted(func() {
		if err != nil {
			w.ws.Fail("The work is not saved automatically.", err)
			w.study.openFirst()
		} else {
			w.study.begin(root, autosave.Options{}, w.study.openFirst)
		}
		w.teach.Start(c.Teach)
	})
	stop := display.EndOnHangUp(a)
	w.win.ShowAndRun()
	stop()
	w.settled()
	return 0
}

// curtainPatience is how long the window stays plain at most before a study is there.
const curtainPatience = 3 * time.Second

// patience is how long the results of a study that are not shown wait for those that are.
const patience = 5 * time.Second

// drawn returns a channel that is closed when all that is shown is drawn, or the patience is over. Until then
// figures do not glide: nobody has seen the first ones yet.
func (w *window) drawn(patience time.Duration) <-chan struct{} {
	w.centre.setMotion(false)
	idle, done := screen.Idle(), make(chan struct{})
	go func() {
		select {
		case <-idle:
		case <-time.After(patience):
		}
		close(done)
		w.post(func() { w.centre.setMotion(!w.still()) })
		w.curtain.Lift()
	}()
	return done
}

// settled ends automatic saves once the window is gone. If the system ended the program, the user
// was not asked: unsaved work stays in the automatic saves and is offered at the next start.
func (w *window) settled() {
	if w.settle == nil {
		keep := w.ws.Studies.SaveLast()
		w.settle = w.ws.Studies.Close(keep)
		w.ws.Close()
	}
	w.settle()
}
