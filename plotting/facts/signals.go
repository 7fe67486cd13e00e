package facts

import (
	"context"
	"fmt"

	"example.org/espalier/inference/process/signal"
	"example.org/espalier/inference/words"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/signals"
)

// followed are results with a tree of the rows, of which each column has a share of variance that follows it. A table
// that takes longer than a second has the figure alone.
var followed = Kind{
	Members: func(r Result) List {
		shares := signalOf(r)
		if shares == nil {
			return nil
		}
		var names []string
		var lambda, low, high, p []float64
		var cells []int
		for _, j := range signals.Ranked(shares) {
			x := shares[j]
			names, lambda, cells = append(names, r.Data.Columns[j]), append(lambda, x.Lambda), append(cells, x.Cells)
			low, high, p = append(low, x.Low), append(high, x.High), append(p, x.P)
		}
		l := Of("columns", names, "lambda", Numbers(lambda), "low", Numbers(low), "high", Numbers(high), "p",
			Numbers(p), "cells", cells)
		var of []List
		for _, t := range signals.ByTable(r.Data, shares) {
			of = append(of, Of("table", t.Name, "follow", t.Follow, "columns", t.Columns, "lambda", Number(t.Lambda)))
		}
		l.AddSome("tables", of)
		return Of("signal", l)
	},
	Files: func(r Result) []File {
		shares := signalOf(r)
		if shares == nil {
			return nil
		}
		return tables("", signals.Sheet(r.Subject, shares))
	},
	Printed: func(r Result) []string {
		shares := signalOf(r)
		follow, columns := 0, 0
		var known, open []int
		for _, j := range signals.Ranked(shares) {
			if shares[j].Known() {
				columns++
				if signals.Open(shares[j]) {
					open = append(open, j)
				} else {
					known = append(known, j)
				}
			}
			if signals.Follows(shares[j]) {
				follow++
			}
		}
		if columns < 2 || signals.Caution(r.Data) != "" {
			return nil // nothing follows from it: the figure says so
		}
		of := func(j int) string { return fmt.Sprintf("%s %s", r.Data.Columns[j], signals.Text(shares[j])) }
		line := fmt.Sprintf("%s of %s follow the tree",
			plotting.FormatCount(follow), r.Data.Say(plotting.Plural(columns, "column")))
		switch n := len(known); {
		case n > 1:
			line += fmt.Sprintf(": most %s, least %s", of(known[0]), of(known[n-1]))
		case n == 1:
			line += ": " + of(known[0])
		}
		if len(open) > 0 {
			var names []string
			for _, j := range open {
				names = append(names, r.Data.Columns[j])
			}
			line += "; not known for " + words.Some(names, 3) + " (0 to 100 %)"
		}
		lines := []string{line}
		if text := signals.TableWords(signals.ByTable(r.Data, shares)); text != "" {
			lines = append(lines, "by table: "+text)
		}
		return lines
	},
}

// signalOf returns the shares of the columns; nil where they take long, or one of them cannot be had.
func signalOf(r Result) []signal.Share {
	if !signals.Has(r.Subject) || !signals.Quick(r.Data) {
		return nil
	}
	shares, err := signals.Of(context.Background(), r.Subject)
	if err != nil {
		return nil
	}
	return shares
}
