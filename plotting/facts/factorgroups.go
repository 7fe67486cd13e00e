package facts

import (
	"fmt"
	"math"
	"strings"

	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting"
)

// groupFacts describes how the variance of each table is divided; nil where there is one table.
func groupFacts(b *factors.ByGroup) (list []List) {
	if b == nil {
		return nil
	}
	for g, name := range b.Names {
		var explained []List
		for k := range b.Explained {
			explained = append(explained, spread(b.Explained[k][g]))
		}
		l := Of("table", name, "columns", b.Columns[g])
		l.AddSome("factors", explained)
		l.Add("noise", spread(b.Noise[g]))
		l.Add("factors_of_few_draws", spread(b.Rest[g]))
		list = append(list, l)
	}
	return list
}

// groupTable lists the share of the variance of each table that each factor explains.
func groupTable(s *factors.Summary) plotting.Sheet {
	header := []string{"factor", "table", "mean", "low", "high"}
	return plotting.Sheet{Name: "variance-by-table", Header: header, Rows: func(yield func([]string) bool) {
		row := func(what string, g int, x factors.Spread) bool {
			return yield([]string{what, s.ByGroup.Names[g], plotting.Cell(x.Mean), plotting.Cell(x.Low),
				plotting.Cell(x.High)})
		}
		for g := range s.ByGroup.Names {
			for k := range s.Count() {
				if !row(factors.Name(k), g, s.ByGroup.Explained[k][g]) {
					return
				}
			}
			if !row("factors of few draws", g, s.ByGroup.Rest[g]) || !row("noise", g, s.ByGroup.Noise[g]) {
				return
			}
		}
	}}
}

// leastSharedFactor is the share of the variance of a table from which on a factor counts as one of it.
const leastSharedFactor = 0.02

// groupWords says in words how much of each table the factors explain, and which factors are of which tables.
func groupWords(s *factors.Summary) (lines []string) {
	if s.Count() == 0 || s.ByGroup == nil {
		return nil
	}
	b := s.ByGroup
	var parts []string
	for g, name := range b.Names {
		parts = append(parts, fmt.Sprintf("%s of %s", plotting.FormatPercent(b.Total(g)), name))
	}
	lines = append(lines, "by table, the factors explain "+strings.Join(parts, ", "))
	shared := 0
	alone := make([]int, len(b.Names))
	for _, k := range s.Fold().Major {
		in, last := 0, 0
		for g := range b.Names {
			if x := b.Explained[k][g].Mean; !math.IsNaN(x) && x >= leastSharedFactor {
				in, last = in+1, g
			}
		}
		switch in {
		case 0:
		case 1:
			alone[last]++
		default:
			shared++
		}
	}
	words := []string{fmt.Sprintf("%d of several tables", shared)}
	for g, n := range alone {
		if n > 0 {
			words = append(words, fmt.Sprintf("%d of %s alone", n, b.Names[g]))
		}
	}
	return append(lines, "factors with 2 % of the variance of a table: "+strings.Join(words, ", "))
}
