package plotting

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.org/espalier/inference/things"
)

// Metadata describes a figure and how it was made. It is written into every file; empty fields are
// omitted.
type Metadata struct {
	Title       string `json:"title,omitempty"`       // of the figure
	Description string `json:"description,omitempty"` // of the figure, a sentence without its stop
	Author      string `json:"author,omitempty"`

	Software string `json:"software,omitempty"` // name and version: "Espalier 0.1.0"

	// Stage is the title of the teaching stage that the figure is a moment of, "" for other figures. Iterations
	// of Steps are done then, Settings and Seed are the stage's, and there is no Model.
	Stage string `json:"stage,omitempty"`
	Steps int    `json:"steps,omitempty"`

	Model      string      `json:"model,omitempty"`      // in words: "Pitman-Yor diffusion tree"
	Reference  string      `json:"reference,omitempty"`  // the paper, as "the model is that of" goes on
	Settings   [][2]string `json:"settings,omitempty"`   // name and value, in the order of the form
	InWords    [][2]string `json:"-"`                    // the settings as sentences say them; nil for their names
	Seed       string      `json:"seed,omitempty"`       //
	Iterations int         `json:"iterations,omitempty"` // done
	Iteration  string      `json:"iteration,omitempty"`  // name of one: "search step"
	Objective  string      `json:"objective,omitempty"`  // name and value: "log evidence −1,240 nats"

	Data    string       `json:"data,omitempty"`    // name of the table
	Rows    int          `json:"rows,omitempty"`    // given to the model
	Columns int          `json:"columns,omitempty"` // given to the model
	Things  things.Nouns `json:"-"`                 // names of rows and columns
	// in words, in the past tense: "centred and scaled to unit variance"
	Preprocessing string `json:"preprocessing,omitempty"`
	DataHash      string `json:"sha256,omitempty"` // of the file, in hexadecimal

	// Created is when the figure was made; the zero time stands for now. Files of
	// equal figures, metadata and time are equal to the bit.
	Created time.Time `json:"created,omitzero"`
}

// Caption returns the sentences of the caption: the content, the data, the model with its settings, the software.
func (m Metadata) Caption() string {
	var out []string
	for _, s := range []string{m.Title, m.Description} {
		if s != "" {
			out = append(out, s)
		}
	}
	if m.Data != "" {
		s := "Data: " + m.Data + m.size(" (%s)")
		if m.Preprocessing != "" {
			s += ", " + m.Preprocessing
		}
		out = append(out, s)
	}
	if m.Stage != "" {
		out = append(out, m.step()+" of a teaching stage"+m.with())
	}
	if m.Model != "" {
		s := m.Model
		if p := m.how(); p != "" {
			s += " with " + p
		}
		out = append(out, s)
	}
	if m.Objective != "" {
		objective, _ := strings.CutSuffix(m.Objective, " nats")
		out = append(out, objective)
	}
	if m.Software != "" {
		out = append(out, "Made with "+m.Software)
	}
	return sentences(out)
}

// shortHash limits the digits of a hash in a text.
const shortHash = 12

// Methods returns the sentences for a methods section.
func (m Metadata) Methods() string {
	if m.Stage != "" {
		return m.stageMethods()
	}
	var out []string
	data := m.Data
	if data == "" {
		data = "the table"
	}
	what := "the table " + data
	if m.Data == "" {
		what = data
	}
	details := strings.TrimSpace(m.size("%s"))
	if m.DataHash != "" {
		hash := m.DataHash // its beginning tells tables apart; the whole is in the file
		if len(hash) > shortHash {
			hash = hash[:shortHash] + "…"
		}
		details = join(details, "SHA-256 "+hash)
	}
	if details != "" {
		what += " (" + details + ")"
	}
	if m.Preprocessing != "" {
		out = append(out, upperFirst(what)+" was "+m.Preprocessing)
		what = "it"
	}
	if m.Model != "" {
		s := fitted(m.Model) + " to " + what
		if m.Software != "" {
			s += " with " + m.Software
		}
		if p := m.how(); p != "" {
			s += ", using " + p
		}
		out = append(out, upperFirst(s))
		if m.Reference != "" {
			out = append(out, "The model is that of "+m.Reference)
		}
	} else if m.Software != "" {
		out = append(out, upperFirst(what)+" was shown with "+m.Software)
	}
	return sentences(out)
}

