package trees

import (
	"strings"

	"example.org/espalier/plotting/depict/choice"
	drawn "example.org/espalier/plotting/depict/trees"
)

// merges are the choices of which successive changes are one step of the history.
var merges = map[string]string{"best": "best", "below": "collapse below"}

// bound returns the choice of a name, and the state that it changes.
func (t *View) bound(name string) (choice.Choice, *drawn.State) {
	s := t.state
	for _, c := range t.of.Choices(&s.Look) {
		if c.Name == name {
			return c, &s
		}
	}
	panic("trees: there is no choice " + name)
}

// Choice returns the choice of a name, with its present option. It panics where there is none of that name.
func (t *View) Choice(name string) choice.Choice {
	c, _ := t.bound(name)
	return c
}

// Grouped reports whether the rows have groups or labels beside the tree.
func (t *View) Grouped() bool {
	return len(t.state.Groups) > 0 || len(t.state.Strips) > 0 || t.of.Caption.Found != nil
}

// Choose chooses an option by its name. It ignores an option that is chosen already, and one that does not exist.
func (t *View) Choose(name, option string) {
	t.Step(name, func(at, _ int) int {
		for i, o := range t.Choice(name).Options {
			if o.Name == option {
				return i
			}
		}
		return at
	})
}

// Step goes from the option that is chosen to another one.
func (t *View) Step(name string, to func(at, n int) int) {
	c, s := t.bound(name)
	if c.Needless || len(c.Options) == 0 {
		return
	}
	if i := max(0, min(to(c.At, len(c.Options)), len(c.Options)-1)); i != c.At {
		c.Set(i)
		t.do(stepName(c, i), merges[name], *s)
	}
}

// stepName names the choice of an option in the history.
func stepName(c choice.Choice, i int) string {
	words := strings.ToLower(c.Options[i].Shown()[:1]) + c.Options[i].Shown()[1:]
	switch {
	case strings.HasPrefix(words, "show "), strings.HasPrefix(words, "hide "):
		return words
	case c.Name == "shape":
		return "change the shape"
	case c.Name == "columns":
		return "columns in " + words
	case c.Name == "below" && i == 0:
		return "show all branches"
	case c.Name == "below":
		return "collapse " + words
	case c.Name == "support" && words == "hidden":
		return "hide support"
	case c.Name == "support":
		return "show support " + words
	}
	return "show " + words
}

// chooses runs the key of a choice, and reports whether there is one.
func (t *View) chooses(r rune) bool {
	s := t.state
	for _, c := range t.of.Choices(&s.Look) {
		for _, k := range c.Keys {
			if strings.ContainsRune(k.Runes, r) {
				t.Step(c.Name, k.To)
				return true
			}
		}
	}
	return false
}
