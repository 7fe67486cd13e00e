package board

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/stat/diagnostics"
)

// A Board compares results of one table.
type Board struct {
	Table string // its name
	// Unit is the unit of log densities, [Rows] or [Cells]; "" if no result was scored on hidden data. N counts the hidden
	// ones, over this many Splits.
	Unit      string
	N, Splits int
	Folds     bool // these are parts that hid each row or cell once
	// Rows counts the rows that these are or belong to; standard errors are computed from them.
	Rows   int
	Labels string // the annotation that results are compared with; "" for none
	// Lines holds the compared lines, best first, then the others in the order given.
	Lines []Line
}

// A Line is one result, or several that differ only in the data hidden from them.
type Line struct {
	Name    string
	Entries []int // places of its results among those given
	Model   string
	Title   string // of the model
	// Compared reports whether Density and Behind are of the rows or cells that all compared lines predicted; if not, Why
	// gives the reason.
	Compared bool
	Why      string
	// N is the number of rows or cells hidden from it, Unit which of these: [Rows], [Cells], "" for none.
	N    int
	Unit string
	// Density is the mean log density of a hidden row or cell, in nats and in the units of the input
	// table; Behind is that of the first line minus that of this one. NaN means unknown.
	Density, Behind Mean
	// Other is the mean log density of hidden rows where Unit is of cells, and of hidden cells where it is of rows; nil
	// where none were hidden.
	Other *Mean
	// Shares are the means of hidden cells by their sort, nil where all are of one sort.
	Shares  []Share
	Answers []Answer // to hidden cells of yes/no, of all results
	Area    Mean     // of these, as [Area] computes it
	Squared float64  // mean squared error of hidden cells; NaN for rows
	// Verdict is that of the draws; for several results it is the worst. RHat is the largest and ESS the smallest of all
	// quantities; NaN for models that do not sample.
	Verdict   diagnostics.Verdict
	RHat, ESS float64
	Samples   bool
	Seconds   float64 // of work, the mean of a fit
	// Count is the number of branch points, clusters or factors, as Counted says; for several fits
	// it is their mean. NaN and "" for models without any.
	Count   float64
	Counted string
	// Objective is the last value of the first fit, in working units; NaN where there is none.
	Objective      float64
	ObjectiveTitle string
	Agreement      *Agreement // with the labels; nil where there is none
	// Own says that the labels are the groups of this result itself, so that there is nothing to compare.
	Own     bool
	Problem string // why a fit failed; "" where none did
}

// New compares results of one table. labels names an annotation of its rows, "" for none. Results that differ only in
// the hidden data share a line. The error names results of different tables.
func New(entries []Entry, labels string) (*Board, error) {
	if len(entries) == 0 {
		return nil, errors.New("there is no result to compare")
	}
	b := &Board{Table: entries[0].Result.Data.Name, Labels: labels}
	named := slices.Clone(entries)
	results := make([]*job.Result, len(entries))
	for i, e := range entries {
		results[i] = e.Result
		if e.table() != entries[0].table() {
			return nil, fmt.Errorf("%s and %s are fits of different tables, %s and %s, and cannot be compared", name(entries[0]),
				name(e), b.Table, e.Result.Data.Name)
		}
	}
	scored := make([]*hidden, len(entries))
	counted := countedIn(entries)
	for i, e := range named {
		scored[i] = hiddenOf(e, counted)
	}
	lines := join(named, scored)
	var firsts []Entry
	for _, places := range lines {
		firsts = append(firsts, named[places[0]])
	}
	short := Names(firsts)
	for k, places := range lines {
		l := describe(named, places, labels)
		if h := scored[places[0]]; h != nil {
			l.Unit = h.unit
		}
		l.Name = cmp.Or(named[places[0]].Name, short[k])
		b.Lines = append(b.Lines, l)
	}
	b.compare(scored)
	return b, nil
}

func name(e Entry) string { return cmp.Or(e.Name, e.Title, e.Result.Spec.Model) }

