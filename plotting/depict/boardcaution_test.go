package depict

import (
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference/stat/diagnostics"
)

// A leader whose draws are not to be trusted is named with a caution, in the sentence and in the line
// below the title.
func TestBoardCautionsAboutTheLeader(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		samples     bool
		level       diagnostics.Level
		rhat, ess   float64
		want, brief string
	}{
		{true, diagnostics.Bad, 1.5, 12.7,
			" Caution: dpmm has not converged, so this may change in a longer run. All were scored",
			"dpmm leads but has not converged · "},
		{true, diagnostics.Warn, 1.02, nan, " Caution: dpmm may not have converged, so this",
			"dpmm leads but may not have converged"},
		{true, diagnostics.Unknown, nan, nan, " Caution: dpmm has too few draws to tell whether it converged, so this",
			"dpmm leads but has too few draws"},
		{true, diagnostics.Good, 1, 900,
			"a hidden row is 2.9 times as likely as under gaussian (95 % interval 2.6 to 3.1). All", "dpmm leads · "},
		{false, diagnostics.Unknown, nan, nan,
			"a hidden row is 2.9 times as likely as under gaussian (95 % interval 2.6 to 3.1). All", "dpmm leads · "},
	} {
		b := someBoard(t,
			map[string][]float64{"dpmm": {-1, -2, -1, -2}, "gaussian": {-2, -3.1, -2.1, -3}}, "dpmm", "gaussian")
		l := &b.Lines[0]
		l.Samples, l.Verdict.Level, l.RHat, l.ESS = c.samples, c.level, c.rhat, c.ess
		if got := BoardWords(b); !strings.Contains(got, c.want) {
			t.Errorf("%q lacks %q", got, c.want)
		}
		if got := BoardTable(b).Subtitle; !strings.HasPrefix(got, c.brief) {
			t.Errorf("%q does not begin with %q", got, c.brief)
		}
	}
}
