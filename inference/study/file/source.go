package file

import (
	"archive/zip"
	"cmp"
	"compress/flate"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"runtime"
	"slices"
	"sync"

	"example.org/espalier/inference/parallel"
	"example.org/espalier/inference/study"
)

// A source has the parts of a study by name. Its methods may be called from several goroutines.
type source interface {
	names() []string
	// has reports whether the part exists, whole or not.
	has(name string) bool
	// part returns a part, nil if it is missing or damaged.
	part(name string) []byte
}

// inMemory holds parts that were read.
type inMemory map[string][]byte

func (m inMemory) names() []string         { return sorted(m) }
func (m inMemory) has(name string) bool    { return m[name] != nil }
func (m inMemory) part(name string) []byte { return m[name] }

// An archive has the parts of a file. Each is unpacked and checked when it is asked for.
type archive struct {
	found  map[string]found
	listed map[string]string // SHA-256 of each part according to the manifest; nil if that is damaged

	mu    sync.Mutex
	bad   map[string]error // parts found damaged so far
	asked map[string]bool
}

func (a *archive) names() []string { return sorted(a.found) }

func (a *archive) has(name string) bool {
	_, ok := a.found[name]
	return ok
}

func (a *archive) part(name string) []byte {
	f, ok := a.found[name]
	a.mu.Lock()
	a.asked[name] = true
	bad := a.bad[name]
	a.mu.Unlock()
	if !ok || bad != nil {
		return nil
	}
	data, err := f.read()
	if err == nil && a.listed != nil {
		if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != a.listed[name] {
			err = errors.New("it is damaged")
		}
	}
	if err != nil {
		a.mu.Lock()
		a.bad[name] = err
		a.mu.Unlock()
		return nil
	}
	return data
}

// rest checks the parts that were never asked for.
func (a *archive) rest() {
	for _, name := range a.names() {
		if !a.asked[name] {
			a.part(name)
		}
	}
}

// damaged returns the parts found damaged since the last call.
func (a *archive) damaged() (lost []study.Loss) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, name := range sorted(a.bad) {
		lost = append(lost, study.Loss{What: name, Why: a.bad[name].Error()})
	}
	for name := range a.bad {
		delete(a.found, name)
	}
	clear(a.bad)
	return lost
}

// A found is a part of an archive that is not yet unpacked.
type found struct {
	name          string
	method        uint16
	crc           uint32
	packed, bytes uint64
	open          func() (io.Reader, error) // of the packed bytes
}

func (f found) tooMuch() error {
	return fmt.Errorf("it claims %d bytes, which is more than such a file can hold", f.bytes)
}

// read unpacks a part.
func (f found) read() ([]byte, error) {
	if f.bytes > mostPart || f.name == manifestName && f.bytes > mostManifest {
		return nil, f.tooMuch()
	}
	r, err := f.open()
	if err != nil {
		return nil, err
	}
	most := f.packed
	switch f.method {
	case zip.Store:
	case zip.Deflate:
		r = flate.NewReader(r)
		most = 64 + 1100*f.packed // deflate packs 1,032 bytes into one at most
	default:
		return nil, fmt.Errorf("it is packed in a way that is not known (%d)", f.method)
	}
	short := fmt.Errorf("it is damaged: it has not the %d bytes that it claims", f.bytes)
	if f.bytes > most {
		return nil, short
	}
	data := make([]byte, f.bytes)
	if _, err := io.ReadFull(r, data); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, short
	} else if err != nil {
		return nil, fmt.Errorf("it is damaged: %w", err)
	}
	switch n, err := io.ReadFull(r, make([]byte, 1)); {
	case n > 0:
		return nil, short
	case !errors.Is(err, io.EOF):
		return nil, fmt.Errorf("it is damaged: %w", err)
	}
	if crcOf(data) != f.crc {
		return nil, errors.New("it is damaged: its checksum is wrong")
	}
	return data, nil
}

func sorted[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// inParallel calls f for each key on all processors and yields the results in the order of the
// keys. A panic of f becomes one of the caller.
func inParallel[K, V any](keys []K, f func(K) V) iter.Seq2[K, V] {
	values := make([]V, len(keys))
	parallel.Do(len(keys), runtime.GOMAXPROCS(0), func(i int) { values[i] = f(keys[i]) })
	return func(yield func(K, V) bool) {
		for i, k := range keys {
			if !yield(k, values[i]) {
				return
			}
		}
	}
}
