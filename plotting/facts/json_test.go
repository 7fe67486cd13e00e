package facts

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"
)

func TestJSONIsPlainAndOrdered(t *testing.T) {
	v := Of("z", math.NaN(), "a", math.Inf(1), "list", Numbers([]float64{1, math.Inf(-1), 0.1}),
		"text", []string{"a, [b] \"c\"  \\", "{", "<&>"}, "nested", []List{Of("empty", []int{})})
	v.Say("for people", "alone")
	text, err := Encode(v)
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
