package tree

import (
	"errors"
	"testing"
)

func TestRead(t *testing.T) {
	for _, text := range []string{"(a:1,b:1);", "\xef\xbb\xbf \n#nexus\nBEGIN TREES;\nTREE one = (a:1,b:1);\nEND;\n"} {
		trees, err := Read([]byte(text))
		if err != nil || len(trees) != 1 || trees[0].Tree.Leaves() != 2 {
			t.Errorf("%q: %v, %v", text, trees, err)
		}
	}
	var e *ParseError
	if _, err := Read([]byte("#NEXUS\nBEGIN TREES;\nTREE one = (a:1,b;\nEND;\n")); !errors.As(err, &e) ||
		e.Format != "nexus" || e.Line != 3 {
		t.Errorf("%v", err)
	}
}
