package column

import (
	"strings"
	"testing"
)

// Ranges one after the other are grades; those that overlap, and names with numbers, are not.
func TestGradedRanges(t *testing.T) {
	for levels, want := range map[string]string{
		"75+|25-34|65-74|35-44":    "25-34|35-44|65-74|75+",
		"10-19|0-9g/day|30+|20-29": "0-9g/day|10-19|20-29|30+",
		"12+ yrs|0-5yrs|6-11yrs":   "0-5yrs|6-11yrs|12+ yrs",
		"(10,20]|(0,10]|(20,30]":   "(0,10]|(10,20]|(20,30]",
		">30|<10|10–30":            "<10|10–30|>30",
		"3+|0|1-2":                 "0|1-2|3+",
		"1-3|1-2|2-3":              "",
		"1-2|1-2a":                 "",
		"2-1|4-3":                  "",
		"75+|25+":                  "",
		"a-b|c-d":                  "",
		"12|3|45":                  "",
		"2019-04-03|2019-04-05":    "",
		"+|++|25-34":               "",
	} {
		got, ok := Graded(strings.Split(levels, "|"))
		if ok != (want != "") || ok && strings.Join(got, "|") != want {
			t.Errorf("%s: %q, %v", levels, got, ok)
		}
	}
}
