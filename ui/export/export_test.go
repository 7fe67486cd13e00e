package export

import (
	"errors"
	"os/exec"
	"runtime"
	"slices"
	"testing"
)

func TestClipboardTakesWhatThereIs(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("pictures are not copied here")
	}
	for _, c := range []struct {
		has, displays []string
		want          string
	}{
		{[]string{"xclip", "wl-copy"}, []string{"DISPLAY", "WAYLAND_DISPLAY"}, "wl-copy"},
		{[]string{"xclip"}, []string{"DISPLAY", "WAYLAND_DISPLAY"}, "xclip"},
		{[]string{"xclip", "wl-copy"}, []string{"DISPLAY"}, "xclip"},
		{[]string{"wl-copy"}, []string{"DISPLAY"}, ""},
		{nil, []string{"DISPLAY", "WAYLAND_DISPLAY"}, ""},
	} {
		environment := func(name string) string {
			if slices.Contains(c.displays, name) {
				return ":0"
			}
			return ""
		}
		find := func(name string) (string, error) {
			if slices.Contains(c.has, name) {
				return name, nil
			}
			return "", exec.ErrNotFound
		}
		got, err := clipboard(environment, find)
		if c.want == "" {
			if !errors.Is(err, errNoClipboard) {
				t.Errorf("%+v: %v, %v", c, got, err)
			}
			continue
		}
		if err != nil || got[0] != c.want {
			t.Errorf("%+v: %v, %v", c, got, err)
		}
	}
}
