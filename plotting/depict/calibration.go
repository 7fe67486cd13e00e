package depict

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference/board"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
)

// Bins of a picture of calibration.
const (
	leastAnswers   = 30 // hidden cells of a result that is shown
	perBin         = 10 // cells at least
	mostBins       = 10
	mostCalibrated = 4 // results
	normal95       = 1.959963984540054
)

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
		X:        chart.Axis{Name: "predicted probability of yes", Low: 0, High: 1},
		Y:        chart.Axis{Name: "share that was yes", Low: 0, High: 1}}
	f.Layers = append(f.Layers, chart.Layer{Name: "well calibrated", X: []float64{0, 1}, Y: []float64{0, 1},
		Dashed: true, Ink: chart.MutedInk})
	for k, l := range calibrated(b) {
		layer := chart.Layer{Name: fmt.Sprintf("%s (%s)", l.Name, plotting.Plural(len(l.Answers), "cell")),
			Kind: chart.Points,
			Ink:  chart.CategoryInk(k), Radius: 3.5}
		for _, p := range binned(l.Answers) {
			layer.X, layer.Y = append(layer.X, p.predicted), append(layer.Y, p.share)
			layer.Low, layer.High = append(layer.Low, p.low), append(layer.High, p.high)
			layer.Text = append(layer.Text, plotting.Plural(p.cells, "cell"))
		}
		f.Layers = append(f.Layers, layer)
	}
	return f
}

// A bin is cells of similar probability.
type bin struct {
	predicted, share, low, high float64
	cells                       int
}

// binned puts answers into bins of about equally many, in the order of their probabilities.
func binned(answers []board.Answer) (bins []bin) {
	sorted := slices.Clone(answers)
	slices.SortStableFunc(sorted, func(a, b board.Answer) int { return cmp.Compare(a.P, b.P) })
	k := min(max(len(sorted)/perBin, 1), mostBins)
	for i := range k {
		part := sorted[i*len(sorted)/k : (i+1)*len(sorted)/k]
		b, n := bin{cells: len(part)}, float64(len(part))
		for _, a := range part {
			b.predicted += a.P / n
			if a.Yes {
				b.share += 1 / n
			}
		}
		const z = normal95
		middle, half := (b.share+z*z/(2*n))/(1+z*z/n), z*math.Sqrt(b.share*(1-b.share)/n+z*z/(4*n*n))/(1+z*z/n)
		b.low, b.high = max(middle-half, 0), min(middle+half, 1)
		bins = append(bins, b)
	}
	return bins
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
