package batch

import (
	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
)

// evidence is the estimate of the evidence by importance sampling, in working units, as in the
// trace.
type evidence struct {
	Log           number   `json:"log"`
	StandardError number   `json:"standard_error"`
	Effective     number   `json:"effective_draws"`
	Draws         int      `json:"draws"`
	Proposals     []string `json:"proposals"`
	Bound         number   `json:"bound"`
	// Parameters is the bound with rows' hidden variables integrated out (Beal 4.109).
	Parameters number `json:"bound_of_parameters"`
	Labels     number `json:"log_labellings"` // to add if components are well separated
	InputUnits number `json:"log_input_units"`
	Warning    string `json:"warning,omitempty"` // why the estimate cannot be trusted
}

// checkEvidence refuses unknown proposals.
func (c *fitCommand) checkEvidence() error {
	switch {
	case c.Evidence < 0:
		return usage("--evidence %d: give a number of draws above 0, such as 1000", c.Evidence)
	case c.Evidence == 0 && len(c.Proposals) > 0:
		return usage("--proposals sets what --evidence draws from: give --evidence DRAWS too")
	}
	for _, name := range c.Proposals {
		if _, err := inference.ParseEvidenceProposal(name); err != nil {
			return usage("--proposals: %v", err)
		}
	}
	return nil
}

// evidenceOf lays out the estimate of importance sampling.
func evidenceOf(e *job.EvidenceScore) *evidence {
	return &evidence{Log: number(e.Log), StandardError: number(e.StandardError), Effective: number(e.Effective), Draws: e.Draws, Proposals: e.Proposals,
		Bound: number(e.Bound), Parameters: number(e.Parameters), Labels: number(e.Labels), InputUnits: number(e.InputUnits), Warning: e.EvidenceEstimate.Warning()}
}
