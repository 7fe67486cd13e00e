package display

import (
	"io"
	"log"
	"net"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A display is asked before the graphics library is, which would not come back from a silent one.
func TestDisplayThatDoesNotAnswer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	display := "127.0.0.1:" + strconv.Itoa(l.Addr().(*net.TCPAddr).Port-6000)
	word := make(chan []byte, 1) // what the server says to the next that calls
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				if _, err := io.ReadFull(c, make([]byte, 12)); err != nil {
					return
				}
				if say := <-word; say != nil {
					_, _ = c.Write(say)
					return
				}
				_, _ = c.Read(make([]byte, 1)) // silent until the other side goes
			}()
		}
	}()
	word <- []byte{0} // refused, and so alive
	if err := askDisplay(display, time.Minute); err != nil {
		t.Error(err)
	}
	word <- nil
	if err := askDisplay(display, time.Millisecond); err == nil || !strings.Contains(err.Error(), "does not respond") {
		t.Errorf("a silent server: %v", err)
	}
	l.Close()
	if err := askDisplay(display, time.Minute); err == nil || !strings.Contains(err.Error(), "no X server") {
		t.Errorf("no server: %v", err)
	}
	for _, left := range []string{"/private/tmp/launch:0", "[::1]:0", "node::0"} {
		if err := askDisplay(left, time.Minute); err != nil {
			t.Error(err)
		}
	}
	for _, none := range []string{"garbage", ":x", "host:-1", "host:70000"} {
		if err := askDisplay(none, time.Minute); err == nil || !strings.Contains(err.Error(), "not the name of a display") {
			t.Errorf("%s: %v", none, err)
		}
	}
}

func TestQuietLogKeepsOtherLines(t *testing.T) {
	var out strings.Builder
	l := log.New(quiet{&out}, "", 0)
	l.Println("Fyne error: ", "failed to watch theme settings")
	l.Println("  Cause:", `exec: "dbus-launch": executable file not found in $PATH`)
	l.Println("  At: fyne.io/fyne/v2/app/app_xdg.go:152")
	l.Println("Fyne error:  something else")
	if out.String() != "Fyne error:  something else\n" {
		t.Errorf("%q", out.String())
	}
}

// A home without a folder for caches gets one, of which the graphics library would complain.
func TestFolderForCaches(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("XDG_SESSION_TYPE", "x11")
	t.Cleanup(func() { log.SetOutput(os.Stderr) })
	StartQuietly(io.Discard)
	dir, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		t.Errorf("%s: %v", dir, err)
	}
}
