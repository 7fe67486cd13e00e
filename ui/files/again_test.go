package files

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/espalier/inference"
	"example.org/espalier/inference/read"
	"example.org/espalier/views/controls"

	"fyne.io/fyne/v2"
)

// TestPreviewReadsAgain: notes on limits and on codes for missing cells stand first, each with buttons that read the file
// otherwise.
func TestPreviewReadsAgain(t *testing.T) {
	s := newRoom(t)
	var opened read.Options
	p := s.preview("metals.csv", "id,As,Pb,day\nr,<0.05,1.5,-9\ns,0.31,1.5,0.1\nt,0.4,1.5,0.2\nu,0.5,1.5,0.3\n", func(o read.Options, _ inference.Preprocessing) { opened = o })
	press := func(title string) {
		t.Helper()
		s.Run(func() bool { return buttonIn(p.sieve.findings, title) != nil })
		buttonIn(p.sieve.findings, title).Tapped(nil)
	}
	s.Run(p.settled)
	if first := p.sieve.said()[0].note; !strings.Contains(first, "<0.05") {
		t.Errorf("first is told %q", first)
	}
	press("Read again with half of each limit")
	s.Run(func() bool { return p.settled() && p.preview.Table != nil && p.preview.Table.X.At(0, 0) == 0.025 })
	press("Read again with −9 as missing")
	s.Run(func() bool { return p.settled() && p.preview.Missing == 1 && p.preview.Table.X.At(0, 0) == 0.025 })
	if !strings.Contains(p.missing.Text, "-9") {
		t.Errorf("codes %q", p.missing.Text)
	}
	p.accept()
	s.Run(func() bool { return opened.Limits == "half" && len(opened.Missing) == len(read.DefaultMissing)+1 })
}

// TestPreviewOfAnAgeAmongGenes: the column that has much of the variance becomes an annotation at a click.
func TestPreviewOfAnAgeAmongGenes(t *testing.T) {
	s := newRoom(t)
	var text strings.Builder
	text.WriteString("id,age")
	for j := range 12 {
		fmt.Fprintf(&text, ",g%d", j+1)
	}
	for i := range 20 {
		fmt.Fprintf(&text, "\nr%d,%d.5", i, 20+7*i%60)
		for j := range 12 {
			fmt.Fprintf(&text, ",%.2f", math.Sin(float64(1+3*i+i*j)))
		}
	}
	p := s.preview("genes.csv", text.String()+"\n", func(read.Options, inference.Preprocessing) {})
	s.Run(p.settled)
	s.Run(func() bool { return buttonIn(p.sieve.findings, AnnotateTitle("age")) != nil })
	buttonIn(p.sieve.findings, AnnotateTitle("age")).Tapped(nil)
	s.Run(func() bool { return p.settled() && p.preview.Table != nil && len(p.preview.Table.Columns) == 12 })
	if a := p.preview.Table.Annotations; len(a) != 1 || a[0].Name != "age" {
		t.Errorf("annotations %+v", a)
	}
}

// buttonIn returns the button of that title in a container, nil for none.
func buttonIn(o fyne.CanvasObject, title string) *controls.Button {
	switch o := o.(type) {
	case *controls.Button:
		if o.Text == title {
			return o
		}
	case *fyne.Container:
		for _, part := range o.Objects {
			if b := buttonIn(part, title); b != nil {
				return b
			}
		}
	}
	return nil
}
