package batch

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/espalier/inference/read"
)

// TestReadingTellsHowFarItIs: a line every ten seconds, with the time left at the speed so far.
func TestReadingTellsHowFarItIs(t *testing.T) {
	var said bytes.Buffer
	at := time.Unix(0, 0)
	s := &console{stderr: &said}
	tell := s.reading(func() time.Time { return at })
	for _, c := range []struct {
		seconds int
		done    int64
		want    string
	}{
		{0, 1, ""}, {9, 90, ""}, {10, 100, "note: reading the table: 10 %, about 2 min left\n"}, {19, 200, ""}, {40, 500, "note: reading the table: 50 %, about 40 s left\n"},
		{60, 1000, ""}, {61, 100, ""}, {71, 500, "note: reading the table: 50 %, about 10 s left\n"},
	} {
		said.Reset()
		at = time.Unix(int64(c.seconds), 0)
		if tell(read.Progress{Done: c.done, Total: 1000}); said.String() != c.want {
			t.Errorf("after %d s: %q, not %q", c.seconds, said.String(), c.want)
		}
	}
}

// A lone −999 in the rows of --test is missing where the table of the fit has it for missing, when it is fitted and when it is read
// again; a folder is no study, whatever its name.
func TestCodesOfMissingCellsInTestRows(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	table := "id,a,b\n"
	for i := range 12 {
		table += fmt.Sprintf("r%d,%g,%g\n", i, 1+float64(i*i%7)/3, 2+float64(i*i*i%5)/2)
	}
	for name, text := range map[string]string{"t.csv": table + "x,-999,2.5\ny,1.5,-999\n", "new.csv": "id,a,b\nn,-999,2.25\n", "gap.csv": "id,a,b\nn,,2.25\n"} {
		if err := os.WriteFile(at(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	density := func(test string) float64 {
		var r struct {
			Test struct {
				Mean float64 `json:"log_density_mean"`
			} `json:"test"`
		}
		text := must(t, "fit", at("t.csv"), "-m", "gaussian", "--test", at(test), "--out", at("out-"+test), "--json", "-q")
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatal(err)
		}
		return r.Test.Mean
	}
	if code, gap := density("new.csv"), density("gap.csv"); code != gap || !(math.Abs(code) <= 20) {
		t.Errorf("a row with −999 has the density %v, with a gap %v", code, gap)
	}
	must(t, "figures", at("out-new.csv"), "--list")
	if said := fails(t, 2, "fit", at("t.csv"), "-m", "gaussian", "--out", at("x.espalier")); !strings.Contains(said, "--study") {
		t.Error(said)
	}
	must(t, "fit", at("t.csv"), "-m", "gaussian", "--out", at("plain"), "-q")
	if err := os.Rename(at("plain"), at("y.espalier")); err != nil {
		t.Fatal(err)
	}
	must(t, "figures", at("y.espalier"), "--list")
}
