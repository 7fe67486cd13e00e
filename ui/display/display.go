// Package display tells whether there is a display for a window before the graphics library is asked, which would not
// come back from a silent one, and suppresses that library's warnings about things that are no fault.
package display

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	look "example.org/espalier/views/theme"
)

// Missing returns why no window can be opened, as far as that is known in advance; else nil.
func Missing() error {
	if err := displayError(runtime.GOOS, os.Getenv); err != nil {
		return err
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "windows" || os.Getenv("WAYLAND_DISPLAY") != "" {
		return nil
	}
	return askDisplay(os.Getenv("DISPLAY"), displayPatience)
}

// displayError returns an error if there is no display to open a window on, as far as that is known
// in advance. Without it the graphics library would end the program with a stack trace.
func displayError(system string, env func(string) string) error {
	switch system {
	case "linux", "freebsd", "openbsd", "netbsd", "dragonfly":
		if env("DISPLAY") == "" && env("WAYLAND_DISPLAY") == "" {
			return errors.New("there is no display for a window; commands work without a display: see espalier --help")
		}
	}
	return nil
}

// displayPatience is how long an X server may take to send its first byte, even over a slow line.
const displayPatience = 5 * time.Second

// askDisplay asks an X server for a connection. It returns an error if the server is dead, or
// silent for so long, because the graphics library would wait for ever. A refusal proves that the
// server is alive. Names that are those of sockets or addresses in another form are left to the library.
func askDisplay(display string, patience time.Duration) error {
	host, number, ok := strings.Cut(display, ":")
	number, _, _ = strings.Cut(number, ".")
	n, err := strconv.Atoi(number)
	if strings.ContainsAny(display, "/[") || strings.Contains(display, "::") {
		return nil
	}
	if !ok || err != nil || n < 0 || n > 65535-6000 {
		return fmt.Errorf(
			"DISPLAY is %q, which is not the name of a display, such as :0 or host:0.0: set it to one; commands work "+
				"without a display: see espalier --help", display)
	}
	network, addresses := "tcp", []string{net.JoinHostPort(host, strconv.Itoa(6000+n))}
	if host == "" || host == "unix" {
		socket := "/tmp/.X11-unix/X" + strconv.Itoa(n)
		network, addresses = "unix", []string{"@" + socket, socket} // the abstract socket first, as the library does
	}
	for _, address := range addresses {
		err = greet(network, address, patience)
		if err == nil {
			return nil
		}
		if late := net.Error(nil); errors.As(err, &late) && late.Timeout() {
			return fmt.Errorf("the display %s does not respond: restart its X server, or set DISPLAY to another; "+
				"commands work without a display: see espalier --help", display)
		}
	}
	return fmt.Errorf("there is no X server at display %s (%w); commands work without a display: see espalier --help",
		display, err)
}

// greet begins a connection to an X server and waits for the first byte of its answer.
func greet(network, address string, patience time.Duration) error {
	c, err := net.DialTimeout(network, address, patience)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	// Little endian, version 11.0, no authorisation. The server may refuse that, which does not
	// matter here.
	if _, err := c.Write([]byte{'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0}); err != nil {
		return err
	}
	_, err = io.ReadFull(c, make([]byte, 1))
	return err
}

// StartQuietly suppresses the toolkit's warnings about things that are no fault: that a machine without a session bus
// has no desktop to watch, and that one without Wayland has no folder for it. A new home gets its folder for caches. A
// request that the X server refuses does not end the program.
func StartQuietly(to io.Writer) {
	forgive()
	if dir, err := os.UserCacheDir(); err == nil {
		_ = os.MkdirAll(dir, 0o700) // the library makes a folder in it, but not the folder itself; without one it says so
	}
	if !look.DesktopSpeaks() {
		log.SetOutput(quiet{to})
	}
	if runtime.GOOS != "windows" && os.Getenv("XDG_SESSION_TYPE") == "" && os.Getenv("WAYLAND_DISPLAY") == "" &&
		os.Getenv("DISPLAY") != "" {
		_ = os.Setenv("XDG_SESSION_TYPE", "x11") // else the library asks for Wayland first
	}
}

// quiet is a log without the lines about a session bus that is not there.
type quiet struct{ to io.Writer }

// Write implements io.Writer for one line.
func (q quiet) Write(line []byte) (int, error) {
	for _, words := range []string{"failed to watch theme settings", "dbus-launch",
		"DBUS_SESSION_BUS_ADDRESS", "app_xdg.go"} {
		if strings.Contains(string(line), words) {
			return len(line), nil
		}
	}
	return q.to.Write(line)
}
