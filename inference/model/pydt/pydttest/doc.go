// Package pydttest has what tests of the rooms of the diffusion trees share: tables, states, and comparisons.
package pydttest
