package say

import (
	"fmt"

	"example.org/espalier/inference/job"
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
		return fmt.Sprintf("part %d of %d", h.Fold, h.Folds())
	case h.Unit == job.UnitCells:
		return plotting.FormatPercent(h.Share) + " of the cells"
	}
	return plotting.FormatPercent(h.Share) + " of the table"
}
