package kind

import "testing"

// Every form that was ever written is read: the versions of a kind have no gap.
func TestEveryVersionIsRead(t *testing.T) {
	last := map[string]int{}
	for _, e := range list {
		if e.version != last[e.name]+1 {
			t.Errorf("%s: version %d follows version %d", e.name, e.version, last[e.name])
		}
		last[e.name] = e.version
	}
}
