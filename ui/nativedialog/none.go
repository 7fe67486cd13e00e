//go:build nonativedialog || headless

package nativedialog

import "example.org/espalier/ui/dialogs"

// New returns nil: this binary was built without the dialogs of the system.
func New() dialogs.FileChooser { return nil }
