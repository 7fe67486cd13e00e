package pane

import (
	"encoding/json"
	"testing"

	"example.org/espalier/inference/study"
)

type chosen struct{ Across, Up int }

// TestMemory: what is chosen is reported once, what comes back is not reported again, and a document
// without a state, as after an undo, or one read from a file, is shown.
func TestMemory(t *testing.T) {
	var told []any
	var a Asks
	a.Connect(Wishes{Keep: func(name string, s any) {
		if name != "Clusters" {
			t.Errorf("kept as %q", name)
		}
		told = append(told, s)
	}})
	now := chosen{0, 1}
	redrawn := 0
	m := remember(&a, "Clusters", &now, func() { redrawn++ })
	m.Chosen()
	if len(told) != 0 {
		t.Fatalf("told %v before anything was chosen", told)
	}
	now.Up = 3
	m.Chosen()
	m.Chosen()
	if len(told) != 1 || told[0] != (chosen{0, 3}) || redrawn != 0 {
		t.Fatalf("told %v", told)
	}
	m.Restore(study.Panes{"Clusters": told[0]})
	if redrawn != 0 {
		t.Fatal("what the user chose is restored")
	}
	m.Restore(nil)
	if now != (chosen{0, 1}) || redrawn != 1 || len(told) != 1 {
		t.Fatalf("shows %v after the undo, told %v", now, told)
	}
	var read study.Panes
	if err := json.Unmarshal([]byte(`{"Clusters":{"Across":4,"Up":5}}`), &read); err != nil {
		t.Fatal(err)
	}
	m.Restore(read)
	m.Chosen()
	if now != (chosen{4, 5}) || redrawn != 2 || len(told) != 1 {
		t.Fatalf("shows %v of a file, told %v", now, told)
	}
}
