package dates

import (
	"math"
	"testing"
)

func TestDatesAreRead(t *testing.T) {
	days := Of([]string{"1970-01-01", "1970-01-02", " 1971/01/01 ", "", "2024-02-29", "1 Mar 2024", "1969-12-31",
		"1970-01-02 12:00:00", "NA"})
	for i, want := range []float64{0, 1, 365, math.NaN(), 19782, 19783, -1, 1.5, math.NaN()} {
		if got := days[i]; got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("value %d is %v, want %v", i, got, want)
		}
	}
	for _, none := range [][]string{{"2024-02-30"}, {"2024-01-01", "high"}, {"", ""}, nil, {"12"}, {"01/02/2024"}} {
		if Of(none) != nil {
			t.Errorf("%q are dates", none)
		}
	}
	if Word(19782) != "2024-02-29" || Word(-1) != "1969-12-31" || Word(0.9) != "1970-01-01" {
		t.Errorf("%s %s %s", Word(19782), Word(-1), Word(0.9))
	}
}

func TestMarks(t *testing.T) {
	words := func(low, high float64, n int) (text string) {
		for _, m := range Marks(low, high, n) {
			if m.Days < low || m.Days > high {
				t.Errorf("%s lies outside %v to %v", m.Word, low, high)
			}
			text += m.Word + " "
		}
		return text
	}
	for _, c := range []struct {
		from, to string
		n        int
		want     string
	}{
		{"2024-01-01", "2024-01-04", 5, "2024-01-01 2024-01-02 2024-01-03 2024-01-04 "},
		{"2023-12-20", "2024-06-10", 6, "2024-01 2024-02 2024-03 2024-04 2024-05 2024-06 "},
		{"2019-06-01", "2024-06-01", 5, "2020 2021 2022 2023 2024 "},
		{"1950-06-01", "2024-06-01", 5, "1960 1980 2000 2020 "},
		{"1700-01-01", "2024-06-01", 4, "1700 1800 1900 2000 "},
	} {
		ends := Of([]string{c.from, c.to})
		if got := words(ends[0], ends[1], c.n); got != c.want {
			t.Errorf("from %s to %s: %s, want %s", c.from, c.to, got, c.want)
		}
	}
	if words(0.2, 0.4, 3) != "" || Marks(3, 2, 4) != nil || Marks(math.NaN(), 1, 2) != nil {
		t.Error("a part of a day, or nothing, has marks")
	}
}

func FuzzDates(f *testing.F) {
	f.Add("2024-05-13", "2024-05", 4)
	f.Add("13 May 2024", "0001-01-01", 7)
	f.Fuzz(func(t *testing.T, a, b string, n int) {
		days := Of([]string{a, b})
		if days == nil {
			return
		}
		low, high := math.Min(days[0], days[1]), math.Max(days[0], days[1])
		if math.IsNaN(low) {
			return
		}
		if m := Marks(low, high, n%20); len(m) > max(n%20, 0) {
			t.Errorf("%d marks of %d", len(m), n%20)
		}
		Word(low)
	})
}
