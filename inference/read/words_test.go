package read

import (
	"slices"
	"strings"
	"testing"
)

// TestWordsAmongNumbers: words among numbers are missing cells, which a note tells and can undo; names with digits in
// them make the column an annotation.
func TestWordsAmongNumbers(t *testing.T) {
	const cars = "id,cylinders,station,children,width\na,4,1083,0,1.5\nb,6,1083,1,2.5\nc,rotary,117,2,3.5\n" +
		"d,8,117,3+,wide\ne,4,c168,1,2.5\nf,4,1083,0,1.5\n"
	want :=
		"cylinders,width;a 4 1.5;b 6 2.5;c  3.5;d 8 ;e 4 2.5;f 4 1.5;station=1083|1083|117|117|c168|1083;children=0|1|2|3+|1|0;"
	if got := readBytes(t, "x.csv", []byte(cars), Options{}); got != want {
		t.Errorf("%q", got)
	}
	p, err := look("x.csv", []byte(cars), Options{})
	if err != nil || p.Problem != nil || p.Missing != 2 || p.Columns[1].Missing != 1 ||
		!strings.Contains(p.Columns[1].Note, "rotary") {
		t.Fatalf("%+v, %v", p, err)
	}
	const note = `Column "cylinders" holds 1 word among its numbers ("rotary"; first in line 4), read as missing. To keep ` +
		`the words, make the column an annotation (its role, or --annotations).`
	if p.Notes[0] != note {
		t.Errorf("%q", p.Notes)
	}
	o := Advised(note)[0].Options(Options{Annotations: []string{"width"}})
	if !slices.Equal(o.Annotations, []string{"width", "cylinders"}) {
		t.Errorf("%q", o.Annotations)
	}
	if got := readBytes(t, "x.csv", []byte(cars),
		Options{Annotations: []string{"cylinders"}, Numeric: []string{"station"}}); !strings.HasPrefix(got,
		"station,width;a 1083 1.5;b 1083 2.5;c 117 3.5;d 117 ;e  2.5;f 1083 1.5;cylinders=4|6|rotary|8|4|4;") {
		t.Errorf("%q", got)
	}
	for _, note := range []string{"", "Column x holds", "1 column " + wordsEnd, `Column "a ` + wordsEnd} {
		if len(Advised(note)) > 0 {
			t.Errorf("%q has advice", note)
		}
	}
}

// TestTruthsBesideNumbers: columns of true and false are data where there are more of them than columns of numbers.
func TestTruthsBesideNumbers(t *testing.T) {
	const zoo = "id,hair,eggs,legs,type\na,TRUE,FALSE,4,mammal\nb,FALSE,TRUE,2,bird\nc,FALSE,NA,0,fish\nd,TRUE,FALSE,4,mammal\n"
	if got := readBytes(t, "x.csv", []byte(zoo), Options{}); got !=
		"hair,eggs,legs;a 1 0 4;b 0 1 2;c 0  0;d 1 0 4;type=mammal|bird|fish|mammal;" {
		t.Errorf("%q", got)
	}
	one := strings.ReplaceAll(strings.ReplaceAll(zoo, ",eggs", ""), ",FALSE,4", ",4")
	one = strings.ReplaceAll(strings.ReplaceAll(one, ",TRUE,2", ",2"), ",NA,0", ",0")
	if got := readBytes(t, "x.csv", []byte(one), Options{}); !strings.HasPrefix(got, "legs;") {
		t.Errorf("%q", got)
	}
}
