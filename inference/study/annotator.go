package study

import (
	"reflect"

	"example.org/espalier/inference"
	"example.org/espalier/inference/things"
)

// An Annotator keeps the data sets that it annotated last. Views compare data sets by pointer, so
// equal data must keep the same pointer.
type Annotator struct {
	made map[*inference.Dataset]annotation
}

// An annotation is a data set with the annotations added to it; states share it while these do not change.
type annotation struct {
	by     Annotations
	naming inference.Naming
	things things.Nouns
	levels uintptr    // of the map, which is never modified
	groups [2][]Group // of rows and of columns
	data   *inference.Dataset
}

// Of returns data of a table with the annotations of the open sheet, its present groups among them.
func (a *Annotator) Of(s State, t *inference.Table, data *inference.Dataset) *inference.Dataset {
	h, ok := s.Sheet()
	if !ok || data == nil || h.Made().Empty() && len(h.Rows.Groups)+len(h.Columns.Groups) == 0 &&
		h.Naming == (inference.Naming{}) && h.Things == (things.Nouns{}) && len(h.Levels) == 0 {
		return data
	}
	if old, ok := a.made[data]; ok && old.by.Same(h.Made()) && old.naming == h.Naming && old.things == h.Things &&
		old.levels == reflect.ValueOf(h.Levels).Pointer() && shared(old.groups[0], h.Rows.Groups) &&
		shared(old.groups[1], h.Columns.Groups) {
		return old.data
	}
	if a.made == nil || len(a.made) > 64 {
		a.made = map[*inference.Dataset]annotation{}
	}
	a.made[data] = annotation{h.Made(), h.Naming, h.Things, reflect.ValueOf(h.Levels).Pointer(),
		[2][]Group{h.Rows.Groups, h.Columns.Groups},
		h.GroupsAnnotated(t).Annotated(data)}
	return a.made[data].data
}

// shared reports whether two lists share their memory.
func shared[T any](a, b []T) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }
