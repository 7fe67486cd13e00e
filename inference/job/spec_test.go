package job

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
)

func number[T any](x T) *T { return &x }

// whole has a value in every field, although some exclude each other.
func whole() Spec {
	return Spec{
		Version: 1, Table: Source{"tables/crabs.csv", "crabs", strings.Repeat("ab", 32), strings.Repeat("cd", 32)},
		Read: Reading{Separator: "tab", DecimalComma: number(true), Header: number(false), RowNames: number(true),
			Missing: []string{"none"}, Limits: "half", Encoding: "shift-jis", Numeric: []string{"x"}, SkipLines: number(0),
			SkipEnd: number(2), Comment: "%", UnitsLine: number(3)},
		Annotations: []string{"species", "year"}, Rows: Places{0, 1, 2, 6}, Columns: Places{1},
		Preprocessing: &inference.Preprocessing{Log2p1: true, TopColumns: 7, Centre: true},
		Model:         "pydt", Settings: map[string]Value{"theta": {"0.5", true}, "method": {Text: "mcmc"}},
		Seed: math.MaxUint64, Chains: 3, Chain: 2,
		Goal:    Goal{Iterations: number(0), Duration: Duration(90 * time.Second), EffectiveSize: 200},
		Held:    &Held{Share: 0.1, Seed: number(uint64(4))},
		Classes: &Classes{Column: "species"}, BurnIn: number(0.5), Evidence: &Evidence{Draws: 10, Proposals: []string{"t3"}},
	}
}

func TestSpecJSON(t *testing.T) {
	s := whole()
	b := s.JSON()
	for i := range reflect.TypeFor[Spec]().NumField() {
		if reflect.ValueOf(s).Field(i).IsZero() {
			t.Errorf("the test leaves out %s", reflect.TypeFor[Spec]().Field(i).Name)
		}
	}
	var got Spec
	if err := strict(b, &got); err != nil || !reflect.DeepEqual(got, s) {
		t.Errorf("%v: %s became\n%s", err, b, got.JSON())
	}
	if !strings.Contains(string(b), `"rows":"1-3,7"`) || !strings.Contains(string(b), `"duration":"1m30s"`) ||
		!strings.Contains(string(b), `"seed":18446744073709551615`) {
		t.Errorf("written as %s", b)
	}
	for _, m := range catalog.Models() { // defaults survive the way there and back
		c := Spec{Version: 1, Table: Source{Source: "x"}, Model: m.Info().Name}.Complete()
		back, err := ParseSpec(c.JSON())
		if err != nil || !reflect.DeepEqual(back, c) {
			t.Errorf("%v: %s became\n%s", err, c.JSON(), back.JSON())
		}
		if back.Hash() != c.Hash() || len(back.Settings) != len(m.Info().Parameters) {
			t.Errorf("%s: %d settings", m.Info().Name, len(back.Settings))
		}
	}
}

