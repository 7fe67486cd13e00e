// Package surviving makes the figure of times to an event by group of rows.
package surviving

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/survival"
)

// Words in the names of annotations that hold times, and of those that say whether the event came, in lower case.
var (
	timeWords = []string{"time", "survival", "os", "pfs", "dfs", "rfs", "days", "months", "years", "followup",
		"duration"}
	eventWords = []string{"event", "status", "dead", "death", "died", "deceased", "relapse", "progression", "vital"}
)

// Values that say that an event came, and that it did not, in lower case.
var (
	came = []string{"1", "yes", "true", "dead", "deceased", "died", "event", "relapse", "relapsed", "recurred",
		"progressed", "y", "t"}
	stays = []string{"0", "no", "false", "alive", "living", "censored", "none", "disease free", "diseasefree",
		"not progressed", "n", "f"}
)

// Times lists the annotations whose numbers can be times to an event.
func Times(list []inference.Annotation) (times []inference.Annotation) {
	for _, a := range list {
		if a.Numeric && len(a.Levels) > 2 && !slices.ContainsFunc(a.Levels, func(l string) bool {
			x, err := strconv.ParseFloat(l, 64)
			return err != nil || x < 0
		}) {
			times = append(times, a)
		}
	}
	return times
}

// Events lists the annotations that say of each row whether an event came.
func Events(list []inference.Annotation) (events []inference.Annotation) {
	for _, a := range list {
		if _, ok := eventsOf(a); ok {
			events = append(events, a)
		}
	}
	return events
}

// named returns the first annotation whose name has one of some words.
func named(list []inference.Annotation, words []string) (string, bool) {
	for _, a := range list {
		parts := strings.FieldsFunc(strings.ToLower(a.Name), func(r rune) bool { return !unicode.IsLetter(r) })
		for _, p := range parts {
			if slices.Contains(words, p) {
				return a.Name, true
			}
		}
	}
	return "", false
}

// Usual returns the annotations that hold the time and the event by their names; false where there are none such.
func Usual(list []inference.Annotation) (time, event string, ok bool) {
	event, ok = named(Events(list), eventWords)
	if !ok {
		return "", "", false
	}
	time, ok = named(slices.DeleteFunc(Times(list), func(a inference.Annotation) bool { return a.Name == event }),
		timeWords)
	return time, event, ok
}

// eventsOf returns whether the event came, for each level of an annotation; false where its two levels do not
// say. Of 1 and 2,
// 2 is the event, as in tables made for R.
func eventsOf(a inference.Annotation) (event []bool, ok bool) {
	if len(a.Levels) != 2 {
		return nil, false
	}
	known := 0
	for _, l := range a.Levels {
		l = strings.ToLower(strings.TrimSpace(l))
		if _, after, found := strings.Cut(l, ":"); found { // 1:DECEASED
			l = strings.TrimSpace(after)
		}
		yes, no := slices.Contains(came, l), slices.Contains(stays, l)
		if slices.Contains(a.Levels, "1") && slices.Contains(a.Levels, "2") {
			yes, no = l == "2", l == "1"
		}
		if event = append(event, yes); yes || no {
			known++
		}
	}
	return event, known == 2 && event[0] != event[1]
}

// cases returns the rows that have a time, an event and a group.
func cases(time, event, group inference.Annotation) (list []survival.Case, rows []int) {
	came, ok := eventsOf(event)
	if !ok {
		return nil, nil
	}
	for i, text := range time.Values {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || !(x >= 0) || math.IsInf(x, 0) || event.Codes[i] < 0 || group.Codes[i] < 0 {
			continue
		}
		list = append(list, survival.Case{Time: x, Event: came[event.Codes[i]], Group: group.Codes[i]})
		rows = append(rows, i)
	}
	return list, rows
}
