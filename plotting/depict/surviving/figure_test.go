package surviving_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/plotting/depict/surviving"
	"example.org/espalier/plotting/plottingtest"
)

// annotations are made-up times, with ties and missing ones, of three groups.
func annotations(event [2]string) (time, came, by inference.Annotation) {
	times := [][]float64{{5, 8, 8, 12, 16, 23, 27, 30, 33, 43, 45}, {9, 13, 13, 18, 23, 28, 31, 34, 45, 48, 161},
		{3, 4, 6, 6, 8, 10, 12, 15, 16, 20}}
	events := []string{"11111101111", "11011011010", "1111110111"}
	var t, e, g []string
	for k, list := range times {
		for i, x := range list {
			t, e = append(t, strconv.FormatFloat(x, 'g', -1, 64)), append(e, event[events[k][i]-'0'])
			g = append(g, string(rune('A'+k)))
		}
	}
	t, e, g = append(t, ""), append(e, event[1]), append(g, "A")
	return inference.NewAnnotation("OS_months", t), inference.NewAnnotation("vital status", e),
		inference.NewAnnotation("cluster", g)
}

// The numbers are those of R, see the tests of package survival; a row without a time is left out.
func TestFigure(t *testing.T) {
	for _, event := range [][2]string{{"0", "1"}, {"0:LIVING", "1:DECEASED"}, {"1", "2"}, {"alive", "dead"},
		{"FALSE", "TRUE"}} {
		time, came, by := annotations(event)
		list := []inference.Annotation{by, time, came}
		if a, b, ok := surviving.Usual(list); !ok || a != "OS_months" || b != "vital status" {
			t.Fatalf("%v: the usual ones are %q and %q", event, a, b)
		}
		f := surviving.New("cohort: survival", time, came, by)
		if len(f.Cases) != 32 || !(math.Abs(f.Test.Statistic-14.309537984465) < 1e-9) {
			t.Errorf("%v: %d cases, %+v", event, len(f.Cases), f.Test)
		}
		if got := f.Words(); got != "log-rank test of 3 groups: p = 0.00078; medians: A 23, B 31, C 9" {
			t.Errorf("%v: %s", event, got)
		}
		var text strings.Builder
		for _, s := range f.Sheets() {
			for row := range s.Rows {
				text.WriteString(strings.Join(row, ",") + "\n")
			}
		}
		if !strings.Contains(text.String(), "A,5,11,1,0.9090909") || !strings.Contains(text.String(), "C,10,9,3.385") {
			t.Errorf("%v: %s", event, text.String())
		}
		plottingtest.GoldenPicture(t, "survival", f, 640, 460)
	}
}

// A group that is only a number is told with what it numbers.
func TestNumberedGroups(t *testing.T) {
	time, came, by := annotations([2]string{"0", "1"})
	by.Levels = []string{"1", "2", "3"}
	f := surviving.New("cohort: survival", time, came, by)
	if got := f.Words(); !strings.HasSuffix(got, "medians: cluster 1 23, cluster 2 31, cluster 3 9") {
		t.Error(got)
	}
}

// Annotations that are neither a time nor an event are not taken for them.
func TestNoSurvival(t *testing.T) {
	_, _, by := annotations([2]string{"0", "1"})
	sex := inference.NewAnnotation("sex", []string{"f", "m", "m"})
	year := inference.NewAnnotation("year", []string{"2001", "2002", "2003"})
	if a, b, ok := surviving.Usual([]inference.Annotation{by, sex, year}); ok {
		t.Errorf("%q and %q", a, b)
	}
}
