package report

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/things"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/facts"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/sampledata"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/vg"
)

// codes are what a first screen does not say: Greek letters, units of information, numbers of samplers, names of
// methods.
var codes = regexp.MustCompile(`\p{Greek}|\bnats?\b|\bESS\b|R-hat|\bMCSE\b|\b(em|mp|mcmc|ais)\b`)

// detailed are the pages that are about a run and its numbers: what other pages keep under the details.
var detailed = map[string]bool{"objective": true, "diagnostics": true}

// Every model says what it found, how far it can be trusted and what its figures show without codes, and calls the rows
// what they are.
func TestFirstScreensAreInWords(t *testing.T) {
	table, err := sampledata.Open("iris")
	if err != nil {
		t.Fatal(err)
	}
	type fit struct{ model, method string }
	var fits []fit
	if testing.Short() {
		fits = []fit{{"pydt", "mcmc"}, {"crosscat", ""}, {"hdbscan", ""}, {"blockmodel", ""}}
	} else {
		fits = []fit{{"pydt", "mcmc"}, {"ddt", "mcmc"}}
		for _, m := range catalog.Models() {
			fits = append(fits, fit{m.Info().Name, ""})
		}
	}
	for _, of := range fits {
		t.Run(strings.TrimRight(of.model+" "+of.method, " "), func(t *testing.T) {
			table := table
			spec := job.Spec{Model: of.model, Seed: 1, Goal: iterations(3), Rows: fifth(table)}
			if of.model == "blockmodel" {
				table, spec.Rows = friends(), nil
			}
			if of.method != "" {
				spec.Settings = map[string]job.Value{"method": {Text: of.method}}
			}
			one := item(t, table, spec)
			s := one.Subject
			say := func(where, text string) {
				if found := codes.FindString(text); found != "" {
					t.Errorf("%s says %q: %q", where, found, text)
				}
			}
			say("the chooser", s.Info.Title+" "+s.Info.Summary)
			formInWords(s.Info, say)
			if d := one.Fit.Diagnostics; d != nil {
				say("the verdict", d.Verdict.Text)
			}
			head, found := facts.Overview(facts.Shown{Subject: s, ID: 1, Epoch: -1})
			learnt, _ := facts.Learnt(s).Split()
			for _, line := range append(found.Lines(), learnt.Lines()...) {
				say("the inspector", line[0]+" "+line[1])
			}
			say("the inspector", head)
			for _, e := range depict.Of(s) {
				if detailed[e.Name] {
					continue
				}
				p, err := e.Plate(t.Context(), s)
				if err != nil {
					t.Error(err)
					continue
				}
				figureInWords(p, func(text string) { say(e.Tab, text) })
				if m := p.Metadata; regexp.MustCompile(`\b(rows?|leaf|leaves)\b`).MatchString(m.Description) {
					t.Errorf("%s: the caption calls flowers rows or leaves: %q", e.Tab, m.Description)
				}
			}
		})
	}
}

// friends is a network of two circles of flowers, each of which knows most of its own.
func friends() *inference.Table {
	const n = 20
	x := mat.NewDense(n, n, nil)
	t := &inference.Table{Name: "friends", Source: "friends", SHA256: strings.Repeat("ab", 32), X: x,
		Kind: inference.Binary, Things: things.Nouns{Rows: things.Noun{One: "flower", Many: "flowers"}}}
	for i := range n {
		t.Rows = append(t.Rows, fmt.Sprint("no. ", i+1))
		for j := range i {
			if i/10 == j/10 && (i+j)%4 != 0 || i-j == 10 && i%5 == 0 {
				x.Set(i, j, 1)
				x.Set(j, i, 1)
			}
		}
	}
	t.Columns = t.Rows
	return t
}

// formInWords says the settings that stand open in the form.
func formInWords(i inference.Info, say func(where, text string)) {
	for _, p := range i.Parameters {
		if p.Advanced || p.Learnt {
			continue
		}
		say("the form", p.Label())
		for _, c := range p.Choices {
			say("the form", p.ChoiceWords(c))
		}
	}
}

// figureInWords says all texts of a figure on a screen, and its title and caption.
func figureInWords(p depict.Plate, say func(text string)) {
	say(p.Metadata.Title)
	say(p.Metadata.Caption())
	size := vg.Point{X: 900, Y: 650}
	r := plottingtest.NewInkRecorder(size)
	plotting.InStyle(p.Figure, p.Style(plotting.Light)).Layout(size).Draw(r)
	for _, text := range r.Texts {
		say(text.Text)
	}
}
