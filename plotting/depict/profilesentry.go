package depict

import (
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict/profiles"
	"example.org/espalier/plotting/depict/subject"
	"example.org/espalier/plotting/depict/views"
)

var profilesEntry = with(Entry{Name: "profiles", Tab: "Profiles", Suffix: "profiles of the classes",
	About: "what the rows of each class look like: the shares of the levels of each column, or its mean, " +
		"columns that set classes apart first",
	offers: func(s *Subject) bool {
		return s.Data != nil && (hasClusters(s) && s.Data.Kinds != nil || views.Has(s))
	},
	size: func(f plotting.Figure) plotting.Size { return tall(len(f.(cells.Table).Rows), 6) }},
	Chosen[ProfilesState]{
		Choices: profileView,
		Figure: func(g Given, st ProfilesState) plotting.Figure {
			s, what := g.Subject, "profiles of the classes"
			var t cells.Table
			if views.Has(s) {
				class, columns := views.Classes(s, st.View)
				t, what = profiles.OfColumns(s.Data, class, columns), "profiles of "+views.Name(st.View)
			} else {
				class, _ := FoundAt(s, -1)
				t = profiles.Of(s.Data, class)
			}
			t.Note = "Shares of levels, and means, of the rows of each class."
			if len(s.Data.Limits) > 0 {
				t.Note = "Shares of levels, and means, of the rows of each class; medians of columns with limits, by " +
					"ranks."
			}
			t.Note = s.Data.Say(t.Note)
			t.Title, t.Subtitle = subject.JoinTitle(s.Title(0), what), s.Subtitle(0, "")
			return t
		},
	})
