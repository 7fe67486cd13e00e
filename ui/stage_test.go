package ui

import (
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/agglomerative"
	"example.org/espalier/inference/study"
	"example.org/espalier/ui/dialogs"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"go.uber.org/goleak"
)

// one stands for the goroutine of the window: a test holds it while it acts, workers
// while they come back. It is one for all tests, since the toolkit has one state.
var one sync.Mutex

// A stage is a window on the test driver.
type stage struct {
	door
	t      testing.TB
	w      *window
	hold   hold // of the first model
	closed bool // what comes back later finds no window
	before goleak.Option
}

// windows are those of the present test. When it ends all windows close before the first of their applications goes, which
// resets what a worker of another window may still read.
var windows []*stage

// answers is a file chooser that answers with a path.
type answers struct{ path string }

func (a answers) Open(string, []dialogs.FileFilter) (string, error)         { return a.path, nil }
func (a answers) Save(string, string, []dialogs.FileFilter) (string, error) { return a.path, nil }

func newStage(t testing.TB, size fyne.Size, chooser dialogs.FileChooser, more ...inference.Model) *stage {
	one.Lock()
	a := test.NewTempApp(t)
	one.Unlock()
	s := &stage{door: door{mu: &one}, t: t, before: goleak.IgnoreCurrent()}
	models := []inference.Model{fakeModel{name: "slow", target: 40, hold: &s.hold}, agglomerative.Model{}}
	models = append(models, more...)
	one.Lock()
	defer one.Unlock()
	s.w = newWindow(a, Config{Version: "test", Chooser: chooser}, models, func(f func()) {
		s.post(func() {
			if !s.closed {
				f()
			}
		})
	})
	s.w.banner.after = func(time.Duration, func()) func() { return func() {} } // remarks stay to be read
	s.w.win.Resize(size)
	windows = append(windows, s)
	t.Cleanup(func() {
		before := s.before
		s.do(func() {
			for _, o := range windows {
				if !o.closed {
					o.w.close()
				}
				o.closed = true
			}
			if len(windows) > 0 {
				before, windows = windows[0].before, nil
			}
		})
		allGone(t, before)
	})
	return s
}

// allGone waits until the workers that a test started have ended: the next test has
// another application, whose theme one of them might still read. If they do not end, neither does
// the test.
func allGone(t testing.TB, before goleak.Option) {
	t.Helper()
	own := goleak.IgnoreAnyFunction("fyne.io/fyne/v2/internal/async.(*UnboundedChan[...]).processing")
	for goleak.Find(before, own) != nil {
	}
}

func (s *stage) openSample(name string) {
	s.t.Helper()
	s.do(func() { s.w.opens.openSample(name) })
	s.until("the first tree of "+name, func() bool {
		return s.w.ws.Table() != nil && s.w.ws.Table().Name == name && s.w.centre.shown != nil && s.w.centre.shown.Table.Name == name
	})
}

var usual = fyne.NewSize(1440, 900)

// pick selects, inside the door.
func (s *stage) pick(sel study.Selection) {
	s.w.ws.Doc.Do("select", "select", func(now study.State) study.State { now.Selection = sel; return now })
}

// save exports to a file of a folder and returns its path.
func (s *stage) save(dir, name string, export func()) string {
	s.t.Helper()
	path := filepath.Join(dir, name)
	s.do(func() { s.w.Chooser = answers{path}; export() })
	s.until("saving "+name, func() bool {
		n := s.w.ws.Notice
		return n.Bad || strings.HasPrefix(n.Text, "Saved")
	})
	s.do(func() {
		if n := s.w.ws.Notice; n.Bad {
			s.t.Errorf("%s: %s %v", name, n.Text, n.Err)
		}
		s.w.ws.Dismiss()
	})
	return path
}

// each calls f for an object and all objects in its containers.
func each(o fyne.CanvasObject, f func(fyne.CanvasObject)) {
	f(o)
	if c, ok := o.(*fyne.Container); ok {
		for _, child := range c.Objects {
			each(child, f)
		}
	}
	if c, ok := o.(*container.Scroll); ok {
		each(c.Content, f)
	}
}
