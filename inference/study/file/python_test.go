package file

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// reader reads a study as docs/formats.md describes it, with nothing but the standard library of
// Python.
const reader = `
import array, hashlib, json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
m = json.loads(z.read("espalier.json"))
assert m["format"] == "espalier study" and m["version"] == 4
for p in m["parts"]:
    data = z.read(p["name"])
    assert len(data) == p["bytes"] and hashlib.sha256(data).hexdigest() == p["sha256"], p["name"]
study = json.loads(z.read("study.json"))
table = json.loads(z.read("tables/1.json"))
cells = array.array("d", z.read("tables/1.f64"))
if sys.byteorder == "big": cells.byteswap()
n, d = len(table["rows"]), len(table["columns"])
assert len(cells) == n * d
spec = json.loads(z.read("results/2/spec.json"))
result = json.loads(z.read("results/2/result.json"))
print(study["state"]["note"], n, d, table["columns"][2], cells[3 * d + 1], spec["model"], result["iterations"], study["state"]["labels"]["2"]["name"])
`

func TestPythonReadsAStudy(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no Python here")
	}
	path := filepath.Join(t.TempDir(), "a.espalier")
	if err := os.WriteFile(path, write(t, sample(t)), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(python, "-c", reader, path)
	c.Env = append(os.Environ(), "PYTHONIOENCODING=utf-8")
	out, err := c.CombinedOutput()
	if got := strings.TrimSpace(string(out)); err != nil || got != "a study 12 3 größe 2.3 pydt 6 best" {
		t.Errorf("%v: %s", err, got)
	}
}
