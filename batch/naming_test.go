package batch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Labels that are chosen once stand in trees, figures, tests of gene sets and tables, from a fit's folder and from a study.
func TestLabelsStandForNames(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range map[string]string{
		"probes.csv": "probe,symbol,s1,s2,s3,s4\n7_at,TP53,1.2,3.4,2.2,9.1\n8_at,TP53,1.3,3.1,2.5,9.4\n9_at,EGFR,7.2,1.4,5.2,1.1\n" +
			"10_at,,7.1,1.3,5.4,1.2\n11_at,BRCA1,4.2,4.4,4.2,4.1\n",
		"more.tsv": "probe\tcalled\n9_at\tErbB1\n11_at\tbreast one\n",
		"sets.gmt": "cycle\t\tTP53\tEGFR\tBRCA1\n",
		"cols.tsv": "s1\tcontrol\ns2\ttreated\n",
	} {
		if err := os.WriteFile(at(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	holds := func(file string, words ...string) {
		t.Helper()
		text, err := os.ReadFile(at(file))
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range words {
			if no, without := strings.CutPrefix(w, "-"); without == strings.Contains(string(text), no) {
				t.Errorf("%s: %q is wrong in\n%s", file, w, text)
			}
		}
	}
	must(t, "fit", at("probes.csv"), "-m", "agglomerative", "--label-rows", "symbol", "--out", at("out"), "--study", at("s.espalier"), "-q")
	holds("out/tree.nwk", "'TP53 (7_at)'", "'TP53 (8_at)'", "EGFR", "10_at", "-9_at")
	must(t, "figures", at("out"), "--figure", "tree", "--figures", "svg", "--out", at("again"), "-q")
	holds("again/tree.svg", "TP53 (7_at)", "-11_at")
	must(t, "figures", at("s.espalier"), "--figure", "tree", "--figures", "svg", "--out", at("study"), "-q")
	holds("study/tree.svg", "TP53 (7_at)", "-11_at")
	must(t, "figures", at("s.espalier"), "--label-rows", at("more.tsv"), "--label-columns", at("cols.tsv"), "--figure", "tree", "--figures", "svg", "--out", at("file"), "-q")
	holds("file/tree.svg", "ErbB1", "breast one", "8_at", "treated", "-EGFR")
	must(t, "figures", at("out"), "--label-rows", "none", "--figure", "tree", "--figures", "svg", "--out", at("none"), "-q")
	holds("none/tree.svg", "7_at", "-TP53 (")
	must(t, "report", at("out"), "--out", at("page.html"), "-q")
	holds("page.html", "TP53 (7_at)", "-11_at")
	must(t, "report", at("out"), "--label-rows", at("more.tsv"), "--label-columns", at("cols.tsv"), "--out",
		at("page.html"), "-q")
	holds("page.html", "ErbB1", "treated", "-TP53 (7_at)")
	fails(t, 2, "report", at("out"), "--label-rows", "no such", "--out", at("page.html"))
	must(t, "enrich", at("out"), "--sets", at("sets.gmt"), "--out", at("sets"), "-q", "--least", "1")
	holds("sets/enrichment.json", `"background": 4`, `"TP53"`, "-no_such")
	must(t, "convert", at("probes.csv"), at("t.gct"), "--label-rows", "symbol", "-q")
	holds("t.gct", "TP53 (7_at)\tTP53\t7_at\t1.2")
	must(t, "convert", at("out"), at("t.cdt"), "-q")
	holds("t.cdt", "TP53 (7_at)")
	// The order of levels is that of figures, in the fit and when it is read again.
	must(t, "fit", "sample:iris", "-m", "agglomerative", "--levels", "species=virginica, setosa", "--labels", "species", "--out", at("order"), "-q")
	must(t, "figures", at("order"), "--figure", "tree", "--figures", "svg", "-q")
	if text := string(mustRead(t, at("order/tree.svg"))); strings.Index(text, ">virginica<") > strings.Index(text, ">setosa<") || !strings.Contains(text, ">setosa<") {
		t.Error("the legend begins with setosa")
	}
	fails(t, 1, "fit", "sample:iris", "-m", "agglomerative", "--levels", "species=rosa")
	fails(t, 2, "fit", "sample:iris", "-m", "agglomerative", "--levels", "species")
	// A file that was joined is part of the fit, which does not depend on what its rows are called.
	must(t, "fit", at("probes.csv"), "-m", "agglomerative", "--label-rows", at("more.tsv"), "--out", at("joined"), "-q")
	must(t, "figures", at("joined"), "--figure", "tree", "--figures", "svg", "-q")
	holds("joined/tree.svg", "breast one")
	holds("joined/result.json", "more.tsv")
	if said := fails(t, 2, "figures", at("out"), "--label-rows", "nothing"); !strings.Contains(said, `they have "symbol"`) {
		t.Error(said)
	}
	// Rows and columns are those of the file, also where a fit turns it.
	said := fails(t, 2, "fit", at("probes.csv"), "-m", "agglomerative", "--transpose", "--label-columns", "symbol")
	if !strings.Contains(said, "The rows of the table have it: try --label-rows symbol") {
		t.Error(said)
	}
	if said := fails(t, 2, "figures", at("out"), "--label-columns", "nothing"); strings.Contains(said, "try --label") {
		t.Error(said)
	}
}
