package naming

import "slices"

// Words in the names of columns of a survival study. Each name has one that tells what it holds; the others may stand
// beside it.
var (
	followUps = wordSet("time survival surv os pfs dfs rfs efs followup futime survtime")
	events    = wordSet("event status vital dead death died deceased relapse relapsed recurrence progression progressed cens " +
		"censor censored fustat")
	states = wordSet("alive living recurred")
	beside = wordSet("to of or until last in at the from contact follow up failure overall free disease patient state indicator " +
		"days day weeks months month years year d m y")
)

// FollowUp reports whether a column of that name may hold the times to an event: "Survival time (days)", "time to
// relapse". A bleeding time is none.
func FollowUp(name string) bool { return told(name, followUps, events) }

// Event reports whether a column of that name may say whether an event came: "status", "Death event", "vital status".
func Event(name string) bool { return told(name, events, followUps) }

// Came reports whether a word in such a column tells of an event: "0:LIVING", "censored", "Relapsed". A status may be
// another: "good".
func Came(word string) bool {
	return slices.ContainsFunc(wordsOf(word), func(w string) bool { return states[w] || events[w] })
}

// told reports whether a name has a word of a set, and besides these only some that go with them.
func told(name string, set, other map[string]bool) bool {
	has := false
	for _, w := range wordsOf(name) {
		if !set[w] && !other[w] && !beside[w] {
			return false
		}
		has = has || set[w]
	}
	return has
}
