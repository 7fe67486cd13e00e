package poll

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/raster"
	"example.org/espalier/plotting/teach/stage"
)

var asked = stage.Stage{Name: "x", Controls: []inference.Parameter{
	{Name: "customers", Title: "Customers", Type: inference.Integer, Default: "80", Min: 5, Max: 500}},
	Ask: stage.Question{Text: "How many tables do {customers} customers take?", Counter: "tables", HighOf: "customers",
		Whole: true}}

func begun(t *testing.T) Poll {
	t.Helper()
	p, ok := Of(asked.Ask, asked.Defaults())
	if !ok || p.Question != "How many tables do 80 customers take?" || p.High != 80 || !p.Asking {
		t.Fatalf("%+v", p)
	}
	return p
}

// Guesses are typed or clicked, taken back, and kept on the line; counts are whole.
func TestGuesses(t *testing.T) {
	p := begun(t)
	p = p.Add(7.4)
	for _, r := range "12" {
		p, _ = p.Type(r)
	}
	if !strings.Contains(p.Words(), "your guess: 12") {
		t.Error(p.Words())
	}
	p, ok := p.Enter()
	if !ok || len(p.Guesses) != 2 || p.Guesses[0] != 7 || p.Guesses[1] != 12 {
		t.Errorf("%v %v", ok, p.Guesses)
	}
	if _, ok := p.Type('x'); ok {
		t.Error("a letter is part of a number")
	}
	if _, ok := p.Enter(); ok {
		t.Error("nothing was typed, and it is a guess")
	}
	p = p.Add(1000).Add(math.NaN())
	if x := p.Chart().X; p.Guesses[2] != 1000 || x.High != 1000 || p.Median() != 12 || len(p.Guesses) != 3 {
		t.Errorf("%v, median %v", p.Guesses, p.Median())
	}
	before := p
	if p = p.Undo(); len(p.Guesses) != 2 || p.Median() != 9.5 || len(before.Guesses) != 3 {
		t.Errorf("%v, median %v", p.Guesses, p.Median())
	}
	p, _ = p.Type('3')
	if p = p.Undo(); p.Typed != "" || len(p.Guesses) != 2 {
		t.Error("the letter typed last is not taken back first")
	}
	if _, ok := Of(stage.Question{}, asked.Defaults()); ok {
		t.Error("a stage without a question asks")
	}
}

// The outcome and the theory are on the line only once they are revealed.
func TestWhatIsHidden(t *testing.T) {
	p := begun(t).Add(10)
	p.Answer = stage.Counter{Drawn: 9, Expected: 8.39, Spread: 2.2}
	hidden := p.Chart()
	if text := p.Words() + hidden.Subtitle; strings.Contains(text, "8.39") || strings.Contains(text, "drawn") {
		t.Errorf("while it asks it says %s", text)
	}
	for _, l := range hidden.Layers {
		if l.Name != "guesses" {
			t.Errorf("while it asks it shows %s", l.Name)
		}
	}
	p.Asking = false
	if got, want := p.Words(), "guess 10 · drawn 9 · theory 8.39 ± 2.2"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	names := map[string]float64{}
	for _, l := range p.Chart().Layers {
		names[l.Name] = l.X[0]
	}
	if names["drawn"] != 9 || names["theory"] != 8.39 || !(math.Abs(names["theory, ± 2 s.d."]-(8.39-4.4)) <= 1e-9) {
		t.Errorf("%v", names)
	}
	raster.Figure(p.Below(nil), 400, 300, 1, nil)
	raster.Figure(plotting.InStyle(p.Below(p.Chart()), plotting.Dark), 400, 300, 1, nil)
}
