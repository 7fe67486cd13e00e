package ui

import (
	"encoding/json"
	"os"

	"espalier/inference/read"

	"fyne.io/fyne/v2"
)

// recent remembers the files that were opened last and how they were read.
type recent struct {
	prefs fyne.Preferences
	files []recentFile
	known []string // paths of those that exist, as far as was last looked
}

type recentFile struct {
	Path    string       `json:"path"`
	Options read.Options `json:"options"`
}

const recentLength = 10

func newRecent(p fyne.Preferences) *recent {
	r := &recent{prefs: p}
	// A list that cannot be read is an empty one: it is only a convenience.
	_ = json.Unmarshal([]byte(p.String(prefRecent)), &r.files)
	r.known = r.paths()
	return r
}

// add puts a file first.
func (r *recent) add(path string, o read.Options) {
	files := []recentFile{{path, o}}
	for _, f := range r.files {
		if f.Path != path && len(files) < recentLength {
			files = append(files, f)
		}
	}
	r.files = files
	r.known = r.paths()
	if text, err := json.Marshal(files); err == nil {
		r.prefs.SetString(prefRecent, string(text))
	}
}

// addStudy puts a study first.
func (r *recent) addStudy(path string) { r.add(path, read.Options{}) }

// options returns how a file was read the last time.
func (r *recent) options(path string) read.Options {
	for _, f := range r.files {
		if f.Path == path {
			return f.Options
		}
	}
	return read.Options{}
}

// paths lists the files that still exist, the last one first.
func (r *recent) paths() []string {
	var paths []string
	for _, f := range r.files {
		if i, err := os.Stat(f.Path); err == nil && !i.IsDir() {
			paths = append(paths, f.Path)
		}
	}
	return paths
}
