package workspace

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"example.org/espalier/inference"
	fit "example.org/espalier/inference/job"
	"example.org/espalier/inference/safe"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/autosave"
	"example.org/espalier/inference/study/file"
	"example.org/espalier/inference/study/opening"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/panics"
	"example.org/espalier/views/say"
)

// Studies keep the work of a [Workspace]: in its study file and in the automatic saves.
type Studies struct {
	// Layout returns the layout of the window, and Arrange restores one; both may be nil.
	Layout  func() json.RawMessage
	Arrange func(json.RawMessage)
	// Settled is called when a study was opened. When the channel that it returns is closed, the results that are not
	// shown are read. It may be nil.
	Settled func() <-chan struct{}
	Early   *opening.Early // began before the window was there; may be nil

	w       *Workspace
	File    *file.File    // nil before there is one
	changes int           // made so far
	Saved   int           // of these are in the file
	seen    bool          // the view differs from the file
	Works   []string      // the present work with a file, and then the work that waits for its end
	ended   chan struct{} // closed at the end of the last of these
	Rest    *opening.Rest // the part of the study that is still being read; nil for none
	taking  bool          // it is added, or the window laid out as the study says, now
	Session *autosave.Session
	Keeper  *autosave.Keeper
	failing bool // the last automatic save failed; the user was told
	// Views of study files, by their paths, when a program ended that had no other work.
	views map[string]autosave.View
}

// worth returns the part of a state that must not be lost without asking: the contents and the work
// on them, edits of figures among it, not which figures are shown and of what, the selection, or the
// form of the next run. Without a file, a table that was only opened and prepared does not count
// either.
func (s *Studies) worth(of study.State) study.State {
	of.Open, of.Shown, of.Selection, of.Setup = 0, 0, study.Selection{}, study.Setup{}
	var sheets []study.Sheet
	for _, h := range of.Sheets {
		h.Panes, h.Left = depict.EditsOf(h.Panes), study.Left{}
		if s.File == nil {
			h.Preprocessing = inference.Preprocessing{}
			if reflect.DeepEqual(h, study.Sheet{Table: h.Table}) {
				continue
			}
		}
		sheets = append(sheets, h)
	}
	of.Sheets = sheets
	return of
}

// follow counts changes. A change that is not work does not mark the study as changed, but the automatic saves
// keep it.
func (s *Studies) follow(c study.Change) {
	if s.Waits(s.w.Now().Shown) {
		s.Rest.Want()
	}
	if c.Has(study.Loaded) || s.taking {
		return
	}
	before := s.Changed()
	r, _ := s.w.Doc.Result(c.Result)
	found := c.Has(study.Snapshots) && !r.First
	done := c.Has(study.Undoable) && !reflect.DeepEqual(s.worth(c.Before), s.worth(s.w.Now()))
	if !found && !done {
		s.seen = s.seen || c.Has(study.Undoable)
		s.Keeper.Changed()
		return
	}
	s.changes++
	s.Keeper.Changed()
	if !before {
		s.w.Changed(StudyChanged)
	}
}

// Looked tells that the window is laid out otherwise, such as with another page or zoom. That is no work.
func (s *Studies) Looked() {
	if s.taking {
		return
	}
	if s.Keeper.Changed(); !s.seen { // a hand that zooms tells it again and again
		s.seen = true
		s.w.Changed(StudyChanged)
	}
}

// Changed reports whether there is work that is not in a study file.
func (s *Studies) Changed() bool { return s.changes != s.Saved }

// Saveable reports whether saving would write anything new, even if only which result is shown and
// how.
func (s *Studies) Saveable() bool { return s.Changed() || s.seen }

// Path returns the path of the study, "" before there is one.
func (s *Studies) Path() string {
	if s.File == nil {
		return ""
	}
	return s.File.Path
}

// ReadOnly returns why the study cannot be saved to its own file, nil if it can.
func (s *Studies) ReadOnly() error {
	if s.File == nil {
		return nil
	}
	return s.File.ReadOnly
}

// Name returns the name of the study without its extension, "" before there is one.
func (s *Studies) Name() string {
	if s.File == nil {
		return ""
	}
	return strings.TrimSuffix(filepath.Base(s.Path()), file.Extension)
}

// contents returns the contents to save, and the working fits, whose states must be requested.
func (s *Studies) contents() (study.Contents, map[study.ResultID]autosave.Fit) {
	c := s.w.Doc.Contents()
	if s.Layout != nil {
		c.Layout = s.Layout()
	}
	running := map[study.ResultID]autosave.Fit{}
	for id, j := range s.w.Runs.Jobs {
		if _, ok := c.Results[id]; ok && !j.First && !j.closed && !j.Kept {
			running[id] = j.Run
		}
	}
	return c, running
}

