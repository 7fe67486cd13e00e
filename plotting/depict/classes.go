package depict

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict/subject"
)

// mostClasses is how many levels an annotation may have to be a class.
const mostClasses = 60

// ClassAnnotations lists the annotations that can be classes: those of at least two levels
// that have not nearly as many levels as rows.
func ClassAnnotations(data *inference.Dataset) (list []inference.Annotation) {
	if data == nil {
		return nil
	}
	for _, a := range data.Annotations {
		if k := len(a.Levels); k > 1 && k <= mostClasses && 2*k <= len(a.Values) {
			list = append(list, a)
		}
	}
	return list
}

// annotation returns an annotation by its name.
func annotation(data *inference.Dataset, name string) (inference.Annotation, bool) {
	if data != nil && name != "" {
		for _, a := range data.Annotations {
			if a.Name == name {
				return a, true
			}
		}
	}
	return inference.Annotation{}, false
}

// HasAnnotation reports whether data have an annotation of that name.
func HasAnnotation(data *inference.Dataset, name string) bool {
	_, ok := annotation(data, name)
	return ok
}

func annotationPointer(data *inference.Dataset, name string) *inference.Annotation {
	if a, ok := annotation(data, name); ok {
		return &a
	}
	return nil
}

// ClassesState holds the choices for the table of classes against clusters.
type ClassesState struct {
	Class  string // annotation; "" for the first that can be a class
	Joined bool   // clusters that stand for one class are one column
	Epoch  int    // as in ClustersState
}

// HasClasses reports whether the result has clusters that can be held against a class, or a
// classification.
func HasClasses(s *Subject) bool {
	return s.Classification() != nil || len(ClassAnnotations(s.Data)) > 0 && hasClusters(s)
}

// labelsOf names the annotation that a result is compared with: the one asked for or else, as a study does not record
// it, the first that was named to the fit and can be a class; "" for none.
func labelsOf(s *Subject) string {
	if HasAnnotation(s.Data, s.Labels) {
		return s.Labels
	}
	for _, a := range ClassAnnotations(s.Data) {
		if slices.Contains(s.Annotations, a.Name) {
			return a.Name
		}
	}
	return ""
}

// Against returns the annotation that clusters are held against; nil where there is none.
func Against(s *Subject, name string) *inference.Annotation {
	for _, n := range []string{name, labelsOf(s)} {
		if a := annotationPointer(s.Data, n); a != nil {
			return a
		}
	}
	for _, a := range ClassAnnotations(s.Data) {
		return &a
	}
	return nil
}

// A Putting holds the pairs that a table of classes counts: the class of each row and the group that it was put into.
type Putting struct {
	Class  inference.Annotation // its Codes are the classes of the rows
	Found  []int                // group of each row; −1 for none
	Groups []string
	Stands []int // the class that a group stands for; nil leaves it to the majority
}

// PuttingOf returns the pairs that are counted: of the classification, else of the clusters and an annotation; nil
// where there is neither.
func PuttingOf(s *Subject, st ClassesState) *Putting {
	if c := s.Classification(); c != nil {
		p := &Putting{Class: inference.Annotation{Name: c.Class, Levels: c.Levels, Codes: c.Truth},
			Found: c.Predicted(), Groups: c.Levels}
		tested := c.Tested()
		for i := range p.Found {
			if tested && c.Fitted[i] {
				p.Found[i] = -1
			}
		}
		for k := range c.Levels {
			p.Stands = append(p.Stands, k)
		}
		return p
	}
	a := Against(s, st.Class)
	if a == nil || !hasClusters(s) {
		return nil
	}
	p := &Putting{Class: *a}
	p.Found, _ = FoundAt(s, st.Epoch)
	count := 1 + slices.Max(p.Found)
	if m := MixtureOf(s, st.Epoch); m != nil {
		count = max(count, len(m.Components))
	}
	for k := range count {
		p.Groups = append(p.Groups, fmt.Sprint(k+1))
	}
	return p
}

// Rows returns the rows of a cell of the table. A negative group or class stands for all.
func (p *Putting) Rows(st ClassesState, group, class int) (rows []int) {
	stands := []int(nil)
	if st.Joined && p.Stands == nil {
		stands = cells.NewConfusion(p.Class, p.Found, p.Groups, nil).Stands
	}
	for i, k := range p.Found {
		if stands != nil && k >= 0 {
			k = stands[k]
		}
		if (group < 0 || k == group) && (class < 0 || p.Class.Codes[i] == class) && k >= 0 && p.Class.Codes[i] >= 0 {
			rows = append(rows, i)
		}
	}
	return rows
}

// Classes shows how many rows of each class are in each cluster, or in each class that a
// classifier put them into.
func Classes(s *Subject, st ClassesState) *cells.Confusion {
	p := PuttingOf(s, st)
	if p == nil {
		return &cells.Confusion{Style: plotting.Light, Empty: "This table has no annotation that could be a class."}
	}
	f := cells.NewConfusion(p.Class, p.Found, p.Groups, p.Stands)
	f.Group = "cluster"
	says := s.Data.Say(" of the rows are in a cluster whose majority shares their ") + p.Class.Name
	if c := s.Classification(); c != nil {
		f.Group = p.Class.Name + " predicted"
		says = s.Data.Say(" of the held-out rows are classified correctly by Bayes' rule")
		if !c.Tested() {
			says = s.Data.Say(
				" of the rows are classified correctly by Bayes' rule; all of them were fitted, so this does not test the model")
		}
	} else if st.Joined {
		f = f.ByClass()
	}
	f.Title, f.Style, f.Window, f.Things = subject.JoinTitle(s.Title(0), "classes"), plotting.Light,
		plotting.All, s.Data.Things
	var parts []string
	if x := f.Accuracy(); !math.IsNaN(x) {
		parts = append(parts, plotting.FormatPercent(x)+says)
	}
	if st.Epoch >= 0 && st.Epoch < len(Pictured(s.Snapshot)) {
		parts = append(parts, mixtureSubtitle(s, st.Epoch))
	}
	f.Subtitle = strings.Join(parts, " · ")
	return f
}
