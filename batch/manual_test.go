package batch

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
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

// completed are command lines as far as they are typed, each with the words that shells offer for its last one. "." is a
// folder with the file data.csv and the folder data.d.
var completed = []struct {
	typed string
	words []string
}{
	{"espalier parti", []string{"partitions"}},
	{"espalier fit --holdout-u", []string{"--holdout-unit"}},
	{"espalier fit data.csv --no-hea", []string{"--no-header"}},
	{"espalier fit data.csv -m outt", []string{"outtree"}},
	{"espalier fit data.csv --model=outt", []string{"--model=outtree"}},
	{"espalier fit data.csv --figures png,pd", []string{"png,pdf"}},
	{"espalier models chow", []string{"chowliu"}},
	{"espalier fit da", []string{"data.csv", "data.d/"}},
	{"espalier da", []string{"data.csv", "data.d/"}},
	{"espalier fit data.csv --out da", []string{"data.d/"}},
}

// completing makes the folder that is completed in, with the completions of a shell, and returns it.
func completing(t *testing.T, shell string) string {
	t.Helper()
	if _, err := exec.LookPath(shell); err != nil {
		t.Skip("there is no " + shell)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "data.d"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"data.csv": "", ".completions/_espalier": must(t, "completion", shell)} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestFishCompletes asks the real shell.
func TestFishCompletes(t *testing.T) {
	dir := completing(t, "fish")
	script := "source .completions/_espalier\n"
	for _, c := range completed {
		script += "echo '> '; complete -C '" + c.typed + "'\n"
	}
	c := exec.Command("fish", "--no-config", "-c", script)
	c.Dir, c.Env = dir, append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+dir)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	answers := strings.Split(string(out), "> \n")[1:]
	for i, c := range completed {
		var got []string
		for line := range strings.Lines(answers[i]) {
			word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			got = append(got, word)
		}
		if !slices.Equal(got, c.words) {
			t.Errorf("%s: %q, want %q", c.typed, got, c.words)
		}
	}
}

// TestZshCompletes presses Tab in the real shell, and reads what the line became, without the sign that a value or another
// one follows.
func TestZshCompletes(t *testing.T) {
	dir := completing(t, "zsh")
	setup := `PS1= PS2= fpath=($PWD/.completions $fpath)
autoload -Uz compinit && compinit -u -D
_tell() { zle complete-word; print -r -- "${BUFFER%[ =,]}" >answers; zle kill-buffer }
zle -N _tell
bindkey '^I' _tell
print ready >answers
`
	drive := `zmodload zsh/zpty
mkfifo answers
exec 3<>answers
zpty z zsh -f -i
zpty -w z 'source ./setup'
read -r -u 3 answer
for typed; do
	zpty -w -n z $typed$'\t'
	read -r -u 3 answer
	print -r -- $answer
	zpty -r -t z heard
done
exit 0
`
	if err := os.WriteFile(filepath.Join(dir, "setup"), []byte(setup), 0o600); err != nil {
		t.Fatal(err)
	}
	arguments := []string{"-f", "-c", drive, "zsh"}
	for _, c := range completed {
		arguments = append(arguments, c.typed)
	}
	c := exec.Command("zsh", arguments...)
	c.Dir, c.Env = dir, append(os.Environ(), "HOME="+dir, "ZDOTDIR="+dir, "TERM=dumb")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	got := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(got) != len(completed) {
		t.Fatalf("%d answers: %q", len(got), got)
	}
	for i, c := range completed {
		want := c.typed
		if n := len(c.words); n > 0 {
			common := c.words[0]
			for !strings.HasPrefix(c.words[n-1], common) {
				common = common[:len(common)-1]
			}
			want = c.typed[:strings.LastIndex(c.typed, " ")+1] + common
		}
		if got[i] != want {
			t.Errorf("%q becomes %q, not %q", c.typed, got[i], want)
		}
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
