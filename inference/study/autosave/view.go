package autosave

import (
	"time"

	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/file"
)

// A View is what is kept if the study file has all work except what is shown and how: the selection, the panes, the
// form.
type View struct {
	Of    string // path of the study file
	Mark  string // of its content, as [file.File.Mark] gives it
	State []byte // a part as [file.Study] makes it
}

// markName is the name of the second part of a session that keeps a view; the first is the state. No study has a part
// with this name.
const markName = "view"

// SaveView keeps only what is shown of a study file.
func (s *Session) SaveView(c study.Contents, of, mark, program string, at time.Time) error {
	p, err := file.Study(c)
	if err != nil {
		return err
	}
	return s.Save(func(yield func(Part, error) bool) {
		_ = yield(Part{Name: p.Name, Data: p.Data}, nil) && yield(Part{Name: markName, Data: []byte(mark)}, nil)
	}, of, program, at)
}

// View returns the view that the session keeps. ok is false if it keeps work instead.
func (s *Session) View() (v View, ok bool) {
	if len(s.now.Parts) != 2 || s.now.Parts[1].Name != markName {
		return v, false
	}
	parts, _ := s.Load() // a damaged view counts as none: its mark or its state is missing
	return View{s.now.Of, string(parts[markName]), parts[s.now.Parts[0].Name]}, true
}
