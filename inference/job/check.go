package job

import (
	"fmt"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/catalog"
	"example.org/espalier/inference/model/classify"
	"example.org/espalier/inference/run"
	"example.org/espalier/inference/stat/heldout"
)

// Check returns nil if the Spec describes a fit for some table; otherwise the error says in one
// sentence why not.
func (s Spec) Check() error {
	model, err := catalog.Find(s.Model)
	if err != nil {
		return err
	}
	return s.checkFor(model)
}

// checkFor is Check for a model that need not be in the catalog.
func (s Spec) checkFor(model inference.Model) error {
	if s.Version != SpecVersion {
		return fmt.Errorf("the description of the fit has version %d, but this program reads version %d", s.Version,
			SpecVersion)
	}
	settings, err := SettingsOf(model.Info(), s.Settings)
	if err != nil {
		return fmt.Errorf("%s: %w", model.Info().Name, err)
	}
	if _, err := s.Read.options(nil); err != nil {
		return err
	}
	for _, check := range []func(inference.Info, inference.Settings) error{s.checkTable, s.checkSampling, s.checkGoal,
		s.checkHeld, s.checkRest} {
		if err := check(s.info(model, settings), settings); err != nil {
			return err
		}
	}
	return nil
}

// info describes the model of the Spec, classes included.
func (s Spec) info(model inference.Model, settings inference.Settings) inference.Info {
	return inference.InfoFor(s.model(model), settings)
}

// model returns the model to fit: a classifier if classes are asked for.
func (s Spec) model(base inference.Model) inference.Model {
	if s.Classes == nil {
		return base
	}
	return classify.Model{Base: base, Class: s.Classes.Column, Share: s.Classes.Share}
}

// chains returns how many chains the fit has.
func (s Spec) chains(info inference.Info) int {
	switch {
	case !info.Samples:
		return 1
	case s.Chains > 0:
		return s.Chains
	}
	return max(1, info.Chains)
}

// iterations returns the target, −1 for no limit.
func (s Spec) iterations(info inference.Info) int {
	switch g := s.Goal; {
	case g.Iterations != nil:
		return *g.Iterations
	case g.Duration > 0 || g.EffectiveSize > 0 || g.Settled:
		return -1
	}
	return info.Iterations
}

func (s Spec) checkTable(inference.Info, inference.Settings) error {
	for _, c := range []struct {
		what string
		p    Places
	}{{"rows", s.Rows}, {"columns", s.Columns}} {
		if err := c.p.check(c.what); err != nil {
			return err
		}
	}
	p := s.Preprocessing
	if p == nil {
		return nil
	}
	if p.TopRows < 0 || p.TopColumns < 0 {
		return fmt.Errorf("top_rows is %d and top_columns is %d; give the number to keep, or 0 for all", p.TopRows,
			p.TopColumns)
	}
	if err := p.Leave.Check(); err != nil {
		return err
	}
	if err := p.Recipe.Check(); err != nil {
		return err
	}
	if p.Transpose && s.Classes != nil {
		return fmt.Errorf("a transposed table has no classes of rows; leave out one of the two")
	}
	return nil
}

// check refuses places that are not ascending from 0; nil, for all, passes.
func (p Places) check(what string) error {
	if p != nil && len(p) == 0 {
		return fmt.Errorf("no %s are left; remove the selection to take all", what)
	}
	last := -1
	for _, i := range p {
		if i <= last {
			return fmt.Errorf("the places of %s are not in ascending order at %d", what, i+1)
		}
		last = i
	}
	return nil
}

func (s Spec) checkSampling(info inference.Info, settings inference.Settings) error {
	const most = 1 << 12
	name := info.Name
	if settings.Has("method") {
		name += " with method=" + settings.Text("method")
	}
	switch {
	case s.Chains < 0 || s.Chains > most:
		return fmt.Errorf("the number of chains is %d; give 1 to %d, or 0 for the method's default", s.Chains, most)
	case s.Chain < 0 || s.Chain > most:
		return fmt.Errorf("the first chain has number %d; give 0 to %d", s.Chain, most)
	case s.Chain > 0 && !info.Samples:
		return fmt.Errorf("%s does not sample, so its only chain has number 0, not %d", name, s.Chain)
	case s.Chains > 1 && !info.Samples:
		return fmt.Errorf("%s does not sample, so it has one chain, not %d; compare several seeds instead", name, s.Chains)
	case s.Goal.EffectiveSize != 0 && !info.Samples:
		return fmt.Errorf("%s does not sample, so there is no effective sample size to reach; give iterations or a duration",
			name)
	case s.Goal.Settled && !run.Climbs(info):
		return fmt.Errorf("%s has no objective that settles; give iterations, a duration or, for a sampler, an "+
			"effective sample size", name)
	}
	return nil
}

