package inferencetest

import (
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference"
)

// checkInfo reports gaps in a model's description and whether the model can be run.
func checkInfo(t testing.TB, i inference.Info) bool {
	t.Helper()
	ok := true
	complain := func(format string, args ...any) {
		t.Helper()
		t.Errorf("model "+i.Name+": "+format, args...)
		ok = false
	}
	for what, text := range map[string]string{"name": i.Name, "title": i.Title, "summary": i.Summary,
		"reference": i.Reference, "name for an iteration": i.Iteration} {
		if text == "" {
			complain("its description has no %s", what)
		}
	}
	if i.Name != strings.ToLower(i.Name) || strings.ContainsAny(i.Name, " /\\") {
		complain("its name is not one word in lower case")
	}
	if i.Iterations < 0 {
		complain("it does %d iterations unless told otherwise", i.Iterations)
	}
	if i.Objective != "" && (len(i.Scalars) == 0 || i.Scalars[0] != i.Objective) {
		complain("its objective %q is not the first of its scalars %v", i.Objective, i.Scalars)
	}
	if (i.Objective == "") != (i.ObjectiveTitle == "") {
		complain("objective %q has the title %q", i.Objective, i.ObjectiveTitle)
	}
	for k, name := range i.Scalars {
		if name == "" || slices.Contains(i.Scalars[:k], name) {
			complain("scalar %d has no name of its own: %q", k, name)
		}
	}
	seen := map[string]bool{}
	for _, p := range i.Parameters {
		switch {
		case p.Name == "" || p.Title == "" || p.Help == "":
			complain("parameter %q lacks a name, title or help", p.Name)
		case strings.ContainsAny(p.Name, " =,"):
			complain("parameter %q cannot be typed as --set name=value", p.Name)
		case seen[p.Name]:
			complain("parameter %s stands twice", p.Name)
		}
		seen[p.Name] = true
		checkParameter(complain, p)
	}
	return ok
}

func checkParameter(complain func(string, ...any), p inference.Parameter) {
	switch p.Type {
	case inference.Real, inference.Integer:
		if !(p.Min < p.Max) {
			complain("the range of parameter %s, %v to %v, is empty", p.Name, p.Min, p.Max)
		}
	case inference.Choice:
		if len(p.Choices) == 0 {
			complain("parameter %s has no choice", p.Name)
		}
	case inference.Boolean:
	default:
		complain("parameter %s is of unknown type %q", p.Name, p.Type)
	}
	value, err := p.Parse(p.Default)
	if err != nil {
		complain("default: %v", err)
		return
	}
	if again, err := p.Parse(value); err != nil || again != value {
		complain("the default of parameter %s, %q, has no normal form", p.Name, p.Default)
	}
}
