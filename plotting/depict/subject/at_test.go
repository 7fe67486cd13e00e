package subject

import (
	"reflect"
	"testing"

	"example.org/espalier/inference"
)

// Another moment has all that the subject was given.
func TestAt(t *testing.T) {
	s := &Subject{}
	v := reflect.ValueOf(s).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.CanSet() {
			switch f.Kind() {
			case reflect.Pointer:
				f.Set(reflect.New(f.Type().Elem()))
			case reflect.Slice:
				f.Set(reflect.MakeSlice(f.Type(), 1, 1))
			case reflect.Map:
				f.Set(reflect.MakeMap(f.Type()))
			case reflect.String:
				f.SetString("x")
			case reflect.Bool:
				f.SetBool(true)
			case reflect.Int:
				f.SetInt(3)
			case reflect.Uint64:
				f.SetUint(3)
			case reflect.Float64:
				f.SetFloat(3)
			}
		}
	}
	s.With(5)
	moment := &inference.Snapshot{Iteration: 9}
	then := s.At(moment)
	if then.Snapshot != moment || Told[int](then) != 5 {
		t.Errorf("%+v", then)
	}
	then.Snapshot = s.Snapshot
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && !reflect.DeepEqual(v.Field(i).Interface(),
			reflect.ValueOf(then).Elem().Field(i).Interface()) {
			t.Errorf("%s is not kept", f.Name)
		}
	}
	if then.With(7); Told[int](s) != 5 {
		t.Error("what the moment was told was told the subject")
	}
}
