package subject

import "reflect"

// With adds further data for the figures of one kind of result, as a value of a type that the package of the kind
// declares, and returns the subject. It replaces an earlier value of the same type.
func (s *Subject) With(values ...any) *Subject {
	if s.told == nil {
		s.told = map[reflect.Type]any{}
	}
	for _, v := range values {
		s.told[reflect.TypeOf(v)] = v
	}
	return s
}

// Told returns the value of type T that [Subject.With] added; the zero value without one.
func Told[T any](s *Subject) T {
	v, _ := s.told[reflect.TypeFor[T]()].(T)
	return v
}
