//go:build validate

package sampler

import (
	"testing"
)

// What is asked of all trees of four and five rows holds for those of six.
func TestValidateTreesOfSixRows(t *testing.T) {
	evidenceOfAllTrees(t, 6)
	samplerVisitsAllTrees(t, 6)
}
