package opening

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/inference"
	_ "example.org/espalier/inference/catalog"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/read"
)

// A result finds its table by content, although its path was relative to another folder, and takes no other file of
// that name.
func TestReadFit(t *testing.T) {
	root := t.TempDir()
	out := filepath.Join(root, "fits", "beans")
	write := func(text string, path ...string) {
		t.Helper()
		name := filepath.Join(path...)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	const text = "name,size,weight\na,1,2\nb,2,3\nc,9,5\nd,8,1\n"
	write(text, root, "beans.csv")
	table, err := read.File(t.Context(), filepath.Join(root, "beans.csv"), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	table.Source = "beans.csv" // as it was given
	whole, err := fit(t, table, 1, centred).Encode()
	if err != nil {
		t.Fatal(err)
	}
	write(string(whole), out, FitFile)
	write("{}", out, "result.json")
	for _, path := range []string{out, filepath.Join(out, FitFile), filepath.Join(out, "result.json")} {
		if file, ok := FitAt(path); !ok || file != filepath.Join(out, FitFile) {
			t.Errorf("%s: %s, %v", path, file, ok)
		}
	}
	if _, ok := FitAt(root); ok {
		t.Error("a folder without a result has one")
	}

	var tried []string
	open := func(source string, o read.Options) (*inference.Table, error) {
		tried = append(tried, source)
		if !filepath.IsAbs(source) {
			return nil, os.ErrNotExist // another working folder
		}
		return read.File(t.Context(), source, o)
	}
	var moved MovedTable
	if _, err := ReadFit(filepath.Join(out, FitFile), Now{}, open); !errors.As(err, &moved) ||
		moved.Source != "beans.csv" || moved.Held {
		t.Errorf("the table is two folders above: %v", err)
	}
	write(strings.Replace(text, "9", "8", 1), out, "beans.csv") // another one
	if f, err := ReadFit(filepath.Join(out, FitFile), Now{}, open); err != nil || f.Table.X.At(2, 0) != 8 {
		t.Errorf("who builds the fit must refuse what is there: %v", err)
	} else if _, err := job.Build(f.Result.Spec, f.Table, nil); err == nil {
		t.Error("another table of the same name is taken")
	}
	write(text, root, "fits", "beans.csv")
	if f, err := ReadFit(filepath.Join(out, FitFile), Now{}, open); err != nil || f.Table.X.At(2, 0) != 9 ||
		f.Result.Snapshot == nil || f.Test != nil {
		t.Errorf("tried %v: %v", tried, err)
	}
	write("no result", out, FitFile)
	if _, err := ReadFit(filepath.Join(out, FitFile), Now{}, open); err == nil ||
		!strings.Contains(err.Error(), FitFile+" is not a result") {
		t.Errorf("of another program: %v", err)
	}
	write(string(whole[:len(whole)/2]), out, FitFile)
	if _, err := ReadFit(filepath.Join(out, FitFile), Now{}, open); err == nil ||
		!strings.Contains(err.Error(), FitFile+": ") {
		t.Errorf("damaged: %v", err)
	}
}
