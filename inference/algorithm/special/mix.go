package special

// Golden64 is the step of SplitMix64, 2⁶⁴ divided by the golden ratio.
const Golden64 = 0x9e3779b97f4a7c15

// Mix64 is the finaliser of SplitMix64 (Steele, Lea and Flood 2014): of multiples of [Golden64], or of numbers that
// are apart by it, it makes 64 bits that look random. No two numbers become one.
func Mix64(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
