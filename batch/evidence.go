package batch

import (
	"context"
	"errors"
	"fmt"

	"espalier/inference"
	"espalier/inference/run"
)

// evidence is what importance sampling says of the evidence, in working units, as the trace.
type evidence struct {
	Log           number   `json:"log"`
	StandardError number   `json:"standard_error"`
	Effective     number   `json:"effective_draws"`
	Draws         int      `json:"draws"`
	Proposals     []string `json:"proposals"`
	Bound         number   `json:"bound"`
	// Parameters is the bound with rows' hidden variables integrated out (Beal 4.109).
	Parameters number `json:"bound_of_parameters"`
	Labels     number `json:"log_labellings"` // to add where components lie well apart
	InputUnits number `json:"log_input_units"`
}

// checkEvidence refuses proposals that there are none of.
func (c *fitCommand) checkEvidence() error {
	switch {
	case c.Evidence < 0:
		return usage("--evidence %d: give a number of draws above 0, such as 1000", c.Evidence)
	case c.Evidence == 0 && len(c.Proposals) > 0:
		return usage("--proposals says what --evidence draws from: give --evidence DRAWS too")
	}
	_, err := c.proposals()
	return err
}

// proposals returns those asked for, nil where none are.
func (c *fitCommand) proposals() (out []inference.EvidenceProposal, err error) {
	for _, name := range c.Proposals {
		p, err := inference.ParseEvidenceProposal(name)
		if err != nil {
			return nil, usage("--proposals: %v", err)
		}
		out = append(out, p)
	}
	return out, nil
}

// evidenceTask sets the streams of the draws apart from those of chains.
const evidenceTask = 1 << 40

// weigh samples the evidence of what a run has found. Where it is interrupted, the draws so far count.
func (f *fitted) weigh(ctx context.Context, r *run.Run) error {
	proposals, err := f.command.proposals()
	if err != nil {
		return err
	}
	var sampler inference.EvidenceSampler
	err = r.Do(func(st inference.Stepper) {
		var failure error
		if e, ok := st.(inference.EvidenceEstimator); ok {
			sampler, failure = e.EvidenceSampler(inference.EvidenceOptions{Proposals: proposals, Streams: inference.Streams{Seed: f.command.Seed, Chain: evidenceTask}})
		}
		f.failure = failure
	})
	if err = errors.Join(err, f.failure); err != nil {
		return fmt.Errorf("sampling the evidence: %w", err)
	}
	if err := sampler.Sample(ctx, f.command.Evidence); err != nil && ctx.Err() == nil {
		return fmt.Errorf("sampling the evidence: %w", err)
	}
	e := sampler.Estimate()
	if e.Draws == 0 {
		return nil
	}
	if proposals == nil {
		proposals = inference.EvidenceProposals
	}
	f.evidence = &evidence{Log: number(e.Log), StandardError: number(e.StandardError), Effective: number(e.Effective), Draws: e.Draws,
		Bound: number(e.Bound), Parameters: number(e.Parameters), Labels: number(e.Labels)}
	for _, p := range proposals {
		f.evidence.Proposals = append(f.evidence.Proposals, p.String())
	}
	f.evidence.InputUnits = number(e.Log + f.material.jacobian())
	return nil
}
