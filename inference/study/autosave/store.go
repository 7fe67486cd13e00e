package autosave

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.org/espalier/inference/disk"
	"example.org/espalier/inference/saved"
	"example.org/espalier/inference/study"
)

// A Store keeps named parts in a folder. It is used by one goroutine at a time.
type Store struct {
	dir    string
	disk   *disk.Disk
	now    manifest // as it is on the disk
	places map[hash]place
	next   int // number of the next file of pieces
	stored int64
}

type hash = [sha256.Size]byte

// A place is the position of a piece.
type place struct {
	File  int
	At    int64
	Bytes int
}

// manifest is manifest.json of a store.
type manifest struct {
	Format  string    `json:"format"`
	Version int       `json:"version"`
	Program string    `json:"espalier,omitempty"`
	Of      string    `json:"of,omitempty"` // path of the study being worked on; absent for none
	Saved   time.Time `json:"saved"`
	Parts   []entry   `json:"parts"`
}

type entry struct {
	Name   string  `json:"name"`
	Pieces []piece `json:"pieces"`
}

type piece struct {
	File   int    `json:"file"`
	At     int64  `json:"at"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

const (
	format       = "espalier autosave"
	version      = 3 // as that of files
	manifestName = "manifest.json"
	piecesFolder = "pieces"
	mostManifest = 64 << 20
	mostBytes    = 4 << 30 // of all parts together
	// Files of pieces are rewritten when they hold more than slack plus twice the bytes in use, or when there are many.
	slack     = 32 << 20
	mostFiles = 256
	fileBytes = 64 << 20
)

// A Part is a named part to be saved. Same says that it has not changed since it was last saved;
// Data is then ignored.
type Part struct {
	Name string
	Data []byte
	Same bool
}

// openStore returns the store in a folder, with the parts saved there. It removes unfinished files of a killed process.
func openStore(dir string, d *disk.Disk) (*Store, error) {
	private := disk.Disk{Private: true} // whatever becomes of the folder's own permissions
	if d != nil {
		private.Before = d.Before
	}
	s := &Store{dir: dir, disk: &private, places: map[hash]place{}, next: 1}
	if err := os.MkdirAll(filepath.Join(dir, piecesFolder), 0o700); err != nil {
		return nil, err
	}
	text, err := readSmall(s.path())
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	default:
		if err := s.now.read(text); err != nil {
			return nil, err
		}
	}
	for _, e := range s.now.Parts {
		for _, p := range e.Pieces {
			if h, err := p.hash(); err == nil {
				s.places[h] = place{p.File, p.At, p.Bytes}
			}
			s.next = max(s.next, p.File+1)
		}
	}
	return s, s.sweep()
}

func (m *manifest) read(text []byte) error {
	if err := json.Unmarshal(text, m); err != nil {
		return fmt.Errorf("the list of saved parts is damaged: %w", err)
	}
	if m.Format != format || m.Version > version {
		return fmt.Errorf("another version of the program saved it (%q %d)", m.Format, m.Version)
	}
	for _, e := range m.Parts {
		for _, p := range e.Pieces {
			if p.File < 1 || p.File > 1<<40 || p.At < 0 || p.Bytes < 0 || p.Bytes > mostPiece {
				return errors.New("the list of saved parts is damaged")
			}
		}
	}
	return nil
}

func (p piece) hash() (h hash, err error) {
	b, err := hex.DecodeString(p.SHA256)
	if err != nil || len(b) != len(h) {
		return h, errors.New("a hash is damaged")
	}
	return hash(b), nil
}

// readSmall reads a file of limited size.
func readSmall(path string) ([]byte, error) { return disk.Read(path, mostManifest) }

func (s *Store) path() string { return filepath.Join(s.dir, manifestName) }

func (s *Store) file(n int) string { return filepath.Join(s.dir, piecesFolder, fmt.Sprintf("%06d", n)) }

// Save makes the store hold exactly these parts. If there is an error, which may be that of a part,
// the store is unchanged. of is the path of the study being worked on.
func (s *Store) Save(parts iter.Seq2[Part, error], of, program string, at time.Time) error {
	next := manifest{Format: format, Version: version, Program: program, Of: of, Saved: at.UTC()}
	old := map[string][]piece{}
	for _, e := range s.now.Parts {
		old[e.Name] = e.Pieces
	}
	w := writer{s: s, places: map[hash]place{}}
	for p, err := range parts {
		if err != nil {
			return s.failed(err)
		}
		e := entry{Name: p.Name, Pieces: old[p.Name]}
		if !p.Same {
			e.Pieces = w.add(p.Data)
		} else if _, ok := old[p.Name]; !ok {
			panic("autosave: a part marked as unchanged was never saved: " + p.Name)
		}
		next.Parts = append(next.Parts, e)
	}
	if err := w.flush(); err != nil {
		return s.failed(err)
	}
	if w.wasteful(next) {
		moved, err := w.anew(next)
		if err != nil {
			return s.failed(err)
		}
		next = moved
	}
	text, err := json.Marshal(next)
	if err != nil {
		return err
	}
	if err := s.disk.File(s.path(), func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
		return s.failed(err)
	}
	s.now = next
	s.places = map[hash]place{}
	for _, e := range next.Parts {
		for _, p := range e.Pieces {
			if h, err := p.hash(); err == nil {
				s.places[h] = place{p.File, p.At, p.Bytes}
			}
		}
	}
	_ = s.sweep() // files that could not be removed will be the next time
	return nil
}

// Empty removes everything that was saved.
func (s *Store) Empty() error {
	if err := s.disk.Remove(s.path()); err != nil {
		return err
	}
	s.now, s.places = manifest{}, map[hash]place{}
	return s.sweep()
}

// failed frees the space of a write that failed.
func (s *Store) failed(err error) error {
	_ = s.sweep() // a full disk was reported already
	return err
}

// sweep removes files that the manifest does not name.
func (s *Store) sweep() error {
	used := map[string]bool{}
	for _, e := range s.now.Parts {
		for _, p := range e.Pieces {
			used[filepath.Base(s.file(p.File))] = true
		}
	}
	all, err := os.ReadDir(filepath.Join(s.dir, piecesFolder))
	s.stored = 0
	for _, f := range all {
		if !used[f.Name()] {
			if n, bad := strconv.Atoi(f.Name()); bad == nil {
				s.next = max(s.next, n+1)
			}
			err = errors.Join(err, s.disk.Remove(filepath.Join(s.dir, piecesFolder, f.Name())))
			continue
		}
		if info, bad := f.Info(); bad == nil {
			s.stored += info.Size()
		}
	}
	return errors.Join(err, s.disk.Clear(s.path()))
}

// Saved says when the content of the store was saved, and of which study it is. ok is false if the
// store is empty.
func (s *Store) Saved() (of string, at time.Time, ok bool) {
	return s.now.Of, s.now.Saved, s.now.Format != ""
}

// Load returns the parts that are whole, and reports the others.
func (s *Store) Load() (parts map[string][]byte, lost []study.Loss) {
	parts = map[string][]byte{}
	files := pieceFiles{s: s, open: map[int]*os.File{}}
	defer files.close()
	left := int64(mostBytes)
	for _, e := range s.now.Parts {
		var data []byte
		var err error
		for _, p := range e.Pieces {
			if left -= int64(p.Bytes); left < 0 {
				err = errors.New("it is larger than the program reads")
				break
			}
			if data, err = files.append(data, p); err != nil {
				break
			}
		}
		if err != nil {
			lost = append(lost, study.Loss{What: e.Name, Why: err.Error()})
			continue
		}
		if data == nil {
			data = []byte{}
		}
		parts[e.Name] = data
	}
	return parts, lost
}

// pieceFiles are files of pieces that are being read.
type pieceFiles struct {
	s    *Store
	open map[int]*os.File
}

func (f pieceFiles) close() {
	for _, in := range f.open {
		in.Close()
	}
}

// append appends a piece to data.
func (f pieceFiles) append(data []byte, p piece) ([]byte, error) {
	in := f.open[p.File]
	if in == nil {
		var err error
		if in, err = disk.Open(f.s.file(p.File)); err != nil {
			return nil, err
		}
		f.open[p.File] = in
	}
	n := len(data)
	data = slices.Grow(data, p.Bytes)[:n+p.Bytes]
	if _, err := in.ReadAt(data[n:], p.At); err != nil {
		return nil, fmt.Errorf("a piece of it is missing: %w", err)
	}
	if sum := sha256.Sum256(data[n:]); hex.EncodeToString(sum[:]) != strings.ToLower(p.SHA256) {
		return nil, errors.New("a piece of it is damaged")
	}
	return data, nil
}

// Sizes of pieces in bytes. Between the least and the greatest size, a piece ends where the hash of
// the last 64 bytes has zeros in certain bits.
const (
	leastPiece = 16 << 10
	mostPiece  = 256 << 10
)

// ends has the bits set in which the hash is zero at the end of a piece: at one position in 32,768.
const ends = uint64(0b0111_1111_1111_1111) << 48

// cut returns the length of the first piece of data. It depends on neither the bytes before the piece nor those after
// it.
func cut(data []byte) int {
	if len(data) <= leastPiece {
		return len(data)
	}
	var hash uint64
	most := min(len(data), mostPiece)
	for i := leastPiece; i < most; i++ {
		hash = saved.Roll(hash, data[i])
		if hash&ends == 0 {
			return i + 1
		}
	}
	return most
}
