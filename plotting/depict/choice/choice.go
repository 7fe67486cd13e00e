// Package choice declares the user's choices in a figure: options with names, bound to the fields of a state. The
// window makes tools, keys and help from a list of choices, the command line its flags, and a study keeps the state.
package choice

import (
	"fmt"
	"slices"
	"strings"

	"example.org/espalier/inference/study"
)

// A Choice is one thing that a person chooses in a figure.
type Choice struct {
	Name    string // in commands: "order"
	Label   string // before its tool in the window: "Order"
	Help    string // in a few words: "order of the items"
	Options []Option
	At      int // place of the option chosen; −1 for none of them
	// Set chooses the i-th option, which must exist.
	Set func(i int)
	// Selects returns the selection that the i-th option makes; nil for choices that select nothing. The window selects it
	// in place of calling Set.
	Selects func(i int) study.Selection
	// Put takes any text in place of an option; nil for choices among options.
	Put      func(text string) error
	Needless bool   // there is nothing to choose in this figure
	Why      string // why it is needless, in a sentence; "" where that is plain
	Keys     []Key
	Form     Form
	Whole    bool // the figure is shown whole again when another option is chosen
}

// An Option is one of those that can be chosen.
type Option struct {
	Name  string // in commands
	Words string // in the window; "" for the name
}

// Shown is how the window names the option.
func (o Option) Shown() string {
	if o.Words != "" {
		return o.Words
	}
	return o.Name
}

// A Form is how the window shows a choice.
type Form int

// The forms.
const (
	Listed  Form = iota // the option between arrows, and a list of all
	Sliding             // Listed, and a slider beside it
	Linked              // a link that names the option that a tap chooses, of two
	Hidden              // keys and gestures alone
)

// A Key changes a choice.
type Key struct {
	Shown string // in the help: "M", "←"
	Title string // its effect, in the imperative
	Runes string // characters; "" for a key by its name
	Name  string // of a key without a character, as Fyne names it: "Left"
	// To returns the place to go to from place at of n.
	To func(at, n int) int
}

// Press is a letter that goes to the next option, and from the last to the first.
func Press(letter, title string) Key {
	return Key{Shown: letter, Title: title, Runes: strings.ToLower(letter) + strings.ToUpper(letter), To: Round}
}

// Round goes to the next option, and from the last to the first.
func Round(at, n int) int { return (max(at, 0) + 1) % n }

// Before goes to the option before, and stays at the first.
func Before(at, _ int) int { return max(at-1, 0) }

// After goes to the option after, and stays at the last.
func After(at, n int) int { return min(at+1, n-1) }

// Steps are the keys comma and full stop, which go to the option before and after.
func Steps(before, after string) []Key {
	return []Key{{Shown: ",", Title: before, Runes: ",", To: Before}, {Shown: ".", Title: after, Runes: ".", To: After}}
}

// With returns the choice with keys.
func (c Choice) With(keys ...Key) Choice { c.Keys = keys; return c }

// Unless returns the choice, needless where that is so.
func (c Choice) Unless(needless bool) Choice { c.Needless = c.Needless || needless; return c }

// Lacking returns the choice, needless where a sentence says why.
func (c Choice) Lacking(why string) Choice {
	if why != "" {
		c.Needless, c.Why = true, why
	}
	return c
}

// In returns the choice in a form.
func (c Choice) In(f Form) Choice { c.Form = f; return c }

// ShownWhole returns the choice, after which the figure is shown whole.
func (c Choice) ShownWhole() Choice { c.Whole = true; return c }

// Of is a choice among values of a field.
func Of[T comparable](name, label, help string, field *T, values []T, options []Option) Choice {
	return Choice{Name: name, Label: label, Help: help, Options: options, At: slices.Index(values, *field),
		Set: func(i int) { *field = values[i] }}
}

// Switch is a choice between two ways. In commands no and yes are names of them too.
func Switch(name, label, help string, field *bool, off, on Option) Choice {
	return Of(name, label, help, field, []bool{false, true}, []Option{off, on})
}

// Names makes an option of each name.
func Names(names ...string) []Option {
	list := make([]Option, len(names))
	for i, n := range names {
		list[i].Name = n
	}
	return list
}

// Choose chooses an option by its name or its words. The error lists the options.
func (c Choice) Choose(text string) error {
	text = strings.TrimSpace(text)
	if c.Why != "" {
		return fmt.Errorf("there is nothing to choose for %s in this figure: %s", c.Name, c.Why)
	}
	if c.Put != nil {
		return c.Put(text)
	}
	for i, o := range c.Options {
		if strings.EqualFold(o.Name, text) || strings.EqualFold(o.Shown(), text) {
			c.Set(i)
			return nil
		}
	}
	if c.Needless || len(c.Options) == 0 {
		return fmt.Errorf("there is nothing to choose for %s in this figure", c.Name)
	}
	return fmt.Errorf("%s cannot be %q; it can be %s", c.Name, text, c.List())
}

// mostListed is how many options a text lists.
const mostListed = 12

// List names the options, the first of many.
func (c Choice) List() string {
	if c.Put != nil {
		return "a text"
	}
	var names []string
	for _, o := range c.Options[:min(len(c.Options), mostListed)] {
		names = append(names, o.Name)
	}
	if more := len(c.Options) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("… (%d more)", more))
	}
	return strings.Join(names, ", ")
}

// Named returns the choice of a name. The error lists those there are.
func Named(list []Choice, name string) (Choice, error) {
	var names []string
	for _, c := range list {
		if strings.EqualFold(c.Name, name) {
			return c, nil
		}
		names = append(names, c.Name)
	}
	if len(list) == 0 {
		return Choice{}, fmt.Errorf("there is nothing to choose in this figure")
	}
	return Choice{}, fmt.Errorf("there is no choice %q in this figure; it has %s", name, strings.Join(names, ", "))
}
