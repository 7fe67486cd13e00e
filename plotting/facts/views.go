package facts

import (
	"math"
	"strings"

	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/views"
)

// viewed are results that put the columns into views, each with clusters of the rows of its own. Tables have the view
// of each column, the clusters of each row, the dependence of columns, and surprising cells.
var viewed = Kind{
	Members: func(r Result) List {
		if !views.Has(r.Subject) {
			return nil
		}
		v := partition.ViewsOf(r.Snapshot)
		l := Of("count", len(v.Rows), "labels", fromOne(v.Columns.Labels), "columns", r.Data.Columns,
			"prior", Number(v.Prior))
		l.AddSome("number", numberOf(v.Columns))
		var clusters []List
		for _, p := range v.Rows {
			count, alone := p.Count()
			c := Of("count", count, "alone", alone, "labels", fromOne(p.Labels))
			c.AddSome("number", numberOf(p))
			clusters = append(clusters, c)
		}
		l.Add("clusters", clusters)
		return Of("views", l)
	},
	Files: func(r Result) []File {
		if !views.Has(r.Subject) {
			return nil
		}
		return tables("", views.Sheets(r.Subject)...)
	},
	Printed: func(r Result) []string {
		if !views.Has(r.Subject) {
			return nil
		}
		return []string{views.Words(partition.ViewsOf(r.Snapshot))}
	},
	Overview: func(s Shown) (string, List) {
		if !views.Has(s.Subject) {
			return "", nil
		}
		v := partition.ViewsOf(s.Snapshot)
		var l List
		for k := range min(mostListed, len(v.Rows)) {
			groups, _ := v.Rows[k].Count()
			text := s.Data.Say(plotting.Plural(len(v.In(k)), "column") + ", " + plotting.Plural(groups, "cluster") + " of rows")
			l.Offer(views.Name(k), text,
				func() study.Selection { return study.Selection{Columns: study.SetOf(v.In(k))} })
		}
		for _, c := range some(views.Odd(s.Subject), 5) {
			l.Offer("odd: "+s.Data.Columns[c.Column], views.Value(s.Subject, c.Row, c.Column)+" of "+s.Data.Rows[c.Row],
				func() study.Selection {
					return study.Selection{Rows: study.SetOf([]int{c.Row}), Columns: study.SetOf([]int{c.Column})}
				})
		}
		return "Views", l
	},
	Describe: func(s Shown, of study.Selection) (string, [][2]string, bool) {
		if !views.Has(s.Subject) || len(of.Rows) == 0 && len(of.Columns) == 0 {
			return "", nil, false
		}
		v := partition.ViewsOf(s.Snapshot)
		var lines [][2]string
		if len(of.Columns) == 1 {
			lines = append(lines, describeColumn(s, v, of.Columns[0])...)
		}
		if len(of.Rows) == 1 {
			lines = append(lines, describeInViews(s, v, of)...)
		}
		return "", lines, len(lines) > 0
	},
}

// some returns the first of a list.
func some[T any](all []T, most int) []T { return all[:min(len(all), most)] }

// numberOf is the number of groups over the draws; nil where that is not known.
func numberOf(p *partition.Partition) List {
	mean, from, to, ok := p.NumberDrawn()
	if !ok {
		return nil
	}
	l := Of("mean", Number(mean), "from", from, "to", to, "one", Number(p.OneGroup()))
	l.AddSome("agreement", Numbers(p.Agreement))
	return l
}

// describeColumn says in which view a column is, and on which others it depends.
func describeColumn(s Shown, v *partition.Views, j int) [][2]string {
	lines := [][2]string{{"in", views.Name(v.Columns.Labels[j])}}
	columns, p := views.Partners(s.Subject, j, 5)
	var words []string
	for k, c := range columns {
		words = append(words, s.Data.Columns[c]+" "+plotting.FormatDigits(p[k], 2))
	}
	switch {
	case len(words) > 0:
		lines = append(lines, [2]string{"depends on", strings.Join(words, ", ")})
	case v.Dependence != nil:
		lines = append(lines, [2]string{"depends on", "no other column, with a probability of at least a half"})
	}
	return lines
}

// describeInViews says in which clusters a row is, and how odd it is, or its cell in the column that is selected.
func describeInViews(s Shown, v *partition.Views, of study.Selection) (lines [][2]string) {
	i := of.Rows[0]
	const most = 8
	for k, p := range some(v.Rows, most) {
		text := "stands alone"
		if p.Labels[i] >= 0 {
			text = cluster(p.Labels[i])
		}
		lines = append(lines, [2]string{"in " + views.Name(k), text})
	}
	switch odd := views.OddRows(s.Subject); {
	case odd == nil:
	case len(of.Columns) == 1:
		if nats := v.Surprise.At(i, of.Columns[0]); !math.IsNaN(nats) {
			lines = append(lines, [2]string{"surprise of the cell", plotting.FormatDigits(nats, 2)})
		}
	default:
		lines = append(lines, [2]string{"surprise of a cell, beyond the mean of its column",
			plotting.FormatDigits(odd[i], 2)})
	}
	return lines
}
