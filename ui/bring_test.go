package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/inference/model/gaussian"
	"example.org/espalier/inference/model/kmeans"
	"example.org/espalier/inference/study/opening"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
)

// A result of the command line opens with its table, by its file or its folder, beside what is there, and can be undone.
func TestOpenResultOfTheCommandLine(t *testing.T) {
	s := newStage(t, usual, nil, kmeans.Model{}, gaussian.Model{})
	dir := filepath.Join(t.TempDir(), "clusters")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, opening.FitFile)
	s.fitted("iris", "kmeans")
	s.until("the whole result", func() bool {
		known, _ := s.w.ws.Doc.Result(s.w.ws.Now().Shown)
		return known.Fit != nil && known.Fit.Ended.Ended() && known.Fit.State != nil
	})
	s.do(func() {
		known, _ := s.w.ws.Doc.Result(s.w.ws.Now().Shown)
		whole, err := known.Fit.Encode()
		if err == nil {
			err = os.WriteFile(path, whole, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	})

	other := newStage(t, usual, nil, kmeans.Model{}, gaussian.Model{})
	other.openSample("crabs")
	other.do(func() { other.w.opens.openPath(dir) })
	other.until("the result", func() bool {
		shown := other.w.centre.shown
		return other.w.ws.Busy() == "" && shown != nil && shown.Info.Name == "kmeans" && shown.Snapshot != nil
	})
	other.do(func() {
		if name := other.w.ws.Table().Name; name != "iris" || other.w.ws.Data() == nil {
			t.Errorf("the table is %s", name)
		}
		if c := other.w.run; c.go_.Disabled() {
			t.Error("no other run can start")
		}
		other.w.opens.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(path)})
	})
	other.until("the result again", func() bool {
		return other.w.ws.Busy() == "" &&
			len(other.w.ws.Now().Results) == 2
	})
	other.do(func() {
		if n := len(other.w.ws.Now().Sheets); n != 1 {
			t.Errorf("there are %d tables", n)
		}
		other.w.ws.Undo()
		if got := other.w.ws.Now(); len(got.Results) != 1 || other.w.ws.Table().Name != "iris" {
			t.Errorf("after one step back there are %d results", len(got.Results))
		}
		other.w.ws.Undo()
		if name := other.w.ws.Table().Name; name != "crabs" {
			t.Errorf("after two steps back the table is %s", name)
		}
		if err := os.WriteFile(path, []byte("no result"), 0o600); err != nil {
			t.Fatal(err)
		}
		other.w.opens.openPath(path)
	})
	other.until("the refusal", func() bool { return other.w.ws.Notice.Bad })
	other.do(func() {
		if n := other.w.ws.Notice; !strings.Contains(n.Text, "clusters") || other.w.ws.Table().Name != "crabs" {
			t.Errorf("it says %q", n.Text)
		}
	})
}
