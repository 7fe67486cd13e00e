package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"

	"example.org/espalier/plotting/write"
	"example.org/espalier/views/panics"
)

// errNoClipboard names the programs that are missing. The toolkit's clipboard holds text alone, so a picture goes
// through a program of the system that keeps it for as long as somebody may paste it.
var errNoClipboard = errors.New("copying pictures needs wl-clipboard (Wayland) or xclip (X11): install it, or save " +
	"the figure as PNG")

// clipboard returns the command that takes a PNG on its standard input.
func clipboard(environment func(string) string, find func(string) (string, error)) ([]string, error) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return nil, fmt.Errorf("pictures cannot be copied on this system: save the figure as PNG")
	}
	for _, c := range []struct {
		display string
		command []string
	}{
		{"WAYLAND_DISPLAY", []string{"wl-copy", "--type", "image/png"}},
		{"DISPLAY", []string{"xclip", "-selection", "clipboard", "-target", "image/png"}},
	} {
		if environment(c.display) == "" {
			continue
		}
		if _, err := find(c.command[0]); err == nil {
			return c.command, nil
		}
	}
	return nil, errNoClipboard
}

// copyPicture puts the figure as it would be saved, as a PNG, where other programs paste from.
func (s *sheet) copyPicture() {
	figure, size, tall, m := s.styled(), s.size, s.tall, s.metadata
	s.d.Background(func(context.Context) func() {
		_, err := panics.Call(func() (struct{}, error) {
			command, err := clipboard(os.Getenv, exec.LookPath)
			if err != nil {
				return struct{}{}, err
			}
			var picture bytes.Buffer
			size = room(figure, size, tall)
			if err := write.Encode(&picture, "png", figure, size, m); err != nil {
				return struct{}{}, err
			}
			return struct{}{}, hand(command, &picture)
		})
		return func() {
			if err != nil {
				s.d.Fail("The picture was not copied.", err)
				return
			}
			s.d.Tell("The picture is copied.")
		}
	})
}

// hand runs a command on a picture. The command continues in the background.
func hand(command []string, picture io.Reader) error {
	c := exec.Command(command[0], command[1:]...)
	c.Stdin = picture
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s: %w", command[0], err)
	}
	return nil
}
