package clusters

import (
	"fmt"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/views/controls"
)

// epochBefore returns the accepted epoch before the one shown; before the present, −1, it is the last.
func epochBefore(s *depict.Subject, epoch int) int {
	if s == nil {
		return -1
	}
	if epoch < 0 {
		return len(s.Pictured()) - 1
	}
	return max(epoch-1, 0)
}

// epochAfter returns the accepted epoch after the one shown; after the last it is the present.
func epochAfter(s *depict.Subject, epoch int) int {
	if s == nil || epoch < 0 || epoch+1 >= len(s.Pictured()) {
		return -1
	}
	return epoch + 1
}

// setEpochs offers the epochs that have a picture in a chooser, "now" first. It hides the chooser if
// there are none.
func setEpochs(c *controls.Chooser, s *depict.Subject, epoch int) {
	names := []string{"now"}
	for k, i := range s.Pictured() {
		names = append(names, fmt.Sprintf("%d: %s", i+1, plotting.Plural(len(depict.MixtureOf(s, k).Components), "cluster")))
	}
	c.Set(names, epoch+1)
	c.Needless = len(names) < 2
}

// RowsOf lists the rows of a class.
func RowsOf(class []int, k int) (rows []int) {
	for i, c := range class {
		if c == k {
			rows = append(rows, i)
		}
	}
	return rows
}
