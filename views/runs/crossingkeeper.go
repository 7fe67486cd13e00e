package runs

import (
	"reflect"
	"strings"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/board"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/study"
)

// A crossingAsk is two partitions to be compared. It is a value that worker and window share.
type crossingAsk struct {
	sides [2]struct {
		key, name string
		result    *job.Result        // nil for no result
		data      *inference.Dataset // of the result
	}
	cut    int
	data   *inference.Dataset // whose rows have annotations and groups
	groups []study.Group      // of the rows of the table
}

// left is the data whose rows the left side puts into groups.
func (a crossingAsk) left() *inference.Dataset {
	if a.sides[0].result != nil {
		return a.sides[0].data
	}
	return a.data
}

// side returns one of the two sides for the board.
func (a crossingAsk) side(i int) (board.Side, error) {
	s := a.sides[i]
	if s.result != nil {
		return board.Side{Fit: &board.Entry{Name: s.name, Result: s.result, Data: s.data}}, nil
	}
	if name, ok := strings.CutPrefix(s.key, sideLabels); ok {
		p, err := board.LabelsOf(a.data, name)
		return board.Side{Given: p}, err
	}
	labels, names := make([]int, len(a.data.Rows)), make([]string, len(a.groups))
	for i := range labels {
		labels[i] = -1
	}
	for k, g := range study.FrameOf(a.data).GroupsIn(a.groups) {
		names[k] = g.Name
		for _, row := range g.Rows {
			labels[row] = k
		}
	}
	return board.Side{Given: board.PartitionOf(a.data, "groups", labels, names)}, nil
}

// A crossingKeeper keeps the comparison that was made last. It is safe for concurrent use.
type crossingKeeper struct {
	mu   sync.Mutex
	of   crossingAsk
	made *board.Crossing
	err  error
}

// crossing compares two partitions, or returns the previous comparison if they are the same.
func (k *crossingKeeper) crossing(a crossingAsk) (*board.Crossing, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if (k.made != nil || k.err != nil) && k.of.sides == a.sides && k.of.cut == a.cut && k.of.data == a.data &&
		reflect.DeepEqual(k.of.groups, a.groups) {
		return k.made, k.err
	}
	left, err := a.side(0)
	if err == nil {
		var right board.Side
		if right, err = a.side(1); err == nil {
			k.of = a
			k.made, k.err = board.CrossSides(left, right, a.cut)
			return k.made, k.err
		}
	}
	k.of, k.made, k.err = a, nil, err
	return nil, err
}

// last returns the last comparison and its result; nil for none.
func (k *crossingKeeper) last() (crossingAsk, *board.Crossing) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.of, k.made
}
