package inference

// UpTo returns the whole numbers from 0 to n−1, in order.
func UpTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
