package chains

import (
	"espalier/inference"

	"gonum.org/v1/gonum/mat"
)

// poolMatrices averages the matrices of all chains, by place, where they are of one name
// and size. all are the first chain's own, not shared with anyone, and are overwritten.
func poolMatrices(all []inference.Named[*mat.Dense], others [][]inference.Named[*mat.Dense]) {
	for k, m := range all {
		r, c := m.Value.Dims()
		sum, n := m.Value.RawMatrix().Data, 1.0
		for _, o := range others {
			if k >= len(o) || o[k].Name != m.Name {
				continue
			}
			if a, b := o[k].Value.Dims(); a != r || b != c {
				continue
			}
			n++
			for i, v := range o[k].Value.RawMatrix().Data {
				sum[i] += (v - sum[i]) / n
			}
		}
	}
}

// nearest returns which of several partitions of the rows has the least squared distance
// from the co-clustering probabilities p, N×N: the least Σ over its pairs of 1−2p (Dahl 2006).
func nearest(p *mat.Dense, partitions [][]int) int {
	best, least := 0, 0.0
	for k, z := range partitions {
		sum := 0.0
		for i, a := range z {
			row := p.RawRowView(i)
			for j, b := range z[:i] {
				if a == b {
					sum += 1 - 2*row[j]
				}
			}
		}
		if k == 0 || sum < least {
			best, least = k, sum
		}
	}
	return best
}

// poolPartitions makes matrices those of all chains, and of the chains' labels takes those
// nearest to the first matrix, if it is one of pairs of rows.
func poolPartitions(s *inference.Snapshot, others []*inference.Snapshot) {
	var matrices [][]inference.Named[*mat.Dense]
	for _, o := range others {
		matrices = append(matrices, o.Matrices)
	}
	poolMatrices(s.Matrices, matrices)
	if len(s.Matrices) == 0 || len(s.Labels) == 0 {
		return
	}
	p, partitions, from := s.Matrices[0].Value, [][]int{s.Labels[0].Value}, []*inference.Snapshot{s}
	for _, o := range others {
		if len(o.Labels) > 0 && len(o.Labels[0].Value) == len(s.Labels[0].Value) {
			partitions, from = append(partitions, o.Labels[0].Value), append(from, o)
		}
	}
	if r, c := p.Dims(); r != len(partitions[0]) || c != r {
		return
	}
	s.Labels = from[nearest(p, partitions)].Labels
}
