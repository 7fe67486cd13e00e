package ui

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/batch"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict/graphs"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/sampledata"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// The network shown is compared with known edges, of the sample or of a file, in the words and numbers of --truth.
func TestCompareWithKnownEdges(t *testing.T) {
	edges, err := sampledata.Truth("signalling")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	good, bad := filepath.Join(folder, "known.csv"), filepath.Join(folder, "bad.csv")
	lines := bytes.SplitAfter(edges, []byte("\n"))
	for path, text := range map[string][]byte{good: bytes.Join(lines[:9], nil), bad: []byte("source,target\nnobody,somebody\n")} {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := func(truth string) string {
		var out, told bytes.Buffer
		if batch.Main(context.Background(), []string{"fit", "sample:signalling", "-m", "glasso", "--truth", truth}, &out, &told) != 0 {
			t.Fatal(told.String())
		}
		for _, line := range strings.Split(out.String(), "\n") {
			if strings.Contains(line, "average precision") {
				return strings.ReplaceAll(line, truth, filepath.Base(truth))
			}
		}
		t.Fatal(out.String())
		return ""
	}
	s := newStage(t, usual, answers{good}, realModel(t, "glasso"))
	s.openSample("signalling")
	s.do(func() {
		if s.w.menu.refresh(); !s.w.menu.known.Disabled {
			t.Error("a tree can be compared with known edges")
		}
	})
	s.fitted("signalling", "glasso")
	s.do(func() {
		if s.w.menu.refresh(); s.w.menu.known.Disabled {
			t.Error("a network cannot be compared with known edges")
		}
	})
	told := func() (text string) {
		if s.w.Top() == nil {
			return ""
		}
		each(s.w.Top().Content(), func(o fyne.CanvasObject) {
			if p, ok := o.(*controls.Paragraph); ok {
				text += p.Text + " "
			}
		})
		return text
	}
	press := func(label string) {
		s.do(func() {
			s.w.menu.known.Action()
			each(s.w.Top().Content(), func(o fyne.CanvasObject) {
				if b, ok := o.(*controls.Button); ok && b.Text == label {
					test.Tap(b)
				}
			})
		})
	}
	for label, truth := range map[string]string{"Of the Sample": "sample:signalling", "Choose File…": good} {
		press(label)
		s.until("the comparison", func() bool { return strings.Contains(told(), "average precision") })
		s.do(func() {
			if got, line := told(), want(truth); !strings.Contains(got, line) {
				t.Errorf("the window says %q, the command line %q", got, line)
			}
			s.w.Top().Close()
		})
	}
	s.do(func() { s.w.Chooser = answers{bad} })
	press("Choose File…")
	s.until("the failure", func() bool { return s.w.ws.Notice.Bad })
	s.do(func() {
		if n := s.w.ws.Notice; !strings.Contains(n.Err.Error(), `no node "nobody"`) {
			t.Errorf("told is %+v", n)
		}
	})
}

// Known edges give the network a page with the curve of precision over recall, which is in the study and in the report;
// forgetting them and Undo take it away and bring it back.
func TestRecoveryPage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "known.espalier")
	s := newStage(t, usual, answers{path}, realModel(t, "glasso"))
	s.openSample("signalling")
	s.fitted("signalling", "glasso")
	offered := func() bool { return s.w.centre.leaf("Recovery") != nil && s.w.centre.leaf("Recovery").offered }
	want := func(offers bool, when string) {
		t.Helper()
		s.until("the page "+when, func() bool { return offered() == offers })
	}
	press := func(label string) {
		s.do(func() {
			s.w.menu.known.Action()
			each(s.w.Top().Content(), func(o fyne.CanvasObject) {
				if b, ok := o.(*controls.Button); ok && b.Text == label {
					test.Tap(b)
				}
			})
		})
	}
	want(false, "of nothing known")
	press("Of the Sample")
	want(true, "of the sample")
	s.until("the figure", func() bool {
		f, _ := s.w.centre.leaf("Recovery").Figure().(*chart.Chart)
		return f != nil && strings.HasPrefix(f.Subtitle, "17 edges of sample:signalling: average precision 0.9")
	})
	s.do(func() {
		if picked := s.w.centre.tabs.Picked(); picked != "Recovery" {
			t.Errorf("%s is shown", picked)
		}
		if items := s.w.ws.Runs.Reported(""); len(items) != 1 ||
			subject.Told[graphs.Told](items[0].Subject).Known == nil {
			t.Errorf("the report is not told: %+v", items)
		}
		s.w.Top().Close()
	})
	press("Forget")
	want(false, "of what is forgotten")
	s.do(s.w.ws.Undo)
	want(true, "after Undo")
	s.do(s.w.menu.save.Action)
	s.until("the save", func() bool { return !s.w.ws.Studies.Changed() })
	s.do(func() {
		s.w.study.newStudy()
		s.w.opens.openPath(path)
	})
	s.until("the study", func() bool {
		return s.w.ws.Studies.Path() == path && s.w.ws.Busy() == "" && s.w.ws.Studies.Rest == nil &&
			s.w.ws.Runs.Job() != nil
	})
	want(true, "of the study")
}
