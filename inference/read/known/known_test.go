package known

import (
	"slices"
	"strings"
	"testing"
)

func TestFileNames(t *testing.T) {
	for _, c := range []struct{ names, want string }{
		{"/d/a/s1.sorted.bam /d/a/s2.sorted.bam", "s1 s2"},
		{"s1.bam", "s1"},
		{`C:\runs\x_01.raw C:\runs\x_02.raw`, "x_01 x_02"},
		{"x/Aligned.out.bam y/Aligned.out.bam", "x y"},
		{"a_Aligned.sortedByCoord.out.bam b_Aligned.sortedByCoord.out.bam", "a b"},
		{"X.data.run.a.bam X.data.run.b.bam", "a b"},
		{"ctrl_rep1.bam trt_rep1.bam", "ctrl_rep1 trt_rep1"},
		{"a.genes.results b.genes.results", "a b"},
		{"s1 s2", ""},
		{"s1.bam s2", ""},
		{"s1.d1 s2.d1", ""},
		{"same/a.bam same/a.bam", ""},
		{"/ /", ""},
	} {
		got, ok := fileNames(strings.Fields(c.names))
		if strings.Join(got, " ") != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q, %v, want %q", c.names, got, ok, c.want)
		}
	}
}

// refusedTexts begin as files do that hold no table of measurements, each with the word that names it.
var refusedTexts = map[string]string{
	"#nexus\nbegin trees;\ntree a = (b,c);\nend;\n":                                                "NEXUS",
	"(a:0.1,(b:0.2,c)95/100:0.1)[x];\n":                                                            "Newick",
	"[&R] ('a,(b',\n(b,c))root;\n(a,b);\n":                                                         "Newick",
	"((a,b),c)\n":                                                                                  "Newick",
	"((" + strings.Repeat("a:0.1,(", 1000) + "b,":                                                  "Newick",
	"{\"tree\": \"(a{0},b{1}){2};\",\n \"placements\": []}":                                        "jplace",
	"##fileformat=VCFv4.3\n##source=x\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n":            "VCF",
	"#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\ta\n":                                   "VCF",
	"@HD\tVN:1.6\tSO:coordinate\n@SQ\tSN:I\tLN:230218\n":                                           "SAM",
	"r1\t16\tchrI\t400\t60\t5M\t*\t0\t0\tACGTA\tIIIII\nr2\t4\t*\t0\t0\t*\t*\t0\t0\tACGTT\tIIIII\n": "SAM",
	"##gff-version 3\nI\tsgd\tgene\t1\t90\t.\t+\t.\tID=a\n":                                        "GFF",
	"I\tsgd\tgene\t1\t90\t.\t+\t.\tID=a\nI\tsgd\tCDS\t1\t90\t.\t+\t0\tParent=a\n":                  "GFF",
	"#!genome-build X\nI\tsgd\tgene\t1\t90\t.\t+\t.\tgene_id \"a\"; gene_name \"b\";\n":            "GTF",
	"chr1\t10\t90\nchr2\t5\t7\n":                                                                   "BED",
	"1\t10\t90\tg\t0\t-\n2\t5\t7\th\t3\t+\n":                                                       "BED",
	"track name=x\nchr1\t10\t90\tg\n":                                                              "BED",
	"chr1\t0\t10\t1.5\nchr1\t10\t20\t2\n":                                                          "bedGraph",
	"fixedStep chrom=chr3 start=1 step=1\n11\n22\n":                                                "wiggle",
	">a first\nACGT-ACG\nAC\n>b\nACGN\n":                                                           "FASTA",
	"@r1\nACGT\n+\nIIII\n@r2\nACG\n+\nIII\n":                                                       "FASTQ",
	"CLUSTAL W (1.83) multiple sequence alignment\n\na ACGT\n":                                     "Clustal",
	"3 6\nhuman     ACGT-A\nchimp     ACGTTA\ngorilla   ACG TTA\n":                                 "PHYLIP alignment",
	"LOCUS       X  5028 bp    DNA     linear   PLN\nDEFINITION  y\n":                              "GenBank",
	"#version 2.4\nHugo_Symbol\tEntrez_Gene_Id\tVariant_Classification\nTP53\t7157\tMissense\n":    "MAF",
	"rs#\talleles\tchrom\tpos\tstrand\nrs1\tA/C\t1\t7\t+\n":                                        "HapMap",
	"[Header]\nGSGT Version\t1.9.4\n[Data]\nSNP Name\tSample ID\tGC Score\nrs1\tS1\t0.9\n":         "GenomeStudio",
	"1\trs12\t0\t1000\tA\tG\n2\trs13\t0.5\t-3\t0\tTTC\n":                                           ".bim",
	"F1 I1 0 0 1 2\nF1 I2 0 0 2 1\nF1 I3 I1 I2 1 -9\n":                                             ".fam",
	"SET_A\thttp://x\tTP53\tMYC\tKRAS\nSET_B\tna\tEGFR\tMYC\n":                                     "GMT",
}

