package report

import "slices"

// A Section is a part of the page that can be left out.
type Section struct{ Name, Title string }

// Sections lists the sections that can be left out, in the order of the page.
func Sections() []Section {
	return []Section{{"data", "The data and their preparation"}, {"groups", "Your groups"},
		{"comparison", "The comparison of results"}, {"figures", "Figures"}, {"methods", "Methods in words"},
		{"trust", "Whether the draws can be trusted"},
		{"fit", "Numbers of the fit"}, {"apart", "What sets the groups apart"}, {"settings", "Settings"},
		{"repeat", "The command that repeats it"}, {"notes", "Notes"}, {"references", "References"}}
}

// trim leaves sections out.
func (p *pageData) trim(without []string) {
	gone := func(name string) bool { return slices.Contains(without, name) }
	if gone("notes") {
		p.Note = ""
	}
	if gone("references") {
		p.References = nil
	}
	for k := range p.Tables {
		t := &p.Tables[k]
		if gone("notes") {
			t.Note = ""
		}
		if gone("data") {
			t.Facts = nil
		}
		if gone("groups") {
			t.Groups = nil
		}
		if gone("comparison") {
			t.Rows = nil
		}
		for i := range t.Results {
			t.Results[i].trim(gone)
		}
	}
}

// trim leaves out the sections that are gone.
func (r *resultData) trim(gone func(name string) bool) {
	if gone("notes") {
		r.Note = ""
	}
	if gone("figures") {
		r.Pictures = nil
	}
	if gone("methods") {
		r.Methods = ""
	}
	if gone("trust") {
		r.Verdict = ""
	}
	if gone("fit") {
		r.Facts = nil
	}
	if gone("apart") {
		r.Apart = nil
	}
	if gone("settings") {
		r.Settings = nil
	}
	if gone("repeat") {
		r.Command, r.Cannot = nil, ""
	}
}
