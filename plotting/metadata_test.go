package plotting

import (
	"strings"
	"testing"
)

// TestSettingsInSentences: a number follows an equals sign, a word follows the name of its setting as in a sentence.
func TestSettingsInSentences(t *testing.T) {
	m := Metadata{Data: "iris", Model: "Tree", Seed: "1", Settings: [][2]string{
		{"method", "em"}, {"theta", "0.358 (learnt)"}, {"columns", "auto (factors)"}, {"noise", "6.43e−4 (learnt)"},
		{"level", "−0.5"}, {"most", "1,200"}, {"shape", "4 to 6"}}}
	want :=
		"using method em, theta = 0.358 (learnt), columns auto (factors), noise = 6.43e−4 (learnt), level = −0.5, most = 1,200, shape = 4 to 6, seed 1."
	if got := m.Methods(); !strings.Contains(got, want) {
		t.Errorf("%q does not contain %q", got, want)
	}
}
