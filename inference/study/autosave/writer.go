package autosave

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
)

// A writer collects the pieces that the store does not have yet into files of pieces.
type writer struct {
	s      *Store
	places map[hash]place // of the new ones
	buffer []byte
	wrote  int64
	err    error
}

// add returns the pieces of data, and collects those that are new.
func (w *writer) add(data []byte) (list []piece) {
	for len(data) > 0 {
		n := cut(data)
		list = append(list, w.put(data[:n]))
		data = data[n:]
	}
	return list
}

func (w *writer) put(data []byte) piece {
	h := sha256.Sum256(data)
	at, ok := w.s.places[h]
	if !ok {
		at, ok = w.places[h]
	}
	if !ok {
		if len(w.buffer) > 0 && len(w.buffer)+len(data) > fileBytes {
			w.err = w.flush()
		}
		at = place{w.s.next, int64(len(w.buffer)), len(data)}
		w.buffer = append(w.buffer, data...)
		w.places[h] = at
	}
	return piece{at.File, at.At, at.Bytes, hex.EncodeToString(h[:])}
}

// flush writes the collected pieces.
func (w *writer) flush() error {
	if w.err != nil || len(w.buffer) == 0 {
		return w.err
	}
	err := w.s.disk.New(w.s.file(w.s.next), w.buffer)
	w.wrote += int64(len(w.buffer))
	w.s.next++
	w.buffer = w.buffer[:0]
	return err
}

// wasteful reports whether the files hold much that is no longer used.
func (w *writer) wasteful(m manifest) bool {
	seen, files := map[string]bool{}, map[int]bool{}
	live := int64(0)
	for _, e := range m.Parts {
		for _, p := range e.Pieces {
			files[p.File] = true
			if !seen[p.SHA256] {
				seen[p.SHA256] = true
				live += int64(p.Bytes)
			}
		}
	}
	return w.s.stored+w.wrote > 2*live+slack || len(files) > mostFiles
}

// anew writes all pieces of a manifest into new files and returns a manifest with their new places.
func (w *writer) anew(m manifest) (manifest, error) {
	to := writer{s: &Store{dir: w.s.dir, disk: w.s.disk, next: w.s.next}, places: map[hash]place{}}
	files := pieceFiles{s: w.s, open: map[int]*os.File{}}
	defer files.close()
	parts := m.Parts
	m.Parts = nil
	for _, e := range parts {
		next := entry{Name: e.Name}
		for _, p := range e.Pieces {
			data, err := files.append(nil, p)
			if err != nil {
				return m, err
			}
			next.Pieces = append(next.Pieces, to.put(data))
		}
		m.Parts = append(m.Parts, next)
	}
	err := to.flush()
	w.s.next = to.s.next
	return m, err
}
