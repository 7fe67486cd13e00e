package batch

import (
	"bytes"
	"context"
	"image/gif"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/espalier/plotting/teach"
)

func teachMain(args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = Main(context.Background(), append([]string{"teach"}, args...), &out, &errs)
	return status, out.String(), errs.String()
}

func TestTeachLists(t *testing.T) {
	status, out, _ := teachMain("--list")
	if status != statusDone {
		t.Fatalf("status %d", status)
	}
	for _, s := range teach.Stages() {
		if !strings.Contains(out, s.Name+" – "+s.Title) {
			t.Errorf("%s is not in the list", s.Name)
		}
	}
}

func TestTeachDraws(t *testing.T) {
	dir := t.TempDir()
	args := []string{"crp", "--set", "concentration=3", "--seed", "7", "--steps", "12", "--figures", "png,svg,pdf,gif", "--out", dir}
	status, out, errs := teachMain(args...)
	if status != statusDone || errs != "" {
		t.Fatalf("status %d: %s", status, errs)
	}
	if !strings.Contains(out, "espalier teach crp --set concentration=3 --seed 7 --steps 12") || !strings.Contains(out, "tables: ") {
		t.Errorf("the text is\n%s", out)
	}
	first := map[string][]byte{}
	for _, name := range []string{"crp.png", "crp.svg", "crp.gif", "crp.txt"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || len(b) < 100 {
			t.Fatalf("%s: %d bytes, %v", name, len(b), err)
		}
		first[name] = b
	}
	g, err := gif.DecodeAll(bytes.NewReader(first["crp.gif"]))
	if err != nil || len(g.Image) < 12 {
		t.Errorf("the film has %d frames: %v", len(g.Image), err)
	}
	if status, _, errs := teachMain(args...); status != statusDone {
		t.Fatal(errs)
	}
	again, err := os.ReadFile(filepath.Join(dir, "crp.gif"))
	if err != nil || !bytes.Equal(again, first["crp.gif"]) {
		t.Error("the same command makes another film")
	}
	frames := t.TempDir()
	if status, _, errs := teachMain("crp", "--steps", "3", "--figures", "png", "--frames", "--out", frames); status != statusDone {
		t.Fatal(errs)
	}
	if files, err := filepath.Glob(filepath.Join(frames, "crp-000?.png")); err != nil || len(files) != 4 {
		t.Errorf("frames are %v, %v", files, err)
	}
}

func TestTeachRefuses(t *testing.T) {
	for _, args := range [][]string{
		{"nothing"}, {"crp", "--set", "concentration=-1"}, {"crp", "--set", "alpha"}, {"crp", "--figures", "png"},
		{"crp", "--figures", "bmp", "--out", t.TempDir()}, {"crp", "--frames"}, {"crp", "--data", "sample:crabs"},
	} {
		if status, _, errs := teachMain(args...); status != statusUsage || !strings.Contains(errs, "teach --help") {
			t.Errorf("%v: status %d, %s", args, status, errs)
		}
	}
}

func TestTeachRequest(t *testing.T) {
	r, _, ok := TeachRequest([]string{"teach", "crp", "--set", "concentration=3", "--seed", "7", "--steps", "5"})
	if !ok || r.Command() != "espalier teach crp --set concentration=3 --seed 7 --steps 5" {
		t.Errorf("%v %v", r, ok)
	}
	if r, _, ok := TeachRequest([]string{"teach"}); !ok || r.Stage != "" {
		t.Errorf("the gallery: %v %v", r, ok)
	}
	for _, args := range [][]string{{"fit"}, {"teach", "--list"}, {"teach", "--help"}, {"teach", "nothing"}, {"teach", "crp", "--set", "x=1"},
		{"teach", "crp", "--out", "x", "--figures", "png"}, {"teach", "crp", "--unknown"}} {
		if r, _, ok := TeachRequest(args); ok {
			t.Errorf("%v opens the window at %v", args, r)
		}
	}
}
