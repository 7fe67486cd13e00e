package display

import "testing"

func TestDisplayError(t *testing.T) {
	for _, c := range []struct {
		system, x, wayland string
		wrong              bool
	}{{"linux", "", "", true}, {"linux", ":0", "", false}, {"linux", "", "wayland-0", false}, {"darwin", "", "", false}, {"windows", "", "", false}} {
		env := map[string]string{"DISPLAY": c.x, "WAYLAND_DISPLAY": c.wayland}
		if err := displayError(c.system, func(k string) string { return env[k] }); (err != nil) != c.wrong {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
