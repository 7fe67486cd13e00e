// Package pilot learns the hyperparameters of diffusion trees for a search, by a short run of the sampler.
package pilot
