package plotting

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"time"

	"example.org/espalier/inference/algorithm/stable"
)

// minusSign is the minus sign of figures, as wide as the plus sign.
const minusSign = "−"

// FormatNumber returns x with three significant digits: "0.31", "12.4", "−2.5". Whole numbers from
// 100 on have groups of thousands, "1,240", and powers of ten appear only beyond 10⁷ or below 10⁻³,
// "3.1e−5". Whole numbers below 10⁷ keep all their digits. NaN gives "–" and infinity "∞".
func FormatNumber(x float64) string { return FormatDigits(x, 3) }

// WithUnit returns a number as FormatNumber does, with its unit after it; "" is none.
func WithUnit(x float64, unit string) string {
	if unit == "" {
		return FormatNumber(x)
	}
	return FormatNumber(x) + " " + unit
}

// FormatRows formats a number of rows, which need not be whole: "1 row", "93.1 rows".
func FormatRows(x float64) string { return counted(FormatDigits(x, 3), "row") }

// counted adds a noun to a number, in the singular or plural.
func counted(number, noun string) string {
	if number == "1" {
		return number + " " + noun
	}
	return number + " " + noun + "s"
}

// FormatDigits is FormatNumber with another number of significant digits, at least 1.
func FormatDigits(x float64, digits int) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return minusSign + "∞"
	case x == 0:
		return "0"
	case x < 0:
		return minusSign + FormatDigits(-x, digits)
	case x < 1e7 && x == math.Trunc(x):
		return group(strconv.FormatFloat(x, 'f', 0, 64))
	}
	digits = max(digits, 1)
	// Round first: 9.996 is "10", not "10.00".
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', digits-1, 64), "e")
	e, err := strconv.Atoi(exponent)
	if err != nil {
		panic("plotting: strconv wrote an exponent that it cannot read")
	}
	if e >= 7 || e < -3 {
		// Superscripts would be better, but the figures' typeface lacks some of them.
		return trimZeros(mantissa) + "e" + strings.Replace(strconv.Itoa(e), "-", minusSign, 1)
	}
	return group(trimZeros(strconv.FormatFloat(x, 'f', max(digits-1-e, 0), 64)))
}

// FormatCount returns a whole number with groups of thousands: "1,240".
func FormatCount(n int) string {
	if n < 0 {
		return minusSign + group(strings.TrimPrefix(strconv.Itoa(n), "-"))
	}
	return group(strconv.Itoa(n))
}

// FormatPercentRange returns a range of shares: "9 to 15 %".
func FormatPercentRange(low, high float64) string {
	a, b := FormatPercent(low), FormatPercent(high)
	if a == b {
		return a
	}
	return strings.TrimSuffix(a, " %") + " to " + b
}

// FormatPercent returns a share in [0,1] as "98 %". Below 1 % and above 99 % it adds a digit where
// rounding would suggest certainty.
func FormatPercent(share float64) string {
	p := 100 * share
	switch {
	case math.IsNaN(p):
		return "–"
	case p > 0 && p < 0.1:
		return "< 0.1 %"
	case p > 99.9 && p < 100:
		return "> 99.9 %"
	case p > 0 && p < 0.95, p > 99.05 && p < 100:
		return strconv.FormatFloat(p, 'f', 1, 64) + " %"
	}
	return strconv.FormatFloat(p, 'f', 0, 64) + " %"
}

// FormatShares formats the parts of a whole as FormatPercent does, but rounds up as many of them, those that lose most
// by rounding down, as the texts need to add up to 100. Parts that do not add up to 1 are rounded one by one.
func FormatShares(parts []float64) []string {
	texts, sum, left := make([]string, len(parts)), 0.0, 100.0
	var whole []int // parts that show no digit after the point
	for i, part := range parts {
		texts[i] = FormatPercent(part)
		sum += part
		if p := 100 * part; p >= 0.95 && p <= 99.05 {
			whole = append(whole, i)
			left -= math.Floor(p)
		} else {
			left -= p
		}
	}
	up := int(math.Round(left))
	if !(math.Abs(sum-1) < 1e-3) || up < 0 || up > len(whole) {
		return texts
	}
	lost := func(i int) float64 { return 100*parts[i] - math.Floor(100*parts[i]) }
	stable.Sort(whole, func(a, b int) int { return cmp.Compare(lost(b), lost(a)) })
	for place, i := range whole {
		p := math.Floor(100 * parts[i])
		if place < up {
			p++
		}
		texts[i] = FormatPercent(p / 100)
	}
	return texts
}

// FormatDuration returns a duration in words: "less than a second", "about 40 s", "about 3 min",
// "about 2 h", "about 5 days".
func FormatDuration(d time.Duration) string {
	s := d.Seconds()
	about := func(x float64, unit string) string { return "about " + strconv.FormatFloat(x, 'f', 0, 64) + " " + unit }
	switch {
	case s < 1:
		return "less than a second"
	case s < 9.5:
		return about(s, "s")
	case s < 57.5:
		return about(5*math.Round(s/5), "s")
	case s < 9.5*60:
		return about(max(s/60, 1), "min")
	case s < 57.5*60:
		return about(5*math.Round(s/300), "min")
	case s < 35.5*3600:
		return about(max(s/3600, 1), "h")
	}
	return about(max(s/86400, 2), "days")
}

