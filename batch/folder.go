package batch

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/study/file"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/write"
)

// A folder is where a command writes its files; "" writes nothing. Between begin and commit the
// files gather in a subfolder, so that earlier files stay whole until all new ones are complete.
type folder struct {
	path    string
	written []string // names within it
	stage   string   // where files are written; "" for the folder itself
	asIs    bool     // texts in CSV that a spreadsheet would run as formulas

	note func(string) // receives notes on parts without room in a figure; nil for nobody

	made []string // folders that were made for it, outermost first
	lock *disk.Lock
}

// Names of files that a folder holds only while a command works there. A killed command leaves
// them; the next one clears them.
const (
	lockName  = ".espalier.lock"
	stageName = ".espalier-new-"
)

// lastFile is written last: if it exists, the fit was written completely. It stands beside its place, as asideName,
// while the rest takes places.
const (
	lastFile  = "result.json"
	asideName = "." + lastFile + ".new"
)

// make creates the folder and locks it against other commands until end, so that a path that cannot
// be written fails before the work.
func (f *folder) make() error {
	if f.path == "" {
		return nil
	}
	if info, err := os.Stat(f.path); strings.EqualFold(filepath.Ext(f.path), file.Extension) && (err != nil || !info.IsDir()) {
		return usage("--out %s: a name that ends in %s is that of a study, and this is a folder; use --study to put a result "+
			"into a study, or give the folder another name", f.path, file.Extension)
	}
	for dir := filepath.Clean(f.path); ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(dir); err == nil || dir == filepath.Dir(dir) {
			break
		}
		f.made = append(f.made, dir)
	}
	slices.Reverse(f.made)
	if err := os.MkdirAll(f.path, 0o777); err != nil {
		f.end()
		return fmt.Errorf("--out: %w", err)
	}
	var err error
	var held *disk.Locked
	switch f.lock, err = disk.TryLock(filepath.Join(f.path, lockName)); {
	case errors.As(err, &held):
		return fmt.Errorf("--out: %s cannot be written: %w", f.path, err)
	case errors.Is(err, disk.ErrNoLock):
		f.end()
		return fmt.Errorf("--out: %w", err)
	case err == nil:
		f.clearKilled()
	}
	// If the file system has no locks, write to the folder without one.
	probe, err := os.CreateTemp(f.path, stageName+"*")
	if err != nil {
		f.end()
		return fmt.Errorf("--out: %w", err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// clearKilled removes temporary files of a killed command. The lock is held.
func (f *folder) clearKilled() {
	all, _ := os.ReadDir(f.path) // files that stay do no harm
	for _, e := range all {
		name := e.Name()
		if rest, ok := strings.CutPrefix(name, stageName); ok && strings.Trim(rest, "0123456789") == "" || disk.TemporaryOf(name) != "" || name == asideName {
			_ = os.RemoveAll(filepath.Join(f.path, name)) // nor does this
		}
	}
}

// end unlocks the folder, and removes folders that make created and that are still empty.
func (f *folder) end() {
	if f.stage != "" {
		_ = os.RemoveAll(f.stage) // the next command clears it otherwise
		f.stage = ""
	}
	_ = f.lock.Release() // the system does it otherwise
	f.lock = nil
	for _, dir := range slices.Backward(f.made) {
		if os.Remove(dir) != nil { // there is something in it
			break
		}
	}
	f.made = nil
}

// begin gathers files until commit.
func (f *folder) begin() (err error) {
	if f.path == "" {
		return nil
	}
	if f.stage, err = os.MkdirTemp(f.path, stageName+"*"); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	return nil
}

// commit replaces the files of the earlier fit by those gathered, in the order in which they were
// written. A process killed in between leaves no result.json, and one with result.json leaves nothing to clear.
func (f *folder) commit() error {
	if f.stage == "" {
		return nil
	}
	before := map[string]fs.FileInfo{} // the files replaced
	for _, name := range f.written {
		before[name], _ = os.Stat(filepath.Join(f.path, name)) // nil for nothing
	}
	if err := f.clear(f.written); err != nil {
		return err
	}
	for _, name := range f.written {
		to := filepath.Join(f.path, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return fmt.Errorf("writing %s: %w", name, err)
		}
		from := filepath.Join(f.stage, name)
		if name == lastFile { // it stands beside its place while the rest is cleared
			aside := filepath.Join(f.path, asideName)
			if err := errors.Join(os.Rename(from, aside), os.RemoveAll(f.stage)); err != nil {
				return fmt.Errorf("writing %s: %w", name, err)
			}
			from = aside
		}
		if err := place(from, to, before[name]); err != nil {
			return fmt.Errorf("writing %s: %w", name, err)
		}
	}
	err := os.RemoveAll(f.stage)
	f.stage = ""
	return errors.Join(err, disk.SyncFolder(f.path))
}

// place moves the file from to the path to, with the permissions of the file that it replaces. Where to is no plain
// file, such as a link, it is written through.
func place(from, to string, before fs.FileInfo) error {
	if now, err := os.Lstat(to); err == nil && !now.Mode().IsRegular() {
		in, err := disk.Open(from)
		if err != nil {
			return err
		}
		err = write.File(to, func(w io.Writer) error { _, err := io.Copy(w, in); return err })
		return errors.Join(err, in.Close(), os.Remove(from))
	}
	if before != nil && before.Mode().IsRegular() {
		if err := os.Chmod(from, before.Mode().Perm()); err != nil && !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
	}
	return os.Rename(from, to)
}

// clear removes the files of the fit in the folder, result.json first, except some. Nothing outside the folder is
// removed, wherever links in it lead; a link stays.
func (f *folder) clear(but []string) error {
	text, err := disk.Read(filepath.Join(f.path, lastFile), mostText)
	if err != nil {
		return nil // there is none
	}
	var earlier struct{ Files []string }
	_ = json.Unmarshal(text, &earlier) // a file that is no result lists no files
	within, err := os.OpenRoot(f.path)
	if err != nil {
		return err
	}
	defer within.Close()
	for _, name := range append([]string{lastFile}, earlier.Files...) {
		if name != lastFile && slices.Contains(but, name) || !filepath.IsLocal(name) {
			continue
		}
		if info, err := within.Lstat(name); err != nil || !info.Mode().IsRegular() {
			continue // it is not there, or not the file written
		}
		if err := within.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if dir := filepath.Dir(name); dir != "." {
			_ = within.Remove(dir) // if it is empty now
		}
	}
	return nil
}

// refuseUnlisted refuses a folder whose result does not list its files: they would be mixed with
// new ones.
func (f *folder) refuseUnlisted() error {
	text, err := disk.Read(filepath.Join(f.path, lastFile), mostText)
	if f.path == "" || err != nil {
		return nil // there is none
	}
	var earlier struct{ Files []string }
	if err := json.Unmarshal(text, &earlier); err != nil || earlier.Files == nil {
		return fmt.Errorf("--out: %s contains a %s that does not list its files, so old and new files would be "+
			"mixed; give another folder, or empty this one", f.path, lastFile)
	}
	return nil
}

// place returns where a file is written now.
func (f *folder) place(name string) string {
	if f.stage != "" {
		return filepath.Join(f.stage, name)
	}
	return filepath.Join(f.path, name)
}

// put writes a file by calling writes, or leaves it as it was.
func (f *folder) put(name string, doing string, writes func(path string) error) error {
	if f.path == "" {
		return nil
	}
	to := f.place(name)
	err := os.MkdirAll(filepath.Dir(to), 0o777)
	if err == nil {
		err = writes(to)
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w", doing, name, err)
	}
	if !slices.Contains(f.written, name) {
		f.written = append(f.written, name)
	}
	return nil
}

// write writes data into a file, or leaves it as it was.
func (f *folder) write(name string, data []byte) error {
	return f.stream(name, func(w io.Writer) error { _, err := w.Write(data); return err })
}

// stream writes a file piece by piece, or leaves it as it was.
func (f *folder) stream(name string, writes func(io.Writer) error) error {
	return f.put(name, "writing", func(path string) error { return write.File(path, writes) })
}

// writeSheet writes a table as CSV.
func (f *folder) writeSheet(name string, sheet plotting.Sheet) error {
	put := write.CSV
	if f.asIs {
		put = write.CSVAsIs
	}
	return f.stream(name, func(w io.Writer) error { return put(w, sheet) })
}

// draw draws a figure in each of some formats.
func (f *folder) draw(name string, formats []string, figure plotting.Figure, size plotting.Size, m plotting.Metadata) error {
	if f.note != nil && len(formats) > 0 {
		if left := plotting.LegendsLeftOut(figure, size); len(left) > 0 {
			f.note(fmt.Sprintf("the figure %s has no room for the legend of %s; make it larger with --size", name, strings.Join(left, ", ")))
		}
	}
	for _, format := range formats {
		err := f.put(name+"."+format, "drawing", func(path string) error { return write.Figure(path, figure, size, m) })
		if err != nil {
			return err
		}
	}
	return nil
}

// publish writes a report as NAME.json, the numbers of a figure as NAME.csv, and plates in each of
// some formats.
func (f *folder) publish(name string, text []byte, numbers plotting.Figure, formats []string, plates ...depict.Plate) error {
	if f.path == "" {
		return nil
	}
	if err := f.write(name+".json", text); err != nil {
		return err
	}
	return f.publishNumbers(name, numbers, formats, plates...)
}

// publishNumbers writes the numbers of a figure and the plates.
func (f *folder) publishNumbers(name string, numbers plotting.Figure, formats []string, plates ...depict.Plate) error {
	if f.path == "" {
		return nil
	}
	if _, err := write.Numbers(filepath.Join(f.path, name+".csv"), numbers); err != nil {
		return err
	}
	for _, p := range plates {
		if err := f.draw(p.Name, formats, plotting.ForPrint(p.Figure), p.Size, p.Metadata); err != nil {
			return err
		}
	}
	return nil
}

// pageSize is that of a figure two columns of a journal wide.
var pageSize = plotting.Size{WidthMM: 180, HeightMM: 140, DPI: 300}
