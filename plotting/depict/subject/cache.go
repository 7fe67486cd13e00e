package subject

import "sync"

// A cache keeps results computed from a subject, by key. The zero value is ready. It is safe for concurrent use.
type cache struct {
	mu   sync.Mutex
	kept map[any]*kept
}

// kept is one thing that is worked out; who asks for it meanwhile waits.
type kept struct {
	mu    sync.Mutex
	done  bool
	value any
}

// Derived returns the result of work, which is called once for each key and again after an error. A key is a value of a
// type of the package that asks, so that no two packages share one. work may ask for the results of other keys.
func Derived[T any](s *Subject, key any, work func() (T, error)) (T, error) {
	s.derived.mu.Lock()
	k := s.derived.kept[key]
	if k == nil {
		if s.derived.kept == nil {
			s.derived.kept = map[any]*kept{}
		}
		k = &kept{}
		s.derived.kept[key] = k
	}
	s.derived.mu.Unlock()
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.done {
		v, err := work()
		if err != nil {
			return v, err
		}
		k.value, k.done = v, true
	}
	v, _ := k.value.(T) // of an interface, the value may be nil
	return v, nil
}

// Once is [Derived] for work that cannot fail.
func Once[T any](s *Subject, key any, work func() T) T {
	v, _ := Derived(s, key, func() (T, error) { return work(), nil }) // there is no error
	return v
}
