package batch

import (
	"maps"
	"slices"
	"strings"

	"example.org/espalier/inference/words"
	"example.org/espalier/plotting"
)

// unheeded are the choices of --style that change none of the figures drawn.
type unheeded struct {
	choices plotting.Choices
	heeded  map[string]bool
	why     map[string]string // of those that a figure has, but cannot follow
}

func newUnheeded(choices plotting.Choices) *unheeded {
	return &unheeded{choices, map[string]bool{}, map[string]string{}}
}

// see looks which choices a figure that has them follows. One that does not say which controls it has may be made of
// others, and counts as following all.
func (u *unheeded) see(f plotting.Figure) {
	if _, tells := f.(plotting.Controlled); !tells {
		for name := range u.choices {
			u.heeded[name] = true
		}
		return
	}
	not := u.choices.Unheeded(f)
	for _, c := range plotting.ControlsOf(f) {
		if why := not[c.Name]; why == "" {
			u.heeded[c.Name] = true
		} else if u.why[c.Name] == "" {
			u.why[c.Name] = why
		}
	}
}

// words lists the choices that change none of the figures, each with the reason, one a line.
func (u *unheeded) words() (lines []string) {
	var foreign []string
	for _, name := range slices.Sorted(maps.Keys(u.choices)) {
		k, _ := plotting.ControlNamed(name)
		switch given := name + "=" + u.choices[name]; {
		case u.heeded[name] || u.choices[name] == k.Usual:
		case u.why[name] != "":
			why := strings.ToLower(u.why[name][:1]) + strings.TrimSuffix(u.why[name][1:], ".")
			lines = append(lines, given+" changes nothing: "+why)
		default:
			foreign = append(foreign, given)
		}
	}
	if len(foreign) > 0 {
		lines = append(lines, words.Some(foreign, len(foreign))+": no figure drawn has that")
	}
	return lines
}
