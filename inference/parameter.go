package inference

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ParameterType is the type of the values of a parameter.
type ParameterType string

// The types of parameter.
const (
	Real    ParameterType = "real"
	Integer ParameterType = "integer"
	Choice  ParameterType = "choice"
	Boolean ParameterType = "boolean"
)

// A Parameter describes one setting of a model. The form in the window, the flags of the command
// line and the documentation are made from it.
type Parameter struct {
	Name    string        // as in --set name=value and in result files
	Title   string        // as in the form: "θ, concentration"
	Type    ParameterType //
	Default string        // as it would be typed
	Min     float64       // least value, for Real and Integer
	Max     float64       // greatest value, for Real and Integer; may be +Inf
	OpenMin bool          // Min itself is excluded
	OpenMax bool          // Max itself is excluded
	Choices []string      // allowed values, for Choice
	Unit    string        // "", "rows", "input units²", ...
	Help    string        // one sentence
	// Learnt marks a hyperparameter: its value is a starting point, learnt from
	// the data unless it is fixed.
	Learnt bool
	// Words name for people the Choices whose names are codes, such as "search" for em; others go by their names.
	Words map[string]string
	// Zero is the meaning of the value 0, such as "auto"; "" where 0 is an ordinary value.
	Zero string
	// Advanced parameters are folded away in the form.
	Advanced bool
	// Methods are the values of the parameter "method" under which this one has an effect; nil
	// means all.
	Methods []string
	// Before is the value with the behaviour of fits from before there was this parameter; "" for one as old as its model.
	// A fit with that value goes on from their saved states.
	Before string
}

// Matters reports whether the parameter has an effect under the given settings.
func (p Parameter) Matters(s Settings) bool {
	return len(p.Methods) == 0 || !s.Has("method") || slices.Contains(p.Methods, s.Text("method"))
}

// Range returns the allowed values in words, such as "at least 0 and below 1".
func (p Parameter) Range() string {
	switch p.Type {
	case Choice:
		return strings.Join(p.Choices, ", ")
	case Boolean:
		return "true, false"
	}
	low, high := "at least ", "at most "
	if p.OpenMin {
		low = "above "
	}
	if p.OpenMax {
		high = "below "
	}
	least, most := formatNumber(p.Min), formatNumber(p.Max)
	switch hasLeast, hasMost := !math.IsInf(p.Min, -1), !math.IsInf(p.Max, 1); {
	case hasLeast && hasMost && !p.OpenMin && !p.OpenMax:
		return least + " to " + most
	case hasLeast && hasMost:
		return low + least + " and " + high + most
	case hasLeast && !p.OpenMin:
		return least + " or more"
	case hasLeast:
		return low + least
	case hasMost:
		return high + most
	}
	return "any number"
}

// ChoiceWords returns the name for people of one of the Choices.
func (p Parameter) ChoiceWords(choice string) string { return cmp.Or(p.Words[choice], choice) }

// Label is the title in words without a symbol before them: "Penalty" of "λ, penalty".
func (p Parameter) Label() string {
	symbol, words, both := strings.Cut(p.Title, ", ")
	if first, size := utf8.DecodeRuneInString(words); both && utf8.RuneCountInString(symbol) <= 2 {
		return string(unicode.ToUpper(first)) + words[size:]
	}
	return p.Title
}

// InSentence is the label within a sentence: "row orders".
func (p Parameter) InSentence() string {
	label := p.Label()
	if first, size := utf8.DecodeRuneInString(label); strings.ToUpper(label) != label {
		return string(unicode.ToLower(first)) + label[size:]
	}
	return label
}

// ChoiceHelp returns the part of Help about one of the Choices, where it explains each by its name as in
// "em: greedy search; mcmc: draws from the posterior"; "" where it does not.
func (p Parameter) ChoiceHelp(choice string) string {
	begins := func(text, name string) bool { return strings.HasPrefix(text, name+": ") }
	for _, sentence := range strings.SplitAfter(p.Help, ". ") {
		for rest := sentence; rest != ""; {
			part, next, _ := strings.Cut(rest, "; ")
			for next != "" && !slices.ContainsFunc(p.Choices, func(c string) bool { return begins(next, c) }) {
				more, after, _ := strings.Cut(next, "; ") // a semicolon within the help of a choice
				part, next = part+"; "+more, after
			}
			if begins(part, choice) {
				return strings.TrimSuffix(strings.TrimSpace(part[len(choice)+2:]), ".")
			}
			rest = next
		}
	}
	return ""
}

// Parse returns the normal form of a typed value, or an error that names the parameter and the values that it accepts.
func (p Parameter) Parse(text string) (string, error) {
	text = strings.TrimSpace(text)
	switch p.Type {
	case Choice:
		for _, c := range p.Choices {
			if c == text {
				return text, nil
			}
		}
		return "", fmt.Errorf("parameter %s: %q is not one of %s", p.Name, text, p.Range())
	case Boolean:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return "", fmt.Errorf("parameter %s: %q is not true or false", p.Name, text)
		}
		return strconv.FormatBool(b), nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) {
		return "", fmt.Errorf("parameter %s: %q is not a number (range: %s)", p.Name, text, p.Range())
	}
	if p.Type == Integer && x != math.Trunc(x) {
		return "", fmt.Errorf("parameter %s: %q is not a whole number", p.Name, text)
	}
	if x < p.Min || x > p.Max || p.OpenMin && x == p.Min || p.OpenMax && x == p.Max || math.IsInf(x, 0) {
		return "", fmt.Errorf("parameter %s: %s is outside its range (%s)", p.Name, text, p.Range())
	}
	return formatNumber(x), nil
}

