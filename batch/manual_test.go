package batch

import (
	"os/exec"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

func TestManualPageHasEveryCommandAndStatus(t *testing.T) {
	page := must(t, "man")
	for _, c := range commandNames {
		hidden := c == "completion" || c == "man"
		if strings.Contains(page, ".SS espalier "+c) == hidden {
			t.Errorf("the page and %s: hidden is %t", c, hidden)
		}
	}
	for _, want := range []string{".TH ESPALIER 1 ", ".SH EXIT STATUS\n.TP\n.B 0\nDone.\n", "\\-m, \\-\\-model=NAME", "\\-\\-[no\\-]header", "SOURCE_DATE_EPOCH", "\n\\&."} {
		if strings.Contains(page, want) == (want == "\n\\&.") {
			t.Errorf("%q", want)
		}
	}
	for i, line := range strings.Split(page, "\n") {
		if strings.HasPrefix(line, "'") {
			t.Errorf("line %d is a request by mistake: %s", i+1, line)
		}
	}
	t.Setenv("SOURCE_DATE_EPOCH", "86400")
	if page := must(t, "man"); !strings.Contains(page, ".TH ESPALIER 1 1970-01-02 ") {
		t.Errorf("%.60s", page)
	}
}

// TestBashCompletes asks the real shell.
func TestBashCompletes(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash")
	}
	script := must(t, "completion", "bash") + `
ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _espalier; echo "${COMPREPLY[*]}"; }
ask espalier parti
ask espalier fit --holdout-u
ask espalier fit data.csv --model = outt
ask espalier fit data.csv -m outt
ask espalier fit data.csv --figures png,pd
ask espalier fit data.csv --no-hea
ask espalier models chow
ask espalier fit data.csv --seed 1
`
	out, err := exec.Command("bash", "-c", "cd /; "+script).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"partitions", "--holdout-unit", "outtree", "outtree", "png,pdf", "--no-header", "chowliu", "", ""}
	if got := strings.Split(string(out), "\n"); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestCompletionsHaveEveryFlag(t *testing.T) {
	for shell, form := range map[string]string{"zsh": "*--", "fish": " -l "} {
		text := must(t, "completion", shell)
		for _, f := range []string{"holdout-unit", "no-header", "collapse-below", "center", "until-ess"} {
			if !strings.Contains(text, form+f) {
				t.Errorf("%s has no %s", shell, f)
			}
		}
	}
	if code, _, _ := command(t, "completion", "csh"); code != statusUsage {
		t.Errorf("exit status %d", code)
	}
}

func TestVersions(t *testing.T) {
	if flag, command := must(t, "--version"), must(t, "version"); flag != command || !strings.HasPrefix(flag, "Espalier "+Version) {
		t.Errorf("%q, %q", flag, command)
	}
	of := func(version string) string {
		return versionOf(&debug.BuildInfo{Main: debug.Module{Version: version}}, true)
	}
	for _, c := range [][2]string{{"v1.2.3", "1.2.3"}, {"v1.2.3+dirty", "1.2.3"}, {"v1.3.0-rc.1", "1.3.0-rc.1"},
		{"(devel)", declared}, {"", declared}, {"v0.1.1-0.20261123010203-4797aae01234", declared}, {"v0.0.0-20261123010203-4797aae01234+dirty", declared}} {
		if got := of(c[0]); got != c[1] {
			t.Errorf("%q gives %q, not %q", c[0], got, c[1])
		}
	}
	b := buildOf(&debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "4797aae01234567"}, {Key: "vcs.time", Value: "2026-11-23T01:02:03Z"}}}, true)
	if got := b.revision(); got != " (4797aae01234, 2026-11-23)" {
		t.Errorf("%q", got)
	}
}
