//go:build !nonativedialog && !headless

package nativedialog

import (
	"errors"
	"os"
	"testing"

	"example.org/espalier/ui/dialogs"

	"github.com/sqweek/dialog"
)

func TestWithoutDisplay(t *testing.T) {
	if os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != "" {
		t.Skip("there is a display, where a dialog would wait for an answer")
	}
	if New() != nil {
		t.Error("New returns a chooser although there is no display")
	}
	c := &Chooser{}
	if path, err := c.Open("Open", nil); !errors.Is(err, dialogs.ErrNoChooser) || path != "" {
		t.Errorf("Open without a display returns %q, %v", path, err)
	}
	if path, err := c.Save("Save", "a.svg", nil); !errors.Is(err, dialogs.ErrNoChooser) || path != "" {
		t.Errorf("Save without a display returns %q, %v", path, err)
	}
}

func TestGuarded(t *testing.T) {
	if path, err := guarded(func() (string, error) { return "", dialog.ErrCancelled }); path != "" || err != nil {
		t.Errorf("cancelled: %q, %v", path, err)
	}
	if path, err := guarded(func() (string, error) { return "/a.csv", nil }); path != "/a.csv" || err != nil {
		t.Errorf("chosen: %q, %v", path, err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := guarded(func() (string, error) { return "/a.csv", os.Chdir(os.TempDir()) }); err != nil {
		t.Fatal(err)
	}
	if now, _ := os.Getwd(); now != here {
		t.Errorf("the working directory is %s, not %s", now, here)
	}
}
