// Package signals makes the figure of the columns that follow the tree of the rows, and its numbers for other figures
// and files.
package signals

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"strconv"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/column"
	"example.org/espalier/inference/process/signal"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/chart"
	"example.org/espalier/plotting/depict/subject"
)

// Name is the name of the share as an annotation of columns.
const Name = "follows the tree"

// Has reports whether columns of a result can follow its tree.
func Has(s *subject.Subject) bool {
	return s.HasTree() && s.Data != nil && !s.Data.Distances.Active() && len(s.Data.Rows) >= signal.LeastCells &&
		s.Leaves() == len(s.Data.Rows)
}

type key struct{}

// Of returns the shares of the columns along the tree that stands for a result, which are worked out once; nil where
// there is no tree of all rows. The error is that of a context that ends, or of counts without their exposure.
func Of(ctx context.Context, s *subject.Subject) ([]signal.Share, error) {
	if !Has(s) {
		return nil, nil
	}
	return subject.Derived(s, key{}, func() ([]signal.Share, error) {
		return signal.Of(ctx, s.Tree(), s.Data, max(runtime.GOMAXPROCS(0)/2, 1), nil)
	})
}

// Rough costs of a cell, in microseconds.
const (
	ofNumber   = 0.5
	ofYes      = 30
	ofInterval = 80
	ofLevel    = 80
	ofCount    = 220
	quick      = 700_000
)

// Quick reports whether the shares of a table take about a second: such tables tell of them unasked.
func Quick(d *inference.Dataset) bool { return cost(d) < quick }

// AtOnce reports whether they take so little that nobody waits, .05 s.
func AtOnce(d *inference.Dataset) bool { return cost(d) < quick/20 }

// cost estimates the microseconds that the shares of a table take.
func cost(d *inference.Dataset) float64 {
	n, columns := d.Dims()
	cost := 0.0
	for j := range columns {
		switch k := d.KindAt(j); k.Sort {
		case column.YesNo:
			cost += ofYes
		case column.Ordered, column.Censored:
			cost += ofInterval
		case column.Category:
			cost += ofLevel * float64(len(k.Levels)-1)
		case column.Count:
			cost += ofCount
		default:
			if d.Kind == inference.Binary {
				cost += ofYes
			} else {
				cost += ofNumber
			}
		}
	}
	return cost * float64(n)
}

// Columns up to which each has much to say in the tree: of 5 and of 12 columns of simulated tables the three of noise
// followed the trees of ddt and of average linkage by .95 and more, of 30 by .23 and .08, of 100 by .05. In tables of
// noise alone, of 100 rows, 68 % of 60 columns were told from 0 along the tree of average linkage, 41 % of 120, 21
// % of
// 300 and 7 % of 1,000; of 24 rows 10 % of 60 and 3 % of 300.
const (
	few    = 30
	perRow = 10 // of each row
)

// Caution warns of wrong conclusions from the shares of a table whose columns are few, by themselves or for its rows;
// "" for others.
func Caution(d *inference.Dataset) string {
	if len(d.Columns) > max(few, perRow*len(d.Rows)) {
		return ""
	}
	return "the tree was made from these columns: where they are fewer than ten for each row, columns of noise " +
		"follow it too"
}

