package facts

import (
	"fmt"
	"io"

	"example.org/espalier/inference/kind/profile"
	"example.org/espalier/inference/study"
	"example.org/espalier/inference/words"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/classtrees"
)

// profiled are results of latent classes on a tree. Tables have the profiles, the sizes and the class of each row.
var profiled = Kind{
	Members: func(r Result) List {
		if !classtrees.Has(r.Subject) {
			return nil
		}
		p := profile.Of(r.Snapshot)
		var classes []List
		for k, size := range p.Sizes {
			var responses []List
			at := 0
			for _, c := range p.Columns {
				for _, level := range c.Levels {
					v := p.Response(k, at)
					one := Of("column", c.Name)
					one.AddSome("level", level)
					one.Add("mean", Number(v.Mean))
					one.Add("low", Number(v.Low))
					one.Add("high", Number(v.High))
					responses = append(responses, one)
					at++
				}
			}
			classes = append(classes, Of("class", k+1, "rows", len(classtrees.RowsOf(p, k)), "mean",
				Number(size.Mean), "low",
				Number(size.Low), "high", Number(size.High), "profile", responses))
		}
		l := Of("tree", p.Tree.Newick(), "classes", classes, "together", Numbers(p.Together))
		l.AddSome("agreement", Numbers(p.Agreement))
		return Of("class_tree", l)
	},
	Files: func(r Result) []File {
		if !classtrees.Has(r.Subject) {
			return nil
		}
		p := profile.Of(r.Snapshot)
		return append(tables("", classtrees.Sheets(r.Subject)...),
			File{Name: "class_tree.nwk", Other: true, Write: func(w io.Writer) error {
				_, err := io.WriteString(w, p.Tree.Newick()+"\n")
				return err
			}})
	},
	Printed: func(r Result) []string {
		if !classtrees.Has(r.Subject) {
			return nil
		}
		p := profile.Of(r.Snapshot)
		var sizes []string
		for k := range p.Sizes {
			sizes = append(sizes, plotting.FormatCount(len(classtrees.RowsOf(p, k))))
		}
		return []string{fmt.Sprintf("%s; rows by class: %s", classtrees.Words(p), words.Some(sizes, 12))}
	},
	Overview: func(s Shown) (string, List) {
		p := profile.Of(s.Snapshot)
		if p == nil {
			return "", nil
		}
		var l List
		for k := range min(mostListed, p.Classes()) {
			v := p.Sizes[k]
			text := fmt.Sprintf("%s (%s)", s.Data.Say(plotting.Plural(len(classtrees.RowsOf(p, k)), "row")),
				plotting.FormatCount(int(v.Low))+"–"+plotting.FormatCount(int(v.High)))
			l.Offer(profile.Name(k), text,
				func() study.Selection { return study.Selection{Rows: classtrees.RowsOf(p, k)} })
		}
		return "Classes", l
	},
}
