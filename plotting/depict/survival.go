package depict

import (
	"slices"

	"example.org/espalier/inference"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/depict/choice"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/depict/surviving"
)

// survivalChosen holds the user's choices in the figure of times to an event, by the names of annotations; "" is the
// usual one.
type survivalChosen struct{ By, Time, Event string }

// mostCurves is the greatest number of groups that have a curve.
const mostCurves = 12

// survivalOf returns the annotations of the figure; false where the table has no times to an event or no groups.
func survivalOf(s *Subject, st survivalChosen) (time, event, by inference.Annotation, ok bool) {
	if s == nil || s.Data == nil {
		return time, event, by, false
	}
	list := s.Data.Annotations
	usualTime, usualEvent, found := surviving.Usual(list)
	groups := survivalGroups(s, usualTime, usualEvent)
	if !found || len(groups) == 0 {
		return time, event, by, false
	}
	named := func(among []inference.Annotation, name, usual string) inference.Annotation {
		for _, want := range []string{name, usual} {
			if i := slices.IndexFunc(among, func(a inference.Annotation) bool { return a.Name == want }); i >= 0 {
				return among[i]
			}
		}
		return among[0]
	}
	return named(surviving.Times(list), st.Time, usualTime), named(surviving.Events(list), st.Event, usualEvent),
		named(groups, st.By, groups[0].Name), true
}

// survivalGroups lists the groupings of the rows, the clusters found first.
func survivalGroups(s *Subject, time, event string) []inference.Annotation {
	return slices.DeleteFunc(Groupings(s), func(a inference.Annotation) bool {
		return a.Name == time || a.Name == event || len(a.Levels) > mostCurves
	})
}

// namesOf lists the names of annotations.
func namesOf(list []inference.Annotation) (names []string) {
	for _, a := range list {
		names = append(names, a.Name)
	}
	return names
}

var survivalEntry = with(Entry{Name: "survival", Tab: "Survival", Suffix: "survival",
	About: "how many rows of each group are without an event over time, with the log-rank test",
	offers: func(s *Subject) bool {
		_, _, _, ok := survivalOf(s, survivalChosen{})
		return ok
	},
	size: planeSize,
	says: wordsOf(func(_ *Subject, f *surviving.Figure) string {
		return "share of rows without the event (" + f.Event + ") over time, by " + f.By.Name + ": " + f.Words()
	}),
}, Chosen[survivalChosen]{
	Choices: func(g Given, st *survivalChosen) []choice.Choice {
		var times, events, groups []string
		now := *st
		if time, event, by, ok := survivalOf(g.Subject, *st); ok {
			now = survivalChosen{by.Name, time.Name, event.Name}
			list := g.Subject.Data.Annotations
			times, events = namesOf(surviving.Times(list)), namesOf(surviving.Events(list))
			groups = namesOf(survivalGroups(g.Subject, now.Time, now.Event))
		}
		of := func(name, label, help string, names []string, at string, field *string) choice.Choice {
			return choice.Choice{Name: name, Label: label, Help: help, Options: choice.Names(names...),
				At:  slices.Index(names, at),
				Set: func(i int) { *field = names[i] }}
		}
		return []choice.Choice{
			of("by", "By", "what groups the rows", groups, now.By, &st.By),
			of("time", "Time", "annotation that holds the times", times, now.Time, &st.Time),
			of("event", "Event", "annotation that says whether the event came", events, now.Event, &st.Event),
		}
	},
	Figure: func(g Given, st survivalChosen) plotting.Figure {
		time, event, by, ok := survivalOf(g.Subject, st)
		if !ok {
			return &surviving.Figure{Style: plotting.Light}
		}
		return subject.Once(g.Subject, st, func() *surviving.Figure {
			return surviving.New(subject.JoinTitle(g.Subject.Data.Name, "survival by "+by.Name), time, event, by)
		})
	},
	Pick: func(Given, *survivalChosen, plotting.Figure, plotting.Mark) Click { return selects(study.Selection{}) },
})
