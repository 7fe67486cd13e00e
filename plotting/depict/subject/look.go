package subject

import (
	"maps"

	"example.org/espalier/plotting"
)

// Looks are what a person changed about the looks of the figures of a table: of each figure, and of the
// annotations in all of them.
type Looks struct {
	Figures     map[string]plotting.Choices // by the tabs of their entries
	All         plotting.Choices            // of every figure, before those of its own; nil for none
	Annotations *plotting.Codings           // nil as usual
}

// With returns the looks with further choices for every figure.
func (k Looks) With(choices plotting.Choices) Looks {
	k.All = joined(k.All, choices)
	return k
}

// joined returns choices with others in place of them.
func joined(c, others plotting.Choices) plotting.Choices {
	all := plotting.Choices{}
	maps.Copy(all, c)
	maps.Copy(all, others)
	return all
}

// Style returns a style with the look of a figure in it.
func (k Looks) Style(base plotting.Style, tab string) plotting.Style {
	s := joined(k.Figures[tab], k.All).In(base)
	s.Look.Codings = k.Annotations
	return s
}
