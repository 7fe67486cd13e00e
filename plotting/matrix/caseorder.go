package matrix

import (
	"cmp"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/plotting/beside"

	"gonum.org/v1/gonum/mat"
)

// maxClusteredCases limits how many cases are clustered. More are grouped by their most active
// factor.
const maxClusteredCases = 800

// ClusterCases orders the rows of x, such as the activities of cases, so that similar ones stand
// side by side: average linkage with the optimal leaf order (Bar-Joseph, Gifford and Jaakkola
// 2001), up to maxClusteredCases.
func ClusterCases(x *mat.Dense) []int {
	switch n, _ := x.Dims(); {
	case n < 3:
		return inference.UpTo(n)
	case n > maxClusteredCases:
		return rowsByStrongest(x)
	}
	return linkage.OptimalOrder(x, linkage.Cluster(x, linkage.Average))
}

// CasesByAnnotation orders the rows of x by the levels of an annotation, missing ones last, and
// within a level as [ClusterCases] does.
func CasesByAnnotation(a inference.Annotation, x *mat.Dense) []int {
	n, k := x.Dims()
	s := beside.Strip{Annotation: a}
	byLevel := make([][]int, len(a.Levels)+1)
	for i := range n {
		code := s.Code(i)
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

// CasesByFactor orders the rows of x from the greatest value in column k to the least.
func CasesByFactor(x *mat.Dense, k int) []int {
	n, _ := x.Dims()
	order := inference.UpTo(n)
	stable.Sort(order, func(a, b int) int { return cmp.Compare(x.At(b, k), x.At(a, k)) })
	return order
}

// Grouping lists the annotations that give several rows the same level and not all rows the same.
func Grouping(list []inference.Annotation) (found []inference.Annotation) {
	for _, a := range list {
		if k := len(a.Levels); k > 1 && (2*k <= len(a.Codes) || a.Numeric) {
			found = append(found, a)
		}
	}
	return found
}
