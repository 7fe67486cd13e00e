package opening

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/file"
)

// Rest are the results of a study that are still to be read. Their descriptions are there, but not the results
// themselves. A nil Rest has none.
type Rest struct {
	From string // the file that is read

	reading  *file.Reading
	sheets   []study.Sheet
	tables   map[study.TableID]*inference.Table
	prepared map[study.TableID]*inference.Dataset
	waiting  map[study.ResultID]*job.Result // as the study has them
	wanted   chan struct{}                  // closed when somebody waits for them
	want     sync.Once                      // closes it
	whole    chan struct{}                  // closed when all are read
	read     map[study.ResultID]*job.Result // those that could be
}

func newRest(path string, r *file.Reading) *Rest {
	rest := &Rest{From: path, reading: r, sheets: slices.Clone(r.Contents.State.Sheets),
		tables: maps.Clone(r.Contents.Tables), prepared: map[study.TableID]*inference.Dataset{},
		waiting: map[study.ResultID]*job.Result{}, wanted: make(chan struct{}), whole: make(chan struct{}),
		read: map[study.ResultID]*job.Result{}}
	for _, id := range r.Waiting {
		rest.waiting[id] = r.Contents.Results[id].Fit
	}
	return rest
}

// Has reports whether a result was still to be read when the study was opened.
func (r *Rest) Has(id study.ResultID) bool { return r != nil && r.waiting[id] != nil }

// Want says that somebody is waiting for the results.
func (r *Rest) Want() {
	if r != nil {
		r.want.Do(func() { close(r.wanted) })
	}
}

// Wanted returns a channel that is closed once somebody waits for the results.
func (r *Rest) Wanted() <-chan struct{} { return r.wanted }

// Drop closes the file of a study that is no longer wanted.
func (r *Rest) Drop() {
	if r != nil {
		r.reading.Close()
	}
}

// A Batch is a further portion of a study.
type Batch struct {
	Results   []study.Result
	Materials map[study.ResultID]*job.Material
	Prepared  map[study.TableID]*inference.Dataset // tables that were not prepared before
	Gone      []study.ResultID                     // results of which too little could be read
	Lost      []study.Loss
}

// pace is the time from one batch to the next: after each the window draws itself.
const pace = 200 * time.Millisecond

// Read reads the waiting results on its own goroutine, one after the other, so that a processor is left for the
// window. The channel receives all batches, and is closed at the end.
func (r *Rest) Read() <-chan Batch {
	batches := make(chan Batch, len(r.waiting)+1)
	go func() {
		defer close(batches)
		b, begun := newBatch(), time.Now()
		for len(r.reading.Waiting) > 0 {
			r.next(&b)
			if time.Since(begun) >= pace {
				batches <- b
				b, begun = newBatch(), time.Now()
			}
		}
		lost, err := guarded(func() ([]study.Loss, error) { return r.reading.End(), nil })
		if b.Lost = append(b.Lost, lost...); err != nil {
			b.Lost = append(b.Lost, study.Loss{What: "the rest of the study", Why: err.Error()})
		}
		close(r.whole)
		batches <- b
	}()
	return batches
}

func newBatch() Batch {
	return Batch{Materials: map[study.ResultID]*job.Material{}, Prepared: map[study.TableID]*inference.Dataset{}}
}

// next reads a result and prepares its data. If that panics, the result counts as one of which too
// little could be read.
func (r *Rest) next(b *Batch) {
	id := r.reading.Waiting[0]
	var result study.Result
	var lost []study.Loss
	ok, err := guarded(func() (ok bool, _ error) {
		result, lost, ok = r.reading.Next()
		return ok, nil
	})
	if err != nil {
		lost = append(lost, study.Loss{What: fmt.Sprintf("result %d", id), Why: err.Error()})
	}
	s := newStudy(study.Contents{Tables: r.tables, Results: map[study.ResultID]study.Result{id: result}}, lost)
	s.Prepared = r.prepared
	i := slices.IndexFunc(r.sheets, func(h study.Sheet) bool { return h.Table == result.Table })
	if _, done := r.prepared[result.Table]; i >= 0 && !done {
		s.prepareTable(r.sheets[i])
		b.Prepared[result.Table] = s.Prepared[result.Table]
	}
	if ok {
		s.prepareResult(id)
	}
	m := s.Materials[id]
	b.Lost = append(b.Lost, s.Lost...)
	if m == nil {
		b.Gone = append(b.Gone, id)
		return
	}
	b.Results, b.Materials[id] = append(b.Results, s.Contents.Results[id]), m
	r.read[id] = result.Fit
}

// Complete waits until everything is read. It modifies and returns c, with the results read in place of those that were
// waiting when c was taken. Results of which too little could be read are left out, and returned too.
func (r *Rest) Complete(c study.Contents) (whole study.Contents, left []study.ResultID) {
	if r == nil {
		return c, nil
	}
	r.Want()
	<-r.whole
	for id, fit := range r.waiting {
		known, ok := c.Results[id]
		if !ok || known.Fit != fit {
			continue
		}
		if known.Fit = r.read[id]; known.Fit == nil {
			delete(c.Results, id)
			left = append(left, id)
			continue
		}
		c.Results[id] = known
	}
	slices.Sort(left)
	return c, left
}
