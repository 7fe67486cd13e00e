package autosave

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference/disk"
)

func list(parts ...Part) iter.Seq2[Part, error] {
	return func(yield func(Part, error) bool) {
		for _, p := range parts {
			if !yield(p, nil) {
				return
			}
		}
	}
}

func random(seed uint64, n int) []byte {
	r := rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)})
	b := make([]byte, n)
	_, _ = r.Read(b) // which cannot fail
	return b
}

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// kept are the bytes of a folder's files of pieces.
func kept(t *testing.T, dir string) (n int64) {
	t.Helper()
	all, err := os.ReadDir(filepath.Join(dir, piecesFolder))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}
		n += info.Size()
	}
	return n
}

func opened(t *testing.T, dir string, d *disk.Disk) *Store {
	t.Helper()
	s, err := openStore(dir, d)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Pieces do not depend on what precedes or follows them.
func TestCut(t *testing.T) {
	data := random(1, 4<<20)
	var pieces [][]byte
	for rest := data; len(rest) > 0; {
		n := cut(rest)
		if n < 1 || n > mostPiece || n < leastPiece && n < len(rest) {
			t.Fatalf("a piece of %d bytes", n)
		}
		pieces, rest = append(pieces, rest[:n]), rest[n:]
	}
	if mean := len(data) / len(pieces); mean < 40<<10 || mean > 60<<10 {
		t.Errorf("%d pieces of %d bytes", len(pieces), mean)
	}
	known := map[string]bool{}
	for _, p := range pieces {
		known[string(p)] = true
	}
	shifted := append(append(random(2, 12345), data[:2<<20]...), append(random(3, 777), data[2<<20:]...)...)
	newBytes := 0
	for rest := shifted; len(rest) > 0; {
		n := cut(rest)
		if !known[string(rest[:n])] {
			newBytes += n
		}
		rest = rest[n:]
	}
	if newBytes > 12345+777+4*mostPiece {
		t.Errorf("of %d bytes put in, %d are in new pieces", 12345+777, newBytes)
	}
	if zeros := make([]byte, 1<<20); cut(zeros) != mostPiece {
		t.Errorf("equal bytes are cut at %d", cut(zeros))
	}
}

// A part that grows is appended to, not rewritten.
func TestAGrowingPart(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir, nil)
	data := random(1, 8<<20)
	other := random(9, 1<<20)
	written := int64(0)
	for step := range 20 {
		data = append(data, random(uint64(100+step), 50<<10)...)
		before := kept(t, dir)
		if err := s.Save(list(Part{Name: "state", Data: data}, Part{Name: "table", Data: other, Same: step > 0}), "", "",
			noon); err != nil {
			t.Fatal(err)
		}
		if step > 0 {
			written += kept(t, dir) - before
		}
	}
	if written > 19*(50<<10+2*mostPiece) {
		t.Errorf("%d bytes were written for %d new ones", written, 19*50<<10)
	}
	back := opened(t, dir, nil)
	parts, lost := back.Load()
	if len(lost) > 0 || !bytes.Equal(parts["state"], data) || !bytes.Equal(parts["table"], other) || len(parts) != 2 {
		t.Error("it comes back otherwise")
	}
	// What is replaced repeatedly does not fill the disk.
	for step := range 30 {
		if err := s.Save(list(Part{Name: "state", Data: random(uint64(500+step), 4<<20)}, Part{Name: "table", Same: true}),
			"", "", noon); err != nil {
			t.Fatal(err)
		}
		if n := kept(t, dir); n > 2*(5<<20)+slack {
			t.Fatalf("5 MB of parts take %d bytes", n)
		}
	}
	many := mostFiles + 20
	if testing.Short() {
		many = 5 // each is synced
	}
	for step := range many {
		data = append(data, random(uint64(900+step), 100)...)
		if err := s.Save(list(Part{Name: "state", Data: data[:100*step]},
			Part{Name: fmt.Sprint("p", step), Data: data[:step]}, Part{Name: "table", Same: true}), "", "", noon); err != nil {
			t.Fatal(err)
		}
	}
	if parts, lost := opened(t, dir, nil).Load(); len(lost) > 0 || !bytes.Equal(parts["table"], other) {
		t.Errorf("after all that: %v", lost)
	}
	if err := s.Empty(); err != nil || kept(t, dir) != 0 {
		t.Error("emptied it holds something", err)
	}
	if _, _, ok := opened(t, dir, nil).Saved(); ok {
		t.Error("emptied it has saved something")
	}
}

