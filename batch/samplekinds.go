package batch

import (
	"math"
	"slices"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/words"
)

// kinds reads --kind for so many columns that a model draws under the settings; nil without --kind. It refuses kinds
// that the model does not draw.
func (c *sampleCommand) kinds(model inference.Model, s inference.Settings, columns int) (kinds []column.Kind,
	err error) {
	list, err := columnFlags{Kind: c.Kind}.list()
	if err != nil || list == "" {
		return nil, err
	}
	name := model.Info().Name
	if !isKindSampler(model) {
		return nil, usage("--kind: %s draws numbers alone; leave out --kind, or take one of %s", name,
			modelNames(isKindSampler))
	}
	names := drawColumns(columns)
	if unknown := list.Unknown(names); len(unknown) > 0 {
		return nil, usage("--kind: there is no column %s; the columns are %s, as many as --d says",
			words.QuoteSome(unknown, 3), words.QuoteSome(names, 3))
	}
	find, takes := list.Finder(), inference.InfoFor(model, s).Kinds
	for _, name := range names {
		k, _, _ := find.Of(name)
		switch {
		case k.Sort == column.Annotation || k.Sort.Derived():
			return nil, usage("--kind %s=%s: nothing is drawn that becomes %s; draw a number instead", name, k, k.Sort.As(1))
		case k.Sort != column.Number && k.Sort != column.Skewed && !slices.Contains(takes, k.Sort):
			return nil, usage("--kind %s=%s: %s with these settings takes no column as %s; draw a number, or leave out --set",
				name, k, model.Info().Name, k.Sort.As(1))
		case k.Library || k.Exposure != "":
			return nil, usage("--kind %s=%s: a drawn row has no library size and no exposure; write %s=count", name, k, name)
		case k.Sort == column.YesNo && k.Levels == nil:
			k.Levels = []string{"no", "yes"}
		case k.Sort.HasLevels() && k.Levels == nil:
			return nil, usage("--kind %s=%s: say the levels, as in %s=%s:low,mid,high", name, k, name, k)
		}
		kinds = append(kinds, k)
	}
	return kinds, nil
}

func isKindSampler(m inference.Model) bool { _, ok := m.(inference.KindSampler); return ok }

// drawnCell writes a cell of a draw as a table has it.
func drawnCell(k column.Kind, v float64) string {
	switch {
	case k.Sort.HasLevels():
		return k.Levels[int(v)]
	case k.Sort == column.Count:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case k.Sort == column.Skewed:
		v = math.Exp(v)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// latentNames names the latent numbers of columns: those of a category, one fewer than levels, are x1.1, x1.2 and so
// on.
func latentNames(columns []string, kinds []column.Kind) (names []string) {
	for j, name := range columns {
		if kinds == nil || kinds[j].Sort != column.Category || len(kinds[j].Levels) == 2 {
			names = append(names, name)
			continue
		}
		for a := range len(kinds[j].Levels) - 1 {
			names = append(names, name+"."+strconv.Itoa(a+1))
		}
	}
	return names
}
