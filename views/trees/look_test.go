package trees

import (
	"reflect"
	"testing"

	"example.org/espalier/inference/study"
	"example.org/espalier/plotting/beside"
	"example.org/espalier/plotting/dendro"
	"example.org/espalier/plotting/depict"
)

// What a look says of how a tree is drawn is what reports know of it.
func TestLookIsKnownToReports(t *testing.T) {
	look := Look{Shape: dendro.Radial, Labels: true, Strips: []string{"sex"}, Heat: true, ColumnsOrder: beside.Joined, ColumnsShut: []study.Set{{0, 2}},
		Support: dendro.SupportColour, Below: 0.5, Intervals: true}
	known, ok := study.PaneOf[depict.TreeLook](study.Panes{depict.TreePane: look}, depict.TreePane)
	if !ok {
		t.Fatal("the look is not known")
	}
	own := reflect.ValueOf(look)
	for i := range reflect.TypeFor[depict.TreeLook]().NumField() {
		f := reflect.TypeFor[depict.TreeLook]().Field(i)
		if mine := own.FieldByName(f.Name); !mine.IsValid() || mine.IsZero() || !reflect.DeepEqual(mine.Interface(), reflect.ValueOf(known).Field(i).Interface()) {
			t.Errorf("%s is not what the look says", f.Name)
		}
	}
}