func TestSpecsAreReadStrictly(t *testing.T) {
	for text, want := range map[string]string{
		``:                                       "unexpected end",
		`{`:                                      "unexpected end",
		`[]`:                                     "wrong type",
		`{"model":"pydt"}`:                       "has no version",
		`{"version":2,"model":"pydt"}`:           "version 2, but this program reads version 1",
		`{"version":1,"model":"pydt","sed":3}`:   `does not know the field "sed"`,
		`{"version":1,"table":{"path":"x"}}`:     `does not know the field "path"`,
		`{"version":1,"model":"pydt"}{}`:         "invalid character",
		`{"version":1,"model":"pydt","seed":-1}`: `"seed" contains the wrong type, number -1`,
		`{"version":1,"model":"pydt","rows":"3-1"}`:                                      "not a place or a range",
		`{"version":1,"model":"pydt","rows":"2,2"}`:                                      "not in ascending order",
		`{"version":1,"model":"pydt","rows":"0"}`:                                        "not a place or a range",
		`{"version":1,"model":"pydt","rows":[1]}`:                                        "must be text",
		`{"version":1,"model":"pydt","rows":"1-2000000000"}`:                             "more than",
		`{"version":1,"model":"pydt","goal":{"duration":"soon"}}`:                        "not a duration",
		`{"version":1,"model":"pydt","settings":{"theta":null}}`:                         "a value is text",
		`{"version":1,"model":"pydt","settings":{"theta":{"valu":"1"}}}`:                 `does not know the field "valu"`,
		`{"version":1,"model":"pydt","settings":{"theta":"much"}}`:                       "parameter theta",
		`{"version":1,"model":"pydt","settings":{"width":1}}`:                            `no parameter "width"`,
		`{"version":1,"model":"pdyt"}`:                                                   "did you mean pydt",
		`{"version":1,"model":"pydt","settings":{"method":{"value":"em","fixed":true}}}`: "cannot be fixed",
	} {
		if _, err := ParseSpec([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	s, err := ParseSpec([]byte(`{"version":1,"table":{"source":"x"},"model":"pydt","settings":{"theta":0.5,"method":"mcmc","alpha":{"value":"0","fixed":true}}}`))
	if err != nil || s.Settings["theta"] != (Value{Text: "0.5"}) || s.Settings["alpha"] != (Value{"0", true}) {
		t.Errorf("%v: %+v", err, s.Settings)
	}
}

func TestCheckSaysWhatIsWrong(t *testing.T) {
	of := func(model string, change func(*Spec)) Spec {
		s := Spec{Version: 1, Table: Source{Source: "x"}, Model: model}
		change(&s)
		return s
	}
	for want, s := range map[string]Spec{
		"version 0":                            {Model: "pydt"},
		"does not sample, so it has one chain": of("pydt", func(s *Spec) { s.Chains = 2 }),
		"no effective sample size":             of("pydt", func(s *Spec) { s.Goal.EffectiveSize = 100 }),
		"is NaN":                               of("nsfa", func(s *Spec) { s.Goal.EffectiveSize = math.NaN() }),
		"no objective that settles":            of("nsfa", func(s *Spec) { s.Goal.Settled = true }),
		"iterations is -1":                     of("pydt", func(s *Spec) { s.Goal.Iterations = number(-1) }),
		"the duration is below 0":              of("pydt", func(s *Spec) { s.Goal.Duration = -1 }),
		"no rows are left":                     of("pydt", func(s *Spec) { s.Rows = Places{} }),
		"columns are not in ascending order":   of("pydt", func(s *Spec) { s.Columns = Places{3, 3} }),
		"top_rows is -1": of("pydt",
			func(s *Spec) { s.Preprocessing = &inference.Preprocessing{TopRows: -1} }),
		"given in 0 ways":          of("pydt", func(s *Spec) { s.Held = &Held{} }),
		"given in 2 ways":          of("pydt", func(s *Spec) { s.Held = &Held{Share: 0.1, Rows: Places{1}} }),
		"proportion held out is 1": of("pydt", func(s *Spec) { s.Held = &Held{Share: 1} }),
		"part 6 of":                of("pydt", func(s *Spec) { s.Held = &Held{Share: 0.2, Fold: 6} }),
		"part -1 of":               of("pydt", func(s *Spec) { s.Held = &Held{Share: 0.2, Fold: -1} }),
		"give one of equal parts":  of("pydt", func(s *Spec) { s.Held = &Held{Share: 0.3, Fold: 1} }),
		"such as 3 of 0.2":         of("pydt", func(s *Spec) { s.Held = &Held{Rows: Places{1}, Fold: 1} }),
		"hold out rows or cells":   of("pydt", func(s *Spec) { s.Held = &Held{Share: 0.1, Unit: "columns"} }),
		"places of the other unit": of("pydt", func(s *Spec) { s.Held = &Held{Rows: Places{1}, Unit: UnitCells} }),
		"count from 1":             of("pca", func(s *Spec) { s.Held = &Held{Cells: [][2]int{{0, 1}}} }),
		"burn-in is 1":             of("pydt", func(s *Spec) { s.BurnIn = number(1.0) }),
		"need the name":            of("pydt", func(s *Spec) { s.Classes = &Classes{} }),
		"held out twice":           of("pydt", func(s *Spec) { s.Classes, s.Held = &Classes{"a", 0.1}, &Held{Share: 0.1} }),
		"evidence is 0":            of("vbmfa", func(s *Spec) { s.Evidence = &Evidence{} }),
		"is not a proposal":        of("vbmfa", func(s *Spec) { s.Evidence = &Evidence{1, []string{"wild"}} }),
		"transposed table has no": of("pydt", func(s *Spec) {
			s.Classes, s.Preprocessing = &Classes{Column: "a"}, &inference.Preprocessing{Transpose: true}
		}),
		`cells cannot be separated by "x"`: of("pydt", func(s *Spec) { s.Read.Separator = "x" }),
	} {
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for _, s := range []Spec{of("pydt", func(s *Spec) { s.Goal.Settled = true }),
		of("dpmm", func(s *Spec) { s.Chains, s.Goal.EffectiveSize = 4, 100 })} {
		if err := s.Check(); err != nil {
			t.Error(err)
		}
	}
}

// The hash depends on the meaning of a Spec, and on nothing else.
func TestHash(t *testing.T) {
	base := Spec{Version: 1, Table: Source{Source: "a.csv", SHA256: "00"}, Model: "pydt", Seed: 3, Held: &Held{Share: 0.1}}
	same := base
	same.Model, same.Table.Source, same.Table.Name = "PYDT", "/elsewhere/b.csv", "b"
	same.Settings = map[string]Value{"theta": {Text: " " + catalogDefault(t, "pydt", "theta") + "0"}}
	same.Settings["method"] = Value{Text: "em"}
	same.Held = &Held{Share: 0.1, Seed: number(uint64(3))}
	same.BurnIn = number(0.25)
	if catalogDefault(t, "pydt", "method") != "em" || !strings.Contains(catalogDefault(t, "pydt", "theta"), ".") {
		same.Settings = nil
	}
	if base.Hash() != same.Hash() {
		t.Errorf("%s\n%s\nhave different hashes", base.Complete().JSON(), same.Complete().JSON())
	}
	seen := map[string]string{base.Hash(): "the first"}
	for name, change := range map[string]func(*Spec){
		"seed":     func(s *Spec) { s.Seed++ },
		"table":    func(s *Spec) { s.Table.SHA256 = "01" },
		"model":    func(s *Spec) { s.Model = "ddt" },
		"settings": func(s *Spec) { s.Settings = map[string]Value{"c": {Text: "7"}} },
		"fixed":    func(s *Spec) { s.Settings = map[string]Value{"c": {Text: catalogDefault(t, "pydt", "c"), Fixed: true}} },
		"goal":     func(s *Spec) { s.Goal.Iterations = number(11) },
		"held":     func(s *Spec) { s.Held = nil },
		"rows":     func(s *Spec) { s.Rows = Places{1, 2, 3, 4} },
	} {
		s := base
		change(&s)
		if other, ok := seen[s.Hash()]; ok {
			t.Errorf("%s has the hash of %s", name, other)
		}
		seen[s.Hash()] = name
	}
	longer := base
	longer.Goal, longer.BurnIn = Goal{Iterations: number(1000)}, number(0.5)
	if base.fitHash() != longer.fitHash() || base.fitHash() == base.Hash() {
		t.Error("the state of a fit cannot go on to another goal")
	}
}

func catalogDefault(t *testing.T, model, parameter string) string {
	t.Helper()
	m, err := catalog.Find(model)
	if err != nil {
		t.Fatal(err)
	}
	return m.Info().Defaults().Text(parameter)
}

func TestPlaces(t *testing.T) {
	for text, want := range map[string]Places{"1": {0}, "1-3": {0, 1, 2}, "1-2,4,6-7": {0, 1, 3, 5, 6}} {
		p, err := ParsePlaces(text)
		if err != nil || !slices.Equal(p, want) || p.String() != text {
			t.Errorf("%s is %v (%v), written %s", text, p, err, p)
		}
	}
	if p := PlacesOf([]int{5, 1, 5, 2}); !slices.Equal(p, Places{1, 2, 5}) {
		t.Error(p)
	}
	if b, err := json.Marshal(struct {
		P Places `json:"p,omitempty"`
	}{}); err != nil || !bytes.Equal(b, []byte("{}")) {
		t.Errorf("%s, %v", b, err)
	}
}

func TestSettingsAsData(t *testing.T) {
	info := inference.Info{Name: "toy", Parameters: []inference.Parameter{
		{Name: "method", Type: inference.Choice, Default: "em", Choices: []string{"em", "mcmc"}},
		{Name: "c", Type: inference.Real, Default: "1", Min: 0, Max: 10, Learnt: true},
		{Name: "k", Type: inference.Integer, Default: "3", Min: 1, Max: 9},
	}}
	s := info.Defaults()
	for name, text := range map[string]string{"method": "mcmc", "c": "2.5"} {
		if err := s.Set(name, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Fix("c", true); err != nil {
		t.Fatal(err)
	}
	back, err := SettingsOf(info, ValuesOf(s))
	if err != nil || back.Text("method") != "mcmc" || back.Text("c") != "2.5" || !back.Fixed("c") ||
		back.Text("k") != "3" {
		t.Errorf("%v %v %v", ValuesOf(s), ValuesOf(back), err)
	}
	if back, err = SettingsOf(info, map[string]Value{"c": {"99", true}, "k": {"4", false},
		"gone": {"1", false}}); err == nil || back.Text("k") != "4" || back.Text("c") != "1" {
		t.Errorf("%v %v", ValuesOf(back), err)
	}
}

// A fit of before a parameter goes on as what it was; a description that does not say every setting keeps to the
// defaults.
func TestFittedBeforeAParameter(t *testing.T) {
	all := Spec{Version: SpecVersion, Model: "ggm", Seed: 3}.Complete()
	if all.Settings["values"].Text != "auto" {
		t.Fatalf("the default is %v", all.Settings["values"])
	}
	old := all
	old.Settings = maps.Clone(all.Settings)
	delete(old.Settings, "values")
	got, err := ParseFitted(old.JSON())
	if err != nil {
		t.Fatal(err)
	}
	if got.Settings["values"].Text != "measured" || got.Hash() == all.Hash() {
		t.Errorf("a fit without the parameter is taken for one with %v", got.Settings["values"])
	}
	for _, s := range []Spec{all, {Version: SpecVersion, Model: "ggm", Seed: 3,
		Settings: map[string]Value{"edges": {Text: "2"}}}} {
		if got, err = ParseFitted(s.JSON()); err != nil || got.Hash() != s.Hash() {
			t.Errorf("%v has become %v (%v)", s.Settings, got.Settings, err)
		}
	}
}