// stageMethods describes a moment of a teaching stage: which stage it is, and of which table.
func (m Metadata) stageMethods() string {
	s := "The figure shows " + lowerFirst(m.step()) + " of the teaching stage “" + m.Stage + "”"
	if m.Software != "" {
		s += " of " + m.Software
	}
	out := []string{s + m.with()}
	if m.Data == "" {
		return sentences(append(out, "No table was read"))
	}
	return sentences(append(out, "The table is "+m.Data+m.size(" (%s)")))
}

// step returns the position in a stage: "Step 8 of 100".
func (m Metadata) step() string {
	return "Step " + FormatCount(m.Iterations) + " of " + FormatCount(m.Steps)
}

// with lists the settings and seed of a stage.
func (m Metadata) with() string {
	m.Iterations = 0
	if s := m.how(); s != "" {
		return ", with " + s
	}
	return ""
}

// size returns the numbers of rows and columns in a format, or "".
func (m Metadata) size(format string) string {
	if m.Rows == 0 && m.Columns == 0 {
		return ""
	}
	return fmt.Sprintf(format, m.Things.Say(FormatCount(m.Rows)+" rows, "+FormatCount(m.Columns)+" columns"))
}

// plainDigits turns a number as the program writes it into one that Go reads.
var plainDigits = strings.NewReplacer("−", "-", ",", "")

// setting names a setting and its value: "theta = 0.5", "method em".
func setting(name, value string) string {
	if first, _, _ := strings.Cut(value, " "); first != "" {
		if _, err := strconv.ParseFloat(plainDigits.Replace(first), 64); err == nil {
			return name + " = " + value
		}
	}
	return name + " " + value
}

// Said are the settings in words, or by their names where there are no words.
func (m Metadata) Said() [][2]string {
	if m.InWords != nil {
		return m.InWords
	}
	return m.Settings
}

// how lists settings, iterations and seed.
func (m Metadata) how() string {
	var parts []string
	for _, s := range m.Said() {
		parts = append(parts, setting(s[0], s[1]))
	}
	if m.Iterations > 0 {
		name := m.Iteration
		if name == "" {
			name = "iteration"
		}
		if m.Iterations != 1 {
			name += "s"
		}
		parts = append(parts, FormatCount(m.Iterations)+" "+name)
	}
	if m.Seed != "" {
		parts = append(parts, "seed "+m.Seed)
	}
	return strings.Join(parts, ", ")
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}

// sentences adds a full stop to each part that has none.
func sentences(parts []string) string {
	for i, p := range parts {
		p = strings.TrimSpace(p)
		if !strings.HasSuffix(p, ".") && !strings.HasSuffix(p, "?") {
			p += "."
		}
		parts[i] = upperFirst(p)
	}
	return strings.Join(parts, " ")
}

// upperFirst capitalises an ordinary word at the start of a sentence; names such as
// "tissue_expression" and "crabs.csv" stay as they are.
func upperFirst(s string) string {
	word, _, _ := strings.Cut(s, " ")
	if s == "" || strings.ContainsAny(word, "_.0123456789") || strings.ToLower(word) != word {
		return s
	}
	return Capital(s)
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// proper are the words that keep their capital within a sentence.
var proper = []string{"Bayesian", "Chow-Liu", "Dirichlet", "Gaussian", "Pitman-Yor"}

// fitted says of the title of a model that it was fitted: "a sparse factor analysis was fitted", "principal
// components were fitted", "k-means was fitted".
func fitted(title string) string {
	head, _, _ := strings.Cut(title, " (")
	for _, joint := range []string{" of ", " with ", " by "} {
		head, _, _ = strings.Cut(head, joint)
	}
	first, _, _ := strings.Cut(title, " ")
	switch {
	case first == strings.ToLower(first): // a name
		return title + " was fitted"
	case !slices.Contains(proper, first):
		title = lowerFirst(title)
	}
	switch {
	case strings.HasSuffix(head, "s") && !strings.HasSuffix(head, "sis"):
		return title + " were fitted"
	case strings.ContainsRune("AEIOUaeiou", rune(title[0])):
		return "an " + title + " was fitted"
	}
	return "a " + title + " was fitted"
}
