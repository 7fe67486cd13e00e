package typeface

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The fonts are those of the module, byte for byte.
func TestFonts(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "codeberg.org/go-fonts/liberation").Output()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(out)), "*", "*.ttf"))
	if err != nil || len(files) == 0 {
		t.Fatalf("the module has no fonts: %v", err)
	}
	want := map[string][]byte{}
	for _, file := range files {
		if want[filepath.Base(file)], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	for _, family := range []Family{Sans, Serif, Mono} {
		for _, font := range []Font{family.Regular, family.Bold, family.Italic, family.BoldItalic} {
			if !bytes.Equal(font.TTF(), want[font.Name]) {
				t.Errorf("%s is not that of the module", font.Name)
			}
			delete(want, font.Name)
		}
	}
	if len(want) > 0 {
		t.Errorf("%d fonts of the module are not here", len(want))
	}
}

func TestUnpackNothing(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("fonts that are not there were unpacked")
		}
	}()
	unpack("Wide")
}

func BenchmarkUnpack(b *testing.B) {
	for b.Loop() {
		unpack("Sans")
	}
}