// complete returns contents with the parts that were still being read, the states of the working fits, and the results
// of fits that have just ended; and the results that could not be read. It must not run on the goroutine of the window.
func complete(ctx context.Context, c study.Contents, rest *opening.Rest, running map[study.ResultID]autosave.Fit,
	version string) (study.Contents, []study.ResultID) {
	c, left := rest.Complete(c)
	for id, f := range running {
		r := c.Results[id]
		if h, ok := f.(fit.Handle); ok && h.Progress().State.Ended() && h.Latest() == r.Fit.Snapshot {
			if found, err := h.Result(ctx); err == nil && found != nil {
				r.Fit = endOf(r.Fit, found, version)
			}
		}
		if state, err := f.Save(ctx); err == nil { // a fit that cannot be saved keeps its result so far
			kept := *r.Fit
			kept.State = state
			r.Fit = &kept
		}
		c.Results[id] = r
	}
	return c, left
}

// Save writes the study into its file and then calls then, with an error if that failed.
func (s *Studies) Save(then func(error)) {
	f := s.File
	if f == nil {
		panic("workspace: a study without a file cannot be saved")
	}
	c, running := s.contents()
	changes, version, rest := s.changes, s.w.Version, s.Rest
	rest.Want()
	s.Work("Saving "+filepath.Base(f.Path), func(ctx context.Context) func() {
		whole, left := complete(ctx, c, rest, running, version)
		err := ctx.Err()
		if len(left) > 0 && rest.From == f.Path { // the only copy of them
			err = errors.Join(err,
				fmt.Errorf("%s could not be read: save under another name", plotting.Plural(len(left), "result")))
		} else {
			err = errors.Join(err, f.Save(whole, version))
		}
		return func() {
			if err == nil && s.File == f {
				s.Saved, s.seen = changes, false
				s.Keeper.Changed()
			}
			s.w.Changed(StudyChanged)
			then(err)
		}
	})
}

// SaveAs writes the study into another file, which becomes the file of the study.
func (s *Studies) SaveAs(path string, then func(error)) {
	if s.File != nil && s.File.ReadOnly == nil && s.File.Path == path {
		s.Save(then)
		return
	}
	if s.File != nil && s.File.Path == path {
		then(s.File.ReadOnly)
		return
	}
	next := file.Hold(path)
	if next.ReadOnly != nil {
		then(next.ReadOnly)
		return
	}
	old := s.File
	s.File = next
	s.Save(func(err error) {
		if err != nil && s.File == next {
			_ = next.Release() // the error of saving says more
			s.File = old
		} else {
			_ = old.Release() // the file is no longer used
		}
		s.w.Changed(StudyChanged)
		then(err)
	})
}

// Work calls f on another goroutine, and the function that f returns on the goroutine of the
// window. One work with a file waits for the end of the one before it.
func (s *Studies) Work(what string, f func(context.Context) func()) {
	s.Works = append(s.Works, what)
	s.w.Changed(BusyChanged)
	ctx, before, done := s.w.Context, s.ended, make(chan struct{})
	s.ended = done
	go func() {
		if before != nil {
			select {
			case <-before:
			case <-ctx.Done(): // the window is gone, and its goroutine with it
				return
			}
		}
		then, err := panics.Call(func() (func(), error) { return f(ctx), nil })
		s.w.Post(func() {
			defer close(done)
			s.Works = s.Works[1:]
			s.w.Changed(BusyChanged)
			if err != nil {
				s.w.Fail(what+" failed.", err)
				return
			}
			then()
		})
	}()
}

// Open reads a study on another goroutine and replaces the present one. It reports damage to the
// user. It calls then at the end, with an error if there was nothing to open.
func (s *Studies) Open(path string, then func(error)) {
	if s.File != nil && s.File.Path == path { // to take its lock again
		_ = s.File.Release()
		s.File = nil
	}
	views := maps.Clone(s.views)
	s.Work("Opening "+filepath.Base(path), func(context.Context) func() {
		o, err := s.Early.Open(path, views, ShownFirst)
		if err != nil {
			return func() { then(err) }
		}
		return func() {
			s.put(o.Study, o.File)
			delete(s.views, o.File.Path)
			s.seen = o.Seen
			then(nil)
			s.readRest(o.Study, o.File.ReadOnly)
		}
	})
}

// ShownFirst returns the results that are shown when a study is opened.
func ShownFirst(now study.State) []study.ResultID {
	h, _ := now.Sheet()
	beside, _ := study.PaneOf[SecondChoice](h.Panes, SecondName)
	return []study.ResultID{now.Shown, beside.Result}
}

