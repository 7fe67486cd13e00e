package column

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// opposites are pairs of no and yes, words of one meaning together.
var opposites = [][2]string{{"no", "yes|sí|si|sì"}, {"n", "y"}, {"nein|nee|nej|nei", "ja"}, {"non", "oui"},
	{"não|nao", "sim"}, {"нет", "да"}, {"nie", "tak"}, {"ne", "ano"}, {"hayır", "evet"}, {"いいえ", "はい"}, {"否|无|無", "是|有"},
	{"아니요", "예"}, {"✗|✘|×", "✓|✔"}, {"false|falsch|faux|falso", "true|wahr|vrai|verdadero|vero|verdadeiro"},
	{"f", "t"}, {"absent|absent|ausente|abwesend|fehlt", "present|présent|presente|anwesend|vorhanden"},
	{"negative|negativ|négatif|negativo", "positive|positiv|positif|positivo"}, {"neg", "pos"}, {"-", "+"}, {"off", "on"},
	{"0", "1"}, {"wild type", "mutant"}, {"wt", "mut"}, {"wildtype", "mutant"}, {"dead", "alive"}, {"control", "treated"},
	{"control", "treatment"}, {"control", "case"}, {"healthy", "diseased"}, {"unaffected", "affected"},
	{"female|weiblich|femme|mujer", "male|männlich|homme|hombre"}, {"benign", "malignant"},
	{"fail", "pass"}, {"failure", "success"}, {"died", "survived"}, {"dead", "living"}, {"rejected", "accepted"},
	{"rejected", "admitted"}, {"lost", "won"}, {"loss", "win"}, {"closed", "open"}, {"left", "right"}, {"l", "r"},
	{"normal", "abnormal"}, {"in", "out"}, {"susceptible", "resistant"}, {"s", "r"}}

// among reports whether a word is one of those between bars, in either case.
func among(word, list string) bool {
	return slices.ContainsFunc(strings.Split(list, "|"), func(w string) bool { return strings.EqualFold(w, word) })
}

// Graded returns levels in the order of a scale of words, such as low, mid, high or L, M, H; of degrees of a pair of
// words, such as much worse, worse, average, better; I to IV, IIA, IIB; G1 to G3; T1a, T1b; + and ++; of numbers before
// words, such as 1 = never, 2 = often; or of ranges, such as 25-34, 35-44, 45+. It reports whether they are such words.
func Graded(levels []string) (ordered []string, ok bool) {
	if len(levels) < 2 {
		return nil, false
	}
	for _, scale := range scales {
		if ordered, ok := along(scale, levels); ok {
			return ordered, true
		}
	}
	for _, order := range []func([]string) ([]string, bool){poled, ranged, numbered} {
		if ordered, ok := order(levels); ok {
			return ordered, true
		}
	}
	return staged(levels)
}

// along puts levels in the order of one scale, if all are on it at different places. A word before all of them, as in
// "grade I" and "grade II", does not count.
func along(scale, levels []string) ([]string, bool) {
	for _, bare := range [][]string{plainWords(levels), withoutCommonWord(levels)} {
		place := make(map[string]int, len(levels))
		taken := map[int]bool{}
		for i, l := range bare {
			at := slices.IndexFunc(scale, func(step string) bool { return slices.Contains(strings.Split(step, "|"), l) })
			if at < 0 || taken[at] {
				break
			}
			place[levels[i]], taken[at] = at, true
		}
		if len(place) == len(levels) {
			ordered := slices.Clone(levels)
			slices.SortFunc(ordered, func(a, b string) int { return place[a] - place[b] })
			return ordered, true
		}
	}
	return nil, false
}

// plainWords returns levels in lower case, their words separated by single blanks.
func plainWords(levels []string) []string {
	bare := make([]string, len(levels))
	for i, l := range levels {
		bare[i] = strings.Join(strings.Fields(strings.ToLower(strings.NewReplacer("_", " ", "-", " ", ".", " ", "−",
			" ", "’", "'").Replace(l))), " ")
		if bare[i] == "" || strings.ContainsAny(l, "+±") {
			bare[i] = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(l)), "−", "-")
		}
	}
	return bare
}

// withoutCommonWord returns [plainWords] without a first word, or else a last one, that all have in common: "grade I",
// "grade II"; "low risk", "high risk".
func withoutCommonWord(levels []string) []string {
	bare := plainWords(levels)
	if rest := withoutShared(bare, func(l string) (word, rest string, more bool) {
		return strings.Cut(l,
			" ")
	}); rest != nil {
		return rest
	}
	last := func(l string) (word, rest string, more bool) {
		at := strings.LastIndexByte(l, ' ')
		return l[at+1:], l[:max(at, 0)], at >= 0
	}
	if rest := withoutShared(bare, last); rest != nil {
		return rest
	}
	return bare
}

// withoutShared returns the levels without the word that cut takes from them, if it is the same in all, and else nil.
func withoutShared(levels []string, cut func(string) (word, rest string, more bool)) []string {
	rests := make([]string, len(levels))
	first := ""
	for i, l := range levels {
		word, rest, more := cut(l)
		if !more || i > 0 && word != first {
			return nil
		}
		first, rests[i] = word, rest
	}
	return rests
}

