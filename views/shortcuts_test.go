package views

import (
	"strings"
	"testing"
)

func TestKeysAreUnique(t *testing.T) {
	seen := map[string]string{}
	for _, c := range Shortcuts() {
		if c.Title == "" || c.Group == "" {
			t.Errorf("%+v", c)
		}
		for _, k := range strings.Split(c.Keys, ", ") {
			if !OfTree(c) { // another figure has the keys then
				k = c.Group + ": " + k
			}
			if other, ok := seen[k]; ok {
				t.Errorf("%s is both %q and %q", k, other, c.Title)
			}
			seen[k] = c.Title
		}
	}
}