// Whichever disk operation fails, the store holds what was saved last, and nothing else.
func TestAFullDisk(t *testing.T) {
	full := errors.New("no space left on device")
	old, next := random(1, 300<<10), random(2, 400<<10)
	for at := 0; ; at++ {
		dir := t.TempDir()
		count, limit := 0, -1
		d := &disk.Disk{Before: func(disk.Op, string, int) error {
			if count++; limit >= 0 && count > limit {
				return full
			}
			return nil
		}}
		s := opened(t, dir, d)
		if err := s.Save(list(Part{Name: "a", Data: old}), "study", "", noon); err != nil {
			t.Fatal(err)
		}
		count, limit = 0, at
		err := s.Save(list(Part{Name: "a", Data: next}), "study", "", noon)
		ends := count <= limit
		want := old
		if err == nil {
			want = next
		}
		after := opened(t, dir, nil)
		parts, lost := after.Load()
		if len(lost) > 0 || !bytes.Equal(parts["a"], want) {
			t.Fatalf("after %d operations (%v) it holds something else: %v", at, err, lost)
		}
		if n := kept(t, dir); n != int64(len(want)) {
			t.Errorf("after %d operations %d bytes are there for %d", at, n, len(want))
		}
		if all, _ := os.ReadDir(dir); len(all) != 2 {
			t.Errorf("after %d operations there are %v", at, all)
		}
		// It continues once there is room again.
		limit = -1
		if err := s.Save(list(Part{Name: "a", Same: true}, Part{Name: "b", Data: old}), "study", "", noon); err != nil {
			t.Fatal(err)
		}
		if parts, lost := opened(t, dir, nil).Load(); len(lost) > 0 || !bytes.Equal(parts["a"], want) ||
			!bytes.Equal(parts["b"], old) {
			t.Errorf("after %d operations it does not go on: %v", at, lost)
		}
		if ends {
			if at < 5 {
				t.Errorf("only %d operations", at)
			}
			return
		}
	}
}

func TestDamagedPieces(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir, nil)
	a, b := random(1, 100<<10), random(2, 100<<10)
	for _, p := range [][]Part{{{Name: "a", Data: a}},
		{{Name: "a", Same: true}, {Name: "b", Data: b}, {Name: "none", Data: nil}}} {
		if err := s.Save(list(p...), "", "", noon); err != nil {
			t.Fatal(err)
		}
	}
	file := s.file(2)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	data[50] ^= 4
	for what, damage := range map[string]func() error{
		"a flipped bit": func() error { return os.WriteFile(file, data, 0o600) },
		"cut short":     func() error { return os.Truncate(file, 10) },
		"missing":       func() error { return os.Remove(file) },
	} {
		if err := damage(); err != nil {
			t.Fatal(err)
		}
		parts, lost := opened(t, dir, nil).Load()
		if len(lost) != 1 || lost[0].What != "b" || !bytes.Equal(parts["a"], a) || parts["none"] == nil {
			t.Errorf("%s: %v", what, lost)
		}
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{"{", `{"format":"x"}`, `{"format":"espalier autosave","version":9}`,
		`{"format":"espalier autosave","version":1,"parts":[{"name":"a","pieces":[{"file":1,"at":0,"bytes":1000000000000,"sha256":""}]}]}`,
		`{"format":"espalier autosave","version":1,"parts":[{"name":"a","pieces":[{"file":-1,"at":0,"bytes":1,"sha256":""}]}]}`} {
		if err := os.WriteFile(s.path(), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := openStore(dir, nil); err == nil {
			t.Errorf("%s: no error", text)
		}
	}
}

func FuzzManifest(f *testing.F) {
	f.Add([]byte(`{"format":"espalier autosave","version":1,"of":"a","parts":[{"name":"a","pieces":[{"file":1,"at":0,"bytes":3,"sha256":"` + strings.Repeat("ab", 32) + `"}]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, piecesFolder), 0o700); err != nil {
			t.Fatal(err)
		}
		for _, f := range []struct {
			path string
			data []byte
		}{{filepath.Join(dir, manifestName), text}, {filepath.Join(dir, piecesFolder, "000001"), []byte("abcdef")}} {
			if err := os.WriteFile(f.path, f.data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s, err := openStore(dir, nil)
		if err != nil {
			return
		}
		s.Load()
	})
}
