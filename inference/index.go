package inference

// UpTo returns the whole numbers from 0 to n−1, in order.
func UpTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// OneWay reports whether numbers all rise, or all fall, each from the one before.
func OneWay(x []float64) bool {
	rises, falls := true, true
	for i := 1; i < len(x); i++ {
		rises, falls = rises && x[i] > x[i-1], falls && x[i] < x[i-1]
	}
	return rises || falls
}
