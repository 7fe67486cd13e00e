package workspace

import (
	"slices"

	treereading "example.org/espalier/inference/stat/reading"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/opening"
)

// readTree finds out, beside the window, what must be said of the tree of a run that has ended: that it sets the rows apart less
// than simple clustering does, or finds no order among them. It says nothing of a linkage, which the user asked for.
func (r *Runs) readTree(j *Job) {
	j.Claims, j.Apart, j.Rival = "", false, false
	if j.First || j.Snapshot == nil || j.Info.Name == opening.FirstModel || !j.Subject().HasTree() {
		return
	}
	subject, snapshot := j.Subject(), j.Snapshot
	rival := subject.ByClarity()
	j.Rival = rival
	go func() {
		t := subject.Tree()
		if t == nil || t.Leaves() != len(subject.Data.Rows) {
			return
		}
		read := treereading.Read(t, subject.Data.X, subject.ReadWithin())
		apart := read.Apart().Sentence()
		if subject.Data.OfKinds() || rival {
			apart = ""
		}
		text := ""
		for _, sentence := range []string{apart, read.Star()} {
			if sentence != "" {
				text += " " + sentence
			}
		}
		r.w.Post(func() {
			if j.Snapshot == snapshot && text != "" {
				j.Claims, j.Apart = text, apart != ""
				r.changed(j, RunChanged)
			}
		})
	}()
}

// quickTree returns the quick tree that was made when the open table was opened; nil if there is none any more.
func (r *Runs) quickTree() *Job {
	for _, j := range r.Jobs {
		if j.First && j.Plain == r.w.Plain() && j.Snapshot != nil && j.Subject().HasTree() {
			return j
		}
	}
	return nil
}

// HasFirstTree reports whether a run is shown and the first tree can be shown in its place.
func (r *Runs) HasFirstTree() bool {
	j := r.Job()
	return j != nil && !j.First && r.quickTree() != nil
}

// ShowFirstTree shows the first tree, as a result in the list.
func (r *Runs) ShowFirstTree() {
	j := r.quickTree()
	if j == nil {
		return
	}
	r.w.Doc.Do("show the first tree", "show a result", func(s study.State) study.State {
		if !slices.Contains(s.Results, j.ID) {
			s = withResult(s, j.ID)
		}
		s.Shown = j.ID
		return s
	})
}

// HasIndependentColumns reports whether the columns of the form could be independent and are not yet.
func (r *Runs) HasIndependentColumns() bool {
	s := r.w.Next.Settings()
	return s.Has("columns") && s.Text("columns") != "independent"
}

// RunIndependent fits the model again with independent columns.
func (r *Runs) RunIndependent() {
	if err := r.w.Next.Set("columns", "independent", false); err != nil {
		r.w.Fail("The columns cannot be independent.", err)
		return
	}
	r.Run()
}
