package tree

import (
	"fmt"
	"math"
)

// Check returns nil, or an error that names the first broken invariant:
//   - all slices have the length of Parent, and so does Support unless it is nil;
//   - every node but Top has a branch point as its parent and occurs once in its
//     list of children; all nodes can be reached from Top;
//   - leaves have no children, branch points two or more;
//   - times are not NaN and not before the origin; a branch point is later than
//     its parent and before time 1, a leaf is not earlier than its parent;
//   - supports are in [0,1], or NaN where unknown.
func (t *Tree) Check() error {
	n, m := len(t.Names), len(t.Parent)
	switch {
	case n == 0:
		return fmt.Errorf("tree: no leaves")
	case m < n || len(t.Children) != m || len(t.LogTime) != m:
		return fmt.Errorf("tree: %d leaves, %d parents, %d lists of children and %d times do not match", n, m,
			len(t.Children), len(t.LogTime))
	case t.Before != nil && (t.Support == nil || len(t.Before) != m):
		return fmt.Errorf("tree: %d lists of further supports for %d nodes", len(t.Before), m)
	case t.Support != nil && len(t.Support) != m:
		return fmt.Errorf("tree: %d supports for %d nodes", len(t.Support), m)
	case t.Top < 0 || t.Top >= m:
		return fmt.Errorf("tree: top node %d is not one of %d nodes", t.Top, m)
	case t.Parent[t.Top] != -1:
		return fmt.Errorf("tree: top node %d has parent %d", t.Top, t.Parent[t.Top])
	}
	seen := make([]bool, m)
	seen[t.Top] = true
	reached, stack := 1, []int{t.Top}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if err := t.checkNode(v); err != nil {
			return err
		}
		for _, c := range t.Children[v] {
			if c < 0 || c >= m {
				return fmt.Errorf("tree: node %d has child %d, not one of %d nodes", v, c, m)
			}
			if seen[c] {
				return fmt.Errorf("tree: node %d is reached twice, the second time from node %d", c, v)
			}
			if t.Parent[c] != v {
				return fmt.Errorf("tree: node %d is a child of node %d but has parent %d", c, v, t.Parent[c])
			}
			seen[c] = true
			reached++
			stack = append(stack, c)
		}
	}
	if reached != m {
		for v, s := range seen {
			if !s {
				return fmt.Errorf("tree: node %d cannot be reached from the top", v)
			}
		}
	}
	return nil
}

func (t *Tree) checkNode(v int) error {
	l := t.LogTime[v]
	p := t.Parent[v]
	switch {
	case math.IsNaN(l) || l < 0:
		return fmt.Errorf("tree: node %d has −log(1−t) = %v, not a number ≥ 0", v, l)
	case t.IsLeaf(v) && len(t.Children[v]) != 0:
		return fmt.Errorf("tree: leaf %d has children", v)
	case !t.IsLeaf(v) && len(t.Children[v]) < 2:
		return fmt.Errorf("tree: branch point %d has %d children, not two or more", v, len(t.Children[v]))
	case !t.IsLeaf(v) && math.IsInf(l, 1):
		return fmt.Errorf("tree: branch point %d is at time 1, where only leaves can be", v)
	case p >= 0 && l < t.LogTime[p]:
		return fmt.Errorf("tree: node %d at −log(1−t) = %v is before its parent %d at %v", v, l, p, t.LogTime[p])
	case p >= 0 && !t.IsLeaf(v) && l == t.LogTime[p]:
		return fmt.Errorf("tree: branch point %d is at the same time as its parent %d", v, p)
	}
	if t.Support != nil && (t.Support[v] < 0 || t.Support[v] > 1) {
		return fmt.Errorf("tree: node %d has support %v, not in [0,1]", v, t.Support[v])
	}
	return nil
}
