package opening

import "example.org/espalier/inference"

// FirstModel makes the quick tree of a table that was just opened or prepared.
const FirstModel = "agglomerative"

// Tables up to this size get a quick tree: a fraction of a second of work.
const (
	firstRows  = 4000
	firstCells = 4_000_000
)

// FirstTree returns the settings of the quick tree of a table by a model, whose rows are compared by Gower's distance
// where the columns are of several kinds. It returns false where the table is too large or the model
// refuses it.
func FirstTree(m inference.Model, data *inference.Dataset) (s inference.Settings, ok bool) {
	s = m.Info().Defaults()
	if n, d := data.Dims(); n > firstRows || n*d > firstCells {
		return s, false
	}
	if data.OfKinds() && s.Has("distance") {
		if s.Set("distance", "gower") != nil || s.Set("linkage", "average") != nil {
			return s, false
		}
	}
	_, err := inference.Check(m, data, s)
	return s, err == nil
}
