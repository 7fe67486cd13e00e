package batch

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
)

func TestJSONIsPlainAndOrdered(t *testing.T) {
	v := object{
		{"z", math.NaN()}, {"a", math.Inf(1)}, {"list", numbers([]float64{1, math.Inf(-1), 0.1})},
		{"text", []string{"a, [b] \"c\"  \\", "{", "<&>"}}, {"nested", []object{{{"empty", []int{}}}}},
	}
	text, err := encode(v)
	if err != nil {
		t.Fatal(err)
	}
	want := `{
  "z": null,
  "a": null,
  "list": [1, null, 0.1],
  "text": ["a, [b] \"c\"  \\", "{", "<&>"],
  "nested": [
    {
      "empty": []
    }
  ]
}
`
	if string(text) != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	var plain, back bytes.Buffer
	e := json.NewEncoder(&plain)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	if err := json.Compact(&back, text); err != nil || back.String()+"\n" != plain.String() {
		t.Errorf("layout changed the contents (%v): %s", err, back.String())
	}
}

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
