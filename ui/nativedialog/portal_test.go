//go:build !nonativedialog && !headless && !windows && !darwin

package nativedialog

import (
	"bufio"
	"errors"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"example.org/espalier/ui/dialogs"

	"github.com/godbus/dbus/v5"
)

// bus starts a session bus of the test's own.
func bus(t *testing.T) string {
	t.Helper()
	daemon, err := exec.LookPath("dbus-daemon")
	if err != nil {
		t.Skip("there is no dbus-daemon")
	}
	c := exec.Command(daemon, "--session", "--nofork", "--nopidfile", "--print-address", "--address=unix:dir="+t.TempDir())
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// desktop answers for the desktop: with a status and a place.
type desktop struct {
	conn    *dbus.Conn
	mu      sync.Mutex // guards what follows: calls come on goroutines of the connection
	status  uint32
	place   string
	own     bool // names its requests itself
	title   string
	options map[string]dbus.Variant
}

func (d *desktop) OpenFile(sender dbus.Sender, _, title string, options map[string]dbus.Variant) (dbus.ObjectPath, *dbus.Error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.title, d.options = title, options
	name := strings.ReplaceAll(strings.TrimPrefix(string(sender), ":"), ".", "_")
	path := dbus.ObjectPath(requestPrefix + name + "/" + options["handle_token"].Value().(string))
	if d.own {
		path = dbus.ObjectPath(requestPrefix + name + "/t")
	}
	// Others' answers are heard too, and are none.
	_ = d.conn.Emit(requestPrefix+dbus.ObjectPath(name)+"/other", requestName+".Response", uint32(0), map[string]dbus.Variant{"uris": dbus.MakeVariant([]string{"file:///other"})})
	_ = d.conn.Emit(path, requestName+".Response", d.status, map[string]dbus.Variant{"uris": dbus.MakeVariant([]string{d.place})})
	return path, nil
}

// answer sets what the desktop answers from now on.
func (d *desktop) answer(status uint32, place string, own bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.status, d.place, d.own = status, place, own
}

// asked returns what it was asked last.
func (d *desktop) asked() (title string, options map[string]dbus.Variant) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.title, d.options
}

func (d *desktop) SaveFile(sender dbus.Sender, parent, title string, options map[string]dbus.Variant) (dbus.ObjectPath, *dbus.Error) {
	return d.OpenFile(sender, parent, title, options)
}

func TestPortalAsksTheDesktop(t *testing.T) {
	address := bus(t)
	conn, err := dbus.Connect(address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	d := &desktop{conn: conn}
	if err := conn.Export(d, portalPath, chooserName); err != nil {
		t.Fatal(err)
	}
	kinds := []dialogs.FileFilter{{Name: "Tables", Extensions: []string{"csv", "*"}}}
	p := &portal{address: address}
	if path, err := p.Open("Open", kinds); !errors.Is(err, dialogs.ErrNoChooser) || path != "" {
		t.Errorf("without a portal: %q, %v", path, err)
	}
	if _, err := conn.RequestName(portalName, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		status uint32
		place  string
		own    bool
		want   string
		fails  bool
	}{
		{0, "file:///data/a%20b+c%C3%A4.csv", false, "/data/a b+cä.csv", false},
		{0, "file:///data/a.csv", true, "/data/a.csv", false},
		{1, "", false, "", false},
		{2, "", false, "", false},
		{0, "https://example.org/a.csv", false, "", true},
	} {
		d.answer(c.status, c.place, c.own)
		path, err := p.Open("Open table", kinds)
		if path != c.want || (err != nil) != c.fails || errors.Is(err, dialogs.ErrNoChooser) {
			t.Errorf("%+v: %q, %v", c, path, err)
		}
	}
	var list []filter
	title, options := d.asked()
	if err := options["filters"].Store(&list); err != nil || title != "Open table" || len(list) != 1 || len(list[0].Rules) != 3 || list[0].Rules[0].Pattern != "*.csv" {
		t.Errorf("%q, %v, %v", title, list, err)
	}
	d.answer(0, "file:///figure.svg", false)
	path, err := p.Save("Export", "tree.svg", nil)
	if _, options = d.asked(); path != "/figure.svg" || err != nil || options["current_name"].Value() != "tree.svg" {
		t.Errorf("%q, %v, %v", path, err, options)
	}
}

func TestNoChooserWithoutBusOrDisplay(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	for _, c := range []struct {
		display, bus string
		want         bool
	}{{"", "unix:path=/x", false}, {":9", "", false}, {":9", "autolaunch:", false}, {":9", "unix:path=/x", true}} {
		t.Setenv("WAYLAND_DISPLAY", "")
		t.Setenv("DISPLAY", c.display)
		t.Setenv("DBUS_SESSION_BUS_ADDRESS", c.bus)
		if got := New() != nil; got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
	if _, err := (&portal{address: "unix:path=/nowhere"}).Open("Open", nil); !errors.Is(err, dialogs.ErrNoChooser) {
		t.Error(err)
	}
}
