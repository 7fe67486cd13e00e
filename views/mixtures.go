package views

import (
	"fmt"

	"espalier/inference"
)

// pictured lists the places of the epochs of which there is a picture.
func pictured(s *inference.Snapshot) (places []int) {
	for i, e := range s.Epochs {
		if e.Mixture != nil {
			places = append(places, i)
		}
	}
	return places
}

// mixtureAt returns the mixture at the end of the epoch-th pictured epoch, as it is now
// for −1.
func mixtureAt(s *inference.Snapshot, epoch int) *inference.Mixture {
	if places := pictured(s); epoch >= 0 && epoch < len(places) {
		return s.Epochs[places[epoch]].Mixture
	}
	return s.Mixture
}

// epochBefore returns the accepted epoch before the one shown; from now, −1, that is the last.
func epochBefore(s *inference.Snapshot, epoch int) int {
	if s == nil {
		return -1
	}
	if epoch < 0 {
		return len(pictured(s)) - 1
	}
	return max(epoch-1, 0)
}

// epochAfter returns the accepted epoch after the one shown, now after the last.
func epochAfter(s *inference.Snapshot, epoch int) int {
	if s == nil || epoch < 0 || epoch+1 >= len(pictured(s)) {
		return -1
	}
	return epoch + 1
}

// setEpochs offers the epochs with a picture in a chooser, "now" first; it is hidden where
// there are none.
func setEpochs(c *chooser, s *inference.Snapshot, epoch int) {
	names := []string{"now"}
	for _, i := range pictured(s) {
		names = append(names, fmt.Sprintf("%d: %s", i+1, plural(len(s.Epochs[i].Mixture.Components), "cluster", "clusters")))
	}
	c.set(names, epoch+1)
	c.needless = len(names) < 2
}

// rowsOf lists the rows of a class.
func rowsOf(class []int, k int) (rows []int) {
	for i, c := range class {
		if c == k {
			rows = append(rows, i)
		}
	}
	return rows
}
