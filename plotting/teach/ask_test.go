package teach

import (
	"math"
	"slices"
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
		parted := c.Figure().(stage.Parted)
		at := slices.IndexFunc(parted.PartNames(), func(name string) bool {
			return s.Ask.Part != "" && strings.HasPrefix(name, s.Ask.Part)
		})
		if at < 0 {
			t.Fatalf("no part %s", s.Ask.Part)
		}
		if drawn(parted.Part(at), 600, 350).Texts == nil {
			t.Errorf("part %s says nothing at the beginning", s.Ask.Part)
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
		if p = p.Add(drawn); p.Wrong != "" {
			t.Errorf("%s: what is drawn cannot be guessed: %s", p.Question, p.Wrong)
		}
	})
	if asked < 20 {
		t.Errorf("%d stages ask", asked)
	}
}
