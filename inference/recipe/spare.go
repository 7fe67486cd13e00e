package recipe

import (
	"slices"
)

// Spared returns which of the rows to hide must be learnt from after all, ascending, and the step that asks for it:
// each level of an annotation that is removed, or kept, needs samples, two of a batch whose variance is removed. about
// are the annotations of all rows; learn and hidden are places among these.
func (t Text) Spared(about []Annotation, learn, hidden []int) (spared []int, step string) {
	for _, s := range t.Steps() {
		w, err := s.Kind.make(s.Argument)
		if err != nil || s.Off {
			continue
		}
		least := map[string]int{} // samples of each level, by annotation
		need := func(names []string, n int) {
			for _, name := range names {
				least[name] = n
			}
		}
		switch w := w.(type) {
		case regressed:
			need(w.out, 1)
			need(w.keep, 1)
		case combat:
			need(w.keep, 1)
			need(w.out, 2)
		default:
			continue
		}
		for _, a := range about {
			n := least[a.Name]
			if n == 0 || covariateOf(a).levels == nil {
				continue
			}
			left := map[string]int{}
			for _, i := range learn {
				left[a.Values[i]]++
			}
			for _, i := range spared {
				left[a.Values[i]]++
			}
			for _, i := range hidden {
				if v := a.Values[i]; v != "" && left[v] < n && !slices.Contains(spared, i) {
					left[v]++
					spared, step = append(spared, i), s.String()
				}
			}
		}
	}
	slices.Sort(spared)
	return spared, step
}
