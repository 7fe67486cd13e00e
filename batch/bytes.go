package batch

import (
	"reflect"

	"example.org/espalier/inference/safe"
)

// asText returns arguments as the parser takes them, which knows text in UTF-8 only: the name of a file may be any bytes.
func asText(args []string) []string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = safe.Name(a)
	}
	return out
}

// asBytes undoes asText in all texts of what was parsed.
func asBytes(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			asBytes(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			asBytes(v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			asBytes(v.Index(i))
		}
	case reflect.String:
		if text := v.String(); v.CanSet() && safe.Path(text) != text {
			v.SetString(safe.Path(text))
		}
	}
}
