package viewstest

import (
	"testing"

	"example.org/espalier/plotting/depict/choice"
)

// A chooser is a pane with choices.
type chooser interface {
	Choices() []choice.Choice
	Choose(i, option int)
}

// Choose chooses an option of a pane by the names of both.
func Choose(t testing.TB, p chooser, name, option string) {
	t.Helper()
	for i, c := range p.Choices() {
		for k, o := range c.Options {
			if c.Name == name && (o.Name == option || o.Shown() == option) {
				p.Choose(i, k)
				return
			}
		}
		if c.Name == name {
			t.Fatalf("%s cannot be %s: %s", name, option, c.List())
		}
	}
	t.Fatalf("there is no choice %s", name)
}

// Options lists the names of the options of a choice of a pane, none where it is needless.
func Options(t testing.TB, p chooser, name string) (names []string) {
	t.Helper()
	c, err := choice.Named(p.Choices(), name)
	if err != nil {
		t.Fatal(err)
	}
	if c.Needless {
		return nil
	}
	for _, o := range c.Options {
		names = append(names, o.Name)
	}
	return names
}
