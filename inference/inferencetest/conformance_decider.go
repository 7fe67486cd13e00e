package inferencetest

import "example.org/espalier/inference"

// checkDecider runs the model again with its decisions set by hand.
func (c *conformance) checkDecider(plain outcome) {
	c.t.Helper()
	m, ok := c.model.(inference.Decider)
	if !ok {
		return
	}
	decided := m.Decide(c.data, c.settings)
	if len(decided) == 0 {
		return
	}
	byHand := *c
	byHand.settings = c.settings.Clone()
	for name, value := range decided {
		if err := byHand.settings.Set(name, value); err != nil {
			c.errorf("%s is decided to be %q: %v", name, value, err)
			return
		}
	}
	if again := m.Decide(c.data, byHand.settings); len(again) > 0 {
		c.errorf("with %v set by hand %v is decided", decided, again)
	}
	if other, ok := byHand.run(1, nil); ok {
		c.same("with what is decided set by hand", plain, other)
	}
}