func TestRefused(t *testing.T) {
	for text, want := range refusedTexts {
		if what, remedy := Refused("x.txt", []byte(text)); !strings.Contains(what, want) || remedy == "" && want != "jplace" {
			t.Errorf("%q: %q, %q, want %s", text, what, remedy, want)
		}
		if what, _ := Refused("x.txt", []byte(strings.ReplaceAll(text, "\n", "\r\n"))); !strings.Contains(what, want) {
			t.Errorf("%q with returns: %q, want %s", text, what, want)
		}
	}
	for _, text := range []string{
		"", "\n", "a,b\n1,2\n", "(Intercept),a,b\n1,2,3\n", "(a,b),c\n1,2\n", "(a,b)\tc\n1\t2\n", "(a)\n(b)\n", "[x\n1\n",
		"((a,b\n1,2\n", "chr\tstart\tend\ts1\ts2\nchr1\t1\t2\t3\t4\n", "chr1\t1\t20\t3\t4\t7\nchr1\t30\t50\t3\t4\t8\n",
		"chr1\t10\t90\tg\t0\t-\t5\t6\nchr2\t5\t7\th\t3\t+\t7\t8\n",
		"1\t2\t3\n4\t5\t6\n", "2 3\n1 2 3\n4 5 6\n", "3\na 0 1 2\nb 1 0 3\nc 2 3 0\n", ">\n", "> x\ty\n1\t2\n",
		"@attribute x\n1\n", "a\tb\tc\td\te\tf\tg\th\ti\n1\t2\t3\t4\t5\t+\t7\t8\t9\n",
		"g1\thttp://x\t1\t2\ng2\thttp://y\t3\t4\n", "id\tna\tx\nr\ts\tt\n", "LOCUS\tx\ny\t1\n", "1 2 0 0 1 2\n1 3 0 0 2 1\n",
		"a b 5 0 1 2\nc d 0 0 2 1\n", "1 2 0 4 1 2\n1 3 0 5 2 1\n",
	} {
		if what, _ := Refused("x.txt", []byte(text)); what != "" {
			t.Errorf("%q: %q", text, what)
		}
	}
}

// FuzzRefused: any text is named or not, without a fault, and what is named has a clause.
// TestSetsByName: a file of gene sets without pages is known by its name.
func TestSetsByName(t *testing.T) {
	const sets = "SET_A\tabout a\tTP53\tMYC\nSET_B\tabout b\tTP53\tKRAS\n"
	for file, want := range map[string]bool{"sets.gmt": true, "sets.GMT": true, "sets.txt": false} {
		if what, _ := Refused(file, []byte(sets)); what != "" != want {
			t.Errorf("%s: %q", file, what)
		}
	}
	const ragged = "ta\thttp://x/ta\ta\td\tf\tx\ty\ntb\t\tb\tc\te\tg\th\t\t\t\n\n"
	if what, _ := Refused("sets.txt", []byte(ragged)); what == "" {
		t.Error("sets of as many genes are not known")
	}
}

func FuzzRefused(f *testing.F) {
	for text := range refusedTexts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if what, remedy := Refused("x.txt", text); what == "" && remedy != "" || strings.HasSuffix(what, ".") {
			t.Errorf("%q, %q", what, remedy)
		}
	})
}

// TestUses: a layout says at most one column names the rows, and of each column what it is for.
func TestUses(t *testing.T) {
	h := Head{File: "combined_protein.tsv", Width: 4, Names: []string{"Protein", "Entry Name", "a Intensity",
		"Combined Spectral Count"}, Rows: [][]string{{"sp|P1", "A", "5", "1"}, {"sp|P2", "B", "0", "1"}}}
	l := Of(h)
	if l == nil || !slices.Equal(l.Uses, []Use{RowName, About, Measured, Out}) || l.Names[2] != "a" || !l.Zeros ||
		l.Samples != InColumns {
		t.Errorf("%+v", l)
	}
	if l := Of(Head{Width: 3, Names: []string{"id", "x", "y"}, Rows: [][]string{{"a", "1", "2"}}}); l != nil {
		t.Errorf("a plain table: %+v", l)
	}
}
