package read

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTreesOfCDT: the trees beside a CDT have the names of its rows and columns, and times by how alike the nodes are.
func TestTreesOfCDT(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"x.cdt": "GID\tYORF\tNAME\tGWEIGHT\ta\tb's\tc\nAID\t\t\t\tARRY0X\tARRY1X\tARRY2X\nEWEIGHT\t\t\t\t1\t1\t1\n" +
			"GENE0X\tr\tr\t1\t0.5\t1\t2\nGENE1X\ts\ts\t1\t2\t3\t4\nGENE2X\tu\tu\t1\t2\t3\t5\n",
		"x.gtr":   "NODE1X\tGENE2X\tGENE0X\t0.75\nNODE2X\tNODE1X\tGENE1X\t-0.25\n",
		"x.atr":   "NODEID\tLEFT\tRIGHT\tCORRELATION\nNODE1X\tARRY0X\tARRY1X\t0.5\nNODE2X\tNODE1X\tARRY2X\t0.5\n",
		"y.gtr":   "NODE1X\tGENE2X\tGENE0X\t0.75\n",
		"z.cdt":   "GID\tYORF\tNAME\tGWEIGHT\ta\tb\tc\nGENE0X\tr\tr\t1\t0.5\t1\t2\n",
		"two.gtr": "NODE1X\tGENE2X\tGENE0X\t0.75\nNODE2X\tGENE1X\tGENE3X\t0.5\n", "two.cdt": "",
		"odd.gtr": "NODE1X\tGENE2X\tGENE2X\t0.75\n", "odd.cdt": "x",
		"t.nwk": "(a,b);",
	} {
		if text == "" || text == "x" {
			text = "GID\tYORF\tNAME\tGWEIGHT\ta\tb\tc\nGENE0X\tr\tr\t1\t0.5\t1\t2\n"
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const rows = "(('u':0.25,'r':0.25):1,'s':1.25):0;\n"
	for name, want := range map[string]string{
		"x.gtr": rows, "x.cdt": rows, "t.nwk": "(a,b);",
		"x.atr": "(('a':0.5,'b''s':0.5):0,'c':0.5):0;\n",
	} {
		if got, err := Trees(t.Context(), filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, want)
		}
	}
	for name, want := range map[string]string{"y.gtr": "Put the CDT", "z.cdt": "Put the GTR", "two.gtr": "not one tree",
		"odd.gtr": "odd.gtr, line 1"} {
		if _, err := Trees(t.Context(), filepath.Join(dir, name)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// NAME says what the identifier says.
	data, err := os.ReadFile(filepath.Join(dir, "x.cdt"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := readBytes(t, "x.cdt", data, Options{}), "a,b's,c;r 0.5 1 2;s 2 3 4;u 2 3 5;"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
