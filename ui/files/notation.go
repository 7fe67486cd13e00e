package files

import (
	"cmp"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read"
	"example.org/espalier/inference/read/number"
	"example.org/espalier/inference/relation"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
)

// notation chooses how the cells of a file are written, and whether they are distances.
type notation struct {
	encoding, limits, distances *controls.Picker
}

var limitChoices = []controls.Option{
	{Value: number.Missing.String(), Title: "missing",
		Note: "Cells such as <0.05, BDL or 1.5* among numbers are missing."},
	{Value: number.AtLimit.String(), Title: "the limit", Note: "The number in the cell stands for the value."},
	{Value: number.HalfWay.String(), Title: "half of it", Note: "Half of a lower limit stands for the value."},
	{Value: number.Text.String(), Title: "text",
		Note: "Such a column is an annotation, or data with limits if the page Columns says so."},
}

var distanceChoices = []controls.Option{
	{Value: string(relation.None), Title: "measurements", Note: "Each row was measured in each column."},
	{Value: string(relation.Links), Title: "links", Note: "Each cell is the link of two rows of a network."},
	{Value: string(relation.Given), Title: "distances", Note: "Each cell is the distance of two rows."},
	{Value: string(relation.OneMinus), Title: "similarities",
		Note: "Each cell says how alike two rows are: 1 − r of correlations."},
	{Value: string(relation.Absolute), Title: "|similarities|",
		Note: "The same of |x|: rows that run against each other are near."},
	{Value: string(relation.Gram), Title: "kinships",
		Note: "The cells are products of points, as kinships or covariances are."},
	{Value: string(relation.Correlation), Title: "covariances",
		Note: "The same of variables in different units: 1 − r of covariances."},
}

const guessed = "guess"

// makeNotation makes the controls, a row for the form.
func (s *Preview) makeNotation(cell func(string, fyne.CanvasObject) fyne.CanvasObject) fyne.CanvasObject {
	names, titles := read.Encodings()
	encodings := []controls.Option{{Value: guessed, Title: "guessed"}}
	for k, name := range names {
		encodings = append(encodings, controls.Option{Value: name, Title: titles[k]})
	}
	n := &s.notation
	n.encoding = controls.NewPicker(encodings, "", func(v string) {
		if s.options.Encoding = v; v == guessed {
			s.options.Encoding = ""
		}
		s.look()
	})
	n.limits = controls.NewPicker(limitChoices, "", func(v string) {
		limits, err := read.LimitsOf(v)
		if err != nil {
			return // no choice of the picker
		}
		s.options.Limits = limits
		s.look()
	})
	n.distances = controls.NewPicker(distanceChoices, "", func(v string) {
		s.sieve.prep.Distances = relation.Rule(v)
		s.look()
	})
	return controls.Shares(12, []float32{1, 1, 1}, cell("Encoding", n.encoding), cell("Limits (<0.05, BDL)", n.limits),
		cell("Distances", n.distances))
}

// putNotation shows the choices and the guesses.
func (s *Preview) putNotation(p *read.Preview) {
	n := &s.notation
	if n.encoding == nil {
		return
	}
	encoding := p.Options.Encoding
	if encoding == "" {
		encoding = guessed
	}
	n.encoding.Put(encoding)
	n.limits.Put(p.Options.Limits.String())
	rule := s.sieve.prep.Distances
	if rule == "" {
		rule = relation.None
		if p.Table != nil {
			rule = cmp.Or(p.Table.Related(inference.Preprocessing{}).Distances, rule)
		}
	}
	n.distances.Put(string(rule))
}
