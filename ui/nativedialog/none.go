//go:build nonativedialog || headless

package nativedialog

import "example.org/espalier/ui/dialogs"

// New returns nil: this binary was built without the system's dialogs.
func New() dialogs.FileChooser { return nil }
