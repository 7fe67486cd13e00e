//go:build !nonativedialog && !headless && (windows || darwin)

package nativedialog

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"

	"example.org/espalier/ui/dialogs"

	"github.com/sqweek/dialog"
)

// A Chooser is a dialogs.FileChooser. All its dialogs are shown by one goroutine on one
// thread, one after the other, as the system's toolkits want it.
type Chooser struct {
	once sync.Once
	asks chan ask
}

var _ dialogs.FileChooser = (*Chooser)(nil)

type ask struct {
	show   func() (string, error)
	answer chan<- answer
}

type answer struct {
	path string
	err  error
}

// New returns a chooser.
func New() dialogs.FileChooser { return &Chooser{} }

// Open implements dialogs.FileChooser.
func (c *Chooser) Open(title string, filters []dialogs.FileFilter) (string, error) {
	return c.ask(func() (string, error) { return builder(title, filters).Load() })
}

// Save implements dialogs.FileChooser. The dialog asks before a file is replaced.
func (c *Chooser) Save(title, name string, filters []dialogs.FileFilter) (string, error) {
	return c.ask(func() (string, error) { return builder(title, filters).SetStartFile(name).Save() })
}

func builder(title string, filters []dialogs.FileFilter) *dialog.FileBuilder {
	b := dialog.File().Title(title)
	for _, f := range filters {
		b = b.Filter(f.Name, f.Extensions...)
	}
	return b
}

func (c *Chooser) ask(show func() (string, error)) (string, error) {
	c.once.Do(func() {
		c.asks = make(chan ask)
		go c.work()
	})
	result := make(chan answer, 1)
	c.asks <- ask{show, result}
	a := <-result
	return a.path, a.err
}

// work shows dialogs on a thread of its own for as long as the program lives.
func (c *Chooser) work() {
	runtime.LockOSThread()
	for a := range c.asks {
		path, err := guarded(a.show)
		a.answer <- answer{path, err}
	}
}

// guarded turns the panic of a toolkit without a display into an error, and restores the working
// directory, which the dialogs of some systems change.
func guarded(show func() (string, error)) (path string, err error) {
	if here, e := os.Getwd(); e == nil {
		defer func() {
			if now, e := os.Getwd(); e == nil && now != here {
				err = errors.Join(err, os.Chdir(here))
			}
		}()
	}
	defer func() {
		if p := recover(); p != nil {
			path, err = "", fmt.Errorf("%w: %v", dialogs.ErrNoChooser, p)
		}
	}()
	path, err = show()
	if errors.Is(err, dialog.ErrCancelled) {
		return "", nil
	}
	return path, err
}
