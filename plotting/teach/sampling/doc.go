// Package sampling holds the teaching stages about algorithms: how draws are made and weighted, how an evidence is
// estimated from them, and how a sampler is found out.
package sampling
