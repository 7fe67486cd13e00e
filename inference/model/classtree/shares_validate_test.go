//go:build validate

package classtree

import (
	"testing"

	"example.org/espalier/inference/process/observation/observationtest"
)

// TestValidateSharesOfClasses: chains whose moves of shares are wrong are caught. It takes thousands of draws, since such a move
// is one of many and looks at every cell.
func TestValidateSharesOfClasses(t *testing.T) {
	few := func() []observationtest.Seen { return observationtest.EveryKind()[:4] }
	finds(t, "shares move without the tree", few, 2400)
	finds(t, "shares move against the rows", few, 4800)
}
