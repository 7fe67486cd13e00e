package column

import (
	"slices"
	"strings"
	"testing"
)

// TestGraded: each line is in its order, whichever way it comes.
func TestGraded(t *testing.T) {
	for _, line := range []string{
		"L|M|H", "l|m|h", "Lo|Med|Hi", "low|medium|high", "VL|L|M|H|VH", "Lower|Middle|Upper", "L|M|U",
		"S|M|L|XL", "XS|S|M|L", "small|medium|large", "Small|Medium|Large|Extra Large",
		"I|II|III|IV", "Stage I|Stage II|Stage III", "I|IIA|IIB|III", "stage I|stage IIa|stage IIb", "G1|G2|G3",
		"T0|T1a|T1b|T2", "grade_1|grade_2",
		"-|+|++", "−|+|++|+++", "-|±|+|++", "0|1+|2+|3+", "neg|weak|pos", "Negative|Equivocal|Positive",
		"never|rarely|sometimes|often|always", "never|seldom|occasionally|frequently", "Never|Occas|Regul|Heavy",
		"None|Some|Freq", "None|Some|Marked",
		"Never|Monthly|Weekly|Daily", "Strongly disagree|Disagree|Neutral|Agree|Strongly agree",
		"very dissatisfied|neutral|very satisfied",
		"Fair|Good|Very Good|Premium|Ideal", "poor|average|good|excellent", "normal|mild|moderate|severe",
		"none|mild|moderate|severe",
		"low risk|intermediate risk|high risk", "Low_Dose|Mid_Dose|High_Dose", "1st|2nd|3rd", "first|second|third",
		"1 = never|2 = sometimes|3 = often", "0. none|1. few|2. lots", "1) bad|2) middling|3) fine",
		"infant|child|adult", "young|middle-aged|old", "child|adolescent|adult|elderly", "primary|secondary|tertiary",
		"High School|Bachelor|Master|PhD",
		"PD|SD|PR|CR", "worse|same|better", "underweight|normal|overweight|obese", "early|mid|late",
		"before|during|after", "cold|warm|hot", "dry|moist|wet",
		"Jan|Feb|Mar|Dec", "Mon|Tue|Sun", "0-39g/day|40-79|80-119|120+", "<1l|1-1.5l|1.5-2l|>2l",
		"freshman|sophomore|junior|senior", "light|medium|heavy",
		"Much worse|worse|average|better|Much better", "far below|below|about the same|above",
		"strongly oppose|somewhat oppose|neutral|somewhat support|strongly support", "loss|neutral|gain",
		"slightly important|important|very important|extremely important", "very_slow|slow|normal|fast|very_fast",
		"much less|a little less|the same|a little more|much more",
		"niedrig|mittel|hoch", "faible|moyen|élevé", "bajo|medio|alto", "basso|medio|alto",
		"baixo|médio|alto", "laag|gemiddeld|hoog",
		"nie|selten|manchmal|oft|immer", "jamais|parfois|toujours", "leicht|mittel|schwer", "schlecht|gut|sehr gut",
		"trifft gar nicht zu|trifft eher nicht zu|teils/teils|trifft eher zu|trifft voll zu",
		"trifft gar nicht zu|trifft eher nicht zu|trifft eher zu|trifft voll zu",
		"Pas du tout d'accord|Plutôt pas d’accord|Neutre|Plutôt d'accord|Tout à fait d'accord",
	} {
		want := strings.Split(line, "|")
		turned := slices.Clone(want)
		slices.Reverse(turned)
		alphabetic := slices.Clone(want)
		slices.Sort(alphabetic)
		for _, given := range [][]string{want, turned, alphabetic} {
			if got, ok := Graded(given); !ok || !slices.Equal(got, want) {
				t.Errorf("%q: %q, %v", given, got, ok)
			}
		}
	}
	for _, line := range []string{"a|b|c", "red|green|blue", "A1|A2|B1", "M|F", "C|N|E|O",
		"setosa|versicolor|virginica", "Brown|Blue|Hazel|Green", "1st|2nd|3rd|Crew",
		"low|high|unknown", "Tower|Apartment|Atrium|Terrace", "R on L|L on R|Neither", "1_a|2_b|3_c", "north|south|east",
		"none|no|low", "unlikely|likely|maybe", "small|tall|wide", "good|very good|very bad thing",
		"2 = b|4 = d", "x|i|a", "mix|vi|d"} {
		if got, ok := Graded(strings.Split(line, "|")); ok {
			t.Errorf("%s are ordered %q", line, got)
		}
	}
}

// TestNoBeforeYes: of two levels, that which means no, the lesser or the one to compare with comes first.
func TestNoBeforeYes(t *testing.T) {
	for _, line := range []string{"no|yes", "low|high", "lo|hi", "L|H", "untreated|treated", "nonchilled|chilled",
		"non-smoker|smoker", "not exposed|exposed", "control|ozone",
		"placebo|drug", "normal|tumor", "incoherent|coherent", "< 5|>= 5", "<=50K|>50K", "Before|After", "Child|Adult",
		"wt|ko", "Rejected|Admitted", "neg|pos", "normal|abnormal",
		"S|L", "none|some", "nein|ja", "non|oui", "no|sí", "não|sim", "Нет|Да", "いいえ|はい", "✗|✓",
		"niedrig|hoch", "ausente|presente"} {
		want := strings.Split(line, "|")
		if got := InOrder(YesNo, []string{want[1], want[0]}); !slices.Equal(got, want) {
			t.Errorf("%q are ordered %q", line, got)
		}
		if got := InOrder(YesNo, want); !slices.Equal(got, want) {
			t.Errorf("%q, in their order, become %q", line, got)
		}
	}
	for _, line := range []string{"a|b", "Q|M", "argon|xenon", "VC|OJ", "control|placebo"} {
		want := strings.Split(line, "|")
		if got := InOrder(YesNo, want); !slices.Equal(got, want) {
			t.Errorf("%q, of which neither means no, become %q", line, got)
		}
	}
}

// TestOpposite: the other of two words of one language.
func TestOpposite(t *testing.T) {
	for one, want := range map[string]string{"Nein": "Nein ja", "oui": "non oui", "presente": "ausente presente",
		"absent": "absent present", "blue": "blue"} {
		if got := strings.Join(Opposite(one), " "); got != want {
			t.Errorf("%s: %q, not %q", one, got, want)
		}
	}
}
