package say

// Both returns "a, b", or one of them where the other is empty.
func Both(a, b string) string {
	if a != "" && b != "" {
		return a + ", " + b
	}
	return a + b
}
