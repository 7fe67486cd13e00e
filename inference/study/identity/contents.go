package identity

import (
	"image/color"
	"slices"

	"example.org/espalier/inference/job"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/study/opening"
)

// numbered gives each group its number.
func (g Groups) numbered() []int {
	places := make([]int, g.Count)
	for k := range places {
		places[k] = k
	}
	return places
}

// Palette says which place has a colour, −1 for one that no place has.
type Palette func(c color.NRGBA) int

// OfPerson returns the groups that a person made of the rows of a table, or of its columns where they are across. Those
// with a colour of no place have none to lend.
func OfPerson(groups []study.Group, across bool, place Palette) Groups {
	g := Groups{Across: across, Count: len(groups)}
	for k, of := range groups {
		g.Places = append(g.Places, place(of.Colour))
		for _, r := range of.Rows {
			for len(g.Labels) <= r {
				g.Labels = append(g.Labels, -1)
			}
			g.Labels[r] = k
		}
	}
	return g
}

// OfSheet returns the groups that a person made of the rows of a table and of its columns.
func OfSheet(h study.Sheet, place Palette) []Groups {
	return []Groups{OfPerson(h.Rows.Groups, false, place), OfPerson(h.Columns.Groups, true, place)}
}

// most is how many earlier results of a table lend their places: the last ones.
const most = 12

// InStudy returns the places of the groups of a fit among the colours, as those of the results of the same table that
// are in a study already, or of the groups of a person there; nil where the fit has no groups. The number of the result
// is 0 for one that is not in the study yet.
func InStudy(
	c study.Contents, id study.ResultID, table study.TableID, fit *job.Result, m *job.Material, place Palette,
) []int {
	t := c.Tables[table]
	if fit.Snapshot == nil || t == nil {
		return nil
	}
	now, ok := Of(fit.Snapshot, opening.Framed(m, t))
	if !ok {
		return nil
	}
	var others []Groups
	for k := len(c.State.Results) - 1; k >= 0 && len(others) < most; k-- {
		other := c.State.Results[k]
		r := c.Results[other]
		if other == id || id > 0 && other > id || r.Table != table || r.Fit == nil || r.Fit.Snapshot == nil {
			continue
		}
		made, err := r.Material(t, nil)
		if err != nil {
			continue // the study says so where the result is opened
		}
		if g, ok := Of(r.Fit.Snapshot, opening.Framed(made, t)); ok {
			if g.Places = r.Places; g.Places == nil {
				g.Places = g.numbered()
			}
			others = append(others, g)
		}
	}
	slices.Reverse(others)
	others = append(others, OfSheet(c.State.SheetOf(table), place)...)
	return now.Placed(others).Places
}