func formatNumber(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// Settings are the values of a model's parameters and which of the learnt ones
// are fixed. The zero value is not usable: ask [Info.Defaults].
type Settings struct {
	parameters []Parameter
	values     map[string]string
	fixed      map[string]bool
}

// Defaults returns the settings a model starts from.
func (i Info) Defaults() Settings {
	s := Settings{parameters: i.Parameters, values: map[string]string{}, fixed: map[string]bool{}}
	for _, p := range i.Parameters {
		v, err := p.Parse(p.Default)
		if err != nil {
			panic("inference: default of model " + i.Name + ": " + err.Error())
		}
		s.values[p.Name] = v
	}
	return s
}

// Clone returns a copy that shares nothing with s.
func (s Settings) Clone() Settings {
	t := Settings{parameters: s.parameters, values: map[string]string{}, fixed: map[string]bool{}}
	for k, v := range s.values {
		t.values[k] = v
	}
	for k, v := range s.fixed {
		t.fixed[k] = v
	}
	return t
}

// Parameters returns the list the settings were made from, in form order.
func (s Settings) Parameters() []Parameter { return s.parameters }

// Equal reports whether both are of the same parameters, with the same values, fixed alike.
func (s Settings) Equal(o Settings) bool {
	for _, p := range s.parameters {
		if !o.Has(p.Name) || s.Text(p.Name) != o.Text(p.Name) || s.Fixed(p.Name) != o.Fixed(p.Name) {
			return false
		}
	}
	return len(s.parameters) == len(o.parameters)
}

func (s Settings) find(name string) (Parameter, error) {
	names := make([]string, len(s.parameters))
	for i, p := range s.parameters {
		if p.Name == name {
			return p, nil
		}
		names[i] = p.Name
	}
	return Parameter{}, fmt.Errorf("no parameter %q; the parameters are %s", name, strings.Join(names, ", "))
}

// Set gives a parameter a typed value. The error names the parameter and the values that it accepts.
func (s Settings) Set(name, text string) error {
	p, err := s.find(name)
	if err != nil {
		return err
	}
	v, err := p.Parse(text)
	if err != nil {
		return err
	}
	s.values[name] = v
	return nil
}

// Fix keeps a learnt parameter at its value (or lets it be learnt again).
func (s Settings) Fix(name string, fixed bool) error {
	p, err := s.find(name)
	if err != nil {
		return err
	}
	if !p.Learnt {
		return fmt.Errorf("parameter %s is not learnt, so it cannot be fixed; set it with --set %s=VALUE", name, name)
	}
	s.fixed[name] = fixed
	return nil
}

// InWords returns the value of a parameter for a reader: in words where the value 0 has a meaning, and followed by the
// decision where the value leaves the choice to the data, see [Decided].
func (s Settings) InWords(p Parameter, decided map[string]string) string {
	text := s.Text(p.Name)
	if v, err := strconv.ParseFloat(text, 64); err == nil && v == 0 && p.Zero != "" {
		text = p.Zero
	}
	if d := decided[p.Name]; d != "" {
		text += " (" + d + ")"
	}
	return text
}

// Fixed reports whether a parameter keeps its value: either it is never learnt, or it was fixed.
func (s Settings) Fixed(name string) bool {
	p, err := s.find(name)
	return err == nil && (!p.Learnt || s.fixed[name])
}

// Text returns the value of a parameter in its normal form. It panics if there is none of that name.
func (s Settings) Text(name string) string {
	v, ok := s.values[name]
	if !ok {
		panic("inference: settings have no parameter " + name)
	}
	return v
}

// Real returns the value of a Real or Integer parameter. It panics if there is none of that name.
func (s Settings) Real(name string) float64 {
	x, err := strconv.ParseFloat(s.Text(name), 64)
	if err != nil {
		panic("inference: parameter " + name + " is not a number")
	}
	return x
}

// Int returns the value of an Integer parameter. It panics if there is none of that name.
func (s Settings) Int(name string) int { return int(s.Real(name)) }

// Bool returns the value of a Boolean parameter. It panics if there is none of that name.
func (s Settings) Bool(name string) bool { return s.Text(name) == "true" }

// Has reports whether the model has a parameter of that name.
func (s Settings) Has(name string) bool { _, ok := s.values[name]; return ok }

// Value returns the value as a float64, string or bool by the parameter's type, for JSON.
func (s Settings) Value(name string) any {
	p, err := s.find(name)
	if err != nil {
		return nil
	}
	switch p.Type {
	case Choice:
		return s.Text(name)
	case Boolean:
		return s.Bool(name)
	}
	return s.Real(name)
}
