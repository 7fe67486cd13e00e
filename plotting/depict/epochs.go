package depict

import (
	"fmt"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/kind/mixture"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
)

// epochsOf returns the epochs of a search for the number of components, as the trace shows them.
func epochsOf(s *inference.Snapshot) (list []chart.Epoch) {
	for k, e := range mixture.EpochsOf(s) {
		x := chart.Epoch{First: e.First, Last: e.Last, Open: e.Open, Accepted: e.Accepted, Tried: tried(e),
			Lines: epochLines(k, e)}
		if e.Parent >= 0 && e.Children[0] >= 0 {
			x.Born = fmt.Sprintf("components %d and %d", e.Children[0]+1, e.Children[1]+1)
			if len(e.More) > 0 {
				x.Born = fmt.Sprintf("components %d, %d and %d", e.Children[0]+1, e.Children[1]+1, e.More[0]+1)
			}
		}
		for _, id := range e.Deaths {
			x.Died = append(x.Died, fmt.Sprintf("component %d", id+1))
		}
		list = append(list, x)
	}
	return list
}

// tried reports whether an epoch could be rejected; the start and the end could not.
func tried(e mixture.Epoch) bool { return e.Parent >= 0 || e.Anew || e.Shed }

// epochLines describe an epoch.
func epochLines(number int, e mixture.Epoch) [][2]string {
	var what []string
	switch {
	case e.Anew:
		what = append(what, "all factors anew")
	case e.Shed:
		what = append(what, "a component without a factor")
	case e.Parent < 0 && number == 0:
		what = append(what, "fits the start")
	case e.Parent < 0:
		what = append(what, "settles the end")
	case e.Children[0] < 0:
		what = append(what, fmt.Sprintf("without component %d", e.Parent+1))
	default:
		what = append(what, fmt.Sprintf("splits component %d", e.Parent+1))
	}
	switch {
	case e.Open:
		what = append(what, "going on")
	case !tried(e):
	case e.Accepted:
		what = append(what, "accepted")
	default:
		what = append(what, "rejected")
	}
	lines := [][2]string{{"epoch " + plotting.FormatCount(number+1), strings.Join(what, ", ")}}
	if tried(e) && !e.Open {
		lines = append(lines, [2]string{"gain, nats", plotting.FormatDigits(e.Gain, 3)})
	}
	return lines
}
