package depict

import (
	"context"

	"example.org/espalier/plotting"
	"example.org/espalier/plotting/cells"
	"example.org/espalier/plotting/depict/profiles"
	"example.org/espalier/plotting/depict/subject"
)

var profilesEntry = Entry{Name: "profiles", Tab: "Profiles", Suffix: "profiles of the classes",
	About: "what the rows of each class look like: the shares of the levels of each column, or its mean, " +
		"columns that set classes apart first",
	offers: func(s *Subject) bool { return hasClusters(s) && s.Data != nil && s.Data.Kinds != nil },
	size:   func(f plotting.Figure) plotting.Size { return tall(len(f.(cells.Table).Rows), 6) },
	make: func(_ context.Context, s *Subject) (plotting.Figure, error) {
		class, _ := FoundAt(s, -1)
		t := profiles.Of(s.Data, class)
		t.Note = "Shares of levels, and means, of the rows of each class."
		if len(s.Data.Limits) > 0 {
			t.Note = "Shares of levels, and means, of the rows of each class; medians of columns with limits, by ranks."
		}
		t.Title, t.Subtitle = subject.JoinTitle(s.Title(0), "profiles of the classes"), s.Subtitle(0, "")
		return t, nil
	}}