// readRest takes the results that wait as they are read, and then reports damage.
func (s *Studies) readRest(o *opening.Study, readOnly error) {
	var settled <-chan struct{}
	if s.Settled != nil {
		settled = s.Settled()
	}
	rest := o.Rest
	if rest == nil {
		s.tellOpened(o.Lost, readOnly)
		return
	}
	go func() {
		if settled != nil { // the result shown goes first
			select {
			case <-settled:
			case <-rest.Wanted():
			}
		}
		var gone []study.ResultID
		for b := range rest.Read() {
			gone, b.Gone = append(gone, b.Gone...), nil
			s.w.Post(func() {
				if s.Rest == rest {
					s.take(b)
					o.Lost = append(o.Lost, b.Lost...)
				}
			})
		}
		s.w.Post(func() {
			if s.Rest == rest {
				s.take(opening.Batch{Gone: gone}) // only after the user knows: a saved file would lack them
				s.Rest = nil
				s.tellOpened(o.Lost, readOnly)
			}
		})
	}()
}

// quietly calls do, which changes the document but not the study.
func (s *Studies) quietly(do func()) {
	was := s.taking
	s.taking = true
	defer func() { s.taking = was }()
	do()
}

// take adds the parts read to the study. That is no change of the study.
func (s *Studies) take(b opening.Batch) {
	w := s.w
	s.taking = true
	defer func() { s.taking = false }()
	for id, data := range b.Prepared {
		if data != nil && w.Doc.Prepared(id, data.Preprocessing) == nil {
			w.Doc.AddPrepared(id, data)
		}
	}
	for _, r := range b.Results {
		w.Doc.Put(r)
		w.Runs.adopt(r.ID, b.Materials[r.ID])
	}
	for _, id := range b.Gone {
		w.Doc.Lose(id)
	}
	c := RunChanged | OthersChanged
	if now := w.Now(); slices.ContainsFunc(b.Results, func(r study.Result) bool { return r.ID == now.Shown }) ||
		len(b.Gone) > 0 {
		c |= ResultChanged
	}
	w.Changed(c)
}

// Waits reports whether a result of the study is still being read.
func (s *Studies) Waits(id study.ResultID) bool { return s.Rest.Has(id) && s.w.Runs.Jobs[id] == nil }

// tellOpened tells the user about problems of a study just opened. A damaged file is not written any more.
func (s *Studies) tellOpened(lost []study.Loss, readOnly error) {
	switch {
	case len(lost) > 0:
		s.File.Protect()
		var what []string
		for _, l := range lost[:min(3, len(lost))] {
			what = append(what, l.String())
		}
		if more := len(lost) - len(what); more > 0 {
			what = append(what, fmt.Sprintf("and %d more", more))
		}
		s.w.Tell(Notice{Bad: true,
			Text: "Part of the study is damaged and was left out; the rest is open. Saving asks for another name.",
			Err:  errors.New(strings.Join(what, "; "))})
	case readOnly != nil:
		s.w.Tell(Notice{Text: say.Sentence(readOnly.Error())})
	}
}

// New replaces the present study by an empty one.
func (s *Studies) New() {
	s.put(opening.Whole(study.Contents{State: study.State{Setup: s.w.Now().Setup}}, nil), nil)
}

// put replaces the present study. Fits that were working when it was saved continue.
func (s *Studies) put(o *opening.Study, f *file.File) {
	w := s.w
	w.CancelOpen()
	w.generation++
	w.wanted, w.refused, w.Notice = nil, nil, Notice{}
	w.Runs.closeAll()
	_ = s.File.Release() // nothing more is written there
	s.File, s.Rest = f, o.Rest
	o.Contents.State.Setup = w.Next.fitting(o.Contents.State.Setup)
	w.Doc.Load(o.Contents)
	for id, data := range o.Prepared {
		if data != nil {
			w.Doc.AddPrepared(id, data)
		}
	}
	for id, m := range o.Materials {
		w.Runs.adopt(id, m)
	}
	s.Saved, s.seen = s.changes, false
	w.Changed(anythingChanged)
	if s.Arrange != nil && o.Contents.Layout != nil {
		s.taking = true
		s.Arrange(o.Contents.Layout)
		s.taking = false
	}
	if w.Now().Shown == 0 && len(o.Contents.Results) == 0 {
		w.Runs.firstTree()
	}
	s.Keeper.Changed()
}

// Begin starts automatic saves in a folder. It returns the work that programs left there when they did not end
// properly, the latest first; the caller must restore or discard each. Where only the view of a study file had changed,
// that study opens with it, without a question.
func (s *Studies) Begin(root string, o autosave.Options) (left []*autosave.Session, err error) {
	left, views, err := s.Early.Kept(root)
	s.views = views
	session, failure := autosave.Begin(root, nil)
	if failure != nil {
		return left, errors.Join(err, failure)
	}
	s.keep(session, o)
	return left, err
}

