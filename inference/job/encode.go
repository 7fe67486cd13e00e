package job

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
)

// MarshalJSON implements json.Marshaler.
func (d Duration) MarshalJSON() ([]byte, error) { return json.Marshal(time.Duration(d).String()) }

// UnmarshalJSON implements json.Unmarshaler.
func (d *Duration) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return errors.New("a duration is written as text, such as \"30s\" or \"5m\"")
	}
	t, err := time.ParseDuration(text)
	if err != nil {
		return fmt.Errorf("%q is not a duration, such as 30s or 5m", text)
	}
	*d = Duration(t)
	return nil
}

// UnmarshalJSON implements json.Unmarshaler. A value may also be a bare string, number or boolean:
// it is then not fixed.
func (v *Value) UnmarshalJSON(data []byte) error {
	switch data = bytes.TrimSpace(data); {
	case len(data) > 0 && data[0] == '{':
		type plain Value
		var p plain
		if err := strict(data, &p); err != nil {
			return err
		}
		*v = Value(p)
		return nil
	case len(data) > 0 && data[0] == '"':
		*v = Value{}
		return json.Unmarshal(data, &v.Text)
	case string(data) == "null" || len(data) > 0 && data[0] == '[':
		return errors.New("a value is text, a number, true, false, or {\"value\": …, \"fixed\": …}")
	}
	*v = Value{Text: string(data)}
	return nil
}

// strict decodes exactly one JSON value and refuses unknown fields.
func strict(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return inWords(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more after its end")
	}
	return nil
}

func inWords(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	text := strings.TrimPrefix(err.Error(), "json: ")
	switch {
	case strings.HasPrefix(text, "unknown field "):
		return fmt.Errorf("this version of the program does not know the field %s",
			strings.TrimPrefix(text, "unknown field "))
	case errors.As(err, &syntax):
		return fmt.Errorf("it is not JSON: %s at byte %d", text, syntax.Offset)
	case errors.As(err, &kind):
		return fmt.Errorf("the field %q contains the wrong type, %s; it needs %s", kind.Field, kind.Value, kind.Type)
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return errors.New("it is cut short")
	}
	return errors.New(text)
}

// ParseSpec reads a Spec from JSON and checks it. It refuses unknown fields by name, so that
// nothing on which a fit should depend is lost.
func ParseSpec(data []byte) (Spec, error) {
	var version struct {
		Version *int `json:"version"`
	}
	var s Spec
	err := json.Unmarshal(data, &version)
	switch {
	case err != nil:
		err = inWords(err)
	case version.Version == nil:
		err = fmt.Errorf("it has no version; add \"version\": %d", SpecVersion)
	case *version.Version != SpecVersion:
		err = fmt.Errorf("it has version %d, but this program reads version %d", *version.Version, SpecVersion)
	default:
		err = strict(data, &s)
	}
	if err != nil {
		return Spec{}, fmt.Errorf("the description of a fit cannot be read: %w", err)
	}
	return s, s.Check()
}

// ParseFitted reads the Spec of a fit that was made, which is complete, as [ParseSpec] does. Parameters that are newer
// than the fit have the values for its behaviour; columns of sorts that the fit left out, and that the model has since
// come to take, stay left out.
func ParseFitted(data []byte) (Spec, error) {
	s, err := ParseSpec(data)
	if err != nil {
		return s, err
	}
	model, err := catalog.Find(s.Model)
	if err != nil {
		return s, err
	}
	if with, err := SettingsOf(model.Info(), s.Settings); err == nil && s.Preprocessing != nil {
		p := inference.InfoFor(s.model(model), with).Leaving(*s.Preprocessing)
		s.Preprocessing = &p
	}
	settings := maps.Clone(s.Settings)
	for _, p := range model.Info().Parameters {
		if _, has := s.Settings[p.Name]; has {
			continue
		}
		if p.Before == "" { // the Spec is not complete, so it does not tell later parameters
			return s, nil
		}
		if settings == nil {
			settings = map[string]Value{}
		}
		settings[p.Name] = Value{Text: p.Before}
	}
	s.Settings = settings
	return s, nil
}

// JSON returns the Spec on one line. Equal Specs give equal bytes.
func (s Spec) JSON() []byte {
	b, err := json.Marshal(s)
	if err != nil {
		panic("job: a Spec cannot be written: " + err.Error()) // it contains nothing that could fail
	}
	return b
}

// Hash returns a hash, 64 hexadecimal digits, of all that the result of a fit depends on: the completed Spec, without
// the path and the name of a table whose bytes or content are known. Two Specs that say the same thing in different
// ways have the same hash.
func (s Spec) Hash() string {
	c := s.Complete().withoutLater()
	c.Table, c.Read.Labels = c.Table.withoutPlace(), inference.Naming{}
	if c.Held != nil && c.Held.Test != nil {
		h, t := *c.Held, c.Held.Test.withoutPlace()
		h.Test, c.Held = &t, &h
	}
	sum := sha256.Sum256(c.JSON())
	return hex.EncodeToString(sum[:])
}

// fitHash is the hash of all that the chain of states of a fit depends on; this excludes when it ends and the questions
// asked then.
func (s Spec) fitHash() string {
	s = s.Complete()
	s.Goal, s.BurnIn, s.Evidence = Goal{}, nil, nil
	sum := sha256.Sum256(append([]byte("fit\n"), s.hashed()...))
	return hex.EncodeToString(sum[:])
}

func (s Spec) hashed() []byte { return []byte(s.Hash()) }

func (s Source) withoutPlace() Source {
	if s.SHA256 != "" || s.Content != "" {
		s.Source, s.Name = "", ""
	}
	return s
}

// withoutLater leaves out the settings of parameters that are younger than their model where they say what fits did
// before, so that those of then are the same fits.
func (s Spec) withoutLater() Spec {
	model, err := catalog.Find(s.Model)
	if err != nil {
		return s
	}
	if s.Preprocessing != nil { // the sorts left out are named in it
		p := *s.Preprocessing
		p.KindsLeft = ""
		s.Preprocessing = &p
	}
	s.Settings = maps.Clone(s.Settings)
	for _, p := range model.Info().Parameters {
		if p.Before != "" && s.Settings[p.Name] == (Value{Text: p.Before}) {
			delete(s.Settings, p.Name)
		}
	}
	return s
}

// Complete returns the Spec with the defaults of its model written out, unless they depend on the
// table. A Spec that [Spec.Check] refuses is returned unchanged.
func (s Spec) Complete() Spec {
	model, err := catalog.Find(s.Model)
	if err != nil {
		return s
	}
	return s.completeFor(model)
}

// completeFor is Complete for a model that need not be in the catalog.
func (s Spec) completeFor(model inference.Model) Spec {
	if s.checkFor(model) != nil {
		return s
	}
	s.Version, s.Model = SpecVersion, model.Info().Name
	settings, err := SettingsOf(model.Info(), s.Settings)
	if err != nil {
		return s
	}
	s.Settings = ValuesOf(settings)
	info := s.info(model, settings)
	s.Chains = s.chains(info)
	if n := s.iterations(info); n >= 0 {
		s.Goal.Iterations = &n
	}
	burn := s.Burn()
	s.BurnIn = &burn
	if len(s.Annotations) > 0 {
		s.Annotations = slices.Compact(slices.Sorted(slices.Values(s.Annotations)))
	}
	if s.Held != nil && s.Held.Share > 0 && s.Held.Seed == nil {
		h, seed := *s.Held, s.Seed
		h.Seed, s.Held = &seed, &h
	}
	return s
}

func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
