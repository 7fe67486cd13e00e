package say

import (
	"strconv"

	"example.org/espalier/inference/job"
	"example.org/espalier/inference/stat/heldout"
	"example.org/espalier/plotting"
)

// Held says how much is hidden from a fit: "10 % of the table".
func Held(h job.Held) string {
	switch {
	case len(h.Rows) > 0:
		return plotting.Plural(len(h.Rows), "row")
	case len(h.Cells) > 0:
		return plotting.Plural(len(h.Cells), "cell")
	case h.Fold > 0:
		n, _ := heldout.Folds(h.Share)
		return "part " + strconv.Itoa(h.Fold) + " of " + strconv.Itoa(n)
	case h.Unit == job.UnitCells:
		return plotting.FormatPercent(h.Share) + " of the cells"
	}
	return plotting.FormatPercent(h.Share) + " of the table"
}
