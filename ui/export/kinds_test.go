package export

import (
	"testing"

	"example.org/espalier/plotting/write"
)

// The format that is chosen is the first kind that a name can have, and every other one can be typed.
func TestNamesChooseTheFormat(t *testing.T) {
	for _, f := range write.Formats() {
		list := (&sheet{format: f}).kinds()
		if len(list) != len(write.Formats()) || list[0].Extensions[0] != f.Name {
			t.Fatalf("%s: the kinds are %v", f.Name, list)
		}
		for _, k := range list {
			for _, e := range k.Extensions {
				if _, err := write.FormatOf("a."+e, write.Formats()); err != nil {
					t.Error(err)
				}
			}
		}
	}
}
