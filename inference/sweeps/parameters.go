package sweeps

import "example.org/espalier/inference"

// The choices of parameters.
const (
	Together = "together"
	Apart    = "apart"
	Learnt   = "learnt"
	Usual    = "usual"
)

// Concentration is that of a Chinese restaurant process.
func Concentration(name, title, help string) inference.Parameter {
	return inference.Parameter{Name: name, Title: title, Type: inference.Real, Default: "1", OpenMin: true, Max: 1e6,
		Learnt: true, Help: help}
}

// Prior chooses whether hyperparameters are learnt.
func Prior(title, help string) inference.Parameter {
	return inference.Parameter{Name: "prior", Title: title, Type: inference.Choice, Default: Learnt,
		Choices: []string{Learnt, Usual}, Advanced: true, Help: help}
}

// Proposals is a number of proposals in each sweep.
func Proposals(name, title, usually, help string) inference.Parameter {
	return inference.Parameter{Name: name, Title: title, Type: inference.Integer, Default: usually, Min: 0, Max: 1000,
		Advanced: true, Help: help}
}

// Start chooses the first clusters; the first choice is usual.
func Start(help string, choices ...string) inference.Parameter {
	return inference.Parameter{Name: "start", Title: "Start", Type: inference.Choice, Default: choices[0],
		Choices: choices, Advanced: true, Help: help}
}

// Info adds the common fields of samplers of partitions to the description of a model.
func Info(i inference.Info) inference.Info {
	i.Objective, i.ObjectiveTitle = "log_joint", "log joint probability, nats"
	i.Iteration, i.Iterations, i.Samples, i.Chains = "sweep", 500, true, 4
	return i
}