// join puts results that differ only in the hidden data on one line. Two results of the same split get two lines.
func join(entries []Entry, scored []*hidden) (lines [][]int) {
	type at struct{ setup, key string }
	taken := map[at]int{} // how many lines of a setup have a split
	open := map[string][]int{}
	for i, e := range entries {
		setup := e.setup()
		if scored[i] == nil {
			lines = append(lines, []int{i})
			continue
		}
		k := at{setup, scored[i].key}
		n := taken[k]
		taken[k]++
		if n < len(open[setup]) {
			line := open[setup][n]
			lines[line] = append(lines[line], i)
			continue
		}
		open[setup] = append(open[setup], len(lines))
		lines = append(lines, []int{i})
	}
	return lines
}

// describe fills in everything about a line that does not depend on the others.
func describe(entries []Entry, places []int, labels string) Line {
	nan := math.NaN()
	first := entries[places[0]].Result
	l := Line{Entries: places, Model: first.Spec.Model, Title: first.Spec.Model, RHat: nan, ESS: nan, Count: nan,
		Objective: nan, Squared: nan,
		Density: Mean{nan, nan, nan, nan}, Behind: Mean{nan, nan, nan, nan}}
	if m, err := catalog.Find(first.Spec.Model); err == nil {
		settings, err := job.SettingsOf(m.Info(), first.Spec.Settings)
		if err != nil {
			settings = m.Info().Defaults()
		}
		info := inference.InfoFor(m, settings)
		l.Title, l.ObjectiveTitle = info.Title, info.ObjectiveTitle
		if v := first.Snapshot.Trace.Column(info.Objective); len(v) > 0 {
			l.Objective = v[len(v)-1]
		}
	}
	var agreements []*Agreement
	for k, p := range places {
		r := entries[p].Result
		f := foundBy(r)
		n := float64(k + 1)
		l.Seconds += (r.Seconds - l.Seconds) / n
		if l.Counted = f.of; f.of != "" {
			if k == 0 {
				l.Count = 0
			}
			l.Count += (float64(f.count) - l.Count) / n
		}
		l.keepWorse(r.Diagnostics)
		l.Answers = append(l.Answers, Answers(r.Cells, p)...)
		l.Problem = cmp.Or(l.Problem, r.Problem)
		agreements = append(agreements, f.agree(entries[p].Data, labels))
	}
	l.Area, l.Agreement = Area(l.Answers), meanAgreement(agreements)
	return l
}

// LeaveOwn takes out agreements with labels that a person made from one of the results, such as groups cut from its
// tree: a result whose groups are these very ones does not agree with anything.
func (b *Board) LeaveOwn() {
	for i := range b.Lines {
		if l := &b.Lines[i]; l.Agreement != nil && l.Agreement.AdjustedRand >= 1 {
			l.Agreement, l.Own = nil, true
		}
	}
}

// keepWorse keeps the worse of the present verdict and that of a report, which is nil for fits that do not sample.
func (l *Line) keepWorse(r *diagnostics.Report) {
	if r == nil {
		return
	}
	badness := func(v diagnostics.Level) int {
		return slices.Index([]diagnostics.Level{diagnostics.Good, diagnostics.Unknown, diagnostics.Warn, diagnostics.Bad}, v)
	}
	if !l.Samples || badness(r.Verdict.Level) > badness(l.Verdict.Level) {
		l.Verdict = r.Verdict
	}
	l.Samples = true
	for _, q := range r.Quantities {
		if q.Known() {
			l.RHat, l.ESS = worst(l.RHat, q.RHat, 1), worst(worst(l.ESS, q.BulkESS, -1), q.TailESS, -1)
		}
	}
	if t := r.Topology; t != nil && t.Known() {
		l.ESS = worst(l.ESS, t.ESS, -1)
	}
}

// worst returns the larger of two numbers if sign is positive, else the smaller. NaN counts as absent.
func worst(a, b, sign float64) float64 {
	if math.IsNaN(a) || sign*b > sign*a {
		return b
	}
	return a
}
