package batch

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
)

// Version of the program, also in result files, figures and FyneApp.toml.
const Version = "0.1.0"

type versionCommand struct{}

func (versionCommand) Help() string { return example("espalier version") }

func (versionCommand) Run(s *console) error {
	b := thisBuild()
	_, err := fmt.Fprintf(s.stdout, "%s, %s, %s\n", Software(), b.Go, b.Platform)
	return err
}

// buildFacts identify the build of the program.
type buildFacts struct {
	Commit   string `json:"commit,omitempty"` // hexadecimal; absent if unknown
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
		case "vcs.modified":
			b.Changed = s.Value == "true"
		}
	}
	return b
}

// Software returns the name and version of the program for figures and reports, with the commit of
// the build if known: "Espalier 0.1.0 (4797aae01234)".
func Software() string { return "Espalier " + Version + thisBuild().revision() }

// revision returns the commit in brackets, "" if it is unknown.
func (b buildFacts) revision() string {
	if b.Commit == "" {
		return ""
	}
	changed := ""
	if b.Changed {
		changed = " with changes"
	}
	return " (" + b.Commit[:min(12, len(b.Commit))] + changed + ")"
}
