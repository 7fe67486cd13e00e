//go:build validate && linux

package batch

import (
	"bytes"
	"crypto/sha256"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"example.org/espalier/inference/study/file"
)

// smallStudy makes a study of one small table with results of several kinds, and returns its parts.
func smallStudy(t *testing.T) (parts []file.Part, results int) {
	path := filepath.Join(t.TempDir(), "s.espalier")
	for _, model := range []string{"kmeans", "agglomerative", "gaussian", "pca", "dpmm", "nsfa"} {
		must(t, "fit", "sample:iris", "--rows", "1-24", "-m", model, "--iterations", "3", "--study", path, "-q")
		results++
	}
	parts, err := file.Of(readStudy(t, path))
	if err != nil {
		t.Fatal(err)
	}
	return parts, results
}

// mutated changes some bytes of a part, and makes the checksums that it holds right again.
func mutated(rng *rand.Rand, data []byte) []byte {
	const magic, sum = "ESP\x01", 16
	data = bytes.Clone(data)
	end := len(data)
	sealed := bytes.HasPrefix(data, []byte(magic)) && len(data) > len(magic)+sum
	if sealed {
		end -= sum
	}
	for range 1 + rng.IntN(3) {
		switch at := rng.IntN(end); rng.IntN(3) {
		case 0:
			data[at] ^= 1 << rng.IntN(8)
		case 1:
			data[at] = byte(rng.IntN(256))
		default:
			data[at] = []byte{0, 1, 23, 0x7f, 0x80, 0xff, '0', '9', '-'}[rng.IntN(9)]
		}
	}
	if sealed {
		s := sha256.Sum256(data[:end])
		copy(data[end:], s[:sum])
	}
	return data
}

// looksAt runs commands on a study and returns the first fault, or "".
func looksAt(t *testing.T, path string, result int) string {
	out := filepath.Join(t.TempDir(), "out")
	for _, args := range [][]string{{"show", path}, {"figures", path, "--result", strconv.Itoa(result), "--out", out}} {
		var stdout, stderr bytes.Buffer
		status := Main(t.Context(), args, &stdout, &stderr)
		text := stdout.String() + stderr.String()
		if crashed(status, text) || status > 0 && stderr.Len() == 0 || steered(text) != "" {
			return strings.Join(args[:1], " ") + ": " + stderr.String()
		}
	}
	if err := os.RemoveAll(out); err != nil {
		t.Fatal(err)
	}
	return ""
}

// mutatedStudies changes bytes in the parts of a study and makes their checksums right, so that only the contents are wrong.
func mutatedStudies(t *testing.T) (cases, wrong int) {
	rng := rand.New(rand.NewPCG(4, 4))
	parts, results := smallStudy(t)
	path := filepath.Join(t.TempDir(), "m.espalier")
	for range 3000 {
		cases++
		now := append([]file.Part(nil), parts...)
		k := rng.IntN(len(now))
		now[k].Data = mutated(rng, now[k].Data)
		var b bytes.Buffer
		if err := file.Write(&b, now, Version); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		if said := looksAt(t, path, 1+rng.IntN(results)); said != "" {
			wrong++
			t.Logf("case %d, %s: %.600s", cases, now[k].Name, said)
		}
	}
	return cases, wrong
}

// flippedStudies changes one bit of the file of a study.
func flippedStudies(t *testing.T) (cases, wrong int) {
	rng := rand.New(rand.NewPCG(5, 5))
	parts, results := smallStudy(t)
	var whole bytes.Buffer
	if err := file.Write(&whole, parts, Version); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "f.espalier")
	for range 500 {
		cases++
		data := bytes.Clone(whole.Bytes())
		at := rng.IntN(len(data))
		data[at] ^= 1 << rng.IntN(8)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if said := looksAt(t, path, 1+rng.IntN(results)); said != "" {
			wrong++
			t.Logf("case %d, byte %d: %.600s", cases, at, said)
		}
	}
	return cases, wrong
}
