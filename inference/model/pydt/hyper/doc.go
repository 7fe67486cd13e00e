// Package hyper holds the hyperparameters of a diffusion tree as the tree sees them, σ², c, θ, α and the noise, with
// the variational posteriors of those that are learnt (math 5.1). Their priors stand in packages priors and noise.
package hyper
