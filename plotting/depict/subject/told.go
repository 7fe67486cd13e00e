package subject

import "reflect"

// With tells the subject what figures of one kind of result need besides, as a value of a type that the package of the
// kind declares, and returns the subject. It replaces what was told by a value of the same type.
func (s *Subject) With(values ...any) *Subject {
	if s.told == nil {
		s.told = map[reflect.Type]any{}
	}
	for _, v := range values {
		s.told[reflect.TypeOf(v)] = v
	}
	return s
}

// Told returns what a subject was told by a value of type T; the zero value where it was told nothing.
func Told[T any](s *Subject) T {
	v, _ := s.told[reflect.TypeFor[T]()].(T)
	return v
}
