package depict

import (
	"testing"

	"example.org/espalier/inference"
)

// Clusters are held against what was asked for, else against a class that was named to the fit, else the first.
func TestAgainstWhatWasNamed(t *testing.T) {
	data := &inference.Dataset{Annotations: []inference.Annotation{
		inference.NewAnnotation("id", []string{"1", "2", "3", "4", "5", "6"}),
		inference.NewAnnotation("species", []string{"a", "b", "a", "b", "a", "b"}),
		inference.NewAnnotation("sex", []string{"m", "f", "m", "f", "f", "m"})}}
	for _, c := range []struct {
		asked, labels string
		named         []string
		want          string
	}{
		{want: "species"},
		{named: []string{"id", "sex"}, want: "sex"},
		{labels: "species", named: []string{"sex"}, want: "species"},
		{labels: "gone", named: []string{"sex"}, want: "sex"},
		{asked: "species", labels: "sex", want: "species"},
	} {
		if got := Against(&Subject{Data: data, Labels: c.labels, Annotations: c.named}, c.asked); got.Name != c.want {
			t.Errorf("%+v: held against %s", c, got.Name)
		}
	}
}