func (s Spec) checkGoal(inference.Info, inference.Settings) error {
	g := s.Goal
	switch {
	case g.Iterations != nil && *g.Iterations < 0:
		return fmt.Errorf("the number of iterations is %d; give 0 or more", *g.Iterations)
	case g.Duration < 0:
		return fmt.Errorf("the duration is below 0; give one above 0, such as 30s")
	case g.EffectiveSize < 0 || math.IsNaN(g.EffectiveSize) || math.IsInf(g.EffectiveSize, 0):
		return fmt.Errorf("the effective sample size is %v; give a number above 0, such as 200", g.EffectiveSize)
	}
	return nil
}

func (s Spec) checkHeld(inference.Info, inference.Settings) error {
	h := s.Held
	if h == nil {
		return nil
	}
	ways := 0
	for _, is := range []bool{h.Share != 0, len(h.Rows) > 0, len(h.Cells) > 0, h.Test != nil} {
		if is {
			ways++
		}
	}
	if ways != 1 {
		return fmt.Errorf("what to hold out is given in %d ways; give one: a proportion, rows, cells, or a test table", ways)
	}
	if h.Share != 0 && !(h.Share > 0 && h.Share < 1) {
		return fmt.Errorf("the proportion held out is %v; give one between 0 and 1, such as 0.1", h.Share)
	}
	if k, whole := heldout.Folds(h.Share); h.Fold != 0 && (h.Share == 0 || !whole || h.Fold < 1 || h.Fold > k) {
		return fmt.Errorf("part %d of a proportion of %v cannot be held out; give one of equal parts, such as 3 of 0.2",
			h.Fold, h.Share)
	}
	switch {
	case h.Unit != "" && h.Unit != UnitRows && h.Unit != UnitCells:
		return fmt.Errorf("%q cannot be held out; hold out %s or %s", h.Unit, UnitRows, UnitCells)
	case h.Unit == UnitRows && len(h.Cells) > 0, h.Unit == UnitCells && len(h.Rows) > 0:
		return fmt.Errorf("%s are to be held out, but places of the other unit are given; leave out one of the two", h.Unit)
	}
	for _, c := range h.Cells {
		if c[0] < 1 || c[1] < 1 {
			return fmt.Errorf("cell %d, %d cannot be held out; rows and columns count from 1", c[0], c[1])
		}
	}
	return h.Rows.check("held-out rows")
}

func (s Spec) checkRest(inference.Info, inference.Settings) error {
	if b := s.Burn(); !(b >= 0 && b < 1) {
		return fmt.Errorf("the burn-in is %v; give a proportion of at least 0 and below 1, such as 0.25", b)
	}
	if c := s.Classes; c != nil {
		switch {
		case c.Column == "":
			return fmt.Errorf("classes need the name of an annotation")
		case !(c.Share >= 0 && c.Share < 1):
			return fmt.Errorf("the proportion of each class held out is %v; give one of at least 0 and below 1", c.Share)
		case c.Share > 0 && s.Held != nil:
			return fmt.Errorf("rows are held out twice: a proportion of each class, and of the table; leave out one " +
				"of the two")
		}
	}
	if e := s.Evidence; e != nil {
		if e.Draws < 1 {
			return fmt.Errorf("the number of draws for the evidence is %d; give 1 or more, such as 1000", e.Draws)
		}
		if _, err := proposals(e.Proposals); err != nil {
			return err
		}
	}
	return nil
}

// proposals returns the proposals with some names, nil for none.
func proposals(names []string) (out []inference.EvidenceProposal, err error) {
	for _, name := range names {
		p, err := inference.ParseEvidenceProposal(name)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}
