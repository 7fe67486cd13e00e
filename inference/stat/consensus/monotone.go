package consensus

import (
	"math"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/inference/tree"
)

// apart is the least difference in −log(1−t) between a branch point and its parent if their mean
// times do not separate them. It survives writing to a file.
const apart = 1e-9

// latest is −log(1−t) of branch points so close to time 1 that 1−t has no digits left.
const latest = 700

// monotone returns −log(1−t) of each node from the means of 1−t, moved to let no node precede its
// parent. Branch points are placed in the order of their support: the best supported keep their
// means, and each other goes as close to its own as the earlier ones allow. It takes O(N·depth)
// time.
func monotone(t *tree.Tree, left []float64) []float64 {
	n := len(t.Names)
	order := make([]int, 0, len(t.Parent)-n)
	for v := n; v < len(t.Parent); v++ {
		order = append(order, v)
	}
	stable.Sort(order, func(a, b int) int {
		switch {
		case t.Support[a] > t.Support[b]:
			return -1
		case t.Support[a] < t.Support[b]:
			return 1
		}
		return 0
	})
	logTime := make([]float64, len(t.Parent))
	placed := make([]bool, len(t.Parent))
	earliest := make([]float64, len(t.Parent)) // earliest placed time at or below each node
	for v := range earliest {
		earliest[v] = math.Inf(1)
	}
	for _, v := range order {
		l := -math.Log(left[v])
		l = min(l, latest)
		for u := t.Parent[v]; u >= 0; u = t.Parent[u] {
			if placed[u] {
				l = max(l, logTime[u])
				break
			}
		}
		l = max(0, min(l, earliest[v]))
		logTime[v], placed[v] = l, true
		for u := v; u >= 0 && earliest[u] > l; u = t.Parent[u] {
			earliest[u] = l
		}
	}
	for _, v := range t.PreOrder() {
		p := t.Parent[v]
		switch {
		case v < n:
			logTime[v] = max(0, -math.Log(left[v])) // not −0
			if p >= 0 {
				logTime[v] = max(logTime[v], logTime[p])
			}
		case p >= 0 && logTime[v] < logTime[p]+apart:
			logTime[v] = max(logTime[p]+apart, math.Nextafter(logTime[p], math.Inf(1)))
		}
	}
	return logTime
}
