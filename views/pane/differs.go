package pane

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Differs names the parts of the state of a pane that differ between two states, either of which may be as read from a
// study: "" for states of one part. Changes in a row that differ in the same parts, such as the steps of a slider, can
// be undone as one.
func Differs(before, after any) string {
	a, b := partsOf(before), partsOf(after)
	maps.DeleteFunc(b, func(name string, v any) bool { return a != nil && reflect.DeepEqual(a[name], v) })
	return strings.Join(slices.Sorted(maps.Keys(b)), " ")
}

// partsOf lists the fields of a state as JSON has them, those of a field State in its place.
func partsOf(state any) map[string]any {
	text, err := json.Marshal(state)
	if err != nil {
		return nil
	}
	var parts map[string]any
	if json.Unmarshal(text, &parts) != nil {
		return nil
	}
	if more, ok := parts["State"].(map[string]any); ok {
		delete(parts, "State")
		maps.Copy(parts, more)
	}
	return parts
}
