package column

import (
	"slices"
	"strings"
)

// scales are words of grades in their order, in lower case; words of one place stand together.
var scales = [][]string{
	{"none|no|absent|never|nil|negative|neg|-|0", "trace|minimal|rare|rarely|very low", "low|weak|mild|small|little|slight|seldom|+|1+|+1",
		"medium|mid|middle|moderate|intermediate|average|normal|sometimes|++|2+|+2", "high|strong|severe|large|big|often|marked|+++|3+|+3",
		"very high|very strong|very severe|very large|extreme|always|++++|4+|+4"},
	{"xxs", "xs|extra small", "s|small", "m|medium", "l|large", "xl|extra large", "xxl"},
	{"tiny", "short|small", "medium", "tall|long|large", "huge|giant"},
	{"strongly disagree|completely disagree", "disagree", "neutral|neither|undecided|neither agree nor disagree", "agree", "strongly agree|completely agree"},
	{"very poor|very bad|terrible", "poor|bad", "fair|ok|okay|acceptable", "good", "very good", "excellent|ideal|premium"},
	{"i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"},
	{"first", "second", "third", "fourth", "fifth"},
	{"monday|mon", "tuesday|tue", "wednesday|wed", "thursday|thu", "friday|fri", "saturday|sat", "sunday|sun"},
	{"embryo|egg", "larva", "pupa|nymph", "juvenile|young|immature", "subadult", "adult|mature", "senior|old"},
	{"primary", "secondary", "tertiary|higher"},
}

// opposites are pairs of no and yes.
var opposites = [][2]string{{"no", "yes"}, {"n", "y"}, {"false", "true"}, {"f", "t"}, {"absent", "present"}, {"negative", "positive"}, {"neg", "pos"},
	{"-", "+"}, {"off", "on"}, {"0", "1"}, {"wild type", "mutant"}, {"wt", "mut"}, {"wildtype", "mutant"}, {"dead", "alive"}, {"control", "treated"},
	{"control", "treatment"}, {"control", "case"}, {"healthy", "diseased"}, {"unaffected", "affected"}, {"female", "male"}, {"benign", "malignant"}}

// Graded returns levels in the order of a scale of words, such as low, mid, high; I to IV; G1 to G3; T1a, T1b; + and
// ++; or of ranges, such as 25-34, 35-44, 45+. It reports whether they are such words.
func Graded(levels []string) (ordered []string, ok bool) {
	if len(levels) < 2 {
		return nil, false
	}
	for _, scale := range scales {
		if ordered, ok := along(scale, levels); ok {
			return ordered, true
		}
	}
	if ordered, ok := ranged(levels); ok {
		return ordered, true
	}
	return staged(levels)
}

// along puts levels in the order of one scale, if all are on it at different places. A word before all of them, as in
// "grade I" and "grade II", does not count.
func along(scale, levels []string) ([]string, bool) {
	bare := withoutCommonWord(levels)
	place := make(map[string]int, len(levels))
	taken := map[int]bool{}
	for i, l := range bare {
		at := slices.IndexFunc(scale, func(step string) bool { return slices.Contains(strings.Split(step, "|"), l) })
		if at < 0 || taken[at] {
			return nil, false
		}
		place[levels[i]], taken[at] = at, true
	}
	ordered := slices.Clone(levels)
	slices.SortFunc(ordered, func(a, b string) int { return place[a] - place[b] })
	return ordered, true
}

// withoutCommonWord returns levels in lower case, without a first word that all have in common.
func withoutCommonWord(levels []string) []string {
	bare := make([]string, len(levels))
	first := ""
	for i, l := range levels {
		bare[i] = strings.Join(strings.Fields(strings.ToLower(strings.NewReplacer("_", " ", "-", " ").Replace(l))), " ")
		if bare[i] == "" {
			bare[i] = strings.ToLower(strings.TrimSpace(l))
		}
		if word, _, more := strings.Cut(bare[i], " "); !more || i > 0 && word != first {
			first = "\x00"
		} else {
			first = word
		}
	}
	if len(levels) > 0 && first != "\x00" {
		for i, l := range bare {
			_, bare[i], _ = strings.Cut(l, " ")
		}
	}
	return bare
}

// staged orders levels of the same letters around numbers and a letter: G1, G2; T1a, T1b, T2; stage 1 to stage 3. Numbers
// have one or two digits, and the least of them is 0 or 1; more of them are names of wells or samples.
func staged(levels []string) ([]string, bool) {
	type key struct {
		number int
		letter byte
	}
	keys := make(map[string]key, len(levels))
	least, stem := 100, ""
	for i, l := range levels {
		s := strings.ToLower(strings.TrimSpace(l))
		at := strings.IndexAny(s, "0123456789")
		if at <= 0 {
			return nil, false
		}
		end := at
		for end < len(s) && s[end] >= '0' && s[end] <= '9' {
			end++
		}
		if end-at > 1 || len(s)-end > 1 || i > 0 && s[:at] != stem || !slices.Contains(stages, strings.TrimSpace(strings.Trim(s[:at], "_- "))) {
			return nil, false
		}
		stem = s[:at]
		k := key{number: int(s[at] - '0')}
		if end < len(s) {
			if k.letter = s[end]; k.letter < 'a' || k.letter > 'd' {
				return nil, false
			}
		}
		least = min(least, k.number)
		keys[l] = k
	}
	if least > 1 {
		return nil, false
	}
	ordered := slices.Clone(levels)
	slices.SortFunc(ordered, func(a, b string) int {
		if d := keys[a].number - keys[b].number; d != 0 {
			return d
		}
		return int(keys[a].letter) - int(keys[b].letter)
	})
	return ordered, true
}

// stages are what stands before the numbers of stages and grades.
var stages = []string{"g", "grade", "t", "n", "m", "pt", "pn", "stage", "level", "class", "degree", "score", "rank", "quality", "f", "phase"}

// InOrder returns the levels of a column of text in the order that suits the sort: no before yes, grades as they rise, and
// otherwise as they are given.
func InOrder(sort Sort, levels []string) []string {
	switch {
	case sort == YesNo && len(levels) == 2:
		for _, pair := range opposites {
			if strings.EqualFold(levels[0], pair[1]) && strings.EqualFold(levels[1], pair[0]) {
				return []string{levels[1], levels[0]}
			}
		}
	case sort == Ordered:
		if graded, ok := Graded(levels); ok {
			return graded
		}
	}
	return slices.Clone(levels)
}

// Opposite returns no and yes where only one of them is known: absent and present.
func Opposite(one string) []string {
	for _, pair := range opposites {
		switch {
		case strings.EqualFold(one, pair[0]):
			return []string{one, pair[1]}
		case strings.EqualFold(one, pair[1]):
			return []string{pair[0], one}
		}
	}
	return []string{one}
}
