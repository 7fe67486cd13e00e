package choice

import (
	"encoding/json"
	"maps"
	"reflect"
	"sync"

	"example.org/espalier/inference/study"
)

// A Part is a part of the state of a figure that a study keeps under a name of its own.
type Part struct {
	Name string
	At   any // pointer to it
}

// Read reads the parts that panes have. Parts that cannot be read are left as they are.
func Read(p study.Panes, parts []Part) {
	for _, part := range parts {
		kept, ok := p[part.Name]
		if !ok {
			continue
		}
		at := reflect.ValueOf(part.At).Elem()
		if v := reflect.ValueOf(kept); v.IsValid() && v.Type() == at.Type() {
			at.Set(v)
			continue
		}
		read := reflect.New(at.Type())
		if data, err := json.Marshal(kept); err == nil && json.Unmarshal(data, read.Interface()) == nil {
			at.Set(read.Elem())
		}
	}
}

// Values are the parts as values, by their names.
func Values(parts []Part) study.Panes {
	p := study.Panes{}
	for _, part := range parts {
		p[part.Name] = reflect.ValueOf(part.At).Elem().Interface()
	}
	return p
}

// Changed returns those of after that before does not have.
func Changed(before, after study.Panes) study.Panes {
	changed := maps.Clone(after)
	maps.DeleteFunc(changed, func(name string, value any) bool { return reflect.DeepEqual(before[name], value) })
	return changed
}

// A Store keeps the makers of figures, one of each type, with their last figures, so that another selection costs
// nothing. The zero value is ready. It is safe for concurrent use where the makers are.
type Store struct {
	mu sync.Mutex
	of map[reflect.Type]any
}

// Maker returns the maker of a type in a store; nil is a store that keeps nothing.
func Maker[M any](s *Store) *M {
	if s == nil {
		return new(M)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t := reflect.TypeFor[M]()
	m, ok := s.of[t].(*M)
	if !ok {
		m = new(M)
		if s.of == nil {
			s.of = map[reflect.Type]any{}
		}
		s.of[t] = m
	}
	return m
}
