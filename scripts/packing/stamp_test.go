package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A build without a revision says on standard error why.
func TestStampSaysWhatIsMissing(t *testing.T) {
	common, err := filepath.Abs("../common.sh")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	c := exec.Command("sh", "-c", ". "+common+"; stamp")
	c.Dir, c.Env = dir, append(c.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	var said strings.Builder
	c.Stderr = &said
	out, err := c.Output()
	if err != nil || strings.TrimSpace(string(out)) != "-buildvcs=false" ||
		!strings.Contains(said.String(), "no revision") || !strings.Contains(said.String(), "git") {
		t.Errorf("%q, %q, %v", out, said.String(), err)
	}
}
