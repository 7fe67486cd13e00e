// Package recipe prepares tables in steps: counts to one depth, logarithms, compositions, batches removed. A recipe is
// a text that lists its steps in their order. Each kind of step is a file and a line in the list of kinds. A step is a
// pure function of a table. The parameters that it learns are kept, so that new rows are prepared in the same way.
package recipe

import (
	"fmt"
	"slices"
	"strings"
)

// A Text is a recipe as it is written and saved: steps with commas between them, such as
// "counts:size-factors,log2(x+1)". The empty text does nothing. It can be compared.
type Text string

// A Step is one of a recipe.
type Step struct {
	Kind *Kind
	// Argument follows the name, such as "size-factors" in "counts:size-factors"; "" for none.
	Argument string
	// Across says that the step takes columns for rows: samples are in the columns. It is written "@columns".
	Across bool
	// Off says that the step is skipped, but keeps its place. It is written "off:" before the step.
	Off bool
}

const (
	across = "@columns"
	off    = "off:"
	// longest and most limit a recipe.
	longest = 1 << 20
	most    = 100
)

// Parse reads a recipe. The error names the step and says what to write.
func Parse(text string) (steps []Step, err error) {
	if len(text) > longest {
		return nil, fmt.Errorf("a recipe has at most %d characters", longest)
	}
	for _, item := range split(text, ',') {
		if strings.TrimSpace(item) == "" {
			continue
		}
		s, err := ParseStep(item)
		if err != nil {
			return nil, err
		}
		if steps = append(steps, s); len(steps) > most {
			return nil, fmt.Errorf("a recipe has at most %d steps", most)
		}
	}
	return steps, nil
}

// ParseStep reads one step.
func ParseStep(text string) (s Step, err error) {
	written := strings.TrimSpace(text)
	item := written
	if rest, is := strings.CutPrefix(item, off); is {
		s.Off, item = true, strings.TrimSpace(rest)
	}
	if rest, is := strings.CutSuffix(item, across); is && !strings.HasSuffix(rest, `\`) {
		s.Across, item = true, rest
	}
	for i := range Kinds {
		k := &Kinds[i]
		argument, is := k.takes(item)
		if !is {
			continue
		}
		if s.Across && !k.Sided {
			return s, fmt.Errorf("step %q: %s does not take %s; leave it out", written, k.Name, across)
		}
		w, err := k.make(argument)
		if err != nil {
			return s, fmt.Errorf("step %q: %w", written, err)
		}
		s.Kind, s.Argument = k, w.argument()
		return s, nil
	}
	return s, fmt.Errorf("there is no step %q; the steps are %s", written, names())
}

// takes returns the argument of a step as it is written, if it is of this kind.
func (k *Kind) takes(item string) (argument string, is bool) {
	if k.read != nil {
		return k.read(item)
	}
	if item == k.Name {
		return "", true
	}
	return strings.CutPrefix(item, k.Name+":")
}

func names() string {
	list := make([]string, len(Kinds))
	for i, k := range Kinds {
		list[i] = k.Example
	}
	return strings.Join(list, ", ")
}

// String writes the step as it is read.
func (s Step) String() string {
	text := s.Kind.Name
	switch {
	case s.Kind.read != nil:
		text = s.Argument
	case s.Argument != "":
		text += ":" + s.Argument
	}
	if s.Across {
		text += across
	}
	if s.Off {
		text = off + text
	}
	return text
}

// Words describes the step in plain words, for captions.
func (s Step) Words() string {
	w, err := s.Kind.make(s.Argument)
	if err != nil {
		return s.String()
	}
	text := w.words()
	if s.Across {
		text += " (samples in columns)"
	}
	return text
}

// Format writes steps as a recipe.
func Format(steps []Step) Text {
	list := make([]string, len(steps))
	for i, s := range steps {
		list[i] = s.String()
	}
	return Text(strings.Join(list, ","))
}

// Steps returns the steps of the recipe, those switched off included. A text that cannot be read has none; see
// [Text.Check].
func (t Text) Steps() []Step {
	steps, err := Parse(string(t))
	if err != nil {
		return nil
	}
	return steps
}

// Check returns why the recipe cannot be read, nil if it can.
func (t Text) Check() error {
	_, err := Parse(string(t))
	return err
}

// Active reports whether the recipe has a step that is not switched off, or cannot be read.
func (t Text) Active() bool {
	if t == "" {
		return false
	}
	steps, err := Parse(string(t))
	return err != nil || slices.ContainsFunc(steps, func(s Step) bool { return !s.Off })
}

// LooksAtRows reports whether the result of a cell under some step depends on the rest of its row.
func (t Text) LooksAtRows() bool {
	return slices.ContainsFunc(t.Steps(), func(s Step) bool { return s.Kind.Rows && !s.Off })
}

// NamesColumns reports whether some step changes the units of some columns and not of others.
func (t Text) NamesColumns() bool {
	return slices.ContainsFunc(t.Steps(), func(s Step) bool {
		w, err := s.Kind.make(s.Argument)
		if err != nil || s.Off {
			return false
		}
		switch w := w.(type) {
		case cellwise:
			return len(w.columns) > 0
		case byColumn:
			return len(w.names) > 0
		}
		return false
	})
}

// Turned returns the recipe for the table turned the other way: samples that were in rows are in columns.
func (t Text) Turned() Text {
	steps, err := Parse(string(t))
	if err != nil {
		return t
	}
	for i, s := range steps {
		switch {
		case s.Kind.Sided:
			steps[i].Across = !s.Across
		case s.Kind.turned != "":
			steps[i].Kind = kindNamed(s.Kind.turned)
		}
	}
	return Format(steps)
}

// Words describes each step that is not switched off, in order.
func (t Text) Words() (list []string) {
	steps, err := Parse(string(t))
	if err != nil {
		return []string{string(t)}
	}
	for _, s := range steps {
		if !s.Off {
			list = append(list, s.Words())
		}
	}
	return list
}

// split cuts a text at a separator that no backslash precedes. The backslashes stay.
func split(text string, at byte) (parts []string) {
	from := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case at:
			parts = append(parts, text[from:i])
			from = i + 1
		}
	}
	return append(parts, text[from:])
}

// special are the characters that a backslash must precede in a name.
const special = `\,;:@`

// escape writes a name so that it can stand in a recipe.
func escape(name string) string {
	var b strings.Builder
	for _, r := range name {
		if strings.ContainsRune(special, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// unescape is the inverse of escape.
func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// namesIn reads a list of names with semicolons between them, "" for none.
func namesIn(text string) (list []string) {
	for _, part := range split(text, ';') {
		if name := strings.TrimSpace(unescape(strings.TrimSpace(part))); name != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// Names writes a list of names as the argument of a step.
func Names(list ...string) string {
	escaped := make([]string, len(list))
	for i, name := range list {
		escaped[i] = escape(name)
	}
	return strings.Join(escaped, ";")
}
