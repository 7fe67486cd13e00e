package inferencetest

// Partitions calls f with each partition of n things, as labels in the order of their first appearance. The labels are
// changed after each call.
func Partitions(n int, f func(z []int)) {
	z := make([]int, n)
	var place func(i, most int)
	place = func(i, most int) {
		if i == n {
			f(z)
			return
		}
		for k := range most + 1 {
			z[i] = k
			place(i+1, max(most, k+1))
		}
	}
	place(0, 0)
}
