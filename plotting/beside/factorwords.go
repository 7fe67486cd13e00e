package beside

import (
	"fmt"
	"math"
	"strconv"

	"example.org/espalier/inference/stat/factors"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/ink"
)

// ShortPercent returns a share in whole percent.
func ShortPercent(share float64) string {
	if !ink.Finite(share) {
		return ""
	}
	if share > 0 && share < 0.005 {
		return "<1 %"
	}
	return strconv.Itoa(int(math.Round(100*share))) + " %"
}

// MatchQuality is the share of the draws that have a factor, times its mean similarity in them to
// the mean of all: 1 if all draws agree.
func MatchQuality(m factors.Match) float64 { return min(max(m.Presence*m.Loadings*m.Activities, 0), 1) }

// mostChainsListed is how many chains are listed one by one.
const mostChainsListed = 6

// mostTablesListed is how many tables are listed one by one.
const mostTablesListed = 6

// FactorLines describes, for tooltips and captions, how consistently a factor of a summary recurs
// from draw to draw and how much it explains.
func FactorLines(s *factors.Summary, j int) [][2]string {
	lines := [][2]string{{"variance explained", WithInterval(s.Explained[j])}}
	if b := s.ByGroup; b != nil && len(b.Names) <= mostTablesListed {
		for g, name := range b.Names {
			lines = append(lines, [2]string{"of " + name, WithInterval(b.Explained[j][g])})
		}
	}
	if s.Draws == 0 {
		return lines
	}
	m := s.Matches[j]
	lines = append(lines, [2]string{"in draws", plotting.FormatPercent(m.Presence)})
	if s.Chains > 1 {
		least, most := 0, 0
		for c, p := range m.ByChain {
			if p < m.ByChain[least] {
				least = c
			}
			if p > m.ByChain[most] {
				most = c
			}
		}
		if m.ByChain[most]-m.ByChain[least] > 0.1 {
			text := ""
			for c, p := range m.ByChain {
				if c > 0 {
					text += ", "
				}
				text += strconv.Itoa(int(math.Round(100 * p)))
			}
			if len(m.ByChain) > mostChainsListed {
				text = fmt.Sprintf("%.0f to %.0f", 100*m.ByChain[least], 100*m.ByChain[most])
			}
			lines = append(lines, [2]string{"by chain", text + " %"})
		}
	}
	return append(lines, [2]string{"likeness of loadings", plotting.FormatDigits(m.Loadings, 2)},
		[2]string{"likeness of activities", plotting.FormatDigits(m.Activities, 2)})
}

// WithInterval formats a share with its interval.
func WithInterval(s factors.Spread) string {
	text := plotting.FormatPercent(s.Mean)
	if ink.Finite(s.Low) {
		text += " (" + plotting.FormatPercentRange(s.Low, s.High) + ")"
	}
	return text
}
