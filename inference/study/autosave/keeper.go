package autosave

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
	"time"

	"espalier/inference"
	"espalier/inference/job"
	"espalier/inference/study"
	"espalier/inference/study/file"
)

// Usual times between two saves.
const (
	// Every is the least time between two saves while something changes.
	Every = 10 * time.Second
	// share is how many times as long as a save took the next one waits at least, so that saving
	// takes less than 2 % of the time.
	share = 50
)

// A Clock tells the time. That of tests is driven by hand.
type Clock interface {
	Now() time.Time
	// After sends the time when so much has passed.
	After(d time.Duration) <-chan time.Time
}

// Real is the clock of the machine.
type Real struct{}

// Now implements Clock.
func (Real) Now() time.Time { return time.Now() }

// After implements Clock.
func (Real) After(d time.Duration) <-chan time.Time { return time.After(d) }

// Work is what there is to save. Nothing in it is written later.
type Work struct {
	Contents study.Contents
	Of       string // path of the study that is worked on; "" where it has none
	// Running are the fits at work, by their results. Their states are asked for while they work.
	Running map[study.ResultID]Fit
	// Clean says that all of it is in the study file already: nothing is kept then.
	Clean bool
}

// A Fit is a fit in progress, such as a [job.Handle].
type Fit interface {
	Save(ctx context.Context) ([]byte, error)
}

// Options of a Keeper. Clock, Every and Share have their usual values where they are zero.
type Options struct {
	Clock   Clock
	Every   time.Duration
	Share   int    // how many times as long as a save took the next one waits at least; 0 for 50
	Program string // its version
	// Told is called after every save, with its error; nil for nobody. It is called on the
	// Keeper's goroutine.
	Told func(error)
}

// A Keeper saves the work of a process into its session, on a goroutine of its own.
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
	results map[study.ResultID]*job.Result // as they were saved last; nil for those at work
	names   map[string][]string            // of the parts of each table and result
}

// Keep saves in a session what look returns, when something changed. look is called on the Keeper's
// goroutine; where it returns false nothing is saved.
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
	k := &Keeper{session: s, look: look, o: o, changed: make(chan struct{}, 1), ended: make(chan struct{}, 1), gone: make(chan struct{})}
	s.clock = o.Clock
	k.forget()
	ctx, cancel := context.WithCancel(context.Background())
	k.cancel = cancel
	go k.loop(ctx)
	return k
}

func (k *Keeper) forget() {
	k.tables, k.results, k.names = map[study.TableID]*inference.Table{}, map[study.ResultID]*job.Result{}, map[string][]string{}
}

// Changed tells that there is something to save, which is done soon. It never waits. It may be called
// from any goroutine; of a nil Keeper it does nothing.
func (k *Keeper) Changed() {
	if k != nil {
		signal(k.changed)
	}
}

// Ended tells that a run has ended, which is saved at once.
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

// Stop ends the Keeper without waiting for what it does. The session stays.
func (k *Keeper) Stop() {
	if k != nil {
		k.once.Do(k.cancel)
	}
}

// Gone is closed when the Keeper does nothing more.
func (k *Keeper) Gone() <-chan struct{} { return k.gone }

func (k *Keeper) loop(ctx context.Context) {
	defer close(k.gone)
	var begun time.Time // the last save
	var cost time.Duration
	for {
		urgent := false
		select {
		case <-ctx.Done():
			return
		case <-k.ended:
			urgent = true
		case <-k.changed:
		}
		for !k.due(ctx, begun, cost, urgent) {
			if ctx.Err() != nil {
				return
			}
			urgent = true
		}
		drain(k.changed)
		drain(k.ended)
		begun = k.o.Clock.Now()
		err := k.save(ctx, begun)
		cost = max(0, k.o.Clock.Now().Sub(begun)-k.session.waited) // a run does not wait for the disk
		if ctx.Err() != nil {
			return
		}
		if k.o.Told != nil {
			k.o.Told(err)
		}
	}
}

func drain(c chan struct{}) {
	select {
	case <-c:
	default:
	}
}

// due waits until the next save may begin. It returns false where a run ended meanwhile, for which
// it need not wait as long, or where ctx did.
func (k *Keeper) due(ctx context.Context, begun time.Time, cost time.Duration, urgent bool) bool {
	wait := time.Duration(k.o.Share) * cost
	ended := k.ended
	if urgent {
		ended = nil
	} else {
		wait = max(wait, k.o.Every)
	}
	left := wait - k.o.Clock.Now().Sub(begun)
	if begun.IsZero() || left <= 0 {
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

// save saves the work as it is now.
func (k *Keeper) save(ctx context.Context, at time.Time) error {
	w, ok := k.look(ctx)
	if !ok {
		return nil
	}
	if w.Clean {
		k.forget()
		return k.session.Empty()
	}
	next := &Keeper{tables: map[study.TableID]*inference.Table{}, results: map[study.ResultID]*job.Result{}, names: map[string][]string{}}
	err := k.session.Save(k.parts(ctx, w, next), w.Of, k.o.Program, at)
	if err == nil {
		k.tables, k.results, k.names = next.tables, next.results, next.names
	}
	return err
}

// parts gives the parts of the work, each made when it is asked for. Those that are as they were are
// not made again. What is saved is noted in next.
func (k *Keeper) parts(ctx context.Context, w Work, next *Keeper) iter.Seq2[Part, error] {
	return func(yield func(Part, error) bool) {
		first, err := file.Study(w.Contents)
		if !yield(Part{Name: first.Name, Data: first.Data}, err) || err != nil {
			return
		}
		// group gives the parts of a table or a result.
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

// resultParts returns the parts of a result, with the state that its fit has now. One that cannot be
// saved yet is saved as far as it is known.
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
