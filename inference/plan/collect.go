package plan

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"example.org/espalier/inference/job"
	"example.org/espalier/inference/kind"
)

// A Collected is the outcome of one fit of a plan: of a task, or of the tasks that are its chains.
type Collected struct {
	Tasks  []Task
	Result *job.Result
	// Material is that of the fit, for its tables.
	Material *job.Material
}

// Collect returns the results there are, in the order of the tasks, and the tasks that are not done. Chains of one
// fit become one result, once all are done. The error is that of a result that cannot be read.
func (p *Plan) Collect(ctx context.Context) (found []Collected, open []Task, err error) {
	for _, group := range p.groups() {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		var results []*job.Result
		var lacking []Task
		for _, t := range group {
			r, err := p.Result(t)
			switch {
			case errors.Is(err, fs.ErrNotExist):
				lacking = append(lacking, t)
			case err != nil:
				return nil, nil, err
			default:
				results = append(results, r)
			}
		}
		if open = append(open, lacking...); len(lacking) > 0 {
			continue
		}
		c := Collected{Tasks: group, Result: results[0]}
		if c.Material, err = p.Material(group[0]); err != nil {
			return nil, nil, err
		}
		for _, r := range results {
			if r.Snapshot == nil {
				continue
			}
			if err := kind.Fits(r.Snapshot, c.Material.Data); err != nil {
				return nil, nil, fmt.Errorf("the result of task %d does not belong to its table: %w", group[0].Number, err)
			}
		}
		if len(results) > 1 {
			if c.Result, err = job.Pool(ctx, c.Material, results); err != nil {
				return nil, nil, err
			}
		}
		found = append(found, c)
	}
	return found, open, nil
}

// groups returns the tasks that are chains of one fit together, by the chains' numbers.
func (p *Plan) groups() (groups [][]Task) {
	at := map[string]int{}
	for _, t := range p.Tasks {
		if t.Spec.Chains != 1 { // it is a fit by itself
			groups = append(groups, []Task{t})
			continue
		}
		s := t.Spec
		s.Chain = 0
		key := s.Hash()
		if k, ok := at[key]; ok && t.Spec.Chain == len(groups[k]) {
			groups[k] = append(groups[k], t)
			continue
		}
		if t.Spec.Chain == 0 {
			at[key] = len(groups)
		}
		groups = append(groups, []Task{t})
	}
	return groups
}
