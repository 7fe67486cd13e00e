package sentinel

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []float64
		want   string // codes with how often they stand; ! after strong ones
	}{
		{"none", []float64{1, 2, 3, 4}, ""},
		{"a code below", []float64{12, 14, -999, 13, -999}, "-999:2!"},
		{"a code above", []float64{1.2, 9999, 1.4, 1.3}, "9999:1!"},
		{"two codes", []float64{1.2, -999, 1.4, -888, 1.3}, "-999:1! -888:1!"},
		{"a weak code", []float64{0.2, -9, 0.4, 0.3}, "-9:1"},
		{"among measurements", []float64{500, 999, 1500, 700}, ""},
		{"not far", []float64{500, 999, 700, 800}, ""},
		{"a wide range without negative numbers", []float64{0, 900, -999, 400}, "-999:1!"},
		{"too wide a range", []float64{0, 5000, -999, 400}, ""},
		{"with negative numbers", []float64{-50, 900, -999, 400}, ""},
		{"a code that is near makes room", []float64{20, 40, 60, 99, 999}, "999:1!"},
		{"too few measurements", []float64{20, 30, -999}, ""},
		{"one value", []float64{20, 20, 20, -999}, ""},
		{"of NetCDF", []float64{280.1, 281, 9.96921e36, 282, 9.969209968386869e36}, "9.96921e+36:2!"},
		{"of float32", []float64{1, 2, 3, float64(float32(-math.MaxFloat32)), -3.402823e38},
			fmt.Sprintf("%v:2!", -math.MaxFloat32)},
		{"of well logs", []float64{2.1, -999.25, 2.5, 2.2}, "-999.25:1!"},
		{"a weak code below numbers without a sign", []float64{17.5, -1, 20, 23.2, -1}, "-1:2"},
		{"the same, once", []float64{17.5, -1, 20, 23.2}, ""},
		{"signs", []float64{-1, 0, 1, 1, 0, -1}, ""},
		{"only codes", []float64{-999, -999}, ""},
	} {
		var f Facts
		for _, x := range c.values {
			f.Add(x)
		}
		var got []string
		for _, found := range f.Find() {
			text := fmt.Sprintf("%v:%d", found.Code, found.Times)
			if found.Strong {
				text += "!"
			}
			got = append(got, text)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q, want %q", c.name, s, c.want)
		}
	}
}

func TestCertain(t *testing.T) {
	got := Certain([][]Found{{{-999, 1, true}}, {{-99, 8, false}, {-999, 1, true}}, {{9999, 1, true}}})
	want := [][]Found{{{-999, 1, true}}, {{-999, 1, true}}, nil}
	if !slices.EqualFunc(got, want, slices.Equal[[]Found]) {
		t.Errorf("%v", got)
	}
}

func TestText(t *testing.T) {
	for x, want := range map[float64]string{-999: "−999", 9999: "9999", -1e30: "−1e+30", -99999999: "−99999999"} {
		if got := Text(x); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for _, c := range codes { // what is written can be found again
		var x float64
		if _, err := fmt.Sscan(Plain(c.x), &x); err != nil || find(x) < 0 {
			t.Errorf("%s: %v", Plain(c.x), err)
		}
	}
}