func (s *Studies) keep(session *autosave.Session, o autosave.Options) {
	o.Program = s.w.Version
	told := o.Told
	o.Told = func(err error) {
		s.tellKept(err)
		if told != nil {
			told(err)
		}
	}
	s.Session = session
	s.Keeper = autosave.Keep(session, s.look, o)
}

// mark identifies the content of the study file if only the view differs from it; otherwise it is "".
func (s *Studies) mark() string {
	if s.Changed() || !s.seen || s.File == nil || s.File.ReadOnly != nil {
		return ""
	}
	return s.File.Mark()
}

// look gets the work to save, on the goroutine of the window.
func (s *Studies) look(ctx context.Context) (autosave.Work, bool) {
	type seen struct {
		autosave.Work
		rest *opening.Rest
	}
	got := make(chan seen, 1)
	go s.w.Post(func() {
		c, running := s.contents()
		path := s.Path()
		got <- seen{autosave.Work{Contents: c, Of: path, Running: running, Clean: !s.Changed(), Mark: s.mark()}, s.Rest}
	})
	select {
	case work := <-got:
		if !work.Clean {
			work.Contents, _ = work.rest.Complete(work.Contents)
		}
		return work.Work, true
	case <-ctx.Done():
		return autosave.Work{}, false
	}
}

// tellKept tells the user, once, that the work could not be saved automatically.
func (s *Studies) tellKept(err error) {
	if s.w.Context.Err() != nil {
		return
	}
	go s.w.Post(func() {
		if err != nil && !s.failing {
			s.w.Fail("The work could not be saved automatically. Save it yourself.", err)
		}
		s.failing = err != nil
	})
}

// Restore replaces the present study by the work that another program left, and keeps it in the
// same session. Work that belonged to a study file becomes unsaved changes of that study.
func (s *Studies) Restore(left *autosave.Session, o autosave.Options, then func()) {
	of, _, _ := left.Saved()
	mine, keeper := s.Session, s.Keeper
	s.Work("Restoring", func(context.Context) func() {
		c, lost := left.Contents()
		opened := opening.Whole(c, lost)
		var f *file.File
		if of != "" {
			f = file.Hold(of)
		}
		if keeper != nil {
			keeper.Stop()
			<-keeper.Gone()
			_ = mine.Discard() // an empty folder, which the next start would remove
		}
		return func() {
			s.keep(left, o)
			s.put(opened, f)
			s.changes++
			s.Keeper.Changed()
			s.w.Changed(StudyChanged)
			then()
			s.tellOpened(opened.Lost, s.ReadOnly())
		}
	})
}

// SaveLast saves the work automatically for the last time, and reports whether there is any that is not in a study
// file, be it only the view. It waits, so call it after the window is gone.
func (s *Studies) SaveLast() (keep bool) {
	mark := s.mark()
	if s.Keeper == nil || !s.Changed() && mark == "" {
		return false
	}
	s.Keeper.Stop()
	<-s.Keeper.Gone()
	c, running := s.contents()
	save := func() error { return s.Session.SaveView(c, s.Path(), mark, s.w.Version, time.Now()) }
	if mark == "" {
		c, _ = complete(s.w.Context, c, s.Rest, running, s.w.Version)
		save = func() error { return s.Session.SaveStudy(c, s.Path(), s.w.Version, time.Now()) }
	}
	if err := save(); err != nil {
		fmt.Fprintf(os.Stderr, "espalier: %s\n", safe.Text(err.Error()))
	}
	return true
}

// Close releases the file. If keep is true the automatic saves stay, to be offered at the next
// start; otherwise they are removed. It does not wait; the function that it returns does.
func (s *Studies) Close(keep bool) (wait func()) {
	_ = s.File.Release() // nothing more is written there
	s.File = nil
	session, keeper := s.Session, s.Keeper
	s.Session, s.Keeper = nil, nil
	keeper.Stop()
	return func() {
		if keeper == nil {
			return
		}
		<-keeper.Gone()
		var err error
		if keep {
			err = session.Release()
		} else {
			err = session.Discard()
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "espalier: %s\n", safe.Text(err.Error()))
		}
	}
}

// Tables returns the sheets of the study, in the order in which they were opened.
func (s *Studies) Tables() []study.Sheet { return s.w.Now().Sheets }

// ShowTable opens another table of the study, with its last view.
func (s *Studies) ShowTable(id study.TableID) {
	w := s.w
	i := slices.IndexFunc(w.Now().Sheets, func(h study.Sheet) bool { return h.Table == id })
	if i < 0 || id == w.Now().Open {
		return
	}
	t := w.Doc.Table(id)
	w.prepare(preparation{label: "Show " + t.Name, table: id, prep: w.Now().Sheets[i].Preprocessing}, t)
}