// Ranked returns the columns, those that follow the tree most first. Columns that say nothing come last.
func Ranked(shares []signal.Share) []int {
	order := inference.UpTo(len(shares))
	stable.Sort(order, func(a, b int) int {
		x, y := shares[a], shares[b]
		switch {
		case !x.Known() || !y.Known():
			return cmp.Compare(b2i(!x.Known()), b2i(!y.Known()))
		case x.Lambda != y.Lambda:
			return cmp.Compare(y.Lambda, x.Lambda)
		}
		return cmp.Compare(y.Low, x.Low)
	})
	return order
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Open reports whether the cells of a column say nothing of its share, so that its interval goes from 0 to 100 %.
func Open(s signal.Share) bool { return s.Known() && !Follows(s) && s.High >= 0.995 }

// Text writes a share with its interval: "93 % (81 to 99 %)".
func Text(s signal.Share) string {
	if !s.Known() || Open(s) {
		return "not known"
	}
	return fmt.Sprintf("%s (%s)", plotting.FormatPercent(s.Lambda), plotting.FormatPercentRange(s.Low, s.High))
}

// Figure lists the columns by the share of their variance that follows the tree.
func Figure(ctx context.Context, s *subject.Subject) (chart.Ranking, error) {
	r := chart.Ranking{Title: subject.JoinTitle(s.Title(0), "signal"), Sure: true,
		Value: "share of variance that follows the tree",
		Line:  "likeliest and 95 % interval", From: -0.02, To: 1.02, Window: plotting.All, Style: plotting.Light,
		Empty: "No column varies in enough rows."}
	shares, err := Of(ctx, s)
	if err != nil {
		return r, err
	}
	sheet := Sheet(s, shares)
	r.Table = &sheet
	var order []int
	for _, j := range Ranked(shares) {
		if shares[j].Known() {
			order = append(order, j)
		}
	}
	follow := 0
	for _, j := range order {
		if Follows(shares[j]) {
			follow++
		}
	}
	r.Subtitle = subject.JoinWords(fmt.Sprintf("%s of %s follow the tree", plotting.FormatCount(follow),
		plotting.Plural(len(order), "column")), TableWords(ByTable(s.Data, shares)), Caution(s.Data))
	for _, j := range order {
		x := shares[j]
		r.Names = append(r.Names, s.Data.Columns[j])
		r.Entries = append(r.Entries, factors.Ranked{Item: j, Probability: 1,
			Loading: factors.Spread{Mean: x.Lambda, Low: x.Low, High: x.High}})
	}
	r.Told = func(i int) [][2]string { return Lines(shares[order[i]]) }
	return r, nil
}

// Follows reports whether a share is told from 0.
func Follows(s signal.Share) bool { return s.Known() && s.Low > 0 }

// Lines tells of a share.
func Lines(s signal.Share) [][2]string {
	if !s.Known() {
		return [][2]string{{Name, "not known: too few values differ"}}
	}
	share := plotting.FormatPercent(s.Lambda)
	if Open(s) {
		share = "not known"
	}
	lines := [][2]string{{Name, share},
		{"95 % interval", plotting.FormatPercentRange(s.Low, s.High)}}
	if !Follows(s) {
		lines = append(lines, [2]string{"test", "not told from 0"})
	}
	return append(lines, [2]string{"cells", plotting.FormatCount(s.Cells)})
}

// Sheet lists the shares of all columns in their rank: rank, column, kind, lambda, low, high, p and cells. Shares that
// are not known are empty.
func Sheet(s *subject.Subject, shares []signal.Share) plotting.Sheet {
	header := []string{"rank", "column", "kind", "lambda", "low", "high", "p", "cells"}
	return plotting.Sheet{Name: "signal", Header: header, Rows: func(yield func([]string) bool) {
		for i, j := range Ranked(shares) {
			x := shares[j]
			if !yield([]string{strconv.Itoa(i + 1), s.Data.Columns[j], s.Data.KindAt(j).Sort.String(),
				plotting.Cell(x.Lambda),
				plotting.Cell(x.Low), plotting.Cell(x.High), plotting.Cell(x.P), strconv.Itoa(x.Cells)}) {
				return
			}
		}
	}}
}

// Annotation returns the shares as an annotation of the columns, in hundredths.
func Annotation(shares []signal.Share) inference.Annotation {
	values := make([]string, len(shares))
	for j, x := range shares {
		if x.Known() {
			values[j] = strconv.FormatFloat(math.Round(100*x.Lambda)/100, 'f', -1, 64)
		}
	}
	return inference.NewAnnotation(Name, values)
}
