package trees_test

import (
	"reflect"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting/depict/trees"
	"example.org/espalier/plotting/depict/treestest"
)

// Every field of a look is set by a choice, or by a gesture.
func TestChoicesCoverTheLook(t *testing.T) {
	data, err := treestest.Table().Prepare(inference.Preprocessing{})
	if err != nil {
		t.Fatal(err)
	}
	// gestures
	set := map[string]bool{"Match": true, "CutTime": true, "Tightest": true, "Branches": true, "ColumnsShut": true}
	for i := range 2 {
		s := trees.NewSource(nil)
		s.SetData(data)
		s.Found = treestest.Best(data).Trees
		if i == 1 {
			s.Draws = treestest.Draws(data).Draws
		}
		texts := map[string]string{"strips": "place", "search": "row"}
		usual := trees.NewLook(nil).For(data)
		for k := range s.Choices(&usual) {
			l := usual
			c := s.Choices(&l)[k]
			if c.Needless {
				continue
			}
			if c.Put != nil {
				err = c.Put(texts[c.Name])
			} else {
				c.Set((c.At + 1) % len(c.Options))
				if now := s.Choices(&l)[k].At; now != (c.At+1)%len(c.Options) {
					t.Errorf("%s is at %d after %d was chosen", c.Name, now, (c.At+1)%len(c.Options))
				}
			}
			if err != nil || reflect.DeepEqual(l, usual) {
				t.Errorf("%s changes nothing: %v", c.Name, err)
			}
			for f := range reflect.TypeFor[trees.Look]().NumField() {
				if !reflect.DeepEqual(reflect.ValueOf(l).Field(f).Interface(), reflect.ValueOf(usual).Field(f).Interface()) {
					set[reflect.TypeFor[trees.Look]().Field(f).Name] = true
				}
			}
		}
	}
	for f := range reflect.TypeFor[trees.Look]().NumField() {
		if name := reflect.TypeFor[trees.Look]().Field(f).Name; !set[name] {
			t.Errorf("nothing chooses %s", name)
		}
	}
}
