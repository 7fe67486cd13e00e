// Package facts declares the published numbers of results, once for each kind of result: the members of result.json,
// the tables and files beside it, the lines that the command line prints, and the lines of the inspector.
package facts

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"

	"example.org/espalier/inference/job"
	"example.org/espalier/inference/kind/classes"
	"example.org/espalier/inference/kind/graph"
	"example.org/espalier/inference/kind/partition"
	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/depict/blocks"
)

// A Fact is one thing that a result tells. Programs read its value under its key, people read its text after its words.
type Fact struct {
	Key   string                 // in result.json; "" for lines for people alone
	Value any                    // as result.json has it
	Words string                 // in the inspector; "" for numbers for programs alone
	Text  string                 // the value as people read it, with its unit
	Pick  func() study.Selection // selection by a click on it; nil for none
}

// A List is facts in order. In JSON it is an object of those that have a key.
type List []Fact

// Of returns facts of keys and values, which take turns. It panics where a key is no string or has no value.
func Of(pairs ...any) (l List) {
	if len(pairs)%2 != 0 {
		panic("facts: a key without a value")
	}
	for i := 0; i < len(pairs); i += 2 {
		l.Add(pairs[i].(string), pairs[i+1])
	}
	return l
}

// Add adds a fact that programs read.
func (l *List) Add(key string, value any) { *l = append(*l, Fact{Key: key, Value: value}) }

// AddSome adds a fact that programs read, unless its value is the zero value or has no elements.
func (l *List) AddSome(key string, value any) {
	v := reflect.ValueOf(value)
	if !v.IsValid() || v.IsZero() {
		return
	}
	if k := v.Kind(); (k == reflect.Slice || k == reflect.Map) && v.Len() == 0 {
		return
	}
	l.Add(key, value)
}

// Say adds a line that people read.
func (l *List) Say(words, text string) { *l = append(*l, Fact{Words: words, Text: text}) }

// Offer adds a line that people read and click.
func (l *List) Offer(words, text string, pick func() study.Selection) {
	*l = append(*l, Fact{Words: words, Text: text, Pick: pick})
}

// Among returns the facts with some keys.
func (l List) Among(keys ...string) (some List) {
	for _, f := range l {
		if slices.Contains(keys, f.Key) {
			some = append(some, f)
		}
	}
	return some
}

// Without returns the facts that have none of some keys.
func (l List) Without(keys ...string) (rest List) {
	for _, f := range l {
		if !slices.Contains(keys, f.Key) {
			rest = append(rest, f)
		}
	}
	return rest
}

// Lines returns the lines for people: words and text.
func (l List) Lines() (lines [][2]string) {
	for _, f := range l {
		if f.Words != "" {
			lines = append(lines, [2]string{f.Words, f.Text})
		}
	}
	return lines
}

// A Result is the source of facts.
type Result struct {
	*depict.Subject
	// how a tree is cut into as many groups as there are labels: "time", "tightest", or by branches
	Cut    string
	Below  float64          // support below which branches of tree.nwk are collapsed; 0 for none
	Class  string           // annotation whose values the classes of a classifier are; "" for other models
	Scored *job.ClassScores // classes found for new rows; nil for none
}

// A Shown is a result as the inspector shows it.
type Shown struct {
	*depict.Subject
	Summary *factors.Summary // of its factors; nil before that is made
	ID      study.ResultID   // of the result, for selections
	Epoch   int              // of its mixture, as in [depict.ClustersState]
}

// A File is written beside result.json.
type File struct {
	Name  string                  // with its folder
	Sheet plotting.Sheet          // a table, for a name that ends in .csv
	Write func(w io.Writer) error // any other file
	Other bool                    // for other programs; these files come after the tables
}

// A Kind declares the facts of a kind of result. Functions that it does not need are nil.
type Kind struct {
	// Members are those of result.json.
	Members func(r Result) List
	// Files are tables and other files.
	Files func(r Result) []File
	// Printed are lines that the command line prints.
	Printed func(r Result) []string
	// Doubts are whole sentences that warn of wrong conclusions.
	Doubts func(r Result) []string
	// Shares are the shares of the draws with each number of something that is counted in them; false for other
	// quantities.
	Shares func(r Result, quantity string) (List, bool)
	// Overview returns the inspector's lines while nothing is selected; a head of "" says that the result is of another
	// kind.
	Overview func(s Shown) (head string, lines List)
	// Describe describes the selection; false for results of another kind.
	Describe func(s Shown, of study.Selection) (title string, lines [][2]string, ok bool)
}

// kinds are all kinds. A new kind is a line here and files of its own.
var kinds = []Kind{trees, followed, mixtures, factored, networks, labels, forests, classified, profiled, groups,
	scaled, placed, blocked, viewed, supports, foreseen}

