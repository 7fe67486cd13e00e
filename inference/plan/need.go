package plan

import (
	"fmt"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
)

// A Need holds the resources that a task needs, as its model estimates them.
type Need struct {
	Bytes int64         // of memory, the table and the program included
	Time  time.Duration // until its goal; 0 where that is not known
}

// program is the memory that the program takes beside a fit.
const program = 200 << 20

// Need estimates the resources of a task. Tasks that differ in seed, chain and split alone have one estimate, made
// once; known keeps it.
func (p *Plan) Need(t Task, known map[string]Need) (Need, error) {
	key := likeness(t.Spec)
	if n, ok := known[key]; ok {
		return n, nil
	}
	m, err := p.Material(t)
	if err != nil {
		return Need{}, err
	}
	n := needOf(m)
	known[key] = n
	return n, nil
}

func needOf(m *job.Material) Need {
	e := m.Estimate()
	n := Need{Bytes: program + e.Bytes + 4*tableBytes(m.Source) + 2*tableBytes(m.Test)}
	chains := time.Duration(m.Chains) // on one thread
	switch {
	case m.Iterations >= 0:
		n.Time = chains * (e.Start + time.Duration(m.Iterations)*e.Iteration)
	case m.Spec.Goal.Duration > 0:
		n.Time = chains*e.Start + time.Duration(m.Spec.Goal.Duration)
	}
	return n
}

func tableBytes(t *inference.Table) int64 {
	if t == nil {
		return 0
	}
	n, d := t.Dims()
	return 8 * int64(n) * int64(d)
}

// Check refuses Specs of which one cannot be fitted, or scored. Those that differ in seed, chain and split
// alone are tried once.
func Check(specs []job.Spec, tables map[string]*inference.Table) error {
	p := &Plan{tables: tables}
	tried := map[string]bool{}
	for _, s := range specs {
		if err := s.Check(); err != nil {
			return err
		}
		if key := likeness(s); tried[key] {
			continue
		} else {
			tried[key] = true
		}
		m, err := p.Material(Task{Spec: s})
		if err != nil {
			return err
		}
		if m.Held.Rows == nil {
			continue
		}
		fit, err := m.Stepper(1)
		if err != nil {
			return err
		}
		if _, ok := fit.(inference.Predictor); !ok {
			return fmt.Errorf("%s gives no density for new rows: plan it without hidden rows", m.Info.Name)
		}
	}
	return nil
}

// likeness is the same for Specs that differ in seed, chain and split alone.
func likeness(s job.Spec) string {
	s.Seed, s.Chain = 0, 0
	if s.Held != nil {
		h := *s.Held
		h.Seed, s.Held = nil, &h
	}
	return string(s.JSON())
}
