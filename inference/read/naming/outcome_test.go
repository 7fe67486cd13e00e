package naming

import "testing"

func TestOutcomes(t *testing.T) {
	for name, want := range map[string][2]bool{
		"time": {true, false}, "Survival time (days)": {true, false}, "OS.time": {true, false},
		"time to relapse": {true, true},
		"futime":          {true, false}, "overall_survival_months": {true, false}, "status": {false, true},
		"DEATH_EVENT":  {false, true},
		"vital status": {false, true}, "OS.event": {true, true}, "bleeding time": {}, "reaction time 2": {}, "time1": {},
		"days": {}, "marital status": {}, "": {}, "death rate": {},
	} {
		if got := [2]bool{FollowUp(name), Event(name)}; got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
}

func TestCame(t *testing.T) {
	for word, want := range map[string]bool{"0:LIVING": true, "Dead": true, "censored": true, "good": false,
		"": false, "N": false} {
		if Came(word) != want {
			t.Errorf("%q: %v", word, !want)
		}
	}
}
