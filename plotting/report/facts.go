package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/board"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/run"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict"
)

// tableFacts describes the table of some results, with the annotations that are data of one of them.
func tableFacts(items []Item) (facts []fact) {
	add := func(name, value string) {
		if value != "" {
			facts = append(facts, one(name, value))
		}
	}
	t := items[0].Subject.Table
	n, d, missing := items[0].Subject.Data.SizeOf(t)
	for _, i := range items[1:] { // the widest holds the annotations that any took as columns
		if _, more, gaps := i.Subject.Data.SizeOf(t); more > d {
			d, missing = more, gaps
		}
	}
	add("Table", t.Name)
	if t.Source != t.Name {
		add("Source", t.Source)
	}
	add("Rows", plotting.FormatCount(n))
	add("Columns", plotting.FormatCount(d))
	add("Values", string(t.Kind))
	add("Missing cells", plotting.FormatCount(missing))
	var fitted, never []string
	for _, a := range t.Annotations {
		if slices.ContainsFunc(items, func(i Item) bool { return slices.Contains(variables(i.Subject.Data), a.Name) }) {
			fitted = append(fitted, a.Name)
		} else {
			never = append(never, a.Name)
		}
	}
	add("Annotations, fitted as columns", strings.Join(fitted, ", "))
	add("Annotations, never fitted", strings.Join(never, ", "))
	add("SHA-256", t.SHA256)
	return facts
}

// variables returns the names of the columns of data of kinds, which may be annotations of the table; nil for others.
func variables(d *inference.Dataset) []string {
	if d.Kinds == nil {
		return nil
	}
	return d.Columns
}

// endings are the phrases for the ways in which a fit can end.
var endings = map[run.State]string{run.Finished: "reached its goal", run.Stopped: "was stopped", run.Failed: "failed"}

// resultFacts lists the findings of a fit.
func resultFacts(item Item, labels string) (facts []fact, err error) {
	add := func(name, value string) {
		if value != "" {
			facts = append(facts, one(name, value))
		}
	}
	b, err := board.New([]board.Entry{{Result: item.Fit, Data: item.Subject.Data}}, labels)
	if err != nil {
		return nil, err
	}
	l, s := b.Lines[0], item.Subject
	add("Model", s.Info.Title+" ("+s.Info.Name+")")
	add("Data as fitted", s.Facts())
	if s.Data.Preprocessing == (inference.Preprocessing{}) {
		add("Preprocessing", "none")
	}
	if s.Info.Iterations > 0 {
		add("Length", plotting.Plural(item.Fit.Iterations, s.Info.Iteration))
	}
	add("Time", plotting.FormatDuration(time.Duration(item.Fit.Seconds*float64(time.Second))))
	if end := endings[item.Fit.Ended]; end != "" {
		add("The run", end)
	} else {
		add("The run", "had not ended")
	}
	add("Search", depict.Settling(item.Fit, item.Subject.Info.Iteration))
	if v, ok := s.Objective(0); ok {
		add(plotting.Capital(s.Info.ShownTitle(s.Snapshot)), plotting.FormatDigits(v, 7))
	}
	if l.Counted != "" {
		add("Found", plotting.Plural(int(math.Round(l.Count)), l.Counted))
	}
	if l.N > 0 {
		add("Held-out log density",
			fmt.Sprintf("%s nats per %s, on %s", depict.Around(l.Density), b.Unit, plotting.Plural(l.N, "hidden "+b.Unit)))
	}
	add("Classes", classWords(item.Fit.Classes))
	if e := item.Fit.Evidence; e != nil {
		add("Log evidence, by importance sampling", fmt.Sprintf("%s nats, from %s of which %s are effective",
			depict.Around(board.Mean{Mean: e.Log, Error: e.StandardError}), plotting.Plural(e.Draws, "draw"),
			plotting.FormatDigits(e.Effective, 3)))
	}
	if a := l.Agreement; a != nil {
		text := fmt.Sprintf(
			"adjusted Rand index %.3f, normalised mutual information %.3f, variation of information %.3f nats, purity %.3f",
			a.AdjustedRand, a.MutualInformation, a.VariationOfInformation, a.Purity)
		if !math.IsNaN(a.DendrogramPurity) {
			text += fmt.Sprintf(
				", dendrogram purity %.3f, and %.3f with the children of each branch point grouped; for all but these two the tree is cut by branches into %s",
				a.DendrogramPurity, a.ResolvedPurity, plotting.Plural(a.Groups, "group"))
		}
		add("Agreement with "+labels, text)
	}
	if len(item.Fit.Notes) > 0 {
		notes := fact{Name: "Notes"}
		for _, note := range item.Fit.Notes {
			notes.Values = append(notes.Values, plotting.Metadata{Description: note}.Caption())
		}
		facts = append(facts, notes)
	}
	return facts, nil
}

// classWords says how many rows of known class were assigned to it; "" where there is none.
func classWords(c *job.ClassScores) string {
	if c == nil {
		return ""
	}
	known, right := 0, 0
	for i, truth := range c.Truth {
		if truth != "" {
			known++
			if c.Levels[c.Found[i]] == truth {
				right++
			}
		}
	}
	if known == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %s (%s) assigned to the right class of %s by Bayes' rule",
		plotting.FormatPercent(float64(right)/float64(known)), plotting.Plural(known, "row"), c.From, c.Column)
}

// Papers of methods that are not models.
const (
	paperRHat      = "A. Vehtari, A. Gelman, D. Simpson, B. Carpenter and P.-C. Bürkner (2021), Rank-normalization, folding, and localization: an improved R-hat for assessing convergence of MCMC, Bayesian Analysis 16, 667–718."
	paperRand      = "L. Hubert and P. Arabie (1985), Comparing partitions, Journal of Classification 2, 193–218."
	paperVariation = "M. Meilă (2003), Comparing clusterings by the variation of information, COLT, 173–187."
	paperPurity    = "K. A. Heller and Z. Ghahramani (2005), Bayesian hierarchical clustering, ICML, 297–304."
	paperClustered = "K.-Y. Liang and S. L. Zeger (1986), Longitudinal data analysis using generalized linear models, Biometrika 73, 13–22."
)

// references lists the papers of all that was used, each once.
func references(items []Item, boards []*board.Board) (list []string) {
	add := func(paper string) {
		if paper != "" && !slices.Contains(list, paper) {
			list = append(list, paper)
		}
	}
	for _, item := range items {
		for _, paper := range strings.Split(strings.TrimSuffix(item.Subject.Info.Reference, "."), "; ") {
			if paper != "" {
				add(paper + ".")
			}
		}
	}
	for _, b := range boards {
		for _, l := range b.Lines {
			if l.Samples {
				add(paperRHat)
			}
			if l.Compared && b.Unit == board.Cells {
				add(paperClustered)
			}
			if l.Agreement != nil {
				add(paperRand)
				add(paperVariation)
				if !math.IsNaN(l.Agreement.DendrogramPurity) {
					add(paperPurity)
				}
			}
		}
	}
	return list
}
