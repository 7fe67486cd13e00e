package house

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestWindowHeaders holds the list in scripts/common.sh to what the toolkit is linked against, so that a machine with
// nothing on it gets every header that the build with the window needs. A new version of the toolkit may need more.
func TestWindowHeaders(t *testing.T) {
	script, err := os.ReadFile("scripts/common.sh")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^window_modules='(.*)'$`).FindSubmatch(script)
	if list == nil {
		t.Fatal("scripts/common.sh has no line window_modules='…'")
	}
	installed := strings.Fields(string(list[1]))

	modules := exec.Command("go", "list", "-e", "-deps", "-tags", "migrated_fynedo",
		"-f", `{{if not .Standard}}{{join .CgoLDFLAGS " "}} {{join .CgoPkgConfig " "}}{{end}}`, ".")
	modules.Env = append(os.Environ(), "CGO_ENABLED=1", "GOOS=linux")
	out, err := modules.Output()
	if err != nil {
		t.Fatal(err)
	}
	partOfLibc := []string{"m", "dl", "rt", "pthread"}
	linked := 0
	for _, word := range strings.Fields(string(out)) {
		module := strings.ToLower(strings.TrimPrefix(word, "-l"))
		if slices.Contains(partOfLibc, module) || strings.HasPrefix(module, "-") {
			continue
		}
		linked++
		if !slices.Contains(installed, module) {
			t.Errorf("the window is linked against %s, which window_modules of scripts/common.sh lacks", module)
		}
	}
	if linked < 5 {
		t.Errorf("go list names %d libraries of the window; %q", linked, out)
	}
}
