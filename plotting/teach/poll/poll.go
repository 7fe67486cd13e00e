// Package poll shows the guesses of a room before a stage reveals the outcome, beside the outcome and the theory.
package poll

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/teach/stage"
)

// A Poll is the guesses of a room at the value of a counter at the end of a course. It is a value.
type Poll struct {
	Question  string
	Low, High float64 // ends of the line of guesses
	Least     float64 // answer that there can be
	Most      float64
	Whole     bool // guesses are counts
	Guesses   []float64
	Typed     string // a number on its way
	Wrong     string // why the last guess was not taken; "" if it was
	Asking    bool   // the outcome is hidden
	Answer    stage.Counter
}

// Of returns the poll of a question under settings, before the first guess. ok is false for a stage that asks nothing.
func Of(q stage.Question, settings inference.Settings) (p Poll, ok bool) {
	if q.Text == "" {
		return p, false
	}
	p = Poll{Question: q.Text, Low: q.Low, High: q.High, Whole: q.Whole, Asking: true}
	p.Least, p.Most = q.Limits()
	if q.HighOf != "" {
		p.High = settings.Real(q.HighOf)
		p.Most = p.High
	}
	if q.MostOf != "" {
		p.Most = settings.Real(q.MostOf)
	}
	for _, c := range settings.Parameters() {
		p.Question = strings.ReplaceAll(p.Question, "{"+c.Name+"}", settings.Text(c.Name))
	}
	p.Answer = stage.Counter{Drawn: math.NaN(), Expected: math.NaN(), Spread: math.NaN()}
	return p, true
}

// Add returns the poll with one more guess, a count if counts are asked for. NaN is none, and impossible answers are
// not taken: Wrong says why.
func (p Poll) Add(guess float64) Poll {
	if p.Wrong = ""; math.IsNaN(guess) {
		return p
	}
	if p.Whole {
		guess = math.Round(guess)
	}
	if guess < p.Least || guess > p.Most {
		p.Wrong = fmt.Sprintf("%s cannot be: the answer is between %s and %s", plotting.FormatNumber(guess),
			plotting.FormatNumber(p.Least), plotting.FormatNumber(p.Most))
		return p
	}
	p.Guesses = append(slices.Clone(p.Guesses), guess)
	return p
}

// Type returns the poll after a digit, a sign or a decimal point; ok is false for other letters.
func (p Poll) Type(r rune) (Poll, bool) {
	if r == ',' {
		r = '.'
	}
	if r == '−' {
		r = '-'
	}
	if !strings.ContainsRune("0123456789.-", r) || len(p.Typed) > 12 {
		return p, false
	}
	p.Typed, p.Wrong = p.Typed+string(r), ""
	return p, true
}

// Enter returns the poll with the number that was typed as a guess; ok is false if none was.
func (p Poll) Enter() (Poll, bool) {
	text := p.Typed
	v, err := strconv.ParseFloat(text, 64)
	if p.Typed, p.Wrong = "", ""; text == "" {
		return p, false
	}
	if err != nil {
		p.Wrong = text + " is not a number"
		return p, true
	}
	return p.Add(v), true
}

// Undo returns the poll without the last letter typed or, if there is none, the last guess.
func (p Poll) Undo() Poll {
	switch p.Wrong = ""; {
	case p.Typed != "":
		p.Typed = p.Typed[:len(p.Typed)-1]
	case len(p.Guesses) > 0:
		p.Guesses = p.Guesses[:len(p.Guesses)-1]
	}
	return p
}

// Median is that of the guesses, NaN if there are none.
func (p Poll) Median() float64 {
	n := len(p.Guesses)
	if n == 0 {
		return math.NaN()
	}
	s := slices.Sorted(slices.Values(p.Guesses))
	return (s[(n-1)/2] + s[n/2]) / 2
}

