package batch

import (
	"strings"
	"testing"

	"example.org/espalier/plotting"
)

func TestStyleFlag(t *testing.T) {
	c := figureFlags{Style: []string{"dark,palette=viridis,title-text=a, b and c,label-size=12", "low=2%,reversed=on"}}
	style, choices, err := c.styles()
	if err != nil || !style.Dark {
		t.Fatal(err)
	}
	want := plotting.Choices{"palette": "viridis", "title-text": "a, b and c", "label-size": "12", "low": "2%", "reversed": "on"}
	if len(choices) != len(want) {
		t.Errorf("read %v", choices)
	}
	for name, value := range want {
		if choices[name] != value {
			t.Errorf("%s is %q", name, choices[name])
		}
	}
	for _, wrong := range []string{"bright", "palette", "palette=jet", "label-size=huge", "no-such=1", "low=x", "dark,light,grey"} {
		c := figureFlags{Style: []string{wrong}}
		if _, _, err := c.styles(); err == nil || !strings.Contains(err.Error(), "--style") {
			t.Errorf("--style %s: %v", wrong, err)
		}
	}
}
