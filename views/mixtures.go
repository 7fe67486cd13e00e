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

// setEpochs offers the epochs with a picture in a chooser, "now" first; it is hidden where
// there are none.
func setEpochs(c *chooser, s *inference.Snapshot, epoch int) {
	names := []string{"now"}
	for _, i := range pictured(s) {
		names = append(names, fmt.Sprintf("%d: %s", i+1, plural(len(s.Epochs[i].Mixture.Components), "cluster", "clusters")))
	}
	c.set(names, epoch+1)
	if len(names) > 1 {
		c.Show()
	} else {
		c.Hide()
	}
}

// assigned returns the most probable component of each row and its probability; nil where
// the mixture does not say.
func assigned(m *inference.Mixture) (class []int, certainty []float64) {
	if m == nil || m.Responsibilities == nil {
		return nil, nil
	}
	n, _ := m.Responsibilities.Dims()
	class, certainty = make([]int, n), make([]float64, n)
	for i := range class {
		for k, r := range m.Responsibilities.RawRowView(i) {
			if r > certainty[i] {
				class[i], certainty[i] = k, r
			}
		}
	}
	return class, certainty
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
