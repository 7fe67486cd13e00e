package batch

import (
	"os"
	"path/filepath"
	"testing"
)

func TestWriteFileIsAllOrNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.json")
	out := &folder{path: dir}
	for _, text := range []string{"first", "second"} {
		if err := out.write("a.json", []byte(text)); err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(path); err != nil || string(b) != text {
			t.Errorf("holds %q, %v", b, err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := out.write("folder", []byte("x")); err == nil {
		t.Error("a folder was overwritten")
	}
	if got := names(t, dir); len(got) != 2 {
		t.Errorf("left behind: %v", got)
	}
}
