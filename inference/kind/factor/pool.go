package factor

import "example.org/espalier/inference"

// Pool implements inference.Pooler: the state of the first chain that has one, and the
// draws of all.
func (f *Factors) Pool(chains []inference.Part) inference.Part {
	out := &Factors{}
	for i, c := range chains {
		one, ok := c.(*Factors)
		if !ok {
			continue
		}
		if out.State == nil {
			out.State = one.State
		}
		for _, d := range one.Draws {
			d.Chain = i
			out.Draws = append(out.Draws, d)
		}
	}
	return out
}
