package search

import (
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/pydt/branches"
	"example.org/espalier/inference/model/pydt/posterior"
)

// lookAgain is the number of iterations after which all branches are weighed again.
const lookAgain = 200

// branches reports whether branches can be weighed against their collapse: branch points of
// more than two children must be possible.
func (f *Fit) branches() bool { return f.state.Hyper.Prior.CanJoin(2) }

// supports reports whether method em weighs branches. Method mp judges trees in its own way, and
// weighs branches at the times that it finds.
func (f *Fit) supports() bool { return f.messenger == nil && f.branches() }

// supportAll continues the support of the branches of all trees that are kept.
func (f *Fit) supportAll() bool {
	if f.weigher == nil && !f.support() {
		return false
	}
	return f.weighAll()
}

// newSupporter returns a supporter of the state, which knows the probabilities of some branches.
func (f *Fit) newSupporter(known map[uint64]float64) *branches.Supporter {
	return &branches.Supporter{S: f.state, Known: known, Weighing: branches.Weighing{Threads: f.threads}}
}

// support continues the support of the state's branches and reports whether it is done, and kept
// with the tree.
func (f *Fit) support() bool {
	if f.supporter == nil {
		f.supporter = f.newSupporter(nil)
	}
	if !f.supporter.Advance(f.Problem.NodesPerUnit()) {
		return false
	}
	k := f.state.Capture()
	k.Objective = f.scoreOf(f.state)
	k.Support = f.supporter.Present
	f.weighed = branches.Weighed(f.state, k.Support)
	f.supporter = nil
	f.keepAs(k)
	return true
}

// supportedOf returns the expected number of true branch points among those of the best tree: the sum
// of their probabilities, NaN if these are unknown.
func supportedOf(k *posterior.Sketch) float64 {
	if k.Support == nil {
		return math.NaN()
	}
	sum := 0.0
	for _, p := range k.Support {
		if !math.IsNaN(p) {
			sum += p
		}
	}
	return sum
}

// pointScalars returns the estimates of the number of branch points, besides that of the best tree.
func (f *Fit) pointScalars() (list []inference.Scalar) {
	if f.Piloted != nil && f.Model == "pydt" {
		m := f.backing.points(f.Piloted)
		list = append(list, inference.Scalar{Name: "expected_branch_points", Mean: m.Mean, StandardDeviation: m.Deviation})
	}
	current := f.Current
	if r := f.latest(); r != nil {
		current = r.sketch
	}
	if sum := f.backing.sure(current, f.Data.Rows); !math.IsNaN(sum) {
		list = append(list, inference.Scalar{Name: "supported_branch_points", Mean: sum})
	}
	return list
}

// weighAll continues finding the supports of all trees kept, and reports whether it is done. Under
// method em the best tree has its supports already.
func (f *Fit) weighAll() bool {
	if f.weigher == nil {
		f.weigher = branches.NewWeigher(f.state, f.Best, f.weighed, f.threads)
	}
	if !f.weigher.Advance(f.Problem.NodesPerUnit()) {
		return false
	}
	best := f.Current == f.Best[0]
	f.Best, f.weigher = f.weigher.List, nil
	if best && f.Current != f.Best[0] {
		f.Current = f.Best[0]
		f.weighed = branches.Weighed(f.state, f.Current.Support)
	}
	return true
}
