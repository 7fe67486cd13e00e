// Package opening prepares a study that was read for a window: first the parts that the window shows at once, then the
// rest.
package opening

import (
	"fmt"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/file"
)

// A Study is a study with its data prepared.
type Study struct {
	Contents study.Contents
	Lost     []study.Loss
	// Materials of all results except those still to be read.
	Materials map[study.ResultID]*job.Material
	// Prepared are the tables as their sheets say, nil if that failed; while results wait, only the open one.
	Prepared map[study.TableID]*inference.Dataset
	// Rest reads the waiting results; nil if there are none.
	Rest *Rest
}

// Whole prepares a study of which everything was read.
func Whole(c study.Contents, lost []study.Loss) *Study {
	s := newStudy(c, lost)
	for _, h := range c.State.Sheets {
		s.prepareTable(h)
	}
	for id := range c.Results {
		s.prepareResult(id)
	}
	s.Contents.Mend() // results without data were reported already
	return s
}

// Begin reads a study and prepares the open table and the results that first names. The others wait. state
// replaces that of the file; see [file.BeginAs].
func Begin(path string, state []byte, first func(study.State) []study.ResultID) (*Study, error) {
	r, lost, err := file.BeginAs(path, state, first)
	if err != nil {
		return nil, err
	}
	if len(r.Waiting) == 0 {
		return Whole(r.Contents, append(lost, r.End()...)), nil
	}
	s := newStudy(r.Contents, lost)
	s.Rest = newRest(path, r)
	if h, ok := s.Contents.State.Sheet(); ok {
		s.prepareTable(h)
	}
	for id := range s.Contents.Results {
		if !s.Rest.Has(id) {
			s.prepareResult(id)
		}
	}
	s.Contents.Mend()
	for id, data := range s.Prepared {
		s.Rest.prepared[id] = data
	}
	return s, nil
}

func newStudy(c study.Contents, lost []study.Loss) *Study {
	return &Study{Contents: c, Lost: lost, Materials: map[study.ResultID]*job.Material{},
		Prepared: map[study.TableID]*inference.Dataset{}}
}

func (s *Study) prepareTable(h study.Sheet) {
	t := s.Contents.Tables[h.Table]
	data, err := guarded(func() (*inference.Dataset, error) { return t.Prepare(h.Preprocessing) })
	if err != nil {
		s.lose("the preprocessing of "+t.Name, err)
	}
	s.Prepared[h.Table] = data
}

// guarded calls f and turns a panic into an error, so that the rest of the study opens.
func guarded[T any](f func() (T, error)) (value T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the program failed here: %v", p)
		}
	}()
	return f()
}

func (s *Study) lose(what string, err error) {
	s.Lost = append(s.Lost, study.Loss{What: what, Why: err.Error()})
}

// prepareResult prepares the data of a result. If that fails, the result is removed.
func (s *Study) prepareResult(id study.ResultID) {
	r := s.Contents.Results[id]
	m, err := material(r, s.Contents.Tables[r.Table], s.Prepared[r.Table])
	if err != nil {
		s.lose(fmt.Sprintf("result %d", id), err)
		delete(s.Contents.Results, id)
		return
	}
	r.Data = m.Data
	s.Contents.Results[id], s.Materials[id] = r, m
}

// material prepares the data of a result of a table. prepared is the table as its sheet says, nil if
// that failed.
func material(r study.Result, t *inference.Table, prepared *inference.Dataset) (*job.Material, error) {
	return guarded(func() (*job.Material, error) { return r.Material(t, data(r, prepared)) })
}

// data returns the data of a result if they are those of its table, prepared as in the sheet;
// otherwise nil.
func data(r study.Result, prepared *inference.Dataset) *inference.Dataset {
	s := r.Fit.Spec
	if s.Held != nil || s.Rows != nil || s.Columns != nil || s.Annotations != nil || s.Preprocessing == nil ||
		s.Classes != nil {
		return nil
	}
	if prepared == nil || prepared.Preprocessing != *s.Preprocessing {
		return nil
	}
	return r.Made.Data(prepared)
}
