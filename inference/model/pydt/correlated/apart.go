package correlated

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/process/aside"
)

// ApartFor returns the columns that stay out of the Σ of a form, nil if there are none. A tree over the columns, which
// has one variance, keeps all, and so do factors where fewer than three would be left.
func ApartFor(data *inference.Dataset, form string) *aside.Columns {
	switch form {
	case AnyCovariance, Undecided:
		return aside.Of(data)
	case ByFactors:
		// Specific variances keep the Σ of factors from columns that repeat others.
		if a := aside.SteadyOf(data); a != nil && len(a.Kept) >= 3 {
			return a
		}
	}
	return nil
}
