//go:build !nonativedialog && !headless && (windows || darwin)

package nativedialog

import (
	"errors"
	"os"
	"testing"

	"github.com/sqweek/dialog"
)

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
