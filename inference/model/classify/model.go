// Package classify makes a classifier of any model that gives a density for new rows. It fits one
// model for each class of an annotation and applies Bayes' rule to their densities, with the shares
// of the classes as prior (Beal 2003, section 4.6.2, does so with mixtures of factor analysers).
package classify

import (
	"errors"
	"fmt"
	"strings"

	"example.org/espalier/inference"
)

// Model fits Base once for each class. It is itself a model, and its runs, snapshots and files are
// like those of any other; its snapshots hold a [classes.Classification]. It is a value and safe
// for concurrent use.
type Model struct {
	Base  inference.Model
	Class string // the annotation of the data whose levels are the classes
	// Share is the share of the rows of each class that is held out of the fits and classified as a
	// test; the seed chooses them. With 0 all rows are fitted, and classified nevertheless.
	Share float64
}

var _ inference.Switcher = Model{}

// Info describes the model under its default settings.
func (m Model) Info() inference.Info { return m.of(m.Base.Info()) }

// InfoFor implements inference.Switcher. Scalars are sums over the classes.
func (m Model) InfoFor(s inference.Settings) inference.Info {
	return m.of(inference.InfoFor(m.Base, s))
}

func (m Model) of(i inference.Info) inference.Info {
	i.Title += " for each " + m.Class
	// Draws of different classes do not belong to one posterior.
	i.Samples, i.Chains = false, 0
	return i
}

// classes lists the levels that have rows, and the rows of each.
func (m Model) classes(data *inference.Dataset) (a inference.Annotation, levels []string, rows [][]int, err error) {
	var names []string
	for _, c := range data.Annotations {
		names = append(names, c.Name)
		if c.Name == m.Class {
			a = c
		}
	}
	if a.Name == "" {
		none := "this table has no annotations"
		if len(names) > 0 {
			none = "the annotations are " + strings.Join(names, ", ")
		}
		return a, nil, nil, fmt.Errorf("there is no annotation %q to take classes from; %s", m.Class, none)
	}
	all := make([][]int, len(a.Levels))
	for i, c := range a.Codes {
		if c >= 0 {
			all[c] = append(all[c], i)
		}
	}
	for c, r := range all {
		if len(r) > 0 {
			levels, rows = append(levels, a.Levels[c]), append(rows, r)
		}
	}
	if len(levels) < 2 {
		return a, nil, nil, fmt.Errorf("%s has %d class with rows; choose an annotation with at least two classes", m.Class,
			len(levels))
	}
	if 2*len(levels) > len(a.Codes) {
		return a, nil, nil, fmt.Errorf("%s has %d classes for %d rows; choose an annotation with fewer classes", m.Class,
			len(levels), len(a.Codes))
	}
	return a, levels, rows, nil
}

// Check asks the base model about all rows of each class.
func (m Model) Check(data *inference.Dataset, s inference.Settings) (notes []string, err error) {
	_, levels, rows, err := m.classes(data)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for c, r := range rows {
		part := data.SelectRows(r)
		more, err := m.Base.Check(part, s)
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", m.Class, levels[c], err)
		}
		for _, n := range more {
			if !seen[n] {
				seen[n] = true
				notes = append(notes, m.Class+" "+levels[c]+": "+n)
			}
		}
	}
	st, err := m.Base.New(data.SelectRows(rows[0]), s, inference.Streams{}, 1)
	if err != nil {
		return nil, err
	}
	if _, ok := st.(inference.Predictor); !ok {
		return nil, fmt.Errorf("%s gives no density for new rows and cannot tell classes apart; choose another model",
			m.Base.Info().Title)
	}
	return notes, nil
}

// Estimate sums the estimates of the classes.
func (m Model) Estimate(data *inference.Dataset, s inference.Settings) (e inference.Estimate) {
	_, _, rows, err := m.classes(data)
	if err != nil {
		return m.Base.Estimate(data, s)
	}
	for _, r := range rows {
		one := m.Base.Estimate(data.SelectRows(r), s)
		e.Bytes += one.Bytes
		e.Start += one.Start
		e.Iteration += one.Iteration
	}
	return e
}

// New prepares a fit of each class. Class c has its own streams.
func (m Model) New(data *inference.Dataset, s inference.Settings, streams inference.Streams,
	threads int) (inference.Stepper, error) {
	_, levels, rows, err := m.classes(data)
	if err != nil {
		return nil, err
	}
	if !(m.Share >= 0 && m.Share < 1) {
		return nil, errors.New("the proportion of rows held out must be at least 0 and below 1")
	}
	n, _ := data.Dims()
	f := &fit{model: m, data: data, info: m.InfoFor(s), sampling: inference.InfoFor(m.Base, s).Samples,
		levels: levels, threads: max(1, threads),
		truth: make([]int, n), fitted: make([]bool, n), classified: -1}
	for i := range n {
		f.truth[i] = -1
	}
	rng := streams.Task(1 << 40)
	for c, r := range rows {
		order := rng.Perm(len(r))
		held := min(int(m.Share*float64(len(r))+0.5), len(r)-2)
		var kept []int
		for place, k := range order {
			f.truth[r[k]] = c
			if place >= max(held, 0) {
				f.fitted[r[k]] = true
			}
		}
		for _, i := range r {
			if f.fitted[i] {
				kept = append(kept, i)
			}
		}
		st, err := m.Base.New(data.SelectRows(kept), s, inference.Streams{Seed: streams.Seed,
			Chain: streams.Chain<<16 + uint64(c)}, max(1, threads/len(rows)))
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", m.Class, levels[c], err)
		}
		p, ok := st.(inference.Predictor)
		if !ok {
			return nil, fmt.Errorf("%s gives no density for new rows and cannot tell classes apart", m.Base.Info().Title)
		}
		f.parts = append(f.parts, &part{Predictor: p, rows: kept})
		f.total += float64(len(kept))
	}
	f.choose()
	return f, nil
}
