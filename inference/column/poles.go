package column

import (
	"slices"
	"strings"
	"unicode"
)

// poles are pairs of words that mean less and more of the same.
var poles = [][2]string{
	{"worse|worsened", "better|improved"}, {"worst", "best"}, {"bad|badly", "good|well"},
	{"poor|poorly", "good|well|rich"},
	{"low|lower", "high|higher"}, {"little|less|fewer", "much|more|many"}, {"small|smaller", "large|larger|big|bigger"},
	{"weak|weaker|weakly", "strong|stronger|strongly"}, {"mild|milder", "severe|severer"},
	{"disagree", "agree"}, {"oppose|opposed|against", "support|favor|favour|for"}, {"unlikely", "likely"},
	{"improbable", "probable"}, {"dissatisfied|unsatisfied", "satisfied"}, {"unhappy|sad", "happy"},
	{"unimportant", "important"}, {"uncertain|unsure", "certain|sure"}, {"unsafe", "safe"}, {"unpleasant", "pleasant"},
	{"rare|rarely|seldom", "often|frequent|frequently|common"}, {"short|shorter", "tall|taller|long|longer"},
	{"slow|slower|slowly", "fast|faster|quick|quickly"}, {"cold|colder|cool|cooler", "hot|hotter|warm|warmer"},
	{"dry|drier", "wet|wetter"}, {"light|lighter", "heavy|heavier|dark|darker"}, {"thin|thinner", "thick|thicker"},
	{"narrow|narrower", "wide|wider"}, {"shallow|shallower", "deep|deeper"}, {"soft|softer", "hard|harder"},
	{"easy|easier", "hard|harder|difficult"}, {"near|nearer|close|closer", "far|farther|distant"},
	{"young|younger", "old|older"}, {"early|earlier", "late|later"}, {"below|under", "above|over"},
	{"decrease|decreased|decreasing|down", "increase|increased|increasing|up"}, {"loss|lost", "gain|gained"},
	{"negative|negatively", "positive|positively"}, {"inactive", "active"}, {"sensitive|susceptible", "resistant"},
	{"liberal", "conservative"}, {"cheap|cheaper", "expensive"}, {"calm", "anxious|tense"},
}

// degrees are words before or after one of the poles, by how far from the middle they put it; without one it is 3.
var degrees = []string{
	"not|not at all|hardly", "slightly|a little|a bit|little|marginally|mildly|just",
	"somewhat|moderately|fairly|rather|quite|medium", "",
	"very|much|strongly|highly|clearly|considerably|a lot", "extremely|very much|completely|totally|absolutely|far",
}

// middles are words between two poles.
var middles = wordSet("average|same|the same|about the same|about average|unchanged|no change|stable|neutral|neither|" +
	"neither nor|mixed|medium|moderate|intermediate|normal|fair|ok|okay|acceptable|undecided|no opinion|no difference|equal|expected|" +
	"as expected|so so|middle|neither agree nor disagree|usual")

// poled puts levels in the order from one pole to the other: much worse, worse, average, better, much better; slightly
// important, important, very important. All must be degrees of one pair of poles, or of its middle, at different
// places.
func poled(levels []string) ([]string, bool) {
	const fewest = 3 // of two, one is no and the other yes
	if len(levels) < fewest {
		return nil, false
	}
	bare := make([]string, len(levels))
	for i, l := range levels {
		bare[i] = strings.Join(strings.FieldsFunc(strings.ToLower(l), func(r rune) bool {
			return unicode.IsSpace(r) || strings.ContainsRune("_-.,", r)
		}), " ")
	}
	for _, pair := range poles {
		place := make(map[string]int, len(levels))
		taken := map[int]bool{}
		sided := 0
		for i, l := range bare {
			at, ok := 0, middles[l]
			if !ok {
				if at, ok = degree(l, pair[0]); ok {
					at = -at
				} else {
					at, ok = degree(l, pair[1])
				}
				sided++
			}
			if !ok || taken[at] {
				place = nil
				break
			}
			place[levels[i]], taken[at] = at, true
		}
		if place != nil && sided > 1 {
			ordered := slices.Clone(levels)
			slices.SortFunc(ordered, func(a, b string) int { return place[a] - place[b] })
			return ordered, true
		}
	}
	return nil, false
}

// degree finds one of the words of a pole in a text, and returns how far from the middle the rest of the text puts it.
func degree(text, pole string) (at int, ok bool) {
	for _, word := range strings.Split(pole, "|") {
		rest, before := strings.CutSuffix(text, word)
		if !before {
			if rest, before = strings.CutPrefix(text, word+" "); !before {
				continue
			}
		} else if rest != "" && !strings.HasSuffix(rest, " ") {
			continue // unlikely is no likely
		}
		rest = strings.TrimSpace(rest)
		for far, words := range degrees {
			if slices.Contains(strings.Split(words, "|"), rest) {
				return far, true
			}
		}
	}
	return 0, false
}
