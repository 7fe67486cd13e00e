package opening

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/safe"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/study"
)

// FitFile holds the whole result of a fit, beside result.json, encoded by [job.Result.Encode].
const FitFile = "result.fit"

// mostBytes is more than the file of any result has.
const mostBytes = 1 << 36

// A Fit is a result outside any study, with the tables to which it was fitted and on which it was
// scored.
type Fit struct {
	File   string // that holds it
	Result *job.Result
	Table  *inference.Table
	Test   *inference.Table // nil where there is none
}

// FitAt returns the file with the whole result that a path refers to: the path may be that file, the result.json
// beside it, or their folder. ok is false if the path refers to no result.
func FitAt(path string) (file string, ok bool) {
	if strings.EqualFold(filepath.Ext(path), filepath.Ext(FitFile)) {
		return path, true
	}
	folder := path
	if filepath.Base(path) == "result.json" {
		folder = filepath.Dir(path)
	}
	file = filepath.Join(folder, FitFile)
	info, err := os.Stat(file)
	return file, err == nil && info.Mode().IsRegular()
}

// Prepare prepares the data of the fit, and its whole table as the fit prepared it. They are the same if the fit had
// the whole table.
func (f *Fit) Prepare() (m *job.Material, plain *inference.Dataset, err error) {
	if p := f.Result.Spec.Preprocessing; p != nil {
		plain, _ = f.Table.Prepare(*p) // if it fails, the code below says whether this is the right table at all
	}
	if m, err = material(study.Result{Fit: f.Result, Test: f.Test}, f.Table, plain); err == nil && plain == nil {
		plain, err = f.Table.Prepare(m.Data.Preprocessing)
	}
	return m, plain, err
}

// A MovedTable is the error that the table of a result is no longer where it was.
type MovedTable struct {
	Source string // where it was
	Held   bool   // whether it is the table of held-out rows or cells
}

func (e MovedTable) Error() string { return "the table is no longer at " + e.Source }

// places lists where the table of a result may be: its old path, that path relative to the folder of the result or the
// one above, and these two folders themselves.
func places(source, folder string) []string {
	list := []string{source}
	for _, from := range []string{filepath.Dir(folder), folder} {
		if !filepath.IsAbs(source) {
			list = append(list, filepath.Join(from, source))
		}
		list = append(list, filepath.Join(from, filepath.Base(source)))
	}
	return list
}

// Now says where the tables of a result are now, that of the fit and that held out; "" means to look where the result
// says and nearby.
type Now struct{ Table, Test string }

// ReadFit reads the result in a file, and its tables. open opens a table as the fit read it; places are tried one after
// the other until one has the right content. If now names a place, only that is tried.
func ReadFit(file string, now Now, open func(source string, o read.Options) (*inference.Table, error)) (*Fit, error) {
	whole, err := disk.Read(file, mostBytes)
	if err != nil {
		return nil, err
	}
	if !saved.Sealed(whole) {
		return nil, fmt.Errorf("%s is not a result that espalier fit wrote", file)
	}
	f := &Fit{File: file}
	if f.Result, err = job.DecodeResult(whole); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	spec := f.Result.Spec
	o, err := spec.Options()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	table := func(of job.Source, held bool, now string) (*inference.Table, error) {
		list := places(of.Source, filepath.Dir(file))
		if now != "" {
			list = []string{now}
		}
		var other *inference.Table // a file of that name, with other content
		for _, place := range list {
			plain := func(m fs.FileMode) bool { return m.IsRegular() || m.IsDir() && read.IsFolder(safe.Path(place)) }
			if info, err := os.Stat(safe.Path(place)); err == nil && !plain(info.Mode()) && now == "" {
				continue // a result may name a pipe, which nobody need write to, or a device
			}
			t, err := open(place, o)
			switch {
			case err == nil && (of.SHA256 == "" || t.SHA256 == of.SHA256):
				return t, nil
			case err == nil && other == nil:
				other = t
			case err != nil && !errors.Is(err, fs.ErrNotExist):
				return nil, err
			}
		}
		if other != nil { // building the fit will say how it differs
			return other, nil
		}
		return nil, MovedTable{list[0], held}
	}
	if f.Table, err = table(spec.Table, false, now.Table); err != nil {
		return nil, err
	}
	if h := spec.Held; h != nil && h.Test != nil {
		o.Annotations, o.RowAnnotations, o.ColumnAnnotations, o.Tables, o.OneRow = nil, nil, nil, nil, true
		o.Levels = nil // of annotations that these rows need not have
		o.Codes = f.Table.Codes
		if f.Test, err = table(*h.Test, true, now.Test); err != nil {
			return nil, err
		}
	}
	return f, nil
}
