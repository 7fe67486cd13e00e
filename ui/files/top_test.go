package files

import "testing"

func TestParseTop(t *testing.T) {
	for text, want := range map[string]int{"": 0, "all": 0, " 60 ": 60, "1,000": 1000} {
		if k, err := ParseTop(text); err != nil || k != want {
			t.Errorf("%q gives %d, %v", text, k, err)
		}
	}
	for _, text := range []string{"0", "-3", "2.5", "some"} {
		if _, err := ParseTop(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}
