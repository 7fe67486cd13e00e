package batch

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/autosave"
	"example.org/espalier/inference/study/file"
	"example.org/espalier/inference/study/identity"
	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/plotting/ink"
	"example.org/espalier/plotting/report"
)

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
	path string          // of the study; "" writes nothing
	id   study.ResultID  // 0 before it is first written
	wait time.Duration   // waits so long for another program that writes the study
	told <-chan struct{} // closed when the user wants an end, so that it waits no longer than briefly; nil for never
	disk *disk.Disk      // where it is written; nil for the machine's own
	// known are edges that the study is to keep with the table; nil for none.
	known *graphs.KnownEdges
}

// briefly is how long it waits for that after it was told to end.
const briefly = time.Second

// usualWait is how long a fit waits for another program that writes the same study.
const usualWait = 30 * time.Second

// ready returns an error if the study could not be written at the end of a fit.
func (t *target) ready() error {
	if t.path == "" {
		return nil
	}
	if !file.Is(t.path) {
		return usage("--study %s: a study is a file that ends in %s", t.path, file.Extension)
	}
	_, err := t.open(func(*file.File, study.Contents) error { return nil })
	return err
}

// open locks the study while f is called with its contents.
func (t *target) open(f func(*file.File, study.Contents) error) (held bool, err error) {
	h := file.Hold(t.path)
	h.Disk = t.disk
	var other *disk.Locked // who has it may give it back; a folder that cannot be written stays so
	told, end := t.told, time.Now().Add(t.wait)
	for errors.As(h.ReadOnly, &other) && time.Now().Before(end) {
		select {
		case <-told: // who writes it for a moment is waited for all the same, so that a result gets its place
			told = nil
			if soon := time.Now().Add(briefly); soon.Before(end) {
				end = soon
			}
		case <-time.After(100 * time.Millisecond):
		}
		h = file.Hold(t.path)
		h.Disk = t.disk
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

// put writes the result of a fit into the study, in place of what the fit wrote there before.
func (t *target) put(r *job.Result, m *job.Material) error {
	if t.path == "" {
		return nil
	}
	_, err := t.open(func(h *file.File, c study.Contents) error {
		c, t.id = withResult(c, t.id, r, m)
		if t.known != nil {
			h := c.State.SheetOf(c.Results[t.id].Table)
			c.State = c.State.WithSheet(h.WithPane(graphs.KnownPane, t.known.List()))
		}
		return h.Save(c, Version)
	})
	return err
}

// rescue is put at the end of a fit. If the study can no longer be written, the result goes into a new study: beside it
// or, where that fails too, as on a full disk, into the user's state folder or that of temporary files. Its name cannot
// be guessed and only its owner may read it, for the whole table is in it. The error says where it is.
func (t *target) rescue(r *job.Result, m *job.Material) error {
	err := t.put(r, m)
	if err == nil {
		return nil
	}
	name := fmt.Sprintf("%s-%s-%016x%s", strings.TrimSuffix(filepath.Base(t.path), filepath.Ext(t.path)), r.Spec.Model,
		rand.Uint64(), file.Extension)
	folders := []string{filepath.Dir(t.path)}
	if sessions, err := autosave.Folder(); err == nil {
		folders = append(folders, filepath.Join(filepath.Dir(sessions), "results"))
	}
	for _, dir := range append(folders, os.TempDir()) {
		beside := &target{path: filepath.Join(dir, name), disk: &disk.Disk{Private: true}}
		if failure := beside.begin(r, m); failure != nil {
			err = errors.Join(err, failure)
			continue
		}
		return fmt.Errorf("%w; the result is in %s: add it with \"espalier collect %s\"", err, beside.path,
			report.Shell([]string{beside.path, "--study", t.path}))
	}
	return err
}

// begin writes a result into a study that does not exist yet.
func (t *target) begin(r *job.Result, m *job.Material) error {
	if _, err := os.Stat(t.path); err == nil {
		return fmt.Errorf("%s, where the result would be kept, exists already", t.path)
	}
	if err := os.MkdirAll(filepath.Dir(t.path), 0o700); err != nil {
		return err
	}
	return t.put(r, m)
}

// holds returns the number of the result of a fit in the study, 0 if it has none.
func (t *target) holds(hash string) (id study.ResultID, complete bool, err error) {
	if t.path == "" {
		return 0, false, nil
	}
	_, err = t.open(func(_ *file.File, c study.Contents) error {
		for _, other := range c.State.Results {
			if r := c.Results[other]; r.Fit != nil && r.Fit.Hash == hash && !r.First {
				id, complete = other, r.Fit.Ended == run.Finished
			}
		}
		return nil
	})
	return id, complete, err
}

// withResult replaces the result of the same number, or adds the result if the number is 0.
func withResult(c study.Contents, id study.ResultID, r *job.Result, m *job.Material) (study.Contents, study.ResultID) {
	c, id = withResultOf(c, id, study.Result{Fit: r, Test: m.Test}, m.Source)
	with := c.Results[id]
	with.Places = identity.InStudy(c, id, with.Table, r, m, ink.PlaceOf)
	c.Results[id] = with // the map is a copy already
	return c, id
}

// withResultOf is withResult for a result of a table.
func withResultOf(c study.Contents, id study.ResultID, of study.Result,
	source *inference.Table) (study.Contents, study.ResultID) {
	r := of.Fit
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
	table := sameTable(c, source)
	if table == 0 {
		table = 1
		for other := range c.Tables {
			table = max(table, other+1)
		}
		c.Tables[table] = source
		h := study.Sheet{Table: table}
		if p := r.Spec.Preprocessing; p != nil {
			h.Preprocessing = *p
		}
		h.Naming, h.Levels = r.Spec.Read.Labels, r.Spec.Read.Levels
		c.State = c.State.WithSheet(h)
	}
	for other := range c.Results {
		id = max(id, other)
	}
	id++
	of.ID, of.Table = id, table
	c.Results[id] = of
	shown := c.State.Shown
	c.State = c.State.WithResult(id)
	switch c.State.Open {
	case 0, table: // the form of the next run in the window is that of the result shown, of the whole table
		c.State.Open, c.State.Setup = table, study.SetupOf(r.Spec)
		c.State.Setup.Held = nil
		c.State = preparedAs(c.State, table, r.Spec.Preprocessing)
	default: // the open table stays open
		c.State.Shown = shown
	}
	return c, id
}

// preparedAs makes the scaling of an open table, and the kinds of columns that it goes without, those of a fit, if the
// two differ in nothing else. Each model takes its own by itself.
func preparedAs(s study.State, table study.TableID, p *inference.Preprocessing) study.State {
	if p == nil {
		return s
	}
	h := s.SheetOf(table)
	same := h.Preprocessing
	same.Centre, same.Scale, same.ScaleAll, same.Without = p.Centre, p.Scale, p.ScaleAll, p.Without
	if same != *p {
		return s
	}
	h.Preprocessing = same
	return s.WithSheet(h)
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
