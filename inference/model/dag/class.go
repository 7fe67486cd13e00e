package dag

import (
	"slices"

	"example.org/espalier/inference/kind/graph"
)

// equivalent returns the bonds of the equivalence class of a graph, given the parents of each column: arrows into
// columns whose parents are not joined stay, and so do the arrows that follow from them (Meek 1995, Causal inference
// and causal explanation with background knowledge, UAI, rules 1 to 3); all others are lines.
func equivalent(parents [][]int) (bonds []graph.Bond) {
	d := len(parents)
	joined, arrow := make([]bool, d*d), make([]bool, d*d) // arrow[a*d+b]: a → b for all
	for b, set := range parents {
		for _, a := range set {
			joined[a*d+b], joined[b*d+a] = true, true
		}
	}
	for b, set := range parents {
		for _, a := range set {
			for _, c := range set {
				if a != c && !joined[a*d+c] {
					arrow[a*d+b] = true
				}
			}
		}
	}
	near := make([][]int, d)
	for a := range d {
		for b := range d {
			if joined[a*d+b] {
				near[a] = append(near[a], b)
			}
		}
	}
	line := func(a, b int) bool { return joined[a*d+b] && !arrow[a*d+b] && !arrow[b*d+a] }
	follows := func(a, b int) bool {
		for _, c := range near[a] {
			if c == b {
				continue
			}
			if arrow[c*d+a] && !joined[c*d+b] { // else a new pair of parents that are not joined
				return true
			}
			if arrow[a*d+c] && arrow[c*d+b] { // else a cycle
				return true
			}
			if !line(a, c) || !arrow[c*d+b] {
				continue
			}
			for _, e := range near[a] { // else one of both
				if e != c && line(a, e) && arrow[e*d+b] && !joined[c*d+e] {
					return true
				}
			}
		}
		return false
	}
	for changed := true; changed; {
		changed = false
		for a := range d {
			for _, b := range near[a] {
				if line(a, b) && follows(a, b) {
					arrow[a*d+b], changed = true, true
				}
			}
		}
	}
	for b := range d {
		for a := range d {
			if arrow[a*d+b] || a < b && line(a, b) {
				bonds = append(bonds, graph.Bond{From: a, To: b, Directed: arrow[a*d+b]})
			}
		}
	}
	return slices.Clip(bonds)
}
