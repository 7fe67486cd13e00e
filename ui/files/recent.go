package files

import (
	"encoding/json"
	"os"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read"

	"fyne.io/fyne/v2"
)

// Recent remembers recent files and how they were read.
type Recent struct {
	prefs fyne.Preferences
	files []recentFile
	known []string // paths of those that existed at the last look
}

type recentFile struct {
	Path    string       `json:"path"`
	Options read.Options `json:"options"`
	// Used says which way the table lay, which parts were left out and how it was prepared; nil where nobody chose.
	Used *inference.Preprocessing `json:"used,omitempty"`
}

const recentLength = 10

// prefName is the preference that keeps them.
const prefName = "recent"

// NewRecent returns the files that the preferences remember.
func NewRecent(p fyne.Preferences) *Recent {
	r := &Recent{prefs: p}
	// A list that cannot be read counts as empty: it is only a convenience.
	_ = json.Unmarshal([]byte(p.String(prefName)), &r.files)
	r.known = r.look()
	return r
}

// Add puts a file first.
func (r *Recent) Add(path string, o read.Options, used *inference.Preprocessing) {
	files := []recentFile{{path, o, used}}
	for _, f := range r.files {
		if f.Path != path && len(files) < recentLength {
			files = append(files, f)
		}
	}
	r.files = files
	r.known = r.look()
	if text, err := json.Marshal(files); err == nil {
		r.prefs.SetString(prefName, string(text))
	}
}

// Prepared remembers how the table of a file was prepared last, if the file is remembered.
func (r *Recent) Prepared(path string, p inference.Preprocessing) {
	for i, f := range r.files {
		if f.Path == path {
			if f.Used != nil && *f.Used == p || f.Used == nil && p.Recipe == "" && !p.Log2p1 {
				return // nothing new, or nothing that anybody chose
			}
			r.files[i].Used = &p
			if text, err := json.Marshal(r.files); err == nil {
				r.prefs.SetString(prefName, string(text))
			}
			return
		}
	}
}

// Restored returns the preprocessing of a file the last time, as far as it still suits its table, and whether the steps
// that prepared it had to be left out.
func Restored(t *inference.Table, used inference.Preprocessing) (p inference.Preprocessing, lost bool) {
	used.Leave = used.Leave.Of(t, used.Transpose) // the file may have changed since
	if used.Recipe == "" && !used.Log2p1 {
		return used, false
	}
	if _, err := t.Outline(used); err != nil {
		used.Recipe, used.Log2p1 = "", false
		return used, true
	}
	return used, false
}

// AddStudy puts a study first.
func (r *Recent) AddStudy(path string) { r.Add(path, read.Options{}, nil) }

// Options returns how a file was read the last time.
func (r *Recent) Options(path string) read.Options {
	for _, f := range r.files {
		if f.Path == path {
			return f.Options
		}
	}
	return read.Options{}
}

// Used returns the preprocessing of a file the last time, nil where nobody chose.
func (r *Recent) Used(path string) *inference.Preprocessing {
	for _, f := range r.files {
		if f.Path == path {
			return f.Used
		}
	}
	return nil
}

// Paths lists the files that existed when one was last added, the last one first.
func (r *Recent) Paths() []string { return r.known }

// look lists the files that exist now, the last one first.
func (r *Recent) look() []string {
	var paths []string
	for _, f := range r.files {
		if i, err := os.Stat(f.Path); err == nil && (!i.IsDir() || read.IsFolder(f.Path)) {
			paths = append(paths, f.Path)
		}
	}
	return paths
}
