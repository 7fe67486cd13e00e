//go:build !nonativedialog && !headless && !windows && !darwin

package nativedialog

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"example.org/espalier/ui/dialogs"

	"github.com/godbus/dbus/v5"
)

// The names of the file chooser of free desktops. It runs in a process of the desktop, which also asks before a
// file is replaced.
const (
	portalName    = "org.freedesktop.portal.Desktop"
	portalPath    = "/org/freedesktop/portal/desktop"
	chooserName   = "org.freedesktop.portal.FileChooser"
	requestName   = "org.freedesktop.portal.Request"
	requestPrefix = portalPath + "/request/"
)

// patience is how long the desktop may take to acknowledge a request. The user may take any time to answer.
const patience = 10 * time.Second

// A portal is a dialogs.FileChooser that asks the desktop over the session bus. Nothing is started or linked before a
// dialog is wanted.
type portal struct {
	address string
	asked   atomic.Int64
}

var _ dialogs.FileChooser = (*portal)(nil)

// New returns a chooser, nil if there is no display or no session bus.
func New() dialogs.FileChooser {
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return nil
	}
	address := sessionBus()
	if address == "" {
		return nil
	}
	return &portal{address: address}
}

// sessionBus returns the address of the desktop's session bus, "" if none runs. It starts none.
func sessionBus() string {
	if a := os.Getenv("DBUS_SESSION_BUS_ADDRESS"); a != "" && a != "autolaunch:" {
		return a
	}
	dir := os.Getenv("XDG_RUNTIME_DIR")
	if dir == "" {
		return ""
	}
	socket := filepath.Join(dir, "bus")
	if _, err := os.Stat(socket); err != nil {
		return ""
	}
	return "unix:path=" + socket
}

// filter is one line of the dialog's list of kinds, as the portal wants it.
type filter struct {
	Name  string
	Rules []rule
}

type rule struct {
	Kind    uint32 // 0: a pattern of file names
	Pattern string
}

func filters(list []dialogs.FileFilter) []filter {
	out := []filter{}
	for _, f := range list {
		g := filter{Name: f.Name}
		for _, e := range f.Extensions {
			if e == "*" {
				g.Rules = append(g.Rules, rule{0, "*"})
				continue
			}
			g.Rules = append(g.Rules, rule{0, "*." + e})
			if upper := strings.ToUpper(e); upper != e {
				g.Rules = append(g.Rules, rule{0, "*." + upper})
			}
		}
		out = append(out, g)
	}
	return out
}

// Open implements dialogs.FileChooser.
func (p *portal) Open(title string, list []dialogs.FileFilter) (string, error) {
	return p.ask("OpenFile", title, map[string]dbus.Variant{"filters": dbus.MakeVariant(filters(list))})
}

// Save implements dialogs.FileChooser.
func (p *portal) Save(title, name string, list []dialogs.FileFilter) (string, error) {
	return p.ask("SaveFile", title,
		map[string]dbus.Variant{"filters": dbus.MakeVariant(filters(list)), "current_name": dbus.MakeVariant(name)})
}

// ask shows a dialog and waits for the answer.
func (p *portal) ask(method, title string, options map[string]dbus.Variant) (string, error) {
	none := func(err error) (string, error) { return "", fmt.Errorf("%w: %w", dialogs.ErrNoChooser, err) }
	bus, err := dbus.Connect(p.address)
	if err != nil {
		return none(err)
	}
	defer bus.Close()
	// The answer may come before the call returns, so listen for it under the name it will have.
	token := fmt.Sprintf("espalier%d_%d", os.Getpid(), p.asked.Add(1))
	sender := strings.ReplaceAll(strings.TrimPrefix(bus.Names()[0], ":"), ".", "_")
	request := dbus.ObjectPath(requestPrefix + sender + "/" + token)
	if err := bus.AddMatchSignal(dbus.WithMatchInterface(requestName), dbus.WithMatchMember("Response"),
		dbus.WithMatchPathNamespace(requestPrefix+dbus.ObjectPath(sender))); err != nil {
		return none(err)
	}
	signals := make(chan *dbus.Signal, 16)
	bus.Signal(signals)
	options["handle_token"] = dbus.MakeVariant(token)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var handle dbus.ObjectPath
	if err := bus.Object(portalName, portalPath).CallWithContext(ctx, chooserName+"."+method, 0, "", title, options).
		Store(&handle); err != nil {
		return none(err)
	}
	for s := range signals {
		if s.Path == request || s.Path == handle { // old portals choose a name of their own
			return answered(s.Body)
		}
	}
	return none(errors.New("the desktop ended the session bus"))
}

// answered returns the path in the answer of a dialog, "" if the user cancelled.
func answered(body []any) (string, error) {
	var status uint32
	var results map[string]dbus.Variant
	if err := dbus.Store(body, &status, &results); err != nil {
		return "", fmt.Errorf("the desktop's reply about a file cannot be read: %w", err)
	}
	if status != 0 {
		return "", nil
	}
	var places []string
	if err := results["uris"].Store(&places); err != nil || len(places) == 0 {
		return "", errors.New("the desktop's reply names no file")
	}
	place, err := url.Parse(places[0])
	if err != nil || place.Scheme != "file" {
		return "", fmt.Errorf("%s is not a file on this computer: copy it here first", places[0])
	}
	return place.Path, nil
}
