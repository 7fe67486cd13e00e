package batch

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version of the program, also in result files, figures and FyneApp.toml.
const Version = "0.1.0"

type versionCommand struct{}

func (versionCommand) Help() string { return example("espalier version") }

func (versionCommand) Run(s *console) error {
	fmt.Fprintf(s.stdout, "Espalier %s%s, %s, %s/%s\n", Version, revision(debug.ReadBuildInfo()), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}

// revision returns the commit that the program was built from, "" where that is not known.
func revision(info *debug.BuildInfo, ok bool) string {
	if !ok {
		return ""
	}
	commit, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = " with changes"
		}
	}
	if commit == "" {
		return ""
	}
	return " (" + commit[:min(12, len(commit))] + changed + ")"
}
