package files

import (
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/annotate"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/views/trees"
)

// Annotated returns h with the annotations of j, or, if groups names one of them, with the groups of its levels
// in place of those that were there. what says in words what was added.
func Annotated(h study.Sheet, j *annotate.Joined, groups string) (_ study.Sheet, what string) {
	columns := j.Target == annotate.Columns
	if i := slices.IndexFunc(j.Annotations, func(a inference.Annotation) bool { return a.Name == groups }); groups != "" && i >= 0 {
		side := &h.Rows
		if columns {
			side = &h.Columns
		}
		side.Groups = study.GroupsBy(j.Annotations[i], trees.FreeColour)
		return h, "groups of " + string(j.Target) + " by " + groups
	}
	for _, a := range j.Annotations {
		if columns {
			h = h.WithColumnAnnotation(a)
		} else {
			h = h.WithAnnotation(a)
		}
	}
	return h, plotting.Plural(len(j.Annotations), "annotation") + " of " + string(j.Target)
}
