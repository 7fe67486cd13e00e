package teach

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/plotting/teach/poll"
	"example.org/espalier/plotting/teach/stage"
)

// What a stage asks is answered by one of its counters at its end, on the line of guesses or near it, and the picture
// that may be seen meanwhile is one of its parts.
func TestQuestionsAreAnswered(t *testing.T) {
	asked := 0
	eachStage(t, func(t *testing.T, s Stage) {
		if s.Ask.Text == "" {
			return
		}
		asked++
		c := open(t, s, 1)
		p, ok := poll.Of(s.Ask, c.Options.Settings)
		if !ok || strings.ContainsAny(p.Question, "{}") || !strings.HasSuffix(p.Question, "?") || !(p.High > p.Low) {
			t.Errorf("%+v", p)
		}
		if s.Ask.Part != "" {
			found := false
			for _, name := range c.Figure().(stage.Parted).PartNames() {
				found = found || strings.HasPrefix(name, s.Ask.Part)
			}
			if !found {
				t.Errorf("no part %s", s.Ask.Part)
			}
		}
		to(t, c, c.Steps())
		drawn := math.NaN()
		for _, k := range c.Counters() {
			if k.Name == s.Ask.Counter {
				drawn = k.Drawn
			}
		}
		if !(drawn >= p.Low && drawn <= p.High) {
			t.Errorf("%s: %v is not on the line from %v to %v", p.Question, drawn, p.Low, p.High)
		}
	})
	if asked < 20 {
		t.Errorf("%d stages ask", asked)
	}
}
