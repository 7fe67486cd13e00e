//go:build nonativedialog || headless

package nativedialog

import "espalier/ui"

// New returns nil: this binary was built without the dialogs of the system.
func New() ui.FileChooser { return nil }
