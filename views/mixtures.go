package views

import (
	"fmt"

	"espalier/inference"
	"espalier/inference/kind/mixture"
	"espalier/plotting"
)

// pictured lists the places of the epochs of which there is a picture.
func pictured(s *inference.Snapshot) (places []int) {
	for i, e := range mixture.EpochsOf(s) {
		if e.Mixture != nil {
			places = append(places, i)
		}
	}
	return places
}

// MixtureAt returns the mixture at the end of the epoch-th pictured epoch, as it is now
// for −1.
func MixtureAt(s *inference.Snapshot, epoch int) *mixture.Mixture {
	if places := pictured(s); epoch >= 0 && epoch < len(places) {
		return mixture.EpochsOf(s)[places[epoch]].Mixture
	}
	return mixture.Of(s)
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
		names = append(names, fmt.Sprintf("%d: %s", i+1, plotting.Plural(len(mixture.EpochsOf(s)[i].Mixture.Components), "cluster")))
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

// SelectedComponents lists the components of a mixture whose rows are all among those selected.
func SelectedComponents(m *mixture.Mixture, selection []int) (list []int) {
	class, _ := m.Assigned()
	if class == nil || len(selection) == 0 {
		return nil
	}
	all, selected := make([]int, len(m.Components)), make([]int, len(m.Components))
	for _, k := range class {
		all[k]++
	}
	for _, r := range selection {
		if r < len(class) {
			selected[class[r]]++
		}
	}
	for k, n := range all {
		if n > 0 && selected[k] == n {
			list = append(list, k)
		}
	}
	return list
}

// mostClasses is how many levels an annotation may have to be a class.
const mostClasses = 60

// classAnnotations lists the annotations that can be classes: of at least two levels and
// not nearly as many as there are rows.
func classAnnotations(data *inference.Dataset) (list []inference.Annotation) {
	if data == nil {
		return nil
	}
	for _, a := range data.Annotations {
		if k := len(a.Levels); k > 1 && k <= mostClasses && 2*k <= len(a.Values) {
			list = append(list, a)
		}
	}
	return list
}

// annotationOf returns an annotation by its name.
func annotationOf(data *inference.Dataset, name string) (inference.Annotation, bool) {
	if data != nil && name != "" {
		for _, a := range data.Annotations {
			if a.Name == name {
				return a, true
			}
		}
	}
	return inference.Annotation{}, false
}
