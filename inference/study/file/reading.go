package file

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/study"
)

// A Reading is a study that is being read: small parts and the results asked for first are read at
// once, then the other results one by one. Only one goroutine may use it at a time.
type Reading struct {
	// Contents has all results. Those that are still waiting have neither snapshot nor state yet.
	Contents study.Contents
	// Waiting are the results still to be read, those of the open table first.
	Waiting []study.ResultID

	parts source
	file  io.Closer
}

// Begin reads a study, but of its results only those that first returns; a nil first asks for all.
// Damaged parts are left out and reported; the error says why nothing could be read. End ends the
// reading.
func Begin(path string, first func(study.State) []study.ResultID) (*Reading, []study.Loss, error) {
	return BeginAs(path, nil, first)
}

// BeginAs reads a study with a state and layout other than those in the file: state is the data of a part made by
// [Study]; nil uses that of the file.
func BeginAs(path string, state []byte, first func(study.State) []study.ResultID) (*Reading, []study.Loss, error) {
	in, err := disk.Open(path)
	if other := (*disk.NotPlain)(nil); errors.As(err, &other) {
		return nil, nil, fmt.Errorf("%w: a study is a file that can be read more than once", err)
	}
	if err != nil {
		return nil, nil, err
	}
	info, err := in.Stat()
	if err != nil {
		in.Close()
		return nil, nil, err
	}
	r, lost, err := from(in, info.Size(), state, first)
	if err != nil {
		in.Close()
		return nil, lost, fmt.Errorf("%s cannot be opened: %w", path, err)
	}
	r.file = in
	return r, lost, nil
}

func from(in io.ReaderAt, size int64, state []byte, first func(study.State) []study.ResultID) (*Reading, []study.Loss,
	error) {
	a, lost, err := openArchive(in, size)
	if err != nil {
		return nil, nil, err
	}
	r, more := begin(a, state, first)
	lost = append(append(lost, a.damaged()...), more...)
	if len(r.Contents.Tables) == 0 && len(lost) > 0 {
		return nil, lost, fmt.Errorf("no table in it can be read (%s)", lost[0])
	}
	return r, lost, nil
}

// begin reads the parts that are needed at once. state, unless nil, replaces that among the parts.
func begin(parts source, state []byte, first func(study.State) []study.ResultID) (r *Reading, lost []study.Loss) {
	r = &Reading{parts: parts}
	c := &r.Contents
	c.Tables, c.Results = map[study.TableID]*inference.Table{}, map[study.ResultID]study.Result{}
	lose := func(what string, err error) { lost = append(lost, study.Loss{What: what, Why: err.Error()}) }
	if state == nil {
		state = parts.part(studyName)
	}
	if state == nil {
		lose("the state of the study", errMissing)
	} else if err := readStudy(c, state); err != nil {
		lose("the state of the study", err)
	}
	tables, results := idsIn(parts)
	for _, id := range tables {
		if t, err := readTable(tableName(id), parts); err != nil {
			lose(fmt.Sprintf("table %d", id), err)
		} else {
			c.Tables[id] = t
		}
	}
	var now []study.ResultID
	if first != nil {
		now = first(c.State)
	}
	at := func(id study.ResultID) bool { return first == nil || slices.Contains(now, id) }
	one := func(id study.ResultID) had {
		p := readShort(id, parts)
		if p.ok && at(id) {
			p.readLarge(parts)
		}
		return p
	}
	for id, p := range inParallel(results, one) {
		for _, err := range p.lost {
			lose(fmt.Sprintf("result %d", id), err)
		}
		if p.ok {
			c.Results[id] = p.result
		}
	}
	lost = append(lost, c.Mend()...)
	for _, mine := range []bool{true, false} {
		for _, id := range sorted(c.Results) {
			if !at(id) && mine == (c.Results[id].Table == c.State.Open) {
				r.Waiting = append(r.Waiting, id)
			}
		}
	}
	return r, lost
}

// idsIn returns the numbers of the tables and results that have parts.
func idsIn(parts source) (tables []study.TableID, results []study.ResultID) {
	for _, name := range parts.names() {
		switch p := parse(name); p.folder {
		case tablesFolder:
			tables = append(tables, study.TableID(p.id))
		case resultsFolder:
			results = append(results, study.ResultID(p.id))
		}
	}
	slices.Sort(tables)
	slices.Sort(results)
	return slices.Compact(tables), slices.Compact(results)
}

// Next reads the first waiting result. ok reports whether enough of it was there.
func (r *Reading) Next() (result study.Result, lost []study.Loss, ok bool) {
	id := r.Waiting[0]
	r.Waiting = r.Waiting[1:]
	p := had{result: r.Contents.Results[id], ok: true}
	p.readLarge(r.parts)
	for _, err := range p.lost {
		lost = append(lost, study.Loss{What: fmt.Sprintf("result %d", id), Why: err.Error()})
	}
	return p.result, lost, p.ok
}

// End checks the parts that were never asked for, reports damaged parts, and closes the file.
func (r *Reading) End() (lost []study.Loss) {
	if a, ok := r.parts.(*archive); ok {
		a.rest()
		lost = a.damaged()
	}
	r.Close()
	return lost
}

// Close closes the file without these checks.
func (r *Reading) Close() {
	if r.file != nil {
		_ = r.file.Close() // it was only read
	}
}
