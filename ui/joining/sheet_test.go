package joining

import (
	"context"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/viewstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

func table(t *testing.T, name, text string) *inference.Table {
	t.Helper()
	tab, err := read.Bytes(name, name, []byte(text), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// TestShowsHowATableJoins says what matches, refuses steps that cannot be read, and hands over what is accepted.
func TestShowsHowATableJoins(t *testing.T) {
	stage := viewstest.NewStage(t)
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	stage.Show(container.NewStack(), 1440, 900)
	d := &dialogs.Dialogs{App: fyne.CurrentApp(), Window: stage.Win, Post: stage.Post, Context: ctx,
		Fail: func(what string, err error) { t.Errorf("%s %v", what, err) }, Tell: func(string) {}}
	first := table(t, "genes.csv", "id,a,b\nr1,1,2\nr2,3,4\nr3,5,6\n")
	added := table(t, "clinic.csv", "who,age,b\nr3,30,0.3\nr2,20,0.2\nr9,90,0.9\n")
	var got []Joined
	s := Show(d, first, added, func(j Joined) { got = append(got, j) })
	stage.Run(func() bool { return s.joined != nil })
	if !strings.HasPrefix(s.summary.Text, "clinic: 2 of 3 rows, 2 columns") {
		t.Errorf("summary %q", s.summary.Text)
	}
	said := ""
	for _, o := range s.lists.Objects {
		parts := o.(*fyne.Container).Objects
		said += parts[0].(*controls.Text).Text + ": " + parts[1].(*controls.Paragraph).Text + "\n"
	}
	for _, part := range []string{"1 row not in the file: r1", "1 name of the file without a row: r9", `"clinic.b"`} {
		if !strings.Contains(said, part) {
			t.Errorf("the sheet lacks %q:\n%s", part, said)
		}
	}
	s.Steps.OnCommit("scala")
	if !s.Add.Disabled() || s.notes.Text == "" {
		t.Error("steps that cannot be read can be accepted")
	}
	s.Steps.OnCommit("scale-all")
	s.Name.OnCommit("visit")
	stage.Run(func() bool { return s.joined != nil })
	test.Tap(s.Add)
	if len(got) != 1 || got[0].Name != "visit" || got[0].Steps != "scale-all" {
		t.Fatalf("accepted: %+v", got)
	}
	if want := []string{"a", "b", "age", "visit.b"}; !slices.Equal(got[0].Table.Columns, want) {
		t.Errorf("columns %q, want %q", got[0].Table.Columns, want)
	}
	if whole := got[0].Table; whole.SHA256 != "" || whole.Source == first.Source || first.SHA256 == "" {
		t.Errorf("the table is said to be read from %q", whole.Source)
	}
	if want := []inference.JoinedFile{{Path: first.Source, SHA256: first.SHA256},
		{Name: "visit", Path: added.Source, SHA256: added.SHA256}}; !slices.Equal(got[0].Table.Joined, want) {
		t.Errorf("joined from %+v", got[0].Table.Joined)
	}
	info := inference.Info{Preprocessing: inference.Preprocessing{Centre: true, Scale: true}}
	p := got[0].Prepared(first, info.PreprocessingOf(first, inference.Preprocessing{}), info)
	if of := p.Table("visit"); !of.ScaleAll || of.Scale || !p.Scale {
		t.Errorf("prepared as %+v", p)
	}
}