// numberedForm is a number before a word: "1 = never", "2. rarely", "3) often", "4: always", "1 - low".
var numberedForm = regexp.MustCompile(`^([0-9]{1,2})(?: ?[=.:)] ?| - )[^0-9.=]`)

// numbered orders levels that somebody numbered, from 0 or 1 without a gap.
func numbered(levels []string) ([]string, bool) {
	ordered := make([]string, len(levels))
	least := len(levels)
	at := make([]int, len(levels))
	for i, l := range levels {
		m := numberedForm.FindStringSubmatch(strings.TrimSpace(l))
		if m == nil {
			return nil, false
		}
		at[i], _ = strconv.Atoi(m[1])
		least = min(least, at[i])
	}
	for i, l := range levels {
		k := at[i] - least
		if least > 1 || k >= len(ordered) || ordered[k] != "" {
			return nil, false
		}
		ordered[k] = l
	}
	return ordered, true
}

// stagedForm is a stage or a grade: letters, a number of one digit or a Roman one, and a letter.
var stagedForm = regexp.MustCompile(`^([a-z]*?)[ _-]*([0-9]|[ivx]+)([a-d]?)$`)

// romans are the Roman numerals of stages, from one.
var romans = []string{"i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"}

// staged orders levels of the same letters around numbers and a letter: G1, G2; T1a, T1b, T2; stage 1 to stage 3; I,
// IIA, IIB. Numbers have one digit, and the least of them is 0 or 1; more of them are names of wells or samples.
func staged(levels []string) ([]string, bool) {
	keys := make(map[string]int, len(levels))
	least, stem, letters := 100, "", 0
	for i, l := range levels {
		m := stagedForm.FindStringSubmatch(strings.ToLower(strings.TrimSpace(l)))
		if m == nil || i > 0 && m[1] != stem {
			return nil, false
		}
		number, roman := 0, slices.Index(romans, m[2])+1
		switch digit := m[2][0] - '0'; {
		case digit <= 9 && slices.Contains(stages, m[1]):
			number = int(digit)
		case roman > 0 && (m[1] == "" || slices.Contains(stages, m[1])):
			number = roman
		default:
			return nil, false
		}
		stem, keys[l] = m[1], 8*number
		if m[3] != "" {
			keys[l] += int(m[3][0]-'a') + 1
			letters++
		}
		least = min(least, number)
	}
	if least > 1 || stem == "" && letters == 0 {
		return nil, false
	}
	ordered := slices.Clone(levels)
	slices.SortFunc(ordered, func(a, b string) int { return keys[a] - keys[b] })
	return ordered, true
}

// stages are words before the numbers of stages and grades.
var stages = []string{"g", "grade", "t", "n", "m", "pt", "pn", "stage", "level", "class", "degree", "score", "rank",
	"quality", "f", "phase"}

// InOrder returns the levels of a column of text in the order that suits the sort: no before yes, grades as they rise,
// and otherwise as they are given.
func InOrder(sort Sort, levels []string) []string {
	switch {
	case sort == YesNo && len(levels) == 2:
		if after(levels[0], levels[1]) {
			return []string{levels[1], levels[0]}
		}
	case sort == Ordered:
		if graded, ok := Graded(levels); ok {
			return graded
		}
	}
	return slices.Clone(levels)
}

// after reports whether one of two levels means yes and the other no: they are opposites, the other negates it, they
// are grades or halves of the numbers, or only the other is something to compare with, such as a control.
func after(one, other string) bool {
	for _, pair := range opposites {
		switch {
		case among(one, pair[1]) && among(other, pair[0]):
			return true
		case among(one, pair[0]) && among(other, pair[1]):
			return false
		}
	}
	bare := withoutCommonWord([]string{one, other})
	for _, n := range negations {
		switch {
		case bare[1] == n+bare[0]:
			return true
		case bare[0] == n+bare[1]:
			return false
		}
	}
	if graded, ok := Graded([]string{one, other}); ok {
		return graded[0] == other
	}
	if a, ok := rangeOf(one); ok {
		if b, ok := rangeOf(other); ok && !(a.Exact() && b.Exact()) {
			return a.Low >= b.High && !math.IsInf(a.Low, 0)
		}
	}
	return references[bare[1]] && !references[bare[0]]
}

// Opposite returns no and yes where only one of them is known: absent and present.
func Opposite(one string) []string {
	for _, pair := range opposites {
		no, yes := strings.Split(pair[0], "|"), strings.Split(pair[1], "|")
		same := func(w string) bool { return strings.EqualFold(w, one) }
		if i := slices.IndexFunc(no, same); i >= 0 {
			return []string{one, yes[min(i, len(yes)-1)]}
		}
		if i := slices.IndexFunc(yes, same); i >= 0 {
			return []string{no[min(i, len(no)-1)], one}
		}
	}
	return []string{one}
}
