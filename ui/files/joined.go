package files

import (
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/annotate"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/views/trees"
)

// A Use says what becomes of annotations that are joined: groups by one of them, one of them in place of the names, or, as
// they stand, annotations alone.
type Use struct{ Groups, Names string }

// Annotated returns h with the annotations of j, or, if use names one of them for groups, with the groups of its levels
// in place of those that were there. what says in words what was added.
func Annotated(h study.Sheet, j *annotate.Joined, use Use) (_ study.Sheet, what string) {
	columns, groups := j.Target == annotate.Columns, use.Groups
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
	if use.Names != "" {
		if columns {
			h.Naming.Columns = use.Names
		} else {
			h.Naming.Rows = use.Names
		}
		return h, "names of " + string(j.Target) + " by " + use.Names
	}
	return h, plotting.Plural(len(j.Annotations), "annotation") + " of " + string(j.Target)
}
