package files

import (
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read"

	"fyne.io/fyne/v2/test"
	"gonum.org/v1/gonum/mat"
)

// TestRecentRemembersSteps: a file that is opened again is prepared as the last time, but for steps that its table no longer allows.
func TestRecentRemembersSteps(t *testing.T) {
	prefs := test.NewTempApp(t).Preferences()
	r := NewRecent(prefs)
	steps := inference.Preprocessing{Transpose: true, Recipe: "remove:batch", Log2p1: true, Centre: true}
	r.Prepared("/x.csv", steps)
	r.Add("/x.csv", read.Options{}, nil)
	r.Prepared("/x.csv", inference.Preprocessing{Centre: true})
	if used := NewRecent(prefs).Used("/x.csv"); used != nil {
		t.Errorf("nobody chose %v", used)
	}
	r.Prepared("/x.csv", steps)
	if used := NewRecent(prefs).Used("/x.csv"); used == nil || *used != steps {
		t.Errorf("remembered %v", used)
	}
	r.Prepared("/x.csv", inference.Preprocessing{Centre: true}) // undone
	if used := NewRecent(prefs).Used("/x.csv"); used == nil || used.Recipe != "" {
		t.Errorf("remembered %v", used)
	}
	table := &inference.Table{Name: "x", Rows: []string{"a", "b", "c", "d"}, Columns: []string{"x", "y"}, X: mat.NewDense(4, 2, []float64{1, 2, 3, 4, 5, 6, 7, 8.5}), Kind: inference.Continuous,
		Annotations: []inference.Annotation{inference.NewAnnotation("batch", []string{"p", "q", "p", "q"})}}
	steps.Transpose = false
	if p, lost := Restored(table, steps); lost || p != steps {
		t.Errorf("%v, %v", p, lost)
	}
	table.Annotations = nil
	if p, lost := Restored(table, steps); !lost || p.Recipe != "" || p.Log2p1 {
		t.Errorf("%v, %v", p, lost)
	}
}
