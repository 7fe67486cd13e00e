package results

import (
	"image"
	"strings"

	"example.org/espalier/inference/study"

	"fyne.io/fyne/v2"
)

// An Entry describes a result in the list.
type Entry struct {
	ID    study.ResultID
	Head  string // stands above it: the table, for the first result of each of several; "" for none
	Title string // the name that the user gave it, or the model
	// Settings lists the settings that differ from their defaults, and how the data were prepared,
	// in words; "" if there are none.
	Settings string
	Note     string // of the user; "" for none
	Score    string // "log joint −749.7"; "" for none
	Time     string // "12 s"
	// Status says how the fit is doing: "still improving". Dot is its colour.
	Status string
	Dot    fyne.ThemeColorName
	// Done is the share of the fit that is done, in [0,1]; negative if the fit is not working.
	Done    float64
	Picture image.Image // nil before there is one
	Shown   bool        // in the centre
	Beside  bool        // in the second pane
}

// second is the second line of an entry.
func (e Entry) second() string {
	if e.Settings == "" {
		return "default settings"
	}
	return e.Settings
}

// third is the third line of an entry.
func (e Entry) third() string {
	var parts []string
	for _, part := range []string{e.Score, e.Time, e.Status} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " · ")
}

// spoken returns the entry in words, for those who cannot see it.
func (e Entry) spoken() string {
	text := e.Title + ", " + e.second() + ", " + e.third()
	if e.Note != "" {
		text += ", note: " + e.Note
	}
	if e.Shown {
		text += ", shown"
	}
	if e.Beside {
		text += ", shown beside"
	}
	return text
}