// FormatElapsed returns a duration that has passed: "0.4 s", "12 s", "3:05 min", "2:07 h".
func FormatElapsed(d time.Duration) string {
	switch {
	case d < 0:
		return "0 s"
	case d < 9950*time.Millisecond:
		return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
	case d < 59500*time.Millisecond:
		return strconv.FormatFloat(d.Seconds(), 'f', 0, 64) + " s"
	case d < time.Hour-500*time.Millisecond:
		s := int(d.Seconds() + 0.5)
		return strconv.Itoa(s/60) + ":" + twoDigits(s%60) + " min"
	}
	m := int(d.Minutes() + 0.5)
	return group(strconv.Itoa(m/60)) + ":" + twoDigits(m%60) + " h"
}

func twoDigits(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// group puts commas between the thousands of a plain decimal number.
func group(s string) string {
	whole, rest, point := strings.Cut(s, ".")
	if len(whole) > 3 {
		var b strings.Builder
		for i, r := range whole {
			if i > 0 && (len(whole)-i)%3 == 0 {
				b.WriteByte(',')
			}
			b.WriteRune(r)
		}
		whole = b.String()
	}
	if point {
		return whole + "." + rest
	}
	return whole
}

func trimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// FormatP returns a p value as people print it: "0.36", "0.046", "0.0008", and "< 0.0001" for less.
func FormatP(p float64) string {
	switch {
	case math.IsNaN(p):
		return "–"
	case p < 1e-4:
		return "< 0.0001"
	case p < 0.0995:
		return strconv.FormatFloat(p, 'g', 2, 64)
	}
	return strconv.FormatFloat(p, 'f', 2, 64)
}

// PWords returns a p value with its letter: "p = 0.03", "p < 0.0001".
func PWords(p float64) string {
	text := FormatP(p)
	if strings.HasPrefix(text, "<") {
		return "p " + text
	}
	return "p = " + text
}

// FormatTick writes a multiple of step.
func FormatTick(v, step float64) string {
	if math.Abs(v) < step*1e-6 {
		return "0"
	}
	if a := math.Abs(v); a >= 1e7 || a < 1e-4 {
		return FormatDigits(v, 1+int(max(math.Floor(math.Log10(a))-math.Floor(math.Log10(step))+1, 0)))
	}
	decimals := 0
	for s := step; decimals < 12 && math.Abs(s-math.Round(s)) > 1e-6*s; decimals++ {
		s *= 10
	}
	// 0, 0.25, 0.5: each with its own digits, as one would write them.
	s := strconv.FormatFloat(math.Abs(v), 'f', decimals, 64)
	s = group(trimZeros(s))
	if v < 0 {
		return minusSign + s
	}
	return s
}

// FormatTimeOrHeight writes a time, "t = 0.31", or the height it stands for in a tree whose origin is at a height above
// 0.
func FormatTimeOrHeight(t, origin float64) string {
	if origin > 0 {
		return "height " + FormatNumber(origin*(1-t))
	}
	return "t = " + FormatTime(t)
}

// FormatTime returns a diffusion time in [0,1] with two decimals, or more if two would not
// distinguish it from 0 or 1.
func FormatTime(t float64) string {
	if left := 1 - t; left > 0 && left < 1e-5 {
		return "1 − " + FormatDigits(left, 2)
	}
	digits := 2
	for edge := min(t, 1-t); edge > 0 && edge < 0.095 && digits < 12; digits++ {
		edge *= 10
	}
	if t == 0 || t == 1 {
		digits = 0
	}
	return strconv.FormatFloat(t, 'f', digits, 64)
}

// FormatPlain is FormatDigits without powers of ten for small numbers, for comparison in a column.
func FormatPlain(x float64, digits int) string {
	if a := math.Abs(x); a >= 1e-6 && a < 1e-3 {
		return strings.Replace(strconv.FormatFloat(x, 'f', digits-1-int(math.Floor(math.Log10(a))), 64), "-", minusSign, 1)
	}
	return FormatDigits(x, digits)
}

// WithMinus puts a minus sign for the hyphen before each number of a text. A hyphen within a word stays: "1e-5", "a-1",
// "2020-01-31".
func WithMinus(text string) string {
	runes := []rune(text)
	for i, r := range runes {
		if r != '-' || i+1 == len(runes) || i > 0 && !strings.ContainsRune(" (=", runes[i-1]) {
			continue
		}
		if next := runes[i+1]; next >= '0' && next <= '9' || next == '.' {
			runes[i] = []rune(minusSign)[0]
		}
	}
	return string(runes)
}