// order is that of the members of kinds in result.json; members that are not listed come last.
var order = []string{"factors", "variance", "classification", "class_tree", "clusters", "scales", "column_clusters",
	"views", "graph", "map", "forest", "propagated", "supports", "signal", "scores", "expected"}

// Members returns the members of result.json that the kinds of a result have.
func Members(r Result) List {
	found := map[string]Fact{}
	var rest, l List
	for _, k := range kinds {
		if k.Members == nil {
			continue
		}
		for _, f := range k.Members(r) {
			found[f.Key] = f
			rest = append(rest, f)
		}
	}
	for _, key := range order {
		if f, ok := found[key]; ok {
			l = append(l, f)
			delete(found, key)
		}
	}
	for _, f := range rest {
		if _, ok := found[f.Key]; ok {
			l = append(l, f)
		}
	}
	return l
}

// Files returns the tables and other files of a result, in the order in which they are written.
func Files(r Result) []File {
	var tables, others []File
	for _, k := range kinds {
		if k.Files == nil {
			continue
		}
		for _, f := range k.Files(r) {
			if f.Other {
				others = append(others, f)
			} else {
				tables = append(tables, f)
			}
		}
	}
	return append(tables, others...)
}

// Printed returns the lines that the command line prints of a result.
func Printed(r Result) (lines []string) {
	for _, k := range kinds {
		if k.Printed != nil {
			lines = append(lines, k.Printed(r)...)
		}
	}
	return lines
}

// Doubts returns sentences that warn of wrong conclusions from a result.
func Doubts(r Result) (sentences []string) {
	for _, k := range kinds {
		if k.Doubts != nil {
			sentences = append(sentences, k.Doubts(r)...)
		}
	}
	return sentences
}

// Shares returns the shares of the draws that have each number of a quantity that is counted; nil for other quantities.
func Shares(r Result, quantity string) List {
	for _, k := range kinds {
		if k.Shares != nil {
			if l, ok := k.Shares(r, quantity); ok {
				return l
			}
		}
	}
	return nil
}

// Overview returns the inspector's lines on a result while nothing is selected, under a head; "" where it has neither
// groups nor factors.
func Overview(s Shown) (head string, lines List) {
	for _, k := range kinds {
		if k.Overview != nil {
			if head, lines = k.Overview(s); head != "" {
				return head, lines
			}
		}
	}
	return "", nil
}

// Describe describes a selection in words and numbers by the kinds of a result. The title is "" if the names of the
// rows say more.
func Describe(s Shown, of study.Selection) (title string, lines [][2]string) {
	for _, k := range kinds {
		if k.Describe == nil {
			continue
		}
		if t, more, ok := k.Describe(s, of); ok {
			if title == "" {
				title = t
			}
			lines = append(lines, more...)
		}
	}
	return title, lines
}

// cluster names a cluster, from 0.
func cluster(k int) string { return fmt.Sprintf("cluster %d", k+1) }

// blocked are results that put the columns into clusters beside those of the rows. A table has each block, and one the
// cluster of each column.
var blocked = Kind{
	Members: func(r Result) List {
		p := partition.ColumnsOf(r.Snapshot)
		if p == nil {
			return nil
		}
		count, _ := p.Count()
		l := Of("count", count, "labels", fromOne(p.Labels), "columns", r.Data.Columns)
		l.AddSome("number", numberOf(p))
		return Of("column_clusters", l)
	},
	Files: func(r Result) []File {
		p := partition.ColumnsOf(r.Snapshot)
		if p == nil || !blocks.Has(r.Subject) {
			return nil
		}
		return tables("", blocks.Sheet(r.Subject), plotting.Sheet{Name: "column_clusters",
			Header: []string{"column", "cluster"},
			Rows: func(yield func([]string) bool) {
				for j, k := range p.Labels {
					if !yield([]string{r.Data.Columns[j], strconv.Itoa(k + 1)}) {
						return
					}
				}
			}})
	},
}

// labels are those that were propagated along the edges of a graph. A table has those of each row.
var labels = Kind{
	Members: func(r Result) List {
		c := propagated(r)
		if c == nil {
			return nil
		}
		known, expected, hidden := make([]int, len(c.Levels)), make([]Number, len(c.Levels)), 0
		for i, k := range c.Truth {
			if k >= 0 {
				known[k]++
				continue
			}
			hidden++
			for k := range c.Levels {
				expected[k] += Number(c.Probabilities.At(i, k))
			}
		}
		return Of("propagated", Of("annotation", c.Class, "labels", c.Levels, "known", known, "hidden", hidden,
			"expected", expected))
	},
	Files: func(r Result) []File {
		if c := propagated(r); c != nil {
			return tables("", depict.LabelSheet(c, r.Data.Rows))
		}
		return nil
	},
}

// propagated returns the labels that were propagated along the edges of a graph; nil for none.
func propagated(r Result) *classes.Classification {
	if graph.Of(r.Snapshot) == nil {
		return nil
	}
	return classes.Of(r.Snapshot)
}
