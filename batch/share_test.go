package batch

import "testing"

// A share is a number or a percentage.
func TestSharesMayBePercentages(t *testing.T) {
	for text, want := range map[string]float64{"0.1": 0.1, "10%": 0.1, "10 %": 0.1, "2.5%": 0.025, " 0.25 ": 0.25} {
		var s shareOf
		if err := s.UnmarshalText([]byte(text)); err != nil || float64(s) != want {
			t.Errorf("%q is %v, %v", text, s, err)
		}
	}
	for _, text := range []string{"", "%", "ten", "1O%"} {
		var s shareOf
		if s.UnmarshalText([]byte(text)) == nil {
			t.Errorf("%q is a share", text)
		}
	}
	dir := t.TempDir()
	if code, _, text := command(t, "fit", "sample:iris", "--model", "gaussian", "--holdout", "10%", "--out", dir+"/a", "--quiet"); code != 0 {
		t.Errorf("--holdout 10%%: %d, %s", code, text)
	}
}
