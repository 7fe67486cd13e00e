package selected

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/process/signal"
	"example.org/espalier/inference/tree"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/signals"

	"gonum.org/v1/gonum/stat"
)

// mostLevels is how many levels of a column are listed.
const mostLevels = 8

// columnLines describes a column: one with levels by their shares, other columns by mean and deviation of the numbers
// that are known; limits and missing cells by how many there are.
func columnLines(data *inference.Dataset, j int) (lines [][2]string) {
	kind := data.KindAt(j)
	if kind.Sort.HasLevels() {
		return levelLines(data, j)
	}
	var values []float64
	for i := range data.Rows {
		if v := data.Input(i, j); !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	if len(values) > 0 {
		mean, deviation := stat.PopMeanStdDev(values, nil)
		lines = append(lines, [2]string{"mean", plotting.FormatNumber(mean)},
			[2]string{"standard deviation", plotting.FormatNumber(deviation)})
	}
	limits := 0
	for i := range data.Rows {
		if _, is := data.Limits[inference.Cell{Row: i, Column: j}]; is {
			limits++
		}
	}
	if limits > 0 {
		lines = append(lines, [2]string{"between limits", plotting.Plural(limits, "cell")})
	}
	return append(lines, missingLine(len(data.Rows)-len(values)-limits)...)
}

// missingLine says how many cells are missing, where some are.
func missingLine(n int) [][2]string {
	if n == 0 {
		return nil
	}
	return [][2]string{{"missing", plotting.Plural(n, "cell")}}
}

// levelLines gives the share of each level: in their order, or of categories the commonest first.
func levelLines(data *inference.Dataset, j int) (lines [][2]string) {
	levels := data.KindAt(j).Levels
	counts, seen := make([]int, len(levels)), 0
	for i := range data.Rows {
		if v := data.X.At(i, j); !math.IsNaN(v) {
			counts[int(v)]++
			seen++
		}
	}
	order := inference.UpTo(len(levels))
	if len(levels) > mostLevels {
		stable.Sort(order, func(a, b int) int { return cmp.Compare(counts[b], counts[a]) })
	}
	for n, l := range order {
		if n == mostLevels {
			lines = append(lines, [2]string{"other levels", plotting.FormatCount(len(levels) - n)})
			break
		}
		share := "–"
		if seen > 0 {
			part := float64(counts[l]) / float64(seen)
			share = plotting.FormatPercent(part) + " (" + plotting.FormatCount(counts[l]) + ")"
		}
		lines = append(lines, [2]string{levels[l], share})
	}
	return append(lines, missingLine(len(data.Rows)-seen)...)
}

// placed returns the share of a column and, where those of all take no time to speak of, its place among them.
func placed(t *tree.Tree, data *inference.Dataset, j int) (share signal.Share, place [][2]string, err error) {
	if !signals.AtOnce(data) {
		share, err = signal.One(context.Background(), t, data, j)
		return share, nil, err
	}
	shares, err := signal.Of(context.Background(), t, data, 1, nil)
	if err != nil {
		return share, nil, err
	}
	known, at := 0, 0
	for k, column := range signals.Ranked(shares) {
		if column == j {
			at = k + 1
		}
		if shares[column].Known() {
			known++
		}
	}
	if known > 1 {
		place = [][2]string{{"place by this share", fmt.Sprintf("%d of %d", at, known)}}
	}
	return shares[j], place, nil
}

// shareLines says how much of the variance of a column follows a tree of the rows; nothing without one.
func shareLines(t *tree.Tree, data *inference.Dataset, j int) [][2]string {
	if t == nil || t.Leaves() != len(data.Rows) || t.Leaves() < signal.LeastCells || data.Distances.Active() {
		return nil
	}
	share, place, err := placed(t, data, j)
	if err != nil || !share.Known() {
		return nil
	}
	lines := append(signals.Lines(share), place...)
	if signals.Caution(data) != "" {
		lines = append(lines, [2]string{"caution", "noise follows it too"})
	}
	return lines
}
