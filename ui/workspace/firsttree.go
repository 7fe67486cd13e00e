package workspace

import (
	"example.org/espalier/inference/process/coded"
	treereading "example.org/espalier/inference/stat/reading"
	"example.org/espalier/inference/stat/support"
	"example.org/espalier/inference/study/opening"
)

// readTree examines the tree of a run that has ended, beside the window. It notes where the tree sets the rows apart
// less than simple clustering does, or finds no order among them. Of a linkage it notes nothing: the user asked for it.
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
		read := treereading.Read(t, coded.Worth(subject.Data), subject.ReadWithin())
		apart := read.Apart().Sentence()
		if subject.Data.OfKinds() || rival {
			apart = ""
		}
		text := ""
		for _, sentence := range []string{apart, read.Star(), support.TooHigh(snapshot)} {
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

// HasIndependentColumns reports whether the columns of the form could be independent and are not yet.
func (r *Runs) HasIndependentColumns() bool {
	s, j := r.w.Next.Settings(), r.Job()
	if !s.Has("columns") || s.Text("columns") == "independent" {
		return false
	}
	return s.Text("columns") != "auto" || j != nil && j.Rival
}

// RunIndependent fits the model again with independent columns.
func (r *Runs) RunIndependent() {
	if err := r.w.Next.Set("columns", "independent", false); err != nil {
		r.w.Fail("The columns cannot be independent.", err)
		return
	}
	r.Run()
}
