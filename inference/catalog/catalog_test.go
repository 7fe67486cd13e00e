package catalog

import (
	"strings"
	"testing"

	"example.org/espalier/inference"
)

func TestModelsAreWellDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range Models() {
		i := m.Info()
		if i.Name == "" || i.Name != strings.ToLower(i.Name) || i.Title == "" || i.Summary == "" || i.Reference == "" ||
			i.Iteration == "" {
			t.Errorf("%q is not described: %+v", i.Name, i)
		}
		if seen[i.Name] {
			t.Errorf("two models are called %s", i.Name)
		}
		seen[i.Name] = true
		if i.Objective != "" && (len(i.Scalars) == 0 || i.Scalars[0] != i.Objective || i.ObjectiveTitle == "") {
			t.Errorf("%s: the objective %q does not lead the scalars %v", i.Name, i.Objective, i.Scalars)
		}
		names := map[string]bool{}
		for _, p := range i.Parameters {
			if names[p.Name] || p.Name == "" || p.Title == "" || p.Help == "" {
				t.Errorf("%s: parameter %+v is not described or not the only one of its name", i.Name, p)
			}
			names[p.Name] = true
		}
		i.Defaults() // panics where a default is outside its range
	}
}

func TestFind(t *testing.T) {
	for _, m := range Models() {
		name := m.Info().Name
		for _, typed := range []string{name, " " + strings.ToUpper(name)} {
			if got, err := Find(typed); err != nil || got.Info().Name != name {
				t.Errorf("Find(%q) = %v, %v", typed, got, err)
			}
		}
	}
	for typed, meant := range map[string]string{"pdyt": "pydt", "dd": "ddt", "dirichlet": "ddt"} {
		_, err := Find(typed)
		if err == nil || !strings.Contains(err.Error(), "did you mean "+meant) {
			t.Errorf("Find(%q): %v", typed, err)
		}
	}
	_, err := Find("spaghetti")
	if err == nil || strings.Contains(err.Error(), "did you mean") || !strings.Contains(err.Error(), "ddt") {
		t.Errorf("error %v", err)
	}
	if _, err := find([]inference.Model{}, ""); err == nil {
		t.Error("an empty list has a model")
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"ddt", "ddt", 0}, {"pdyt", "pydt", 1}, {"dt", "ddt", 1}, {"kitten", "sitting", 3}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// TestFamilies: lists show a head above the first model of each family, so those of one
// family stand together.
func TestFamilies(t *testing.T) {
	seen := map[string]bool{}
	last := ""
	for _, m := range Models() {
		f := m.Info().Family
		if f == "" || f != last && seen[f] {
			t.Errorf("%s: family %q is empty or stands in two places", m.Info().Name, f)
		}
		seen[f], last = true, f
	}
}

// TestMethodsAreDescribed: the list of methods in the window says what each does.
func TestMethodsAreDescribed(t *testing.T) {
	for _, m := range Models() {
		for _, p := range m.Info().Parameters {
			if p.Name != "method" {
				continue
			}
			for _, c := range p.Choices {
				if p.ChoiceHelp(c) == "" {
					t.Errorf("%s: the help of %s does not say what %s is: %s", m.Info().Name, p.Name, c, p.Help)
				}
			}
		}
	}
}
