package beside

import (
	"slices"
	"strings"
)

// numerals are Roman ones in their order.
var numerals = []string{"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"}

// substages are how many letters may follow a numeral, from A: IIIC.
const substages = 3

// stages returns the places of levels that are Roman numerals, such as stages of a disease: "Stage II", "IIIa". is says
// whether all levels are that, and there are at least two.
func stages(levels []string) (place []int, is bool) {
	for _, level := range levels {
		words := strings.Fields(strings.ToUpper(level))
		if len(words) == 0 {
			return nil, false
		}
		last, letter := words[len(words)-1], 0
		if n := len(last) - 1; n > 0 && last[n] >= 'A' && last[n] < 'A'+substages {
			last, letter = last[:n], int(last[n]-'A')+1
		}
		i := slices.Index(numerals, last)
		if i < 0 {
			return nil, false
		}
		place = append(place, i*(substages+1)+letter)
	}
	return place, len(place) > 1
}
