package poll

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/plottingtest"
	"example.org/espalier/plotting/raster"
	"example.org/espalier/plotting/teach/stage"

	"gonum.org/v1/plot/vg"
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
	p = p.Add(75).Add(math.NaN())
	if x := p.Chart().X; p.Guesses[2] != 75 || x.High != 80 || p.Median() != 12 || len(p.Guesses) != 3 {
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

// A guess that cannot be the answer is not taken, and it is said why.
func TestLimits(t *testing.T) {
	guess := func(q stage.Question, typed string) Poll {
		p, _ := Of(q, asked.Defaults())
		for _, r := range typed {
			p, _ = p.Type(r)
		}
		p, _ = p.Enter()
		return p
	}
	share := stage.Question{Text: "Which share?", High: 1}
	seated := stage.Question{Text: "How many tables?", High: 40, MostOf: "customers", Whole: true}
	dishes := stage.Question{Text: "How many dishes?", High: 40, Whole: true}
	if x := guess(dishes, "300").Chart().X; x.High != 300 {
		t.Errorf("a guess beyond the line ends it at %v", x.High)
	}
	p := guess(share, "4")
	if x := p.Chart().X; p.Guesses != nil || x.High != 1 ||
		p.Words() != "4 cannot be: the answer is between 0 and 1" {
		t.Errorf("%v, to %v: %s", p.Guesses, x.High, p.Words())
	}
	if p, _ = p.Type('0'); p.Wrong != "" || p.Words() != "your guess: 0" {
		t.Error(p.Words())
	}
	for _, c := range []struct {
		q     stage.Question
		typed string
		wrong string
	}{
		{share, "0.4", ""}, {share, "1", ""}, {share, "-0.1", "−0.1 cannot be: the answer is between 0 and 1"},
		{stage.Question{Text: "By how much?", Low: -0.5, High: 0.5}, "-0.7", ""},
		{asked.Ask, "-3", "−3 cannot be: the answer is between 0 and 80"},
		{asked.Ask, "80", ""}, {asked.Ask, "81", "81 cannot be: the answer is between 0 and 80"},
		{seated, "80", ""}, {seated, "81", "81 cannot be: the answer is between 0 and 80"},
		{dishes, "400", ""}, {dishes, "401", "401 cannot be: the answer is between 0 and 400"},
		{asked.Ask, "1.2.3", "1.2.3 is not a number"},
	} {
		if p := guess(c.q, c.typed); p.Wrong != c.wrong || (len(p.Guesses) == 1) != (c.wrong == "") {
			t.Errorf("%s: %q, guesses %v", c.typed, p.Wrong, p.Guesses)
		}
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
	size := vg.Point{X: 600, Y: 400}
	hall := plottingtest.NewInkRecorder(size)
	begun(t).Below(nil).Layout(size).Draw(hall)
	said := ""
	for _, text := range hall.Texts {
		said += text.Text
	}
	if !strings.Contains(said, Hidden) {
		t.Errorf("it is not said that the pictures are hidden: %s", said)
	}
	raster.Figure(p.Below(nil), 400, 300, 1, nil)
	raster.Figure(plotting.InStyle(p.Below(p.Chart()), plotting.Dark), 400, 300, 1, nil)
}
