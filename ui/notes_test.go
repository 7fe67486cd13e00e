package ui

import (
	"strings"
	"testing"

	"example.org/espalier/inference/model/lineargaussian"
)

// What a model of features makes of zeros and ones is said before a run.
func TestNoteOnZerosAndOnes(t *testing.T) {
	s := newStage(t, usual, nil, lineargaussian.Model{})
	s.openSample("animals")
	s.do(func() {
		if err := s.w.ws.Next.SetModel("ibp"); err != nil {
			t.Fatal(err)
		}
		if _, text := statusOf(s.w.ws); !strings.Contains(text, "zeros and ones") || !strings.Contains(text, "more or less probable") {
			t.Errorf("%q", text)
		}
	})
}
