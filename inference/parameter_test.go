package inference

import (
	"math"
	"testing"
)

func TestValuesInWords(t *testing.T) {
	i := Info{Name: "m", Parameters: []Parameter{
		{Name: "orders", Type: Integer, Default: "0", Max: 64, Zero: "auto"},
		{Name: "theta", Type: Real, Default: "0", Max: 2},
		{Name: "observation", Type: Choice, Default: "auto", Choices: []string{"auto", "gaussian", "probit"}},
	}}
	s := i.Defaults()
	decided := map[string]string{"observation": "probit"}
	for k, want := range []string{"auto", "0", "auto (probit)"} {
		if got := s.InWords(i.Parameters[k], decided); got != want {
			t.Errorf("%s is %q, want %q", i.Parameters[k].Name, got, want)
		}
	}
	if err := s.Set("orders", "8"); err != nil {
		t.Fatal(err)
	}
	if got := s.InWords(i.Parameters[0], nil); got != "8" {
		t.Errorf("8 orders are %q", got)
	}
}

func TestChoiceHelp(t *testing.T) {
	p := Parameter{Type: Choice, Choices: []string{"em", "mp", "all"},
		Help: "How it is found. em: the best tree, quickly; no more; mp: the same, slowly; all: both. Times are drawn."}
	for choice, want := range map[string]string{"em": "the best tree, quickly; no more", "mp": "the same, slowly",
		"all": "both", "other": ""} {
		if got := p.ChoiceHelp(choice); got != want {
			t.Errorf("%s: %q, not %q", choice, got, want)
		}
	}
	if got := (Parameter{Choices: []string{"ward"}, Help: "The growth of the sum of squares (ward)."}).
		ChoiceHelp("ward"); got != "" {
		t.Errorf("%q of a help that does not explain each", got)
	}
}

// TestRangeInWords: ranges read as a sentence says them.
func TestRangeInWords(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		p    Parameter
		want string
	}{
		{Parameter{Type: Integer, Min: 1, Max: 1000}, "1 to 1000"},
		{Parameter{Type: Integer, Min: 1, Max: inf}, "1 or more"},
		{Parameter{Type: Real, Min: 0, Max: inf, OpenMin: true}, "above 0"},
		{Parameter{Type: Real, Min: 0, Max: 1, OpenMax: true}, "at least 0 and below 1"},
		{Parameter{Type: Real, Min: -inf, Max: 1}, "at most 1"},
		{Parameter{Type: Real, Min: -inf, Max: inf}, "any number"},
	} {
		if got := c.p.Range(); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
	p := Parameter{Name: "factors", Type: Integer, Min: 1, Max: 1000}
	if _,
		err := p.Parse("two"); err == nil || err.Error() != `parameter factors: "two" is not a number (range: 1 to 1000)` {
		t.Error(err)
	}
}
