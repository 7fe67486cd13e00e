package pydt

import (
	"strings"
	"testing"

	"example.org/espalier/inference/model/pydt/sampler"
)

// The help of moves says what each set of them does.
func TestMovesHaveWords(t *testing.T) {
	found := false
	for _, p := range (Model{}).Info().Parameters {
		if p.Name != "moves" {
			continue
		}
		found = true
		for _, name := range sampler.MoveSets {
			if !strings.Contains(p.Help, name+": ") {
				t.Errorf("the help of moves has no words for %q", name)
			}
		}
	}
	if !found {
		t.Error("there are no moves to choose")
	}
}
