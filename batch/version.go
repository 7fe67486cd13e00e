package batch

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"example.org/espalier/batch/manual"
)

// declared is the version that this source will be released as; FyneApp.toml says the same.
const declared = "0.1.0"

// Version of the program, also in result files and figures: that of the git tag it was built from, else the one
// declared in the source.
var Version = versionOf(debug.ReadBuildInfo())

var released = regexp.MustCompile(`^v(\d+\.\d+\.\d+(?:-(?:alpha|beta|rc)[.\d]*)?)(?:\+dirty)?$`)

func versionOf(info *debug.BuildInfo, ok bool) string {
	if ok {
		if m := released.FindStringSubmatch(info.Main.Version); m != nil {
			return m[1]
		}
	}
	return declared
}

// versionText is the output of --version and of the command version.
func versionText() string {
	b := thisBuild()
	return fmt.Sprintf("%s, %s, %s", Software(), b.Go, b.Platform)
}

type versionCommand struct{}

func (versionCommand) Help() string { return example("espalier version") }

func (versionCommand) Run(s *console) error {
	_, err := fmt.Fprintln(s.stdout, versionText())
	return err
}

// buildFacts identify the build of the program.
type buildFacts struct {
	Commit   string `json:"commit,omitempty"` // hexadecimal; absent if unknown
	Date     string `json:"date,omitempty"`   // of the commit: 2026-11-23
	Changed  bool   `json:"changed,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

var thisBuild = sync.OnceValue(func() buildFacts { return buildOf(debug.ReadBuildInfo()) })

func buildOf(info *debug.BuildInfo, ok bool) buildFacts {
	b := buildFacts{Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if !ok {
		return b
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Date, _, _ = strings.Cut(s.Value, "T")
		case "vcs.modified":
			b.Changed = s.Value == "true"
		}
	}
	return b
}

// Software returns the name and version of the program for figures and reports, with the commit of
// the build and its date if known: "Espalier 0.1.0 (4797aae01234, 2026-11-23)".
func Software() string { return "Espalier " + Version + thisBuild().revision() }

// revision returns the commit and its date in brackets, "" if it is unknown.
func (b buildFacts) revision() string {
	if b.Commit == "" {
		return ""
	}
	text := b.Commit[:min(12, len(b.Commit))]
	if b.Changed {
		text += " with changes"
	}
	if b.Date != "" {
		text += ", " + b.Date
	}
	return " (" + text + ")"
}

// statuses explains the exit statuses, for the help and the manual page.
var statuses = []manual.Status{
	{Code: statusDone, Means: "done"},
	{Code: statusError, Means: "an error, described on standard error"},
	{Code: statusUsage, Means: "wrong usage, such as an unknown command, flag or value"},
	{Code: statusInterrupted, Means: "a fit or a task was interrupted; what it found is kept"},
}

// exitStatuses is the sentence of the help.
func exitStatuses() string {
	var out []string
	for _, s := range statuses {
		out = append(out, fmt.Sprintf("%d, %s", s.Code, s.Means))
	}
	return "Exit status: " + strings.Join(out, "; ") + "."
}

// manualPage holds the parts of the manual page beside the commands. Its date is that of the build, so that
// equal builds print equal pages; SOURCE_DATE_EPOCH replaces it.
func manualPage() manual.Page {
	date, _ := time.Parse(time.DateOnly, thisBuild().Date)
	if n, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		date = time.Unix(n, 0)
	}
	if date.IsZero() {
		date = time.Now()
	}
	return manual.Page{Version: Version, Date: date, Statuses: statuses, Sections: []manual.Section{
		{Title: "Environment", Terms: [][2]string{
			{"SOURCE_DATE_EPOCH", "Date of figures, in seconds since 1970, instead of the present time, so that " +
				"equal figures give equal files."},
			{"XDG_STATE_HOME", "Folder for unsaved work, which is written to its subfolder espalier every ten " +
				"seconds; by default ~/.local/state."},
			{"FYNE_SCALE", "Scale of the window, such as 1.5."},
			{"DISPLAY, WAYLAND_DISPLAY", "Display for the window. Commands need none."},
		}},
		{Title: "Files", Terms: [][2]string{
			{"NAME.espalier", "A study: tables, results and edits. It is a ZIP archive of plain parts."},
			{"result.json", "What a fit with --out writes for other programs."},
		}},
	}}
}
