// Package dates reads days of the calendar from text, and chooses those that an axis names.
package dates

import (
	"math"
	"strings"
	"time"
)

// layouts are the forms in which dates are read: year, month, day, in this order, which leaves no doubt.
var layouts = []string{time.DateOnly, "2006/01/02", "2006-01", time.DateTime, time.RFC3339, "2 Jan 2006",
	"2 January 2006"}

// secondsOfDay are those of a day of the calendar.
const secondsOfDay = 24 * 3600

// Of returns values as days since the first of January 1970, with parts of a day, and NaN for blanks; nil unless all
// that are not blank are dates. "2024-05-13", "2024/05/13", "2024-05", "13 May 2024" and "2024-05-13 08:30:00" are.
func Of(values []string) []float64 {
	days := make([]float64, len(values))
	read := 0
	for i, v := range values {
		days[i] = math.NaN()
		if v = strings.TrimSpace(v); v == "" || strings.EqualFold(v, "NA") {
			continue
		}
		t, ok := parse(v)
		if !ok {
			return nil
		}
		days[i] = float64(t.Unix()) / secondsOfDay
		read++
	}
	if read == 0 {
		return nil
	}
	return days
}

func parse(v string) (time.Time, bool) {
	for _, layout := range layouts {
		if t, err := time.Parse(layout, v); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// at is the calendar's day of a number of days.
func at(days float64) time.Time {
	return time.Unix(int64(math.Floor(days))*secondsOfDay, 0).UTC()
}

// Word writes a day: "2024-05-13".
func Word(days float64) string { return at(days).Format(time.DateOnly) }

// A Mark is a day that an axis names.
type Mark struct {
	Days float64
	Word string // "2024", "2024-05" or "2024-05-13", as finely as the marks stand
}

// A pace is the distance of marks: years, months or days.
type pace struct{ years, months, days int }

// Marks returns at most n days from low to high, as evenly as the calendar has them: first days of years, of months,
// or days. It is nil where there is none.
func Marks(low, high float64, n int) []Mark {
	if n < 1 || !(high >= low) || math.Abs(low) > 1e6 || math.Abs(high) > 1e6 {
		return nil
	}
	paces := []pace{{days: 1}, {days: 2}, {days: 7}, {days: 14}, {months: 1}, {months: 2}, {months: 3}, {months: 6}}
	for _, of := range []int{1, 2, 5} {
		for size := 1; size < 10_000; size *= 10 {
			paces = append(paces, pace{years: of * size})
		}
	}
	best := []Mark(nil)
	for _, p := range paces {
		if list := p.marks(low, high, n); len(list) > len(best) {
			best = list
		}
	}
	return best
}

// marks returns all marks at a pace, nil if they are more than n.
func (p pace) marks(low, high float64, n int) (list []Mark) {
	t, layout := at(low), "2006"
	switch {
	case p.years > 0:
		t = time.Date(t.Year()-((t.Year()%p.years)+p.years)%p.years, 1, 1, 0, 0, 0, 0, time.UTC)
	case p.months > 0:
		t, layout = time.Date(t.Year(), 1, 1, 0, 0, 0, 0, time.UTC), "2006-01"
	default:
		layout = time.DateOnly
	}
	for steps := 0; ; steps++ {
		days := float64(t.Unix()) / secondsOfDay
		if days > high {
			return list
		}
		if days >= low {
			list = append(list, Mark{days, t.Format(layout)})
		}
		if len(list) > n || steps > 40+2*n {
			return nil
		}
		t = t.AddDate(p.years, p.months, p.days)
	}
}
