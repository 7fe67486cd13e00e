package plan

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/job"
)

// A Plan is a folder of tasks. Its methods may be called from any goroutine.
type Plan struct {
	Dir   string
	Tasks []Task

	mu     sync.Mutex
	tables map[string]*inference.Table // by content, once read
}

// A Task is one fit.
type Task struct {
	Number int // from 1, its line
	Spec   job.Spec
	Hash   string
}

// MostTasks is how many tasks a plan may have.
const MostTasks = 1_000_000

const (
	tasksFile = "tasks.jsonl"
	longest   = 1 << 24 // bytes of a line

	longestFile = 1 << 36 // bytes of a table or a result
)

// folders are those of a plan.
var folders = []string{"tables", "results", "states", "live", "failed", "locks"}

// Write makes the folder of a plan, which must not hold another one. Specs that say the same are one task. tables are
// the tables that they name, by [job.Source.Content]. The list of tasks is written last.
func Write(dir string, specs []job.Spec, tables map[string]*inference.Table) (*Plan, error) {
	if _, err := os.Stat(filepath.Join(dir, tasksFile)); err == nil {
		return nil, fmt.Errorf("%s already contains a plan: give another folder, or remove it", dir)
	}
	p := &Plan{Dir: dir, tables: tables}
	var lines bytes.Buffer
	seen := map[string]bool{}
	for _, s := range specs {
		h := s.Hash()
		if seen[h] {
			continue
		}
		seen[h] = true
		p.Tasks = append(p.Tasks, Task{len(p.Tasks) + 1, s, h})
		lines.Write(s.JSON())
		lines.WriteByte('\n')
	}
	if len(p.Tasks) == 0 || len(p.Tasks) > MostTasks {
		return nil, fmt.Errorf("a plan cannot have %d tasks; it needs 1 to %d", len(p.Tasks), MostTasks)
	}
	for _, f := range folders {
		if err := os.MkdirAll(filepath.Join(dir, f), 0o777); err != nil {
			return nil, err
		}
	}
	for content, t := range tables {
		b, err := job.EncodeTable(t)
		if err == nil {
			err = put(p.path("tables", content), b)
		}
		if err != nil {
			return nil, err
		}
	}
	return p, put(filepath.Join(dir, tasksFile), lines.Bytes())
}

// Open reads the list of tasks of a plan.
func Open(dir string) (*Plan, error) { return open(dir, 0) }

// OpenTask is [Open] of one task, which is all that the plan then has: a list of many is not read whole
// for each of them.
func OpenTask(dir string, number int) (*Plan, error) {
	if number < 1 {
		return nil, fmt.Errorf("there is no task %d: tasks count from 1", number)
	}
	p, err := open(dir, number)
	if err == nil && len(p.Tasks) == 0 {
		return nil, fmt.Errorf("there is no task %d in %s", number, dir)
	}
	return p, err
}

// open reads one task, or all where only is 0.
func open(dir string, only int) (*Plan, error) {
	f, err := disk.Open(filepath.Join(dir, tasksFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is not a plan: it has no %s; make one with espalier plan", dir, tasksFile)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p := &Plan{Dir: dir, tables: map[string]*inference.Table{}}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, longest)
	for n := 1; lines.Scan(); n++ {
		if n > MostTasks {
			return nil, fmt.Errorf("%s has more than %d tasks", dir, MostTasks)
		}
		if only > 0 && n != only {
			continue
		}
		s, err := job.ParseSpec(lines.Bytes())
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", tasksFile, n, err)
		}
		p.Tasks = append(p.Tasks, Task{n, s, s.Hash()})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", tasksFile, err)
	}
	if len(p.Tasks) == 0 && only == 0 {
		return nil, fmt.Errorf("%s has no tasks", dir)
	}
	return p, nil
}

func (p *Plan) path(folder, name string) string { return filepath.Join(p.Dir, folder, name) }

// put writes a file so that it is whole or not there.
func put(path string, data []byte) error {
	return (*disk.Disk)(nil).File(path, func(w io.Writer) error { _, err := w.Write(data); return err })
}

// table returns a table of the plan, read once.
func (p *Plan) table(s job.Source) (*inference.Table, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t := p.tables[s.Content]; t != nil {
		return t, nil
	}
	if len(s.Content) != 64 || filepath.Base(s.Content) != s.Content {
		return nil, fmt.Errorf("the table %s has no hash of its content, which the plan needs to store it", s.Source)
	}
	b, err := disk.Read(p.path("tables", s.Content), longestFile)
	if err != nil {
		return nil, err
	}
	t, err := job.DecodeTable(b)
	if err != nil {
		return nil, fmt.Errorf("tables/%s: %w", s.Content, err)
	}
	p.tables[s.Content] = t
	return t, nil
}

// Material prepares a task.
func (p *Plan) Material(t Task) (*job.Material, error) {
	table, test, err := p.sources(t)
	if err != nil {
		return nil, err
	}
	return job.Build(t.Spec, table, test)
}

// sources returns the tables of a task; test is nil where there is none.
func (p *Plan) sources(t Task) (table, test *inference.Table, err error) {
	if table, err = p.table(t.Spec.Table); err != nil {
		return nil, nil, err
	}
	if h := t.Spec.Held; h != nil && h.Test != nil {
		test, err = p.table(*h.Test)
	}
	return table, test, err
}
