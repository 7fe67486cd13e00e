package depict

import (
	"context"
	"fmt"

	"example.org/espalier/inference/board"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict/expects"
	"example.org/espalier/plotting/depict/subject"
)

// Bins of a picture of calibration.
const (
	leastAnswers   = 30  // hidden cells of a result that is shown
	mostCalibrated = 4   // results
	mostCells      = 500 // of a table of predictions
)

// calibrationRoom is how far the axes reach beyond 0 and 1, so that points there are whole.
const calibrationRoom = 0.02

// calibrated returns the lines of a board that answered enough hidden cells of yes/no, at most [mostCalibrated].
func calibrated(b *board.Board) (lines []board.Line) {
	for _, l := range b.Lines {
		if len(l.Answers) >= leastAnswers && len(lines) < mostCalibrated {
			lines = append(lines, l)
		}
	}
	return lines
}

// Calibration shows, for hidden cells of yes/no, how often they were yes against the probability that was predicted,
// cells of similar probability together, with 95 % intervals (Wilson 1927).
func Calibration(b *board.Board) *chart.Chart {
	f := &chart.Chart{Title: b.Table + ": calibration",
		Subtitle: "hidden cells of yes/no, about equally many in each point; bars: 95 % interval",
		Style:    plotting.Light,
		X: chart.Axis{Name: "predicted probability of yes", Low: -calibrationRoom,
			High: 1 + calibrationRoom, Share: true},
		Y: chart.Axis{Name: "share that was yes", Low: -calibrationRoom, High: 1 + calibrationRoom, Share: true}}
	f.Layers = append(f.Layers, calibratedLine())
	for k, l := range calibrated(b) {
		layer := chart.Layer{Name: fmt.Sprintf("%s (%s)", l.Name, plotting.Plural(len(l.Answers), "cell")),
			Kind: chart.Points,
			Ink:  chart.CategoryInk(k), Radius: 3.5}
		put(&layer, expects.Binned(l.Answers), "cell")
		f.Layers = append(f.Layers, layer)
	}
	return f
}

// put adds bins to a layer of points.
func put(to *chart.Layer, bins []expects.Bin, what string) {
	for _, p := range bins {
		to.X, to.Y = append(to.X, p.Predicted), append(to.Y, p.Share)
		to.Low, to.High = append(to.Low, p.Low), append(to.High, p.High)
		to.Text = append(to.Text, plotting.Plural(p.Levels, what))
	}
}

// CalibrationPlate is the picture of calibration ready to be printed; false where too few hidden cells are yes/no.
func CalibrationPlate(b *board.Board, software string) (Plate, bool) {
	if len(calibrated(b)) == 0 {
		return Plate{}, false
	}
	f := Calibration(b)
	return Plate{Name: "calibration", Figure: f, Size: planeSize(f), Metadata: plotting.Metadata{Title: f.Title,
		Description: "how often hidden cells of yes/no were yes against the probability predicted",
		Software:    software, Data: b.Table}}, true
}

// expectedEntry lists the predictions of the cells of the selected row or column, or of those that surprise most.
var expectedEntry = with(Entry{Name: "expected", Tab: "Expected", Suffix: "what is expected in its cells",
	About: "what the rest of the table makes of a cell: probabilities of levels, intervals of counts and numbers, " +
		"and the number hidden behind it; without a row or a column selected, the cells that surprise most and those " +
		"that are missing",
	offers: expects.Has,
	size:   func(f plotting.Figure) plotting.Size { return tall(min(len(f.(cells.Table).Rows), mostItems), 6) },
}, Chosen[struct{}]{
	Figure: func(g Given, _ struct{}) plotting.Figure {
		rows, columns := g.Selected.Rows, g.Selected.Columns
		if len(rows) == 1 && len(columns) > 1 || len(rows) > 1 && len(columns) == 1 { // one of them says which cells
			if len(rows) > 1 {
				rows = nil
			} else {
				columns = nil
			}
		}
		most := mostItems
		if g.Window {
			most = mostCells
		}
		t := expects.Table(g.Subject, rows, columns, most)
		of := "its cells"
		if len(rows) == 1 {
			of = g.Data.Rows[rows[0]]
		} else if len(columns) == 1 {
			of = g.Data.Columns[columns[0]]
		}
		t.Title = subject.JoinTitle(g.Title(0), "what is expected in "+of)
		t.Subtitle = subject.JoinWords(expects.Words(g.Subject), expects.Caution(g.Subject))
		return t
	},
	Pick: func(g Given, _ *struct{}, f plotting.Figure, m plotting.Mark) Click {
		if t, is := f.(cells.Table); is && m.Kind == plotting.RowMark && g.Subject != nil {
			if row, column, ok := expects.Line(g.Data, t, m.Index); ok {
				return selects(study.Selection{Rows: study.Set{row}, Columns: study.Set{column}})
			}
		}
		return selects(study.Selection{})
	},
})

// calibratedEntry shows how often levels of cells that were left out were so, against their probability.
var calibratedEntry = Entry{Name: "calibration", Tab: "Calibration", Suffix: "calibration",
	About: "how often the levels of cells that were left out, one at a time, were so, against the probability that " +
		"was expected",
	offers: expects.Calibrated, size: planeSize,
	make: func(_ context.Context, s *Subject) (plotting.Figure, error) {
		kinds := expects.Kinds(s)
		f := &chart.Chart{Title: subject.JoinTitle(s.Title(0), "calibration"),
			Subtitle: subject.JoinWords("cells left out in turn; bars: 95 % interval", expects.Coverage(kinds),
				expects.Caution(s)),
			Style: plotting.Light,
			X: chart.Axis{Name: "probability expected of a level", Low: -calibrationRoom,
				High: 1 + calibrationRoom, Share: true},
			Y: chart.Axis{Name: "share that was so", Low: -calibrationRoom, High: 1 + calibrationRoom, Share: true}}
		f.Layers = append(f.Layers, calibratedLine())
		for i, k := range kinds {
			if k.Bins == nil {
				continue
			}
			layer := chart.Layer{Name: fmt.Sprintf("%s (%s)", k.Sort.As(2), plotting.Plural(k.Cells, "cell")),
				Kind: chart.Points, Ink: chart.CategoryInk(i), Radius: 3.5}
			put(&layer, k.Bins, "level")
			f.Layers = append(f.Layers, layer)
		}
		return f, nil
	}}

// calibratedLine is where points lie whose probabilities are right.
func calibratedLine() chart.Layer {
	return chart.Layer{Name: "well calibrated", X: []float64{0, 1}, Y: []float64{0, 1}, Dashed: true,
		Ink: chart.MutedInk}
}
