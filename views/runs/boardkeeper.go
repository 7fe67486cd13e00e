package runs

import (
	"slices"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/board"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/depict"
)

// A boardKeeper keeps the board that was made last. It is safe for concurrent use.
type boardKeeper struct {
	mu      sync.Mutex
	entries []BoardEntry
	labels  string
	made    *board.Board
}

// board returns the board of results, the previous one if they are the same.
func (k *boardKeeper) board(entries []BoardEntry, labels string) (*board.Board, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.made != nil && k.labels == labels && slices.Equal(k.entries, entries) {
		return k.made, nil
	}
	var list []board.Entry
	for _, e := range entries {
		list = append(list, board.Entry{Name: e.Name, Title: e.Subject.Info.Title, Result: e.whole(), Data: e.Subject.Data})
	}
	b, err := board.New(list, labels)
	if err != nil {
		return nil, err
	}
	if len(entries) > 0 && madeOfGroups(entries[0].Subject, labels) {
		b.LeaveOwn()
	}
	k.entries, k.labels, k.made = entries, labels, b
	return b, nil
}

// madeOfGroups reports whether an annotation was made of groups, and comes from no file.
func madeOfGroups(s *depict.Subject, name string) bool {
	if s.Table == nil || !study.NamesGroups(name) {
		return false
	}
	own := func(a inference.Annotation) bool { return a.Name == name }
	return !slices.ContainsFunc(s.Table.Annotations, own) && !slices.ContainsFunc(s.Table.ColumnAnnotations, own)
}

// last returns the board that was made last, and its entries; nil before the first.
func (k *boardKeeper) last() (*board.Board, []BoardEntry) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.made, k.entries
}
