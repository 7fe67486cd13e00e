package plotting

import (
	"cmp"
	"slices"

	"espalier/inference"
	"espalier/inference/linkage"

	"gonum.org/v1/gonum/mat"
)

// MaxClusteredCases is how many cases are clustered at most; of more, those stand together
// that are most active in the same factor.
const MaxClusteredCases = 800

// ClusterCases returns the rows of x, such as the activities of cases, so that those most
// alike stand beside each other: average linkage with the optimal leaf order (Bar-Joseph,
// Gifford and Jaakkola 2001) up to [MaxClusteredCases].
func ClusterCases(x *mat.Dense) []int {
	switch n, _ := x.Dims(); {
	case n < 3:
		return upTo(n)
	case n > MaxClusteredCases:
		return rowsByStrongest(x)
	}
	return linkage.OptimalOrder(x, linkage.Cluster(x, linkage.Average))
}

// CasesByAnnotation returns the rows of x level by level of an annotation, missing ones
// last, those of a level as [ClusterCases] has them.
func CasesByAnnotation(a inference.Annotation, x *mat.Dense) []int {
	n, k := x.Dims()
	s := Strip{Annotation: a}
	byLevel := make([][]int, len(a.Levels)+1)
	for i := range n {
		code := s.code(i)
		if code < 0 {
			code = len(a.Levels)
		}
		byLevel[code] = append(byLevel[code], i)
	}
	order := make([]int, 0, n)
	for _, rows := range byLevel {
		if len(rows) == 0 {
			continue
		}
		part := mat.NewDense(len(rows), k, nil)
		for i, r := range rows {
			part.SetRow(i, x.RawRowView(r))
		}
		for _, i := range ClusterCases(part) {
			order = append(order, rows[i])
		}
	}
	return order
}

// CasesByFactor returns the rows of x from the greatest value in column k to the least.
func CasesByFactor(x *mat.Dense, k int) []int {
	n, _ := x.Dims()
	order := upTo(n)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(x.At(b, k), x.At(a, k)) })
	return order
}
