package partition

import (
	"fmt"
	"strings"

	"example.org/espalier/inference"
)

// Count returns how many groups are shown, and how many rows stand alone.
func (p *Partition) Count() (groups, alone int) {
	for _, k := range p.Labels {
		groups = max(groups, k+1)
		if k < 0 {
			alone++
		}
	}
	return groups, alone
}

// interval is the share of the draws that the interval of their number holds; half of the rest lies below.
const interval = 0.9

// NumberDrawn returns the mean number of groups over the draws and its 90 % interval; ok is false where there are no
// draws.
func (p *Partition) NumberDrawn() (mean float64, from, to int, ok bool) {
	below, open := 0.0, true
	for k, v := range p.Number {
		mean += float64(k) * v
		below += v
		if open && below >= (1-interval)/2-1e-12 {
			from, open = k, false
		}
		if below-v < (1+interval)/2-1e-12 {
			to = k
		}
	}
	return mean, from, to, len(p.Number) > 0
}

// OneGroup is the share of the draws that have one group.
func (p *Partition) OneGroup() float64 {
	if len(p.Number) < 2 {
		return 0
	}
	return p.Number[1]
}

// StandAlone says that so many rows, at least one, are in no group with another.
func StandAlone(rows int) string {
	if rows == 1 {
		return "1 row stands alone"
	}
	return inference.Plural(rows, "row") + " stand alone"
}

// Words says in a line how many groups are shown and how many the draws have: "4 groups shown; number of groups 4.5
// (4–6)". It is empty for a model that does not sample. For the state of a fit that runs it says so.
func (p *Partition) Words() string {
	if p.Live {
		groups, _ := p.Count()
		return "the present state, " + inference.Plural(groups, "group") + "; what the draws show together follows"
	}
	mean, from, to, ok := p.NumberDrawn()
	if !ok {
		return ""
	}
	groups, alone := p.Count()
	var say []string
	switch {
	case groups == 0:
		return "no groups: no two rows belong together"
	case groups == 1 && alone > 0:
		say = append(say, fmt.Sprintf("no clear groups: one holds %d of %d rows", len(p.Labels)-alone, len(p.Labels)))
	case groups == 1:
		say = append(say, "no clear groups")
	default:
		say = append(say, fmt.Sprintf("%d groups shown", groups))
	}
	if alone > 0 {
		say = append(say, StandAlone(alone))
	}
	number := fmt.Sprintf("number of groups %.1f (%d–%d)", mean, from, to)
	if from == to {
		number = fmt.Sprintf("number of groups %.1f", mean)
	}
	say = append(say, number)
	if groups == 1 {
		say = append(say, fmt.Sprintf("probability of one group %.2f", p.OneGroup()))
	}
	return strings.Join(say, "; ")
}
