package batch

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/file"
)

// isStudy reports whether a path has the extension of a study.
func isStudy(path string) bool { return strings.EqualFold(filepath.Ext(path), file.Extension) }

// readStudy reads a study. Damage becomes a note.
func (s *console) readStudy(path string) (study.Contents, []study.Loss, error) {
	c, lost, err := file.Read(path)
	for _, l := range lost {
		s.note(fmt.Sprintf("%s is damaged: %s", path, l))
	}
	return c, lost, err
}

// pickResult returns the result of a number. 0 means the one shown or, without one, the last.
func pickResult(c study.Contents, path string, id int) (study.Result, error) {
	if id != 0 {
		r, ok := c.Results[study.ResultID(id)]
		if !ok {
			return r, usage("--result %d: %s has %s", id, path, resultIDs(c))
		}
		return r, nil
	}
	if len(c.Results) == 0 {
		return study.Result{}, fmt.Errorf("%s has no results", path)
	}
	if r, ok := c.Results[c.State.Shown]; ok && !r.First {
		return r, nil
	}
	return c.Results[slices.Max(slices.Collect(maps.Keys(c.Results)))], nil
}

// resultIDs lists the numbers of the results in words.
func resultIDs(c study.Contents) string {
	var ids []string
	for _, id := range slices.Sorted(maps.Keys(c.Results)) {
		ids = append(ids, fmt.Sprint(id))
	}
	if len(ids) == 0 {
		return "no results"
	}
	return "the results " + strings.Join(ids, ", ")
}

// A target is the result of a study into which a fit writes.
type target struct {
	path string         // of the study; "" writes nothing
	id   study.ResultID // 0 before it is first written
	wait time.Duration  // waits so long for another program that writes the study
}

// usualWait is how long a fit waits for another program that writes the same study.
const usualWait = 30 * time.Second

// ready returns an error if the study could not be written at the end of a fit.
func (t *target) ready() error {
	if t.path == "" {
		return nil
	}
	if !isStudy(t.path) {
		return usage("--study %s: a study is a file that ends in %s", t.path, file.Extension)
	}
	_, err := t.open(func(*file.File, study.Contents) error { return nil })
	return err
}

// open locks the study while f is called with its contents.
func (t *target) open(f func(*file.File, study.Contents) error) (held bool, err error) {
	h := file.Hold(t.path)
	for begun := time.Now(); h.ReadOnly != nil && time.Since(begun) < t.wait; h = file.Hold(t.path) {
		time.Sleep(100 * time.Millisecond)
	}
	if h.ReadOnly != nil {
		return false, fmt.Errorf("--study: %w", h.ReadOnly)
	}
	defer func() { err = errors.Join(err, h.Release()) }()
	c, lost, err := h.Read()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c = study.Contents{}
	case err != nil:
		return true, fmt.Errorf("--study: %w", err)
	case len(lost) > 0:
		return true, fmt.Errorf("--study: %s is damaged (%s); open it in the window, check what is left and save it, "+
			"or give another name", t.path, lost[0])
	}
	return true, f(h, c)
}

// put writes the result of a fit into the study, in place of what the fit wrote there before. If
// the study can no longer be written, put makes a new study beside it, and the error says so.
func (t *target) put(r *job.Result, m *job.Material) error {
	if t.path == "" {
		return nil
	}
	held, err := t.open(func(h *file.File, c study.Contents) error {
		c, t.id = withResult(c, t.id, r, m)
		return h.Save(c, Version)
	})
	if err == nil || held {
		return err
	}
	beside := &target{path: fmt.Sprintf("%s-%s-%.8s%s", strings.TrimSuffix(t.path, filepath.Ext(t.path)), r.Spec.Model, r.Hash, file.Extension)}
	if _, taken := os.Stat(beside.path); taken == nil {
		return errors.Join(err, fmt.Errorf("and %s, where the result would be kept, exists already", beside.path))
	}
	_, failure := beside.open(func(h *file.File, c study.Contents) error {
		c, _ = withResult(c, 0, r, m)
		return h.Save(c, Version)
	})
	if failure != nil {
		return errors.Join(err, failure)
	}
	return fmt.Errorf("%w; the result is in %s", err, beside.path)
}

// withResult replaces the result of the same number, or adds the result if the number is 0.
func withResult(c study.Contents, id study.ResultID, r *job.Result, m *job.Material) (study.Contents, study.ResultID) {
	c.Tables, c.Results = maps.Clone(c.Tables), maps.Clone(c.Results)
	if c.Tables == nil {
		c.Tables = map[study.TableID]*inference.Table{}
	}
	if c.Results == nil {
		c.Results = map[study.ResultID]study.Result{}
	}
	if old, ok := c.Results[id]; ok {
		old.Fit = r
		c.Results[id] = old
		return c, id
	}
	table := sameTable(c, m.Source)
	if table == 0 {
		table = 1
		for other := range c.Tables {
			table = max(table, other+1)
		}
		c.Tables[table] = m.Source
		c.State = c.State.WithSheet(study.Sheet{Table: table, Preprocessing: *m.Spec.Preprocessing})
	}
	for other := range c.Results {
		id = max(id, other)
	}
	id++
	c.Results[id] = study.Result{ID: id, Table: table, Fit: r, Test: m.Test}
	shown := c.State.Shown
	c.State = c.State.WithResult(id)
	switch c.State.Open {
	case 0, table: // the form of the next run in the window is that of the result shown, of the whole table
		c.State.Open, c.State.Setup = table, study.SetupOf(r.Spec)
		c.State.Setup.Held = nil
	default: // the open table stays open
		c.State.Shown = shown
	}
	return c, id
}

// sameTable returns the number of a table of the same content, 0 for none.
func sameTable(c study.Contents, t *inference.Table) study.TableID {
	content := job.ContentHash(t)
	for _, id := range slices.Sorted(maps.Keys(c.Tables)) {
		if job.ContentHash(c.Tables[id]) == content {
			return id
		}
	}
	return 0
}
