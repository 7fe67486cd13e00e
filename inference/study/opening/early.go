package opening

import (
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/autosave"
	"example.org/espalier/inference/study/file"
)

// An Opened is a study file that this process holds, with the study in it. Seen says that the study appears as it was
// last shown, which differs from the file.
type Opened struct {
	File  *file.File
	Study *Study
	Seen  bool
}

// First returns the results of a state that are to be read before the others.
type First func(study.State) []study.ResultID

// Open holds a study file and begins to read it, as it was last shown if views record that.
func Open(path string, views map[string]autosave.View, first First) (o Opened, err error) {
	o.File = file.Hold(path)
	view := views[o.File.Path]
	if view.Mark != o.File.Mark() { // the file has been saved since
		view.State = nil
	}
	o.Seen = view.State != nil
	if o.Study, err = Begin(o.File.Path, view.State, first); err != nil {
		return Opened{}, errors.Join(err, o.File.Release())
	}
	return o, nil
}

// Kept returns the work that programs left in a folder of automatic saves when they did not end properly, the latest
// first; the caller must restore, discard or release it. It also returns, and removes from the folder, the last views
// of study files, by their paths.
func Kept(root string) (left []*autosave.Session, views map[string]autosave.View, err error) {
	all, lost := autosave.Orphans(root, nil)
	views = map[string]autosave.View{}
	for _, one := range slices.Backward(all) { // the latest view of a file counts
		if v, ok := one.View(); ok {
			views[v.Of] = v
			err = errors.Join(err, one.Discard())
			continue
		}
		left = append(left, one)
	}
	slices.Reverse(left)
	for _, l := range lost {
		err = errors.Join(err, errors.New(l.String()))
	}
	return left, views, err
}

// An Early looks for kept work, and opens a study if there is none, before it is asked to, while the window is
// made. Each result may be fetched once; later calls, and calls on a nil Early, do the work then.
type Early struct {
	root, path string
	kept, done chan struct{} // closed when the fields below are set

	left    []*autosave.Session
	views   map[string]autosave.View
	keptErr error
	opened  Opened
	openErr error

	mu        sync.Mutex
	tookKept  bool
	tookStudy bool
}

// Start begins with a folder of automatic saves and the path of a study; anything else opens nothing.
func Start(root, path string, first First) *Early {
	e := &Early{root: root, path: absolute(path), kept: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(e.done)
		e.left, e.views, e.keptErr = Kept(root)
		close(e.kept)
		// Work that was left may be restored into the file, which must then be free.
		if e.tookStudy = len(e.left) > 0 || filepath.Ext(path) != file.Extension; e.tookStudy {
			return
		}
		e.opened, e.openErr = guarded(func() (Opened, error) { return Open(path, maps.Clone(e.views), first) })
	}()
	return e
}

func absolute(path string) string {
	if to, err := filepath.Abs(path); err == nil {
		return to
	}
	return path
}

// Kept is [Kept] of a folder.
func (e *Early) Kept(root string) (left []*autosave.Session, views map[string]autosave.View, err error) {
	if e == nil || root != e.root || !once(&e.mu, &e.tookKept) {
		return Kept(root)
	}
	<-e.kept
	return e.left, e.views, e.keptErr
}

// Open is [Open] of a study. If another one was begun, that is released.
func (e *Early) Open(path string, views map[string]autosave.View, first First) (Opened, error) {
	if e != nil {
		<-e.done
		if once(&e.mu, &e.tookStudy) {
			if absolute(path) == e.path {
				return e.opened, e.openErr
			}
			if e.openErr == nil {
				_ = e.opened.File.Release() // it was only read
				e.opened.Study.Rest.Drop()
			}
		}
	}
	return Open(path, views, first)
}

// once sets a mark and reports whether it was unset.
func once(mu *sync.Mutex, mark *bool) bool {
	mu.Lock()
	defer mu.Unlock()
	was := *mark
	*mark = true
	return !was
}
