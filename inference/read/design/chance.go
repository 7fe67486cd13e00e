package design

import (
	"math"

	"example.org/espalier/inference/algorithm/special"

	"gonum.org/v1/gonum/mathext"
)

// evenness returns the log probability that numbers drawn at random come as equally often as these, at least once each.
// All are taken to be equally likely, which is where that is most probable. The counts are positive.
func evenness(counts []int) float64 {
	k, n := float64(len(counts)), 0.
	for _, c := range counts {
		n += float64(c)
	}
	mean := n / k
	rate := truncatedRate(mean)
	spread := mean * (1 + rate - mean) // the variance of a Poisson count that is not zero
	if k < 2 || !(spread > 0) {
		return 0
	}
	var squares float64
	for _, c := range counts {
		squares += square(float64(c) - mean)
	}
	even := k*(mean*math.Log(rate)-special.LogGamma(mean+1)-rate-math.Log1p(-math.Exp(-rate))) +
		math.Log(2*math.Pi*k*spread)/2
	return logAsSmall(squares/spread, k-1, even)
}

// truncatedRate returns the rate of the Poisson distribution whose mean is that, given that it is not zero.
func truncatedRate(mean float64) float64 {
	rate := mean
	for range 60 {
		rate = mean * -math.Expm1(-rate)
	}
	return rate
}

// crossing returns the log probability that two columns with these counts meet as evenly as in the table of
// len(a) × len(b) counts, row by row, if nothing relates them.
func crossing(table, a, b []int) float64 {
	var n, statistic, even float64
	for _, c := range a {
		n += float64(c)
		even += special.LogFactorial(c)
	}
	for _, c := range b {
		even += special.LogFactorial(c)
	}
	for i, x := range a {
		for j, y := range b {
			expected := float64(x) * float64(y) / n
			statistic += square(float64(table[i*len(b)+j])-expected) / expected
			even -= special.LogGamma(expected + 1)
		}
	}
	even -= special.LogGamma(n + 1)
	return logAsSmall(statistic, float64((len(a)-1)*(len(b)-1)), even)
}

// logAsSmall returns the log probability of a χ² statistic as small as this one. even is the log probability of the
// smallest value: the statistic is one of counts, which take steps.
func logAsSmall(statistic, freedom, even float64) float64 {
	half := freedom / 2
	least := 2 * math.Exp((math.Min(0, even)+special.LogGamma(half+1))/half)
	return logLower(half, square(math.Sqrt(statistic)+math.Sqrt(least))/2)
}

// logLower returns the log of the regularised lower incomplete gamma function P(a, x), by its series; 0 where x ≥ a,
// which is no small value.
func logLower(a, x float64) float64 {
	if x >= a {
		return 0
	}
	sum, term := 1., 1.
	for i := 1.; term > 1e-12*sum; i++ {
		term *= x / (a + i)
		sum += term
	}
	return math.Min(0, a*math.Log(x)-x-special.LogGamma(a+1)+math.Log(sum))
}

// together returns the log probability that so many chances are all below that which says nothing, and that their logs
// lie so far below it together: each lies below it by an exponential variable of mean 1.
func together(below float64, of int) float64 {
	return float64(of)*idle + math.Log(mathext.GammaIncRegComp(float64(of), below))
}

// equalRuns returns the log probability that runs cut at random are as equal as these: they differ from one length by
// so many rows together.
func equalRuns(runs []int, length int) float64 {
	n, off := 0, 0
	for _, r := range runs {
		n += r
		if off += r - length; r < length {
			off += 2 * (length - r)
		}
	}
	k := len(runs)
	return math.Min(0, -special.LogFactorial(n-1)+special.LogFactorial(k-1)+special.LogFactorial(n-k)+
		float64(off)*math.Log(2*float64(k)))
}

func square(x float64) float64 { return x * x }
