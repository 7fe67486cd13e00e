package autosave

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"runtime"
	"slices"
	"sync"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/file"
)

const (
	// Every is the usual time from the beginning of one save to the end of the next while something
	// changes, so that no more work than this is lost.
	Every = 10 * time.Second
	// share is the wait before the next save after a run has ended, as a multiple of the processor time of
	// the last save, so that saving takes less than 2 % of the time. Losing no more than Every takes
	// precedence.
	share = 50
	// rest is the least wait before the next save, as a multiple of how long the last one lasted, so that
	// saves of more than half of Every leave as much time without one.
	rest = 2
	// reserve is the least time reserved for a save before Every has passed. If one of the last few saves
	// took more than half of it, twice as long as that save is reserved, because a loaded machine can become
	// slower at any moment.
	reserve = time.Second
	few     = 8
)

// Work is the content of a save. Nothing in it is modified later.
type Work struct {
	Contents study.Contents
	Of       string // path of the study being worked on; "" if it has none
	// Running are the running fits, by their results. Their states are requested while they run.
	Running map[study.ResultID]Fit
	// Clean says that all of the work is already in the study file: nothing is kept then, except the view, if that differs
	// from the file. Mark is then that of the file; "" if nothing differs.
	Clean bool
	Mark  string
}

// A Fit is a fit in progress, such as a [job.Handle].
type Fit interface {
	Save(ctx context.Context) (*pieces.Bytes, error)
}

// Options of a Keeper. Zero means the default for Clock, Every and Share.
type Options struct {
	Clock   Clock
	Every   time.Duration
	Share   int    // wait before the next save, as a multiple of the processor time of the last; 0 for 50
	Program string // its version
	// Told is called after every save, with its error, on the Keeper's goroutine; may be nil.
	Told func(error)
}

// A Keeper saves the work of a process into its session, on its own goroutine.
type Keeper struct {
	session *Session
	look    func(ctx context.Context) (Work, bool)
	o       Options
	changed chan struct{} // capacity 1
	ended   chan struct{} // capacity 1: a run has ended
	cancel  context.CancelFunc
	gone    chan struct{}
	once    sync.Once

	tables  map[study.TableID]*inference.Table
	results map[study.ResultID]*job.Result // as last saved; nil for running ones
	names   map[string][]string            // of the parts of each table and result
}

// Keep saves the work that look returns in a session whenever something has changed. look is called on the Keeper's
// goroutine; if it returns false nothing is saved.
func Keep(s *Session, look func(ctx context.Context) (Work, bool), o Options) *Keeper {
	if o.Clock == nil {
		o.Clock = Real{}
	}
	if o.Every == 0 {
		o.Every = Every
	}
	if o.Share == 0 {
		o.Share = share
	}
	k := &Keeper{session: s, look: look, o: o, changed: make(chan struct{}, 1), ended: make(chan struct{}, 1),
		gone: make(chan struct{})}
	k.forget()
	ctx, cancel := context.WithCancel(context.Background())
	k.cancel = cancel
	go k.loop(ctx)
	return k
}

func (k *Keeper) forget() {
	k.tables, k.results, k.names = map[study.TableID]*inference.Table{}, map[study.ResultID]*job.Result{},
		map[string][]string{}
}

// Changed says that there is something to save, which will be done soon. It never blocks and may be
// called from any goroutine. On a nil Keeper it does nothing.
func (k *Keeper) Changed() {
	if k != nil {
		signal(k.changed)
	}
}

