package file

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"

	"example.org/espalier/inference/job"
	"example.org/espalier/inference/study"

	"github.com/google/go-cmp/cmp"
)

// encoded returns a result without its state as bytes, and all of the state: in a file the state leaves out what the
// result has, in stretches that depend on how its draws came into memory.
func encoded(r *job.Result) ([]byte, error) {
	without := *r
	without.State = nil
	b, err := without.Encode()
	state, failure := r.State.MarshalBinary()
	return append(b, state...), errors.Join(err, failure)
}

// same compares two studies: all that can be written as JSON, tables by their content, fits by their
// bytes.
func same(t testing.TB, a, b study.Contents) {
	t.Helper()
	text := func(v any) string {
		b, err := json.MarshalIndent(v, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if diff := cmp.Diff(text(a.State), text(b.State)); diff != "" {
		t.Errorf("the states differ: %s", diff)
	}
	var layouts [2]bytes.Buffer
	for i, l := range []json.RawMessage{a.Layout, b.Layout} {
		if err := json.Compact(&layouts[i], l); err != nil || i == 1 && layouts[0].String() != layouts[1].String() {
			t.Errorf("the layouts differ: %s, %s, %v", layouts[0].String(), layouts[1].String(), err)
		}
	}
	if !slices.Equal(sorted(a.Tables), sorted(b.Tables)) || !slices.Equal(sorted(a.Results), sorted(b.Results)) {
		t.Fatalf("tables %v and %v, results %v and %v", sorted(a.Tables), sorted(b.Tables), sorted(a.Results),
			sorted(b.Results))
	}
	for id, x := range a.Tables {
		y := b.Tables[id]
		if job.ContentHash(x) != job.ContentHash(y) || x.Name != y.Name || x.Source != y.Source || x.SHA256 != y.SHA256 ||
			!slices.Equal(x.Notes, y.Notes) || !maps.Equal(x.Stated, y.Stated) ||
			cmp.Diff(x.Annotations, y.Annotations) != "" ||
			cmp.Diff(x.ColumnAnnotations, y.ColumnAnnotations) != "" {
			t.Errorf("table %d differs", id)
		}
	}
	for id, x := range a.Results {
		y := b.Results[id]
		fx, errX := encoded(x.Fit)
		fy, errY := encoded(y.Fit)
		if errX != nil || errY != nil || !bytes.Equal(fx, fy) || x.ID != y.ID || x.Table != y.Table || x.First != y.First ||
			cmp.Diff(x.Made, y.Made) != "" || (x.Test == nil) != (y.Test == nil) {
			t.Errorf("result %d differs: %v, %v\n%s", id, errX, errY, cmp.Diff(x.Fit.Spec, y.Fit.Spec))
		}
	}
}