// Words gives the guesses and, once they may be seen, the outcome and the theory.
func (p Poll) Words() string {
	var parts []string
	switch n := len(p.Guesses); {
	case p.Wrong != "":
		parts = append(parts, p.Wrong)
	case p.Typed != "":
		parts = append(parts, "your guess: "+p.Typed)
	case n == 0 && p.Asking:
		parts = append(parts, "click on the line, or type a number")
	case n == 1:
		parts = append(parts, "guess "+plotting.FormatNumber(p.Guesses[0]))
	case n > 1:
		parts = append(parts, fmt.Sprintf("%d guesses, half of them below %s", n, plotting.FormatNumber(p.Median())))
	}
	if !p.Asking {
		parts = append(parts, "drawn "+plotting.FormatNumber(p.Answer.Drawn))
		if e := p.Answer.Expected; !math.IsNaN(e) {
			text := "theory " + plotting.FormatNumber(e)
			if p.Answer.Spread > 0 {
				text += " ± " + plotting.FormatDigits(p.Answer.Spread, 2)
			}
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, " · ")
}

// dots is how many places for guesses the line has, and highest how many stand over one another.
const (
	dots    = 40
	highest = 9
)

// Chart draws the line.
func (p Poll) Chart() *chart.Chart {
	low, high := p.Low, p.High
	for _, g := range p.Guesses {
		low, high = min(low, g), max(high, g)
	}
	if !p.Asking && !math.IsNaN(p.Answer.Drawn) { // the outcome may lie beyond
		low, high = min(low, p.Answer.Drawn), max(high, p.Answer.Drawn)
	}
	f := &chart.Chart{Subtitle: p.Question + " " + p.Words(), Style: plotting.Light,
		X: chart.Axis{Low: low, High: high, Whole: p.Whole}, Y: chart.Axis{Low: 0, High: 1, Labels: []string{}}}
	if !p.Asking {
		e, s := p.Answer.Expected, p.Answer.Spread
		if s > 0 {
			a, b := max(e-2*s, low), min(e+2*s, high)
			f.Layers = append(f.Layers, chart.Layer{Name: "theory, ± 2 s.d.", Kind: chart.Area, Ink: chart.MutedInk,
				Opacity: 0.2, X: []float64{a, b, b, a}, Y: []float64{0, 0, 1, 1}})
		}
		if !math.IsNaN(e) {
			f.Layers = append(f.Layers, chart.Layer{Name: "theory", Ink: chart.MutedInk, Dashed: true, Stroke: 1.75,
				X: []float64{e, e}, Y: []float64{0, 1}})
		}
		if d := p.Answer.Drawn; !math.IsNaN(d) {
			f.Layers = append(f.Layers, chart.Layer{Name: "drawn", Ink: chart.SelectionInk, Stroke: 2.5,
				X: []float64{d, d}, Y: []float64{0, 1}})
		}
	}
	guesses := chart.Layer{Name: "guesses", Kind: chart.Points, Ink: chart.CategoryInk(0), Radius: 4, Opacity: 0.85}
	stacked := map[int]int{}
	for _, g := range p.Guesses {
		at := int(math.Round((g - p.Low) / (p.High - p.Low) * dots))
		y := 0.1 + 0.8*float64(min(stacked[at], highest))/highest
		stacked[at]++
		guesses.X, guesses.Y = append(guesses.X, g), append(guesses.Y, y)
	}
	if len(guesses.X) > 0 {
		f.Layers = append(f.Layers, guesses)
	}
	return f
}

// Share is the part of the height of a picture that the line takes, at its lower edge.
const Share = 0.3

// Hidden says why there is no picture above the line.
const Hidden = "The pictures would tell the answer: they are hidden until it is revealed."

// Below returns a figure with the line below it; nil says that the answer there is hidden.
func (p Poll) Below(f plotting.Figure) plotting.Figure {
	if f == nil {
		f = &chart.Chart{Subtitle: Hidden, Bare: true, Style: plotting.Light, X: chart.Axis{High: 1},
			Y: chart.Axis{High: 1}}
	}
	return &chart.Panels{Style: plotting.Light, Parts: []chart.Panel{
		chart.At("picture", f, 0, 1, 0, 1-Share), chart.At("guesses", p.Chart(), 0, 1, 1-Share, 1)}}
}