// Ended says that a run has ended, which is saved at once.
func (k *Keeper) Ended() {
	if k != nil {
		signal(k.ended)
	}
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// Stop ends the Keeper without waiting for a save in progress. The session stays.
func (k *Keeper) Stop() {
	if k != nil {
		k.once.Do(k.cancel)
	}
}

// Gone returns a channel that is closed when the Keeper has ended.
func (k *Keeper) Gone() <-chan struct{} { return k.gone }

func (k *Keeper) loop(ctx context.Context) {
	defer close(k.gone)
	var last cost
	var took []time.Duration // by the last few saves
	for {
		urgent := false
		select {
		case <-ctx.Done():
			return
		case <-k.ended:
			urgent = true
		case <-k.changed:
		}
		for !k.due(ctx, last, took, urgent) {
			if ctx.Err() != nil {
				return
			}
			urgent = true
		}
		drain(k.changed)
		drain(k.ended)
		var err error
		last, err = k.timed(ctx)
		took = append(took, last.took)
		took = took[max(0, len(took)-few):]
		if ctx.Err() != nil {
			return
		}
		if k.o.Told != nil {
			k.o.Told(err)
		}
	}
}

// cost is the time of a save. It lasts much longer than the processor works for it if the machine is
// loaded, or if it waits for the disk, the window or a step of a run.
type cost struct {
	begun        time.Time // zero before the first save
	took, worked time.Duration
}

// timed saves the present work, and returns its cost.
func (k *Keeper) timed(ctx context.Context) (cost, error) {
	runtime.LockOSThread() // its processor time is counted
	defer runtime.UnlockOSThread()
	worked := k.o.Clock.Worked()
	c := cost{begun: k.o.Clock.Now()}
	err := k.save(ctx, c.begun)
	c.took, c.worked = k.o.Clock.Now().Sub(c.begun), k.o.Clock.Worked()-worked
	return c, err
}

func drain(c chan struct{}) {
	select {
	case <-c:
	default:
	}
}

// wait returns the time from the beginning of the last save to that of the next one, which begins
// early enough to be done before Every has passed.
func (k *Keeper) wait(last cost, took []time.Duration, urgent bool) time.Duration {
	if last.begun.IsZero() {
		return 0
	}
	kept := max(reserve, 2*slices.Max(took))
	wait, usual := time.Duration(k.o.Share)*last.worked, k.o.Every-min(kept, k.o.Every/2)
	switch {
	case rest*last.worked > usual:
		return rest * last.worked
	case urgent:
		return min(wait, usual)
	}
	return usual
}

// due waits until the next save may begin. It returns false if a run ended meanwhile, which
// shortens the wait, or if ctx did.
func (k *Keeper) due(ctx context.Context, last cost, took []time.Duration, urgent bool) bool {
	ended := k.ended
	if urgent {
		ended = nil
	}
	left := k.wait(last, took, urgent) - k.o.Clock.Now().Sub(last.begun)
	if left <= 0 {
		return true
	}
	select {
	case <-ctx.Done():
		return false
	case <-ended:
		return false
	case <-k.o.Clock.After(left):
		return true
	}
}

// save saves the present work.
func (k *Keeper) save(ctx context.Context, at time.Time) error {
	w, ok := k.look(ctx)
	if !ok {
		return nil
	}
	if w.Clean {
		k.forget()
		if w.Mark != "" {
			return k.session.SaveView(w.Contents, w.Of, w.Mark, k.o.Program, at)
		}
		return k.session.Empty()
	}
	next := &Keeper{tables: map[study.TableID]*inference.Table{}, results: map[study.ResultID]*job.Result{},
		names: map[string][]string{}}
	err := k.session.Save(k.parts(ctx, w, next), w.Of, k.o.Program, at)
	if err == nil {
		k.tables, k.results, k.names = next.tables, next.results, next.names
	}
	return err
}

// parts yields the parts of the work, each made when it is asked for. Unchanged parts are not made again. Saved parts
// are recorded in next.
func (k *Keeper) parts(ctx context.Context, w Work, next *Keeper) iter.Seq2[Part, error] {
	return func(yield func(Part, error) bool) {
		first, err := file.Study(w.Contents)
		if !yield(Part{Name: first.Name, Data: first.Data}, err) || err != nil {
			return
		}
		// group yields the parts of a table or a result.
		group := func(key string, same bool, parts func() ([]file.Part, error)) bool {
			if same {
				next.names[key] = k.names[key]
				for _, name := range k.names[key] {
					if !yield(Part{Name: name, Same: true}, nil) {
						return false
					}
				}
				return true
			}
			made, err := parts()
			if err != nil {
				yield(Part{}, err)
				return false
			}
			for _, p := range made {
				next.names[key] = append(next.names[key], p.Name)
				if !yield(Part{Name: p.Name, Data: p.Data}, nil) {
					return false
				}
			}
			return true
		}
		for _, id := range slices.Sorted(maps.Keys(w.Contents.Tables)) {
			t := w.Contents.Tables[id]
			next.tables[id] = t
			if !group(fmt.Sprint("table ", id), k.tables[id] == t, func() ([]file.Part, error) { return file.Table(id, t) }) {
				return
			}
		}
		for _, id := range slices.Sorted(maps.Keys(w.Contents.Results)) {
			r := w.Contents.Results[id]
			running := w.Running[id]
			same := running == nil && k.results[id] == r.Fit
			if running == nil {
				next.results[id] = r.Fit
			}
			if !group(fmt.Sprint("result ", id), same, func() ([]file.Part, error) { return resultParts(ctx, r, running) }) {
				return
			}
		}
	}
}

// resultParts returns the parts of a result, with the present state of its fit. If that cannot be
// saved yet, the result is saved as far as it is known.
func resultParts(ctx context.Context, r study.Result, running Fit) ([]file.Part, error) {
	if running != nil {
		state, err := running.Save(ctx)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil {
			fit := *r.Fit
			fit.State = state
			r.Fit = &fit
		}
	}
	return file.Result(r)
}

// A View is kept if the study file has all work except the view: the selection, the panes, the form.
type View struct {
	Of    string // path of the study file
	Mark  string // of its content, as [file.File.Mark] gives it
	State []byte // a part as [file.Study] makes it
}

// markName is the name of the second part of a session that keeps a view; the first is the state. No study has a part
// with this name.
const markName = "view"

// SaveView keeps only the view of a study file.
func (s *Session) SaveView(c study.Contents, of, mark, program string, at time.Time) error {
	p, err := file.Study(c)
	if err != nil {
		return err
	}
	return s.Save(func(yield func(Part, error) bool) {
		_ = yield(Part{Name: p.Name, Data: p.Data}, nil) && yield(Part{Name: markName, Data: []byte(mark)}, nil)
	}, of, program, at)
}

// View returns the view that the session keeps. ok is false if it keeps work instead.
func (s *Session) View() (v View, ok bool) {
	if len(s.now.Parts) != 2 || s.now.Parts[1].Name != markName {
		return v, false
	}
	parts, _ := s.Load() // a damaged view counts as none: its mark or its state is missing
	return View{s.now.Of, string(parts[markName]), parts[s.now.Parts[0].Name]}, true
}
